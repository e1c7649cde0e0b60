extern unsigned __VERIFIER_nondet_uint(void);
static unsigned up(unsigned n)
{
    if (n >= 1000000) return 1;
    return up(n + 2);
}
int main(void)
{
    return (int)up(2 * __VERIFIER_nondet_uint());
}
/* expect: termination true */
