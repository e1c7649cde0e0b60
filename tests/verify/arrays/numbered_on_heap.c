#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) return 0;
    int *numbers = malloc((unsigned long)n * sizeof(int));
    int *p = TWIN == 2 ? numbers : malloc(sizeof(int));
    if (!numbers || !p) return 0;
    for (int i = 0; i < n; i++) numbers[i] = TWIN == 1 && i == 999 ? 0 : i;
    *p = 4;
    for (int i = 0; i < n; i++)
        if (numbers[i] != i) reach_error();
    return 0;
}
/* needs: product(zones, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
