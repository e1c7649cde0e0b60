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
    float x = 16777210.0f;
    for (int i = 0; i < 100; i++)
        x += 1.0f;
    check(x > 16777300.0f);
}
/* expect: reach false */
