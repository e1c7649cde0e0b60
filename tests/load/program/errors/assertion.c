/* A failing assertion that depends on an input. */
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    return 0;
}
/* options: --inputs 7 */
/* expect: run assertion 7 */
