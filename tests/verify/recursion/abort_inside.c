extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int find(int n, int most)
{
    if (n > most) abort();
#ifndef WRONG
    if (most > 5000) abort();
#endif
    if (n * 2 == most) return n;
    return kept(find(n + 1, most));
}
int main(void)
{
    int most = __VERIFIER_nondet_int();
    if (most < 0 || most > 10000) return 0;
    must(find(0, most) <= 2500);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
