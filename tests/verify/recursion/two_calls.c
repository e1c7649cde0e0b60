extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void must(int c) { if (!c) reach_error(); }
static int leaves(int n)
{
    if (n < 1) return 0;
    if (n == 1) return 1;
    int a = leaves(n - 1), b = leaves(n - 2);
#ifdef WRONG
    if (n == 300) return -1;
#endif
    return a > 1000 - b ? 1000 : a + b;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), r = leaves(n);
    must(r >= 0 && r <= 1000);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
