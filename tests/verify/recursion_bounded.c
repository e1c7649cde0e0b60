extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
static int sum(int n)
{
    return n <= 0 ? 0 : n + sum(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    check(sum(n) == n * (n + 1) / 2);
}
/* expect: reach true */
