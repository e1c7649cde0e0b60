/* Four numbers hang together, and one grows twice as fast as another: sums of three variables and single bounds do not say so. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint();
    unsigned i, j, k, place = start;
    for (i = 0, k = 0; i < first; i++) {
        k++;
        place += 2;
    }
    for (j = 0; j < second; j++) {
        k++;
        place += 2;
    }
    if (k != i + j || place != start + 2 * k) reach_error();
    return 0;
}
/* needs: affine */
/* not-enough: sums */
/* not-enough: octagons */
/* says: place = (i * 2) + start */
/* except: among-others */
