extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    unsigned total = __VERIFIER_nondet_uint(), left = total, moved = 0;
    while (left > 0) {
        left--;
        moved++;
    }
    check(moved == total);
}
/* needs: sums */
/* except: on-request: affine says more and comes first */
/* says: moved + left = total */
/* not-enough: intervals */
/* not-enough: pointers */
/* not-enough: floats */
/* not-enough: congruences */
/* not-enough: equalities */
/* not-enough: product(intervals, congruences, equalities) */
