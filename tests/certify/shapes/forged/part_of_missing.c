/* What owns the way to the shared word may be missing, two levels up. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct part { int *shared; };
struct record { struct part *part; int data; };
struct record *g;
int main(void)
{
    int *shared = malloc(sizeof *shared);
    if (__VERIFIER_nondet_bool()) {
        g = malloc(sizeof *g);
        g->data = 0;
        g->part = malloc(sizeof *g->part);
        g->part->shared = shared;
    }
    while (__VERIFIER_nondet_bool()) { *shared = 1; }
    while (__VERIFIER_nondet_bool()) {
    }
    return 0;
}
