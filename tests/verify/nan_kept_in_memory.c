/* Which NaN it is is open, but each look at it finds the same. */
#include <string.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
struct sample {
    int tag;
    double number;
};
int main(void)
{
    union {
        double number;
        unsigned long bits;
    } both;
    both.number = 0.0 / 0.0;
    unsigned long first = both.bits >> 63, second = both.bits >> 63;
    if (first != second) reach_error();
    struct sample one = {1, __VERIFIER_nondet_double()}, copy;
    copy = one;
    if (memcmp(&one.number, &copy.number, sizeof copy.number)) reach_error();
#ifdef SIGN
    if (first != SIGN) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false --no-replay -DSIGN=1 */
