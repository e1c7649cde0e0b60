/* Signed addition. */
#include <limits.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x + 1u;
    int y = x + 1;
    return y == (int)u;
}
/* options: --inputs 2147483647 */
/* expect: run overflow 8 */
