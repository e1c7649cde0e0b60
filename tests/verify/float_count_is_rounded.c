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
    int i = 16777000;
    while (__VERIFIER_nondet_int()) {
        if (i < 20000000) i++;
        x = (float)i;
    }
    check(x == 0.0f || (int)x == i);
}
/* expect: reach not-true */
