extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), a = 0, b = 0;
    while (a < n) {
        a++;
        b++;
    }
    check(a == b);
}
/* expect: reach true by=equalities --engine kiki */
