extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int level = 0;
    while (__VERIFIER_nondet_int())
        if (level < 100) level++;
    check(level >= 0 && level <= 100);
}
/* needs: intervals */
/* says: 0 <= level <= 100 */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: congruences */
/* not-enough: equalities */
/* not-enough: sums */
