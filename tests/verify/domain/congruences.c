extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    unsigned x = 6;
    while (__VERIFIER_nondet_int())
        x += 8;
    check(x % 4 == 2);
}
/* needs: congruences */
/* says: x mod 4 = 2 */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
