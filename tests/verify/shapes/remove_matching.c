/* Nodes that match are unlinked and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = __VERIFIER_nondet_int();
        t->n = a;
        a = t;
    }
    struct node **p = &a;
    while (*p) {
        struct node *t = *p;
        if (t->h == 5) {
            *p = t->n;
            free(t);
        } else {
            p = &t->n;
        }
    }
    while (a) {
        struct node *t = a->n;
        if (a->h == 5) reach_error();
        free(a);
        a = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/a->h == 5/a->h == 6/ */
/* twin: memcleanup s/free(t);/;/ */
/* twin: memsafety s/\*p = t->n/;/ */
