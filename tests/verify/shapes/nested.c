/* A list of lists, freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *n; };
struct outer { struct outer *n; struct inner *first; };
int main(void)
{
    struct outer *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct outer *t = malloc(sizeof *t);
        t->first = 0;
        while (__VERIFIER_nondet_int()) {
            struct inner *i = malloc(sizeof *i);
            i->n = t->first;
            t->first = i;
        }
        t->n = a;
        a = t;
    }
    while (a) {
        struct outer *t = a->n;
        while (a->first) {
            struct inner *i = a->first->n;
            free(a->first);
            a->first = i;
        }
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/while (a->first) {/if (a->first) {/ */
/* twin: memsafety s/a->first = i;/;/ */
