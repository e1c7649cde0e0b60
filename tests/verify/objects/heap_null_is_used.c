#include <stdlib.h>
extern int nondet(void);
int main(void)
{
    int n = nondet();
    char *a = malloc((size_t)n);
    if (n < 0) a[0] = 1;
    free(a);
    return 0;
}
/* expect: memsafety false */
