/* Reversal in place, deletion of some nodes, then both walked. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
static struct node *build(int count)
{
    struct node *a = 0;
    for (int i = 0; i < count; i++) {
        struct node *t = malloc(sizeof *t);
        t->h = __VERIFIER_nondet_int();
        t->n = a;
        a = t;
    }
    return a;
}
int main(void)
{
    struct node *a = build(__VERIFIER_nondet_int()), *r = 0;
    while (a) {
        struct node *t = a->n;
        a->n = r;
        r = a;
        a = t;
    }
    struct node **at = &r;
    while (*at) {
        if ((*at)->h == 3) {
            struct node *t = *at;
            *at = t->n;
            free(t);
        } else {
            at = &(*at)->n;
        }
    }
    for (; r; r = r->n) {}
    return 0;
}
/* expect: termination true */
/* twin: termination s/at = &(\*at)->n/at = at/ */
