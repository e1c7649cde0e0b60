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
    float x = 1.0f, y = 1.0f;
    while (__VERIFIER_nondet_int()) {
        x = x * 4.0f;
        y = x - x; /* of two infinities there is no difference */
    }
    check(y == 0.0f || y == 1.0f);
}
/* expect: reach not-true */
