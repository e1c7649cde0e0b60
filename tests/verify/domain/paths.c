extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int marked = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        marked = 1;
        y = 500;
    }
    while (__VERIFIER_nondet_int())
        if (y >= 500 && y < 1000) y += 3;
    check(marked ? y >= 500 : y == 0);
}
/* needs: paths(intervals) */
/* not-enough: intervals */
/* not-enough: zones */
/* not-enough: octagons */
/* not-enough: product(octagons, pointers, floats, congruences, equalities, sums) */
