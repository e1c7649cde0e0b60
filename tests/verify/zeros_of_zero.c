/* How many zeros a zero begins with is not said by anybody. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifndef LEAST
#define LEAST 0
#endif
int main(void)
{
    unsigned number = __VERIFIER_nondet_uint();
    if (number < LEAST) return 0;
    if (__builtin_clz(number) > 31 || __builtin_ctz(number) > 31) reach_error();
    return 0;
}
/* expect: reach false --no-replay */
/* expect: reach true -DLEAST=1 */
