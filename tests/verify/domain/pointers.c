extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int a = 1, b = 2, *p = &a;
    while (__VERIFIER_nondet_int()) {
        int *q = __VERIFIER_nondet_int() ? p : &b;
        p = q ? q : 0;
    }
    check(p != 0);
}
/* needs: product(intervals, pointers) */
/* not-enough: intervals */
/* not-enough: pointers */
