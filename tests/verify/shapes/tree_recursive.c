/* A tree built, walked and freed by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { struct tree *l, *r; int h; };
static struct tree *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->h = 3;
    t->l = build();
    t->r = build();
    return t;
}
static void walk(const struct tree *t)
{
    if (!t) return;
    walk(t->l);
    if (t->h != 3) reach_error();
    walk(t->r);
}
static void release(struct tree *t)
{
    if (!t) return;
    release(t->l);
    release(t->r);
    free(t);
}
int main(void)
{
    struct tree *a = build();
    walk(a);
    release(a);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/t->h != 3/t->h != 4/ */
/* twin: memcleanup s/    release(t->r);/    ;/ */
/* twin: memsafety s/    release(t->r);/    release(t->l);/ */
/* twin: memsafety s/t->r = build();/t->r = t->l;/ */
