/* A stack with a counter beside it: the counter is the length, so it is never negative, and popping that often is safe. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *n; };
int main(void)
{
    struct node *h = 0;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() && n < 1000000) {
            struct node *x = malloc(sizeof *x);
            x->n = h;
            h = x;
            n++;
        } else if (h) {
            struct node *t = h;
            h = h->n;
            free(t);
            n--;
        }
    }
    if (n < 0) reach_error();
    while (n > 0) {
        struct node *t = h->n;
        free(h);
        h = t;
        n--;
    }
    if (h) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/n++;/n += 2;/ */
/* twin: reach s/n < 0/n < 1/ */
/* twin: reach s/h = x;/h = x; if (__VERIFIER_nondet_int()) continue;/ */
/* twin: memsafety s/while (n > 0)/while (n >= 0)/ */
/* twin: memcleanup s/free(h);/;/ */
