/* realloc copies as much as both blocks hold, however large the new one may be. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000) return 0;
    char *small = malloc(4);
    if (!small) return 0;
    small[0] = 7, small[3] = 9;
    char *grown = realloc(small, (size_t)n + 1);
    if (!grown) {
        free(small);
        return 0;
    }
    if (grown[0] != 7 || (n >= 3 && grown[3] != 9)) reach_error();
    free(grown);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
