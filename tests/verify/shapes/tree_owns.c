/* Each node of a tree has a string of its own. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { char *name; struct tree *l, *r; };
static struct tree *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->name = malloc(8);
    t->name[0] = 0;
    t->l = build();
    t->r = build();
    return t;
}
static void drop(struct tree *t)
{
    if (!t) return;
    drop(t->l);
    drop(t->r);
    t->name[7] = 1;
    free(t->name);
    free(t);
}
int main(void)
{
    struct tree *t = build();
    drop(t);
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memcleanup s/    free(t->name);/    if (!t->l) free(t->name);/ */
/* twin: memsafety s/    t->name = malloc(8);/    t->name = __VERIFIER_nondet_int() ? malloc(8) : 0;/ */
/* twin: memsafety s/t->name\[7\]/t->name[8]/ */
/* twin: memsafety s/    drop(t->r);/    drop(t->r); free(t->name);/ */
