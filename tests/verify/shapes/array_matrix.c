/* Rows of a matrix, all of one size that is open. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 100 || m < 1 || m > 100) return 0;
    int **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(m * sizeof **a);
        for (int j = 0; j < m; j++)
            a[i][j] = i + j;
    }
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memsafety s/j < m; j/j <= m; j/ */
/* twin: memcleanup s/i < n; i++)$/i < n - 1; i++)/ */
