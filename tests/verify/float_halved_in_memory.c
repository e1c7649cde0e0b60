extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
static double part = 1.0;
int main(void)
{
    while (__VERIFIER_nondet_int())
        if (part > 0.25) part = part * 0.5;
    check(part >= 0.125 && part <= 1.0);
}
/* expect: reach true by=floats */
