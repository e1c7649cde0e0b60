/* Nodes with an optional buffer. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *n; char *text; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->text = __VERIFIER_nondet_int() ? malloc(10) : 0;
        t->n = a;
        a = t;
    }
    while (a) {
        struct node *t = a->n;
        if (a->text) a->text[9] = 'x';
        free(a->text);
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/if (a->text) a->text/a->text/ */
/* twin: memsafety s/text\[9\]/text[10]/ */
/* twin: memcleanup s/free(a->text);/;/ */
