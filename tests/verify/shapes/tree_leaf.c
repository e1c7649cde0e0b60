/* The least of a search tree is taken out by recursion until nothing is left. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int h; struct tree *l, *r; };
static struct tree *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->l = build();
    t->r = build();
    return t;
}
static struct tree *take_first(struct tree *t)
{
    if (t->l) {
        t->l = take_first(t->l);
        return t;
    }
    struct tree *rest = t->r;
    free(t);
    return rest;
}
int main(void)
{
    struct tree *a = build();
    while (a)
        a = take_first(a);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/return rest;/return t;/ */
/* twin: memcleanup s/return rest;/return 0;/ */
