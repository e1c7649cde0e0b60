extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
extern int atexit(void (*)(void));
extern void exit(int);
static int state;
static void last(void) { must(state == 0); }
static int run(int n)
{
    if (n == 0) exit(0);
    return kept(run(n - 1));
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    atexit(last);
#ifdef WRONG
    state = n > 500;
#endif
    return run(n);
}
/* expect: reach not-false */
/* twin: reach -DWRONG */
