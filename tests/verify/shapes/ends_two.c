/* Nodes move from one list to another and leave that one: both get shorter in the end. */
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
    struct node *a = build(__VERIFIER_nondet_int()), *b = 0;
    while (a || b) {
        if (a && __VERIFIER_nondet_int()) {
            struct node *t = a;
            a = a->n;
            t->n = b;
            b = t;
        } else if (b) {
            struct node *t = b;
            b = b->n;
            free(t);
        } else {
            a = a->n;
        }
    }
    return 0;
}
/* expect: termination true */
/* twin: termination s/free(t);/t->n = a, a = t;/ */
