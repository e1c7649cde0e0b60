extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int fall(int n, int m)
{
    if (n <= 0) return m;
    return fall(n - 1, fall(n - 2, m));
}
int main(void)
{
    return fall(__VERIFIER_nondet_int(), 1);
    return 0;
}
/* expect: termination true */
