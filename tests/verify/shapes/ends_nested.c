/* For each node a counted loop, and a walk of the rest. */
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
    for (struct node *p = a; p; p = p->n) {
        for (int i = 0; i < p->h; i++) p->h--;
        for (struct node *q = p; q; q = q->n)
            if (q->h > p->h) p->h = q->h;
    }
    return 0;
}
/* expect: termination true */
/* twin: termination s/q = q->n/q = p/ */
/* twin: termination s/p->h--/p->h++, i--/ */
