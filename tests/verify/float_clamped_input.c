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
    float kept = 0.0f;
    while (__VERIFIER_nondet_int()) {
        float y = __VERIFIER_nondet_float();
        if (y >= -1.0f && y <= 1.0f) kept = y;
    }
    check(kept == kept && kept * kept <= 1.0f);
}
/* expect: reach true by=floats */
