extern unsigned __VERIFIER_nondet_uint(void);
static unsigned kept(unsigned r) { return r; } /* so that the call is not the last thing */
static unsigned up(unsigned n)
{
    if (n == 5) return 1;
    return kept(up(n + 2));
}
int main(void)
{
    return (int)up(2 * __VERIFIER_nondet_uint());
}
/* expect: termination false */
/* says: each call of `up` makes another one */
