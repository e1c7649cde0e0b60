/* An array of any size, each word of which leads to an object of its own. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 1000 + 1;
    int **a = malloc(n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i] = malloc(sizeof(int));
    for (unsigned i = 0; i < n; i++)
        *a[i] = 1;
    for (unsigned i = 0; i < n; i++)
        free(a[i]);
    free(a);
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memcleanup s/free(a\[i\]);/if (i) free(a[i]);/ */
/* twin: memsafety s/i = 0; i < n; i++)$/i = 0; i <= n; i++)/ */
/* twin: memsafety s/a\[i\] = malloc/if (i) a[i] = malloc/ */
/* twin: memsafety s/    free(a);/    free(a[0]);/ */
