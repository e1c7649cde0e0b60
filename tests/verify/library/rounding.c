/* The rounding mode: to nearest, until a program sets another one, which is not supported. */
#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int at_first(void)
{
    CHECK(fegetround() == FE_TONEAREST);
    CHECK(rint(2.5) == 2.0 && rint(3.5) == 4.0);
    return 0;
}
static int set_again(void)
{
    CHECK(fesetround(FE_TONEAREST) == 0);
    CHECK(fegetround() == FE_TONEAREST);
    return 0;
}
static int no_mode(void)
{
    CHECK(fesetround(3) != 0);
    CHECK(fegetround() == FE_TONEAREST);
    return 0;
}
static int no_mode_is_one(void)
{
    CHECK(fesetround(3) == 1);
    return 0;
}
static int downward(void)
{
    volatile double third = 1.0;
    fesetround(FE_DOWNWARD);
    CHECK(third / 3.0 == 1.0 / 3.0);
    return 0;
}
static int perhaps_upward(void)
{
    if (__VERIFIER_nondet_int()) fesetround(FE_UPWARD);
    CHECK(rint(2.25) == 2.0);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=at_first */
/* expect: reach true -DCASE=set_again */
/* expect: reach true -DCASE=no_mode */
/* expect: reach not-true -DCASE=no_mode_is_one --no-replay */
/* expect: reach unsupported -DCASE=downward */
/* says: rounding other than to nearest */
/* expect: reach unsupported -DCASE=perhaps_upward */
