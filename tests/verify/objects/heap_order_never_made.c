#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n > 5) {
        char *a = malloc(n), *b = malloc(2 * (size_t)n);
        return a < b;
    }
    if (n == -7) reach_error();
    return 0;
}
/* expect: reach false */
