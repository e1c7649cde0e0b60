extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int rise(int n, int m)
{
    int i = 0;
    if (n <= 0) return m;
    while (i < n && i < 3) i++;
    must(i <= 3);
#ifdef WRONG
    return kept(rise(n - i, n == 60 ? m + 1 : m));
#else
    return kept(rise(n - i, m));
#endif
}
int main(void)
{
    int last = 5;
    for (int k = 0; k < 1000; k++) last = rise(__VERIFIER_nondet_int(), last);
    must(last == 5);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
