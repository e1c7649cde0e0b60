/* Signed multiplication of 64 bits. */
long long __VERIFIER_nondet_longlong(void);
int main(void)
{
    long long x = __VERIFIER_nondet_longlong();
    return (int)(x * x);
}
/* options: --inputs 4294967296 */
/* expect: run overflow 6 */
