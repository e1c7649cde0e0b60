/* A promise to the compiler that is broken. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: return 1;
    case 1: return 2;
    default: __builtin_unreachable();
    }
}
/* options: --inputs 5 */
/* expect: run unreachable 8 */
