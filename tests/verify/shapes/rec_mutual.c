/* Two functions that call each other walk and free a list of alternating nodes. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static void odd(struct node *p);
static void even(struct node *p)
{
    if (!p) return;
    struct node *rest = p->n;
    free(p);
    odd(rest);
}
static void odd(struct node *p)
{
    if (!p) return;
    even(p->n);
    free(p);
}
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->n = a;
        a = t;
    }
    even(a);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/odd(rest)/odd(p->n)/ */
/* twin: memcleanup s/even(p->n);/;/ */
