/* Division by repeated subtraction. */
extern void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint(), q = 0, r = a;
    if (d == 0) return 0;
    while (r >= d) {
        r -= d;
        q++;
    }
    if (q * d + r != a) reach_error();
    return 0;
}
