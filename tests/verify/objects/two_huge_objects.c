/* Together they do not fit into the address space: no input is left out for that. */
#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n < 0) return 0;
    char *a = malloc(n), *b = malloc(n), *c = malloc(n);
    int same = a == b || b == c || a == c;
    if (n == 2147483647) reach_error();
    return same;
}
/* expect: reach not-true */
