extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int even(int n);
static int odd(int n)
{
    return n == 1 ? 1 : even(n == 7 ? 9 : n / 2);
}
static int even(int n)
{
    return n == 0 ? 1 : odd(n < 0 ? n : n + 4);
}
int main(void)
{
    odd(__VERIFIER_nondet_int());
    return 0;
}
/* expect: termination false */
