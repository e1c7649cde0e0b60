/* An array of pointers from which a loop drops some and moves the others together: behind
 * those that are kept only stale pointers are left. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct item {
    int dead;
};

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), kept = 0;
    if (n == 0 || n > 1000)
        return 0;
    struct item **a = malloc(n * sizeof *a);
    for (unsigned i = 0; i < n; i++) {
        a[i] = malloc(sizeof **a);
        a[i]->dead = __VERIFIER_nondet_int() != 0;
    }
    for (unsigned i = 0; i < n; i++) {
        if (a[i]->dead)
            free(a[i]);
        else
            a[kept++] = a[i];
    }
    for (unsigned i = 0; i < kept; i++) {
        if (a[i]->dead)
            reach_error();
        free(a[i]);
    }
    free(a);
    return 0;
}
/* expect: reach true by=shapes */
/* expect: memsafety true by=shapes */
/* expect: memcleanup true by=shapes */
/* twin: reach s/kept++] = a.i./kept++] = a[0]/ */
/* twin: memsafety s/i < kept/i < n/ */
/* twin: memsafety s/kept++/++kept/ */
/* twin: memcleanup s/            free(a.i.);/            ;/ */
