extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
/* one step of Newton's method for a root of a: quotients of doubles */
int main(void)
{
    double a = __VERIFIER_nondet_double();
    if (!(a >= 1.0 && a <= 16.0)) return 0;
    double guess = (1.0 + a) / 2.0;
    double next = (guess + a / guess) / 2.0;
    if (!(next >= 0.5 && next <= 8.0)) reach_error();
    return 0;
}
/* expect: reach true by=bounded */
/* twin: reach s/next <= 8.0/next <= 5.0/ */
