/* A function without body is told string literals and numbers only: it changes nothing. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void tell(const char *, int);
struct node { struct node *n; };
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->n = a;
        a = t;
        tell("one more %d", 1);
    }
    tell("built", 0);
    while (a) {
        struct node *t = a;
        a = a->n;
        free(t);
    }
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/tell("built", 0)/tell((char *)a, 0)/ */
/* twin: memsafety s/while (a) {/while (a \&\& a->n) {/ */
