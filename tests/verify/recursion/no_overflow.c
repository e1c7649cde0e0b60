extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void must(int c) { if (!c) reach_error(); }
static int height(int a)
{
    if (a == 0) return 0;
    int r = height(a - 1);
#ifdef WRONG
    return r + 2;
#else
    return r + 1;
#endif
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    return height(n) < 0;
}
/* expect: overflow true */
/* twin: overflow -DWRONG */
