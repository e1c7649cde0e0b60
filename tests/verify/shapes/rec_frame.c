/* Pointers that the caller keeps into what a recursive function changes: its first node, its last one, and a second list. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static void nothing(void) { } /* so that calls are not the last thing */
static void fill(struct node *p, int x)
{
    if (!p) return;
    p->h = x;
    fill(p->n, x);
    nothing();
}
static struct node *build(struct node *end)
{
    struct node *a = end;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 0;
        t->n = a;
        a = t;
    }
    return a;
}
static void release(struct node *p)
{
    if (!p) return;
    release(p->n);
    free(p);
}
int main(void)
{
    struct node *last = malloc(sizeof *last);
    last->h = 0;
    last->n = 0;
    struct node *a = build(last), *b = build(0);
    fill(a, 3);
    if (last->h != 3 || a->h != 3) reach_error();
    if (b && b->h != 0) reach_error();
    release(b);
    if (a->h != 3) reach_error();
    release(a);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/last->h != 3/last->h != 0/ */
/* twin: reach s/fill(a, 3)/fill(b, 3)/ */
/* twin: memsafety s/    release(b);/    release(a);/ */
/* twin: memcleanup s/    release(b);/    ;/ */
