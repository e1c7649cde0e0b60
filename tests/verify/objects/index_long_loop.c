#include <stdlib.h>
extern unsigned long nondet_ulong(void);
int main(void)
{
    size_t n = nondet_ulong();
    if (n > 1000000) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (size_t i = 0; i < n; i++) a[i] = 0;
    free(a);
    return 0;
}
/* expect: memsafety true */
