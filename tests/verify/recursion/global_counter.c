extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void nothing(void) { } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int steps;
static void walk(int n)
{
    if (n == 0) return;
    steps++;
    walk(n - 1);
    nothing();
#ifdef WRONG
    if (n == 777) steps++;
#endif
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000) return 0;
    steps = 0;
    walk(n);
    must(steps <= n);
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
