/* Insertion at any place of a list, by recursion that gives back the new list; and by the address of a link. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static struct node *insert(struct node *p, struct node *t)
{
    if (!p || __VERIFIER_nondet_int()) {
        t->n = p;
        return t;
    }
    p->n = insert(p->n, t);
    return p;
}
static void delete(struct node **l)
{
    struct node *t = *l;
    if (!t) return;
    if (__VERIFIER_nondet_int()) {
        *l = t->n;
        free(t);
        return;
    }
    delete(&t->n);
}
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 5;
        a = insert(a, t);
        delete(&a);
    }
    while (a) {
        struct node *t = a->n;
        if (a->h != 5) reach_error();
        free(a);
        a = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/t->h = 5;/t->h = __VERIFIER_nondet_int();/ */
/* twin: memsafety s/\*l = t->n;/;/ */
/* twin: memcleanup s/        free(t);/        ;/ */
/* twin: memcleanup s/t->n = p;/t->n = 0;/ */
