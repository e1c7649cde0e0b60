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
    float x = 0.0f;
    while (__VERIFIER_nondet_int())
        x = -x;
    check(x == 0.0f);
}
/* expect: reach true by=floats */
