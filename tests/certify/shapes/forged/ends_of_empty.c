/* The first element of an empty list stands for what its next leads to, not for what its prev does. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct node { struct node *next, *prev; };
struct node *g;
int main(void)
{
    struct node *h = calloc(1, sizeof *h);
    if (__VERIFIER_nondet_bool()) {
        g = malloc(sizeof *g);
        g->next = 0;
        g->prev = h;
    }
    while (__VERIFIER_nondet_bool()) { h->next = 0; }
    while (__VERIFIER_nondet_bool()) {
    }
    return 0;
}
