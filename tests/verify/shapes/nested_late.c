/* Inner lists grow after their outer node is linked; nodes of both kinds have one size. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { long v; struct inner *n; };
struct outer { struct inner *first; struct outer *n; };
int main(void)
{
    struct outer *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        o->first = 0;
        o->n = a;
        a = o;
        while (__VERIFIER_nondet_int()) {
            struct inner *i = malloc(sizeof *i);
            i->v = 1;
            i->n = o->first;
            o->first = i;
        }
    }
    while (a) {
        struct outer *t = a->n;
        while (a->first) {
            struct inner *i = a->first;
            a->first = i->n;
            free(i);
        }
        free(a);
        a = t;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/a->first = i->n;/if (!i->n) a->first = 0;/ */
/* twin: memcleanup s/while (a->first) {/if (a->first) {/ */
