/* Two steps towards the cube root of a number near 3.1: only the uppermost inputs end too high. Bits drawn at random are hardly ever
 * in range; numbers near the constants that are compared are. */
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern double __VERIFIER_nondet_double(void);
static double towards(double x, double a)
{
    return x - (x * x * x - a) / (3.0 * x * x);
}
int main(void)
{
    double a = __VERIFIER_nondet_double();
    __VERIFIER_assume(a > 1.25 && a < 3.125);
    double x = towards(towards(1.0, a), a);
    if (x * x * x > 3.2305) reach_error();
    return 0;
}
/* expect: reach false */
