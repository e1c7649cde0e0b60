extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int opened = 0;
    float level = 0.0f;
    while (__VERIFIER_nondet_int()) {
        opened = 1;
        level = 2.5f;
    }
    while (__VERIFIER_nondet_int())
        if (level >= 2.0f && level < 4.0f) level = level + 0.5f;
    check(opened ? level >= 2.5f : level == 0.0f);
}
/* needs: paths(intervals, floats) */
/* not-enough: product(intervals, floats) */
/* not-enough: paths(intervals) */
/* not-enough: paths(floats) */
