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
        if (__VERIFIER_nondet_int() > 7) {
            marked = 1;
            y = 500;
        }
    }
    while (__VERIFIER_nondet_int())
        y = y >= 500 ? 500 + __VERIFIER_nondet_int() % 10 + 10 : y;
    check(marked ? y >= 500 : y == 0);
}
/* except: on-request */
/* needs: branches(intervals) */
/* not-enough: intervals */
/* not-enough: octagons */
/* not-enough: paths(intervals) */
