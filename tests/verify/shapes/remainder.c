/* Priorities are remainders by ten; the largest come first. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct event { int rank; struct event *next; };
int main(void)
{
    struct event *h = 0;
    while (__VERIFIER_nondet_int()) {
        struct event *x = malloc(sizeof *x);
        x->rank = __VERIFIER_nondet_int() % 10;
        x->next = h;
        h = x;
    }
    for (struct event *p = h; p; p = p->next)
        if (p->rank > 9 || p->rank < -9) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/p->rank > 9/p->rank > 8/ */
