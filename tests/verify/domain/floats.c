extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    float level = 0.0f;
    while (__VERIFIER_nondet_int())
        if (level < 10.0f) level = level + 0.25f;
    check(level <= 10.25f);
}
/* needs: floats */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: congruences */
/* not-enough: equalities */
/* not-enough: zones */
/* not-enough: octagons */
