/* Two sorted lists are merged into one. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static struct node *make(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = __VERIFIER_nondet_int();
        if (a && t->h > a->h) t->h = a->h;
        t->n = a;
        a = t;
    }
    return a;
}
int main(void)
{
    struct node *x = make(), *y = make(), *all = 0, *last = 0;
    while (x || y) {
        struct node *t;
        if (!y || (x && x->h <= y->h)) {
            t = x;
            x = x->n;
        } else {
            t = y;
            y = y->n;
        }
        t->n = 0;
        if (last) last->n = t;
        else all = t;
        last = t;
    }
    for (; all && all->n; all = all->n)
        if (all->h > all->n->h) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/x->h <= y->h/x->h >= y->h/ */
