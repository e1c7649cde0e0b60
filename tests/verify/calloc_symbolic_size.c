/* Memory of a size that is not known is zero all over after calloc, also where it is large. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (n < 10 || n > 100000) return 0;
    int *table = calloc(n, sizeof *table);
    if (!table) return 0;
    table[5] = 1;
    if (i < n && i != 5 && table[i] != 0) reach_error();
    free(table);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
