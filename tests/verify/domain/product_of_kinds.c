extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    double share = 0.5;
    int count = 0, a = 1, *p = &a;
    while (__VERIFIER_nondet_int()) {
        if (count < 7) count++;
        if (share < 0.75) share = share + 0.125;
        int *q = __VERIFIER_nondet_int() ? p : &count;
        p = q ? q : 0;
    }
    check(count < 8 && share <= 0.875 && p != 0);
}
/* needs: product(intervals, pointers, floats) */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: product(intervals, pointers) */
/* not-enough: product(intervals, floats) */
/* not-enough: product(pointers, floats) */
