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
    float level = 0.0f;
    while (__VERIFIER_nondet_int()) {
        if (level < 10.0f) level = level + 0.5f;
    }
    check(level >= 0.0f && level <= 10.5f);
}
/* expect: reach true by=floats */
