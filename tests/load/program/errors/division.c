/* Remainder by zero. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 10 % x;
}
/* options: --inputs 0 */
/* expect: run division-by-zero 6 */
