extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void assume(int c)
{
    if (!c) abort();
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), a[1000], i;
    assume(n >= 0 && n <= 1000);
    for (i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
/* expect: memsafety true */
/* expect: overflow true */
