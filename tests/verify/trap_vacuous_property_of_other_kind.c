extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
static void assume(int c)
{
    if (!c) abort();
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    assume(n > 0 && n < 100000);
    for (int i = 0; i < n; i++)
        sum += 30000;
    return sum > 0;
}
/* expect: overflow not-true */
