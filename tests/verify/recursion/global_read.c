extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int limit = 3;
static int least(int n)
{
    if (n <= limit) return n;
    return kept(least(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    must(least(n) <= 3);
    limit = 10;
    int r = least(n);
#ifdef WRONG
    must(r <= 9);
#else
    must(r <= 10);
#endif
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
