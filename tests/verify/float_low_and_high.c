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
    float low = 0.0f, high = 1.0f;
    while (__VERIFIER_nondet_int()) {
        float y = __VERIFIER_nondet_float();
        if (y <= high)
            low = y;
        else if (y >= high)
            high = y;
    }
    check(low <= high);
}
/* expect: reach true by=floats */
