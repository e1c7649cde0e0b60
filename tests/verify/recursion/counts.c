extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void must(int c) { if (!c) reach_error(); }
static int depth(int n)
{
    if (n <= 0) return 0;
#ifdef WRONG
    return depth(n - 1) + (n != 1000);
#else
    return depth(n - 1) + 1;
#endif
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    must(depth(n) == n);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
