/* Nodes are taken from the front and freed, until none is left. */
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
    struct node *a = build(__VERIFIER_nondet_int());
    while (a) {
        struct node *t = a;
        a = a->n;
        free(t);
        if (__VERIFIER_nondet_int() && a) a->h = 0;
    }
    return 0;
}
/* expect: termination true */
/* twin: termination s/a = a->n;/a = a->n; if (!a) a = build(1);/ */
