/* The smallest number divided by -1. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    return x / y;
}
/* options: --inputs -2147483648,-1 */
/* expect: run overflow 6 */
