extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int pick(int n) /* two calls with one argument may return different things */
{
    if (n == 0) return __VERIFIER_nondet_int() ? 1 : 2;
    return kept(pick(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int a = pick(n), b = pick(n);
#ifdef WRONG
    must(a == b);
#else
    must(a - b <= 1 && b - a <= 1);
#endif
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
