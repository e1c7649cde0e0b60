/* Least and greatest value while the list is built bound all of its values. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#include <limits.h>
struct cell {
    int value;
    struct cell *next;
};
int main(void)
{
    struct cell *cells = 0;
    int least = INT_MAX, most = INT_MIN;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->value = __VERIFIER_nondet_int();
        c->next = cells;
        cells = c;
        if (c->value < least) least = c->value;
        if (c->value > most) most = c->value;
    }
    for (struct cell *c = cells; c; c = c->next)
        if (c->value < least || c->value > most) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/c->value > most) most = c->value/c->value > most) most = c->value - 1/ */
/* twin: reach s/if (c->value < least) least/if (c->value < -5) least/ */
