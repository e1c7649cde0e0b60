/* signbit, isnan and the like: any number other than zero, where a program looks at it. */
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
#define NEVER(condition)                                                                                     \
    if (condition) reach_error()

static double any_number(void)
{
    double x = __VERIFIER_nondet_double();
    return isnan(x) ? 0 : x;
}
static int negative(double x)
{
    return signbit(x);
}
static int sign_of_a_long_double(void)
{
    volatile long double x = -1;
    NEVER(signbit(x) == 512);
    return 0;
}
static int sign_through_a_function(void)
{
    NEVER(negative(any_number()) < 0);
    return 0;
}
static int finite_is_any_number(void)
{
    int finite = isfinite(any_number());
    NEVER(finite == 2);
    return 0;
}
static int truths_are_truths(void)
{
    double x = any_number();
    int is_negative = negative(x), is_nan = isnan(x), is_finite = isfinite(x);
    NEVER(is_negative && x > 0);
    NEVER(is_nan);
    NEVER(is_finite && x - x != 0);
    NEVER(!is_finite && x - x == 0);
    return 0;
}
static _Bool is_nan(double x)
{
    return isnan(x);
}
static int converted_truths_are_one(void)
{
    double x = __VERIFIER_nondet_double();
    int converted = (_Bool)isnan(x), compared = isfinite(x) != 0, returned = is_nan(x), negated = !!isnan(x);
    NEVER(converted > 1 || converted < 0);
    NEVER(compared > 1 || returned > 1 || negated > 1);
    return 0;
}
#define AS_TRUTH(test) ((_Bool)(test)) /* all of it has one place */
static int converted_in_a_macro(void)
{
    double x = any_number();
    int converted = AS_TRUTH(signbit(x));
    NEVER(converted > 1 || converted < 0);
    return 0;
}
#define AS_NUMBER(test) ((test) + 0)
static int number_in_a_macro(void)
{
    int number = AS_NUMBER(signbit(any_number()));
    NEVER(number > 1 || number < 0);
    return 0;
}
static int truths_in_conditions(void)
{
    double x = any_number();
    NEVER((isnan(x) || isinf(x)) && isfinite(x));
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach false -DCASE=sign_of_a_long_double */
/* expect: reach false -DCASE=sign_through_a_function LP64 */
/* expect: reach false -DCASE=finite_is_any_number LP64 */
/* expect: reach true -DCASE=truths_are_truths LP64 */
/* expect: reach true -DCASE=converted_truths_are_one LP64 */
/* expect: reach true -DCASE=converted_in_a_macro LP64 */
/* expect: reach false -DCASE=number_in_a_macro LP64 */
/* expect: reach true -DCASE=truths_in_conditions LP64 */
