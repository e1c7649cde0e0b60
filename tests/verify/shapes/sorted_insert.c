/* Insertion at a place found by walking; freed afterwards. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t), *c = a, *before = 0;
        t->h = __VERIFIER_nondet_int();
        while (c && c->h < t->h) {
            before = c;
            c = c->n;
        }
        t->n = c;
        if (before) before->n = t;
        else a = t;
    }
    while (a) {
        struct node *t = a->n;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/t->n = c;/t->n = 0;/ */
/* twin: memsafety s/while (c \&\& c->h/while (c->h/ */
