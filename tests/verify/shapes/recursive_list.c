/* A list built, walked and freed by recursive functions. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static void nothing(void) { } /* so that calls are not the last thing */
static struct node *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct node *t = malloc(sizeof *t);
    t->h = 3;
    t->n = build();
    return t;
}
static void walk(const struct node *p)
{
    if (!p) return;
    if (p->h != 3) reach_error();
    walk(p->n);
    nothing();
}
static void release(struct node *p)
{
    if (!p) return;
    release(p->n);
    free(p);
}
int main(void)
{
    struct node *a = build();
    walk(a);
    release(a);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/p->h != 3/p->h != 4/ */
/* twin: memcleanup s/release(p->n);/;/ */
/* twin: memsafety s/    release(a);/    release(a); free(a);/ */
/* twin: memsafety s/if (!p) return;/;/ */
