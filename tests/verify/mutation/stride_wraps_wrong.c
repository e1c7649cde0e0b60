#include "input.h"
extern unsigned long __VERIFIER_nondet_ulong(void);
static struct { int a, b, c; } many[100];
int main(void)
{
    unsigned long i = __VERIFIER_nondet_ulong();
    if (12 * i > 1196) return 0; /* i may be large: 12 times 0x2aaaaaaaaaaaaaab is 4 */
    *(int *)((char *)many + 12 * i) = 7;
    if (many[0].b == 7) reach_error();
    return 0;
}
/* expect: reach not-true */
