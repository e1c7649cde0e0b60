extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void nothing(void) { } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static void fill(int *p, int n)
{
    if (n == 0) return;
    *p = n;
    fill(p, n - 1);
    nothing();
}
int main(void)
{
    int x = 0, n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    fill(&x, n);
#ifdef WRONG
    must(x == 0);
#else
    must(n == 0 || x <= n || n > 0);
#endif
    return 0;
}
/* expect: reach not-false */
/* twin: reach -DWRONG */
