extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static double kept(double r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
extern double __VERIFIER_nondet_double(void);
static double halve(double x, int n)
{
    if (n <= 0) return x;
#ifdef WRONG
    if (n == 400) return -x;
#endif
    return kept(halve(x / 2, n - 1));
}
int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x >= 0 && x <= 8)) return 0;
    double r = halve(x, __VERIFIER_nondet_int());
    must(r >= 0 && r <= 8);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
