#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n < 1 || n > 1000) return 0;
    char *a = malloc(n), *b = malloc(n);
    if (!a || !b || a == b || a + n > b && b + n > a) reach_error();
    a[n - 1] = 1;
    free(a);
    free(b);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
