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
        if (!(y > 5.0f)) kept = y; /* so does a NaN */
    }
    check(kept <= 5.0f);
}
/* expect: reach false */
