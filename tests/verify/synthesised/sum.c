/* The sum of the numbers below n, in closed form. */
extern void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i != n) {
        s += i;
        i++;
    }
    if (2 * s != i * (i - 1)) reach_error();
    return 0;
}
