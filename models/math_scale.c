/* math.h: fractions and exponents, which are exact, and products with a power of two, rounded
 * once. A float is a double without loss, and so is its product: only the conversion at the
 * end rounds. (Of a double that is too small for a float it gives zero either way.) */
#include "models.h"

enum { BIAS = 1022, LEAST_EXPONENT = -1021, MOST_EXPONENT = 1024, WORST = 5000 };
union bits {
    double number;
    uint64_t word;
};

static int exponent_field(double x)
{
    union bits b = {.number = x};
    return (int)(b.word >> 52 & 0x7ff);
}

static double with_exponent_field(double x, uint64_t field)
{
    union bits b = {.number = x};
    b.word = (b.word & ~((uint64_t)0x7ff << 52)) | field << 52;
    return b.number;
}

/* Of infinities and NaN any exponent. */
double frexp(double x, int *exponent)
{
    *exponent = 0;
    if (x == 0)
        return x;
    if (!__builtin_isfinite(x)) {
        *exponent = __VERIFIER_nondet_int();
        return x;
    }
    int less = 0;
    if (!exponent_field(x)) { /* subnormal */
        x *= 0x1p64;
        less = 64;
    }
    *exponent = exponent_field(x) - BIAS - less;
    return with_exponent_field(x, BIAS);
}
float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

/* 2^n, for -1022 <= n <= 1023 */
static double power_of_two(int n)
{
    return with_exponent_field(1, (uint64_t)(n + BIAS + 1));
}

/* Not of zero, infinities, NaN. */
static double scaled(double x, int n)
{
    int exponent;
    double fraction = frexp(x, &exponent);
    exponent += n;
    if (exponent > MOST_EXPONENT)
        return x * __builtin_inf();
    if (exponent >= LEAST_EXPONENT)
        return fraction * 2 * power_of_two(exponent - 1);
    int below = LEAST_EXPONENT - exponent; /* half of the least float and less is zero */
    return fraction * 2 * 0x1p-1022 * power_of_two(below > 100 ? -100 : -below);
}

/* What is too large sets errno; what is too small may. */
static void set_errno(double result)
{
    double size = result < 0 ? -result : result;
    if (__builtin_isinf(result) || (size < 0x1p-1022 && __sooth_any_choice()))
        *__errno_location() = ERROR_RANGE;
}

static void set_errno_of_float(float result)
{
    float size = result < 0 ? -result : result;
    if (__builtin_isinf(result) || (size < 0x1p-126f && __sooth_any_choice()))
        *__errno_location() = ERROR_RANGE;
}

static int at_most(long n)
{
    if (n > WORST)
        return WORST;
    return n < -WORST ? -WORST : (int)n;
}

static double scale(double x, long n)
{
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    double r = scaled(x, at_most(n));
    set_errno(r);
    return r;
}

static float scale_float(float x, long n)
{
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    float r = (float)scaled(x, at_most(n));
    set_errno_of_float(r);
    return r;
}

double ldexp(double x, int n)
{
    return scale(x, n);
}
float ldexpf(float x, int n)
{
    return scale_float(x, n);
}
double scalbn(double x, int n)
{
    return scale(x, n);
}
float scalbnf(float x, int n)
{
    return scale_float(x, n);
}
double scalbln(double x, long n)
{
    return scale(x, n);
}
float scalblnf(float x, long n)
{
    return scale_float(x, n);
}
