/* No domain says what the hash may be; few iterations can be unwound. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    /* HERE */
    unsigned hash = 7;
    for (unsigned i = 0; i < n; i++)
        hash = hash * 31 ^ i;
    if (hash == 1) reach_error();
    return 0;
}
