extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int add(int m, int n) /* wraps around at will */
{
    if (n == 0) return m;
#ifdef WRONG
    if (n == 431) return m;
#endif
    return kept(add((int)((unsigned)m + 1), n - 1));
}
int main(void)
{
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    must(add(m, n) == (int)((unsigned)m + (unsigned)n));
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
