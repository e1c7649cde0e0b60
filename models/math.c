/* math.h where a result is exact or correctly rounded: rounding to integers, square root, remainder,
 * classification. Compiled with -fno-math-errno so that clang uses its intrinsics. */
#include "models.h"

#define UNARY(name, builtin)                                                                                 \
    double name(double x)                                                                                    \
    {                                                                                                        \
        return builtin(x);                                                                                   \
    }                                                                                                        \
    float name##f(float x)                                                                                   \
    {                                                                                                        \
        return builtin(x);                                                                                   \
    }                                                                                                        \
    long double name##l(long double x)                                                                       \
    {                                                                                                        \
        return builtin(x);                                                                                   \
    }
UNARY(fabs, __builtin_elementwise_abs)
UNARY(floor, __builtin_elementwise_floor)
UNARY(ceil, __builtin_elementwise_ceil)
UNARY(trunc, __builtin_elementwise_trunc)
UNARY(rint, __builtin_elementwise_rint)
UNARY(nearbyint, __builtin_elementwise_rint)
UNARY(round, __builtin_elementwise_round)
UNARY(roundeven, __builtin_elementwise_roundeven)
UNARY(sqrt, __builtin_elementwise_sqrt)

#define TO_INTEGER(name, type, builtin)                                                                      \
    type name(double x)                                                                                      \
    {                                                                                                        \
        return (type)builtin(x);                                                                             \
    }                                                                                                        \
    type name##f(float x)                                                                                    \
    {                                                                                                        \
        return (type)builtin(x);                                                                             \
    }                                                                                                        \
    type name##l(long double x)                                                                              \
    {                                                                                                        \
        return (type)builtin(x);                                                                             \
    }
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
double fma(double x, double y, double z)
{
    return __builtin_elementwise_fma(x, y, z);
}
float fmaf(float x, float y, float z)
{
    return __builtin_elementwise_fma(x, y, z);
}
long double fmal(long double x, long double y, long double z)
{
    return __builtin_elementwise_fma(x, y, z);
}
double fmod(double x, double y)
{
    return __builtin_fmod(x, y);
}
float fmodf(float x, float y)
{
    return __builtin_fmodf(x, y);
}
long double fmodl(long double x, long double y)
{
    return __builtin_fmodl(x, y);
}

#define SMALLER(x, y) (__builtin_isnan(x) ? (y) : __builtin_isnan(y) ? (x) : (x) < (y) ? (x) : (y))
#define LARGER(x, y) (__builtin_isnan(x) ? (y) : __builtin_isnan(y) ? (x) : (x) > (y) ? (x) : (y))
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
double fdim(double x, double y)
{
    return __builtin_isnan(x) ? x : __builtin_isnan(y) ? y : x > y ? x - y : 0;
}

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
#define CLASSIFY(suffix, type)                                                                               \
    int __fpclassify##suffix(type x)                                                                         \
    {                                                                                                        \
        if (__builtin_isnan(x)) return CLASS_NAN;                                                            \
        if (__builtin_isinf(x)) return CLASS_INFINITE;                                                       \
        if (x == 0) return CLASS_ZERO;                                                                       \
        return __builtin_isnormal(x) ? CLASS_NORMAL : CLASS_SUBNORMAL;                                       \
    }                                                                                                        \
    int __isnan##suffix(type x)                                                                              \
    {                                                                                                        \
        return __builtin_isnan(x);                                                                           \
    }                                                                                                        \
    int __isinf##suffix(type x)                                                                              \
    {                                                                                                        \
        return __builtin_isinf(x) ? (x < 0 ? -1 : 1) : 0;                                                    \
    }                                                                                                        \
    int __finite##suffix(type x)                                                                             \
    {                                                                                                        \
        return __builtin_isfinite(x);                                                                        \
    }                                                                                                        \
    int __signbit##suffix(type x)                                                                            \
    {                                                                                                        \
        return __builtin_signbit(x) != 0;                                                                    \
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
