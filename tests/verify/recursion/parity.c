extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int odd(int n)
{
    if (n == 0) return 0;
    if (n == 1) return 1;
#ifdef WRONG
    if (n == 700) return 1;
#endif
    return kept(odd(n - 2));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    must(odd(n) == n % 2);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
