extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int down(int n)
{
    must(n >= 0);
    return n == 0 ? 7 : kept(down(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int r = down(n);
#ifdef WRONG
    r += down(n > 5000 ? -1 : n);
#else
    r += down(n > 5000 ? 1 : n);
#endif
    must(r == 14);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
