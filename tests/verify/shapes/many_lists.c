/* Independent lists, each empty or not: their graphs must not multiply. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *n; };
static struct node *build(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->n = a;
        a = t;
    }
    return a;
}
static void clear(struct node *a)
{
    while (a) {
        struct node *t = a;
        a = a->n;
        free(t);
    }
}
int main(void)
{
    struct node *a = build(), *b = build(), *c = build(), *d = build(), *e = build(), *f = build(), *g = build();
    clear(d);
    clear(a);
    clear(g);
    clear(b);
    clear(f);
    clear(c);
    clear(e);
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/clear(f);/clear(d);/ */
/* twin: memsafety s/clear(c);/c = c->n;/ */
/* twin: memsafety s/clear(e);// */
