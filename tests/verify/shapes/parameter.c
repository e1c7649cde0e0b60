/* All nodes hold the value that was given; built in a function. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static struct node *build(int x)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = x;
        t->n = a;
        a = t;
    }
    return a;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct node *a = build(x), *b = build(x + 1);
    for (struct node *p = a; p; p = p->n)
        if (p->h != x) reach_error();
    for (struct node *p = b; p; p = p->n)
        if (p->h != x + 1) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/p->h != x)/p->h != x + 1)/ */
