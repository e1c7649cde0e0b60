extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    unsigned long long n = 0;
    signed char c = -5;
    while (__VERIFIER_nondet_int()) {
        if (n < 9000000000000000000ull) n++;
        if (c < 100) c++;
    }
    check(n <= 9000000000000000000ull && c >= -5);
}
/* needs: intervals */
/* not-enough: congruences */
/* not-enough: equalities */
