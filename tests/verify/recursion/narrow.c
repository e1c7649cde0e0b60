extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static unsigned char kept(unsigned char r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static unsigned char turn(unsigned char a, unsigned n)
{
    if (n == 0) return a;
#ifdef WRONG
    return kept(turn(a + 2, n == 91 ? 0 : n - 1));
#else
    return kept(turn(a + 2, n - 1));
#endif
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char r = turn(6, n);
#ifdef WRONG
    must(r % 4 == (6 + 2 * n) % 4);
#else
    must(r % 2 == 0);
#endif
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
