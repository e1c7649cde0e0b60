extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    unsigned a = 1, b = 2, step = __VERIFIER_nondet_uint();
    while (__VERIFIER_nondet_int()) {
        unsigned old = a;
        a = (b << 3 | b >> 29) + step;
        b = (old << 3 | old >> 29) + step;
    }
    check(a != b);
}
/* needs: equalities */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: congruences */
