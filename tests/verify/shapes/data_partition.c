/* A list is split at a pivot into two. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct cell {
    int value;
    struct cell *next;
};
int main(void)
{
    struct cell *all = 0, *low = 0, *high = 0;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->value = __VERIFIER_nondet_int();
        c->next = all;
        all = c;
    }
    int pivot = __VERIFIER_nondet_int();
    while (all) {
        struct cell *c = all;
        all = all->next;
        struct cell **side = c->value < pivot ? &low : &high;
        c->next = *side;
        *side = c;
    }
    for (struct cell *c = low; c; c = c->next)
        if (c->value >= pivot) reach_error();
    for (struct cell *c = high; c; c = c->next)
        if (c->value < pivot) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/c->value < pivot ?/c->value <= pivot ?/ */
/* twin: reach s/c->value < pivot) reach/c->value <= pivot) reach/ */
