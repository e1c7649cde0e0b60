extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int forever(int n)
{
#ifdef WRONG
    if (n == 12345) return 0;
#endif
    return kept(forever(n + 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    forever(n);
    reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
