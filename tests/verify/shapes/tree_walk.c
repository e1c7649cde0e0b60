/* A search in a tree that was built by recursion: a cursor goes down. */
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
static void release(struct tree *t)
{
    if (!t) return;
    release(t->l);
    release(t->r);
    free(t);
}
int main(void)
{
    struct tree *a = build(), *p = a;
    while (p) {
        if (p->h != 3) reach_error();
        p = __VERIFIER_nondet_int() ? p->l : p->r;
    }
    release(a);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/p->h != 3/p->h != 4/ */
/* twin: memsafety s/while (p)/while (a)/ */
/* twin: memcleanup s/    release(a);/    release(p);/ */
