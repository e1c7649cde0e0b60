#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    char *far = malloc(6000000000ul);
    if (!far) return 0;
    far[5000000001ul] = 7;
    far[5] = 3;
    if (far[5000000001ul] != 7 || far[5] != 3) reach_error();
    free(far);
    return 0;
}
/* expect: reach true */
