/* The index depends on float arithmetic: attempts that leave it open must not decide. */
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[50] = {0}, n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 99) return 0;
    for (int i = 0; i < 3; i++) {
        float half = (float)n * 0.5f;
        sum |= a[(int)half];
    }
    return sum;
}
/* expect: memsafety true */
/* twin: memsafety s/0.5f/0.6f/ */
