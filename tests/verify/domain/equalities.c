extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    unsigned a = 0, b = 0;
    while (__VERIFIER_nondet_int()) {
        a += 3;
        b += 3;
    }
    check(a == b);
}
/* needs: equalities */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: congruences */
