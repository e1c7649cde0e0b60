/* A sum of numbers of two kinds, and a counter that stops at a limit: that it does not pass the limit follows from no equation. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint(), i = 0;
    while (i < limit) i++;
    if (i != limit) reach_error();
    return 0;
}
/* needs: orders */
/* not-enough: equalities */
/* not-enough: affine */
/* not-enough: intervals */
/* says: limit >= i unsigned */
/* except: on-request: k-induction does without it */
