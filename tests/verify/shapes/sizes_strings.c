/* Nodes with strings whose sizes are open, and their lengths beside them. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { char *name; unsigned length; struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        unsigned k = __VERIFIER_nondet_uint() % 50;
        t->name = malloc(k + 1);
        t->name[k] = 0;
        t->length = k;
        t->n = a;
        a = t;
    }
    while (a) {
        struct node *t = a->n;
        a->name[a->length] = 1;
        free(a->name);
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memsafety s/malloc(k + 1)/malloc(k)/ */
/* twin: memsafety s/a->name\[a->length\]/a->name[a->length + 1]/ */
/* twin: memsafety s/t->length = k;/t->length = k + 1;/ */
/* twin: memcleanup s/        free(a->name);// */
