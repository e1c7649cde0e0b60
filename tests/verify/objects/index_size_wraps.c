/* The size wraps around, the index does not: a classic. */
#include <stdlib.h>
extern unsigned long nondet_ulong(void);
int main(void)
{
    size_t n = nondet_ulong();
    if (n < 5) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    a[4] = 1;
    free(a);
    return 0;
}
/* expect: memsafety false */
