extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int ack(int m, int n)
{
    if (m <= 0) return n;
    if (n <= 0) return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}
int main(void)
{
    return ack(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    return 0;
}
/* expect: termination true */
