/* math.h where a result is not exact: any value that the function can have. An error that
 * rests on such a result is none (__sooth_result_...). No branch may depend on one, so
 * conditions are joined by | and &. */
#include "models.h"

double __sooth_result_double(void);
float __sooth_result_float(void);
long double __sooth_result_longdouble(void);

/* Errors of domain and range may set errno. */
static void may_set_errno(void)
{
    int *error = __errno_location(), kind = __sooth_result_int();
    int domain = -(kind & 1), range = -(kind >> 1 & 1) & ~domain;
    *error = (*error & ~(domain | range)) | (ERROR_DOMAIN & domain) | (ERROR_RANGE & range);
}

#define ONE(name, type, any, holds)                                                          \
    type name(type x)                                                                        \
    {                                                                                        \
        type r = any();                                                                      \
        __VERIFIER_assume((holds) | (r != r));                                               \
        may_set_errno();                                                                     \
        return r;                                                                            \
    }
#define TWO(name, type, any, holds)                                                          \
    type name(type x, type y)                                                                \
    {                                                                                        \
        type r = any();                                                                      \
        __VERIFIER_assume((holds) | (r != r));                                               \
        may_set_errno();                                                                     \
        return r;                                                                            \
    }
#define EACH(kind, name, holds)                                                              \
    kind(name, double, __sooth_result_double, holds)                                         \
        kind(name##f, float, __sooth_result_float, holds)                                    \
            kind(name##l, long double, __sooth_result_longdouble, holds)

#define BETWEEN(low, high) ((r >= (low)) & (r <= (high)))
EACH(ONE, sin, BETWEEN(-1, 1))
EACH(ONE, cos, BETWEEN(-1, 1))
EACH(ONE, tan, 1)
EACH(ONE, asin, BETWEEN(-1.6, 1.6))
EACH(ONE, acos, BETWEEN(0, 3.2))
EACH(ONE, atan, BETWEEN(-1.6, 1.6))
EACH(TWO, atan2, BETWEEN(-3.2, 3.2))
EACH(ONE, sinh, 1)
EACH(ONE, cosh, r >= 1)
EACH(ONE, tanh, BETWEEN(-1, 1))
EACH(ONE, asinh, 1)
EACH(ONE, acosh, r >= 0)
EACH(ONE, atanh, 1)
EACH(ONE, exp, r >= 0)
EACH(ONE, exp2, r >= 0)
EACH(ONE, exp10, r >= 0)
EACH(ONE, expm1, r >= -1)
EACH(ONE, log, 1)
EACH(ONE, log2, 1)
EACH(ONE, log10, 1)
EACH(ONE, log1p, 1)
EACH(ONE, cbrt, 1)
EACH(ONE, erf, BETWEEN(-1, 1))
EACH(ONE, erfc, BETWEEN(0, 2))
EACH(ONE, tgamma, 1)
EACH(TWO, pow, 1)
EACH(TWO, hypot, r >= 0)
EACH(TWO, nextafter, 1)
