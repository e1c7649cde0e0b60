extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_int())
        if (x < 99) x += 2;
    check(x != 51 && x <= 100);
}
/* needs: product(intervals, congruences) */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: congruences */
/* not-enough: equalities */
/* not-enough: zones */
/* not-enough: octagons */
