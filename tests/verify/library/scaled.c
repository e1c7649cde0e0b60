/* Fractions, exponents and powers of two are exact; only results that are too small are rounded, once. */
#include <errno.h>
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
#define ALWAYS(condition)                                                                                    \
    if (!(condition)) reach_error()

static int parts_of_a_number(void)
{
    double x = __VERIFIER_nondet_double();
    int exponent;
    if (!(x > 0 && x < INFINITY)) return 0;
    double fraction = frexp(x, &exponent);
    ALWAYS(fraction >= 0.5 && fraction < 1);
    ALWAYS(exponent >= -1073 && exponent <= 1024);
    return 0;
}
static int least_exponent(void)
{
    int exponent;
    frexp(__VERIFIER_nondet_double(), &exponent);
    ALWAYS(exponent != -1073);
    return 0;
}
static int rounded_once(void)
{
    ALWAYS(ldexp(0x1.8p0, -1075) == 0x1p-1074);
    ALWAYS(ldexp(0x1.0000000000001p0, -1075) == 0x1p-1074);
    ALWAYS(ldexp(1, -1075) == 0 && ldexp(1, 1024) == INFINITY && scalbn(-3, 2) == -12);
    ALWAYS(ldexpf(0x1.000002p0f, -150) == 0x1p-149f && scalblnf(1, 128) == INFINITY);
    return 0;
}
static int too_large_sets_errno(void)
{
    int n = __VERIFIER_nondet_int();
    errno = 0;
    if (ldexpf(1, n & 255) == INFINITY) ALWAYS(errno == ERANGE);
    return 0;
}
static int in_range_does_not(void)
{
    errno = 0;
    ldexp(1.5, -4);
    ALWAYS(errno == 0);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=parts_of_a_number LP64 */
/* expect: reach false -DCASE=least_exponent LP64 */
/* expect: reach true -DCASE=rounded_once */
/* twin: reach s/-1075) == 0 /-1074) == 0 / -DCASE=rounded_once LP64 */
/* expect: reach true -DCASE=too_large_sets_errno LP64 */
/* twin: reach s/== ERANGE/== 0/ -DCASE=too_large_sets_errno LP64 */
/* expect: reach true -DCASE=in_range_does_not LP64 */
