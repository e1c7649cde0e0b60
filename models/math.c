/* math.h where a result is exact or correctly rounded: rounding to integers, square root,
 * remainder, classification. Errors of domain and range set errno, as glibc says of itself
 * (math_errhandling); where it is not certain that a library does, it may. Compiled with
 * -fno-math-errno so that clang uses its intrinsics. */
#include "models.h"

#define UNARY(name, builtin)                                                                 \
    double name(double x)                                                                    \
    {                                                                                        \
        return builtin(x);                                                                   \
    }                                                                                        \
    float name##f(float x)                                                                   \
    {                                                                                        \
        return builtin(x);                                                                   \
    }                                                                                        \
    long double name##l(long double x)                                                       \
    {                                                                                        \
        return builtin(x);                                                                   \
    }
UNARY(fabs, __builtin_elementwise_abs)
UNARY(floor, __builtin_elementwise_floor)
UNARY(ceil, __builtin_elementwise_ceil)
UNARY(trunc, __builtin_elementwise_trunc)
UNARY(rint, __builtin_elementwise_rint)
UNARY(nearbyint, __builtin_elementwise_rint)
UNARY(round, __builtin_elementwise_round)
UNARY(roundeven, __builtin_elementwise_roundeven)

#define ROOT(name, type)                                                                     \
    type name(type x)                                                                        \
    {                                                                                        \
        if (x < 0)                                                                           \
            *__errno_location() = ERROR_DOMAIN;                                              \
        return __builtin_elementwise_sqrt(x);                                                \
    }
ROOT(sqrt, double)
ROOT(sqrtf, float)
ROOT(sqrtl, long double)

/* Out of range the result is any value, and errno may be set. */
#define TO_INTEGER_OF(name, type, from, limit, builtin)                                      \
    type name(from x)                                                                        \
    {                                                                                        \
        from y = builtin(x);                                                                 \
        if (y >= -(from)(limit) && y < (from)(limit))                                        \
            return (type)y;                                                                  \
        if (__sooth_any_choice())                                                            \
            *__errno_location() = ERROR_DOMAIN;                                              \
        return (type)__VERIFIER_nondet_longlong();                                           \
    }
