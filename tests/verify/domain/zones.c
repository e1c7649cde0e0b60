extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), last = 0;
    for (int i = 0; i < n; i++) {
        if (__VERIFIER_nondet_int()) last = i;
    }
    check(n < 0 || last <= n);
}
/* needs: zones */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: congruences */
/* not-enough: equalities */
/* not-enough: sums */
/* not-enough: product(intervals, congruences, equalities, sums) */
