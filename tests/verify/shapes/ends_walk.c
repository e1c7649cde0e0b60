/* A walk ends because the list does. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
static struct node *build(int count)
{
    struct node *a = 0;
    for (int i = 0; i < count; i++) {
        struct node *t = malloc(sizeof *t);
        t->h = __VERIFIER_nondet_int();
        t->n = a;
        a = t;
    }
    return a;
}
int main(void)
{
    struct node *a = build(__VERIFIER_nondet_int());
    for (struct node *p = a; p; p = p->n) p->h = 1;
    return 0;
}
/* expect: termination true */
/* twin: termination s/p = p->n/p = p/ */
/* twin: termination s/p = p->n/p = p->n ? p->n : a/ */
/* twin: termination s/i < count; i++/i < count; i--/ */
/* twin: termination s/p->h = 1;/{ struct node *t = malloc(sizeof *t); t->n = p->n; p->n = t; }/ */