#define TO_INTEGER(name, type, builtin)                                                      \
    TO_INTEGER_OF(name, type, double, LIMIT(type), builtin)                                  \
    TO_INTEGER_OF(name##f, type, float, LIMIT(type), builtin)                                \
    TO_INTEGER_OF(name##l, type, long double, LIMIT(type), builtin)
#define LIMIT(type) (sizeof(type) == 8 ? 9223372036854775808.0 : 2147483648.0)
long long __VERIFIER_nondet_longlong(void);
TO_INTEGER(lround, long, __builtin_elementwise_round)
TO_INTEGER(llround, long long, __builtin_elementwise_round)
TO_INTEGER(lrint, long, __builtin_elementwise_rint)
TO_INTEGER(llrint, long long, __builtin_elementwise_rint)

double copysign(double x, double y)
{
    return __builtin_elementwise_copysign(x, y);
}
float copysignf(float x, float y)
{
    return __builtin_elementwise_copysign(x, y);
}
long double copysignl(long double x, long double y)
{
    return __builtin_elementwise_copysign(x, y);
}
/* A product that overflows sets errno in some libraries. */
#define MULTIPLY_ADD(name, type)                                                             \
    type name(type x, type y, type z)                                                        \
    {                                                                                        \
        type r = __builtin_elementwise_fma(x, y, z);                                         \
        int finite =                                                                         \
            __builtin_isfinite(x) && __builtin_isfinite(y) && __builtin_isfinite(z);         \
        if (finite && !__builtin_isfinite(r) && __sooth_any_choice())                        \
            *__errno_location() = ERROR_RANGE;                                               \
        return r;                                                                            \
    }
MULTIPLY_ADD(fma, double)
MULTIPLY_ADD(fmaf, float)
MULTIPLY_ADD(fmal, long double)

#define DIVIDE(name, type, builtin)                                                          \
    type name(type x, type y)                                                                \
    {                                                                                        \
        int undefined =                                                                      \
            !__builtin_isnan(x) && !__builtin_isnan(y) && (__builtin_isinf(x) || y == 0);    \
        if (undefined)                                                                       \
            *__errno_location() = ERROR_DOMAIN;                                              \
        return builtin(x, y);                                                                \
    }
DIVIDE(fmod, double, __builtin_fmod)
DIVIDE(fmodf, float, __builtin_fmodf)
DIVIDE(fmodl, long double, __builtin_fmodl)

/* Of two zeros either may be the smaller one. */
#define SMALLEST(x, y)                                                                       \
    ((x) < (y) || ((x) == 0 && (y) == 0 && __sooth_any_choice()) ? (x) : (y))
#define LARGEST(x, y)                                                                        \
    ((x) > (y) || ((x) == 0 && (y) == 0 && __sooth_any_choice()) ? (x) : (y))
#define SMALLER(x, y) (__builtin_isnan(x) ? (y) : __builtin_isnan(y) ? (x) : SMALLEST(x, y))
#define LARGER(x, y) (__builtin_isnan(x) ? (y) : __builtin_isnan(y) ? (x) : LARGEST(x, y))
double fmin(double x, double y)
{
    return SMALLER(x, y);
}
float fminf(float x, float y)
{
    return SMALLER(x, y);
}
long double fminl(long double x, long double y)
{
    return SMALLER(x, y);
}
double fmax(double x, double y)
{
    return LARGER(x, y);
}
float fmaxf(float x, float y)
{
    return LARGER(x, y);
}
long double fmaxl(long double x, long double y)
{
    return LARGER(x, y);
}
#define DIFFERENCE(name, type)                                                               \
    type name(type x, type y)                                                                \
    {                                                                                        \
        if (__builtin_isnan(x))                                                              \
            return x;                                                                        \
        if (__builtin_isnan(y))                                                              \
            return y;                                                                        \
        type r = x > y ? x - y : 0;                                                          \
        if (__builtin_isinf(r) && !__builtin_isinf(x) && !__builtin_isinf(y))                \
            *__errno_location() = ERROR_RANGE;                                               \
        return r;                                                                            \
    }
DIFFERENCE(fdim, double)
DIFFERENCE(fdimf, float)
DIFFERENCE(fdiml, long double)

double modf(double x, double *whole)
{
    *whole = __builtin_elementwise_trunc(x);
    return __builtin_elementwise_copysign(__builtin_isinf(x) ? 0 : x - *whole, x);
}
float modff(float x, float *whole)
{
    *whole = __builtin_elementwise_trunc(x);
    return __builtin_elementwise_copysign(__builtin_isinf(x) ? 0 : x - *whole, x);
}

/* glibc's classification functions, behind the macros of math.h */
enum { CLASS_NAN, CLASS_INFINITE, CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL };
#define CLASSIFY(suffix, type)                                                               \
    int __fpclassify##suffix(type x)                                                         \
    {                                                                                        \
        if (__builtin_isnan(x))                                                              \
            return CLASS_NAN;                                                                \
        if (__builtin_isinf(x))                                                              \
            return CLASS_INFINITE;                                                           \
        if (x == 0)                                                                          \
            return CLASS_ZERO;                                                               \
        return __builtin_isnormal(x) ? CLASS_NORMAL : CLASS_SUBNORMAL;                       \
    }                                                                                        \
    int __isnan##suffix(type x)                                                              \
    {                                                                                        \
        return __builtin_isnan(x);                                                           \
    }                                                                                        \
    int __isinf##suffix(type x)                                                              \
    {                                                                                        \
        return __builtin_isinf(x) ? (x < 0 ? -1 : 1) : 0;                                    \
    }                                                                                        \
    int __finite##suffix(type x)                                                             \
    {                                                                                        \
        return __builtin_isfinite(x);                                                        \
    }                                                                                        \
    int __signbit##suffix(type x)                                                            \
    {                                                                                        \
        return __builtin_signbit(x) != 0;                                                    \
    }
CLASSIFY(, double)
CLASSIFY(f, float)
CLASSIFY(l, long double)
int isnan(double x)
{
    return __builtin_isnan(x);
}
int isinf(double x)
{
    return __isinf(x);
}
int finite(double x)
{
    return __builtin_isfinite(x);
}
