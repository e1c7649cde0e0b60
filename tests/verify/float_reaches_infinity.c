extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    double x = 1.0;
    while (x < 1e308)
        x = x * 1e10;
    check(x <= 1.7e308);
}
/* expect: reach false */
