/* Steps of at most 100 to a sum that is no multiple of them: large ones first, small ones at the end. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef LEAST
#define LEAST 1
#endif
int main(void)
{
    long sum = 0;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        if (step >= LEAST && step <= 100)
            sum += step - LEAST + 1;
        else if (step < 0 && step >= -100 && sum + step >= 0)
            sum += step;
        if (sum == 1234567)
            reach_error();
        if (LEAST > 1 && sum > 1000)
            sum = 1000;
    }
    return 0;
}
/* expect: reach false */
/* expect: reach not-false -DLEAST=2 */
