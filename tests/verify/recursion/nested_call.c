extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void must(int c) { if (!c) reach_error(); }
static int back(int n)
{
    if (n > 100) return n - 10;
#ifdef WRONG
    if (n == -40) return 0;
#endif
    return back(back(n + 11));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 1000000000 || n < -1000000000) return 0;
    must(back(n) >= 91);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
