extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
static int twice(int x)
{
    return 2 * x;
}
static int next(int x)
{
    return x + 1;
}
int main(void)
{
    int (*f[2])(int) = {twice, next};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 1) return 0;
    int r = f[i](10);
    check(r == 20 || r == 11);
    check(r != 11);
}
/* expect: reach false */
