/* What an inner loop adds up is a product where the outer one goes on: no sum of multiples says so. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned rows = __VERIFIER_nondet_uint(), i, total = 0;
    if (rows > 5000) return 0;
    for (i = 0; i != rows; i++) total += i;
    if (2 * total != rows * rows - rows) reach_error();
    return 0;
}
/* needs: polynomials */
/* not-enough: affine */
/* not-enough: octagons */
/* says: i * i = (total * 2) + i */
/* except: among-others */
