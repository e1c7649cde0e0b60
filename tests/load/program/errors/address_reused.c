/* Whether malloc gives the address of a freed object again is open: p == q may hold, yet p stays dead. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    uintptr_t address = (uintptr_t)p;
    free(p);
    int *q = malloc(sizeof *q);
    *q = 4;
    if ((uintptr_t)q == address) {
        int *r = (int *)address;
        assert(*r == 4);
        return *p;
    }
    free(q);
    return 0;
}
/* options: --reuse-addresses */
/* expect: run use-after-free 15 */
