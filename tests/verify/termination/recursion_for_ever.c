extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static int fall(int n)
{
    if (n <= 0) return 1;
    return kept(fall(n % 7 + 1));
}
int main(void)
{
    return fall(__VERIFIER_nondet_int());
    return 0;
}
/* expect: termination false */
/* says: is called with what it was called with before, inside that call */
