/* What two words differ in stays the same when both are changed alike. */
extern void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b;
    while (__VERIFIER_nondet_uint()) {
        unsigned d = __VERIFIER_nondet_uint();
        x ^= d;
        y ^= d;
    }
    if ((x ^ y) != (a ^ b)) reach_error();
    return 0;
}
