extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int odd(int n);
static int even(int n)
{
    if (n == 0) return 1;
#ifdef WRONG
    if (n == 6001) return 2;
#endif
    return kept(odd(n - 1));
}
static int odd(int n)
{
    if (n == 0) return 0;
    return kept(even(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int r = even(n), s = odd(n);
    must(r == 0 || r == 1);
    must(s == 0 || s == 1);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
