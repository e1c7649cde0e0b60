/* A drawing of the memory changes nothing. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_plot(const char *, ...);
struct node { struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->n = a;
        a = t;
        __VERIFIER_plot("grown", &a, t);
    }
    while (a) {
        struct node *t = a;
        a = a->n;
        free(t);
    }
    __VERIFIER_plot(0);
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/__VERIFIER_plot/draw/ */
/* twin: memsafety s/a = a->n/a = a->n ? a->n->n : 0/ */
