/* A tree is mirrored, copied, and compared by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { int h; struct tree *l, *r; };
static struct tree *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->h = __VERIFIER_nondet_int();
    if (t->h < 1) t->h = 1;
    t->l = build();
    t->r = build();
    return t;
}
static void mirror(struct tree *t)
{
    if (!t) return;
    struct tree *l = t->l;
    t->l = t->r;
    t->r = l;
    mirror(t->l);
    mirror(t->r);
}
static struct tree *copy(const struct tree *t)
{
    if (!t) return 0;
    struct tree *n = malloc(sizeof *n);
    n->h = t->h;
    n->l = copy(t->l);
    n->r = copy(t->r);
    return n;
}
static int positive(const struct tree *t)
{
    return !t || (t->h > 0 && positive(t->l) && positive(t->r));
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
    struct tree *a = build(), *b = copy(a);
    mirror(a);
    if (!positive(a)) reach_error();
    release(a);
    if (!positive(b)) reach_error();
    release(b);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/t->h = 1;/t->h = 0;/ */
/* twin: memsafety s/n->r = copy(t->r);/n->r = t->r;/ */
/* twin: memcleanup s/t->r = l;/;/ */
