extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
static int down(int n)
{
    return n <= 0 ? 0 : down(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    check(down(n) == 0 && n < 40);
}
/* expect: reach not-true */
