/* Two lists are merged and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
static struct node *build(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = __VERIFIER_nondet_int();
        t->n = a;
        a = t;
    }
    return a;
}
int main(void)
{
    struct node *a = build(), *b = build(), *m = 0, **l = &m;
    while (a && b) {
        struct node *t;
        if (a->h < b->h) { t = a; a = a->n; }
        else { t = b; b = b->n; }
        t->n = 0;
        *l = t;
        l = &t->n;
    }
    *l = a ? a : b;
    while (m) {
        struct node *t = m->n;
        free(m);
        m = t;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/\*l = a ? a : b;/*l = a;/ */
/* twin: memsafety s/t = a; a = a->n;/t = a; a = a->n; free(t);/ */
