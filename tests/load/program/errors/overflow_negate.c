/* The smallest number has no opposite. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return -x > 0;
}
/* options: --inputs -2147483648 */
/* expect: run overflow 6 */
