extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int down(int n)
{
    must(n >= 0);
    if (n == 0) return 7;
#ifdef WRONG
    return kept(down(n == 901 ? -5 : n - 1));
#else
    return kept(down(n - 1));
#endif
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    must(down(n) == 7);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
