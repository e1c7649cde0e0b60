/* base/softfloat: corner cases by hand, and random and corner values against the machine's
 * own arithmetic: float and double (SSE), long double (x87), __float128 (the compiler's
 * library), in the four rounding modes the machine has. The fifth, nearest-away, is checked
 * against its definition through exact wider results. */
#include "base/float/softfloat.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct {
    enum rounding mode;
    int machine;
} modes[] = {{ROUND_NEAREST_EVEN, FE_TONEAREST},
             {ROUND_UP, FE_UPWARD},
             {ROUND_DOWN, FE_DOWNWARD},
             {ROUND_ZERO, FE_TOWARDZERO}};

static uint64_t seed = 1;

static uint64_t random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 0x2545f4914f6cdd1dull;
}

static void put(uint32_t *bits, unsigned at, bool value)
{
    bits[at / 32] = (bits[at / 32] & ~(1u << at % 32)) | (uint32_t)value << at % 32;
}

/* A float of the format: any class, exponents often near each other or near the ends,
 * fractions often near a power. */
static void random_float(struct float_format f, uint32_t *bits)
{
    unsigned width = softfloat_width(f), fraction = f.significand - 1;
    memset(bits, 0, softfloat_limbs(f) * sizeof *bits);
    unsigned kind = random_bits() % 8;
    for (unsigned i = 0; i < fraction; i++) {
        bool bit = kind < 3    ? random_bits() >> 40 & 1
                   : kind == 3 ? 1
                   : kind == 4 ? i + 3 > fraction
                               : kind == 5 && i < 2;
        put(bits, i, bit);
    }
    if (kind > 5)
        put(bits, random_bits() % fraction, true);
    uint64_t mask = (1u << f.exponent) - 1, middle = mask / 2, exponent;
    switch (random_bits() % 8) {
    case 0:
        exponent = random_bits() & mask;
        break;
    case 1:
        exponent = 0;
        break;
    case 2:
        exponent = mask - random_bits() % 3 % (mask + 1);
        break;
    case 3:
        exponent = 1 + random_bits() % 2;
        break;
    case 4:
        exponent = (middle + random_bits() % (2 * f.significand)) & mask;
        break;
    default:
        exponent = (middle - 4 + random_bits() % 9) & mask;
        break;
    }
    for (unsigned i = 0; i < f.exponent; i++)
        put(bits, fraction + i, exponent >> i & 1);
    put(bits, width - 1, random_bits() >> 33 & 1);
}

static void same(struct float_format f, const uint32_t *got, const uint32_t *want,
                 const char *what, int mode)
{
    if (softfloat_is_nan(f, got) && softfloat_is_nan(f, want))
        return;
    unsigned limbs = softfloat_limbs(f);
    if (!memcmp(got, want, limbs * sizeof *got))
        return;
    fprintf(stderr, "%s, format %u/%u, mode %d: got", what, f.exponent, f.significand, mode);
    for (unsigned i = limbs; i-- > 0;)
        fprintf(stderr, " %08x", got[i]);
    fprintf(stderr, ", machine");
    for (unsigned i = limbs; i-- > 0;)
        fprintf(stderr, " %08x", want[i]);
    fprintf(stderr, "\n");
    fail();
}

/* How each type of the machine is loaded from and stored to our bits. */
#define PLAIN(name, type)                                                                    \
    static type load_##name(const uint32_t *bits)                                            \
    {                                                                                        \
        type value;                                                                          \
        memcpy(&value, bits, sizeof value);                                                  \
        return value;                                                                        \
    }                                                                                        \
    static void store_##name(type value, uint32_t *bits)                                     \
    {                                                                                        \
        memcpy(bits, &value, sizeof value);                                                  \
    }
PLAIN(single, float)
PLAIN(double, double)
PLAIN(quad, __float128)

static long double load_x87(const uint32_t *bits)
{
    uint32_t memory[4] = {0};
    softfloat_to_x87(bits, memory);
    long double value;
    memcpy(&value, memory, sizeof value);
    return value;
}

static void store_x87(long double value, uint32_t *bits)
{
    uint32_t memory[4] = {0};
    memcpy(memory, &value, 10);
    softfloat_from_x87(memory, bits);
}

/* The machine's operations, kept apart so that nothing is folded or moved over a change of
 * the rounding mode.
 */
#define OPERATIONS(name, type)                                                               \
    static __attribute__((noinline)) type machine_##name(char op, volatile type a,           \
                                                         volatile type b)                    \
    {                                                                                        \
        volatile type result = op == '+'   ? a + b                                           \
                               : op == '-' ? a - b                                           \
                               : op == '*' ? a * b                                           \
                                           : a / b;                                          \
        return result;                                                                       \
    }                                                                                        \
    static void arithmetic_##name(struct float_format f, int rounds)                         \
    {                                                                                        \
        uint32_t a[4] = {0}, b[4] = {0}, got[4] = {0}, want[4] = {0};                        \
        for (int i = 0; i < rounds; i++) {                                                   \
            random_float(f, a);                                                              \
            random_float(f, b);                                                              \
            type x = load_##name(a), y = load_##name(b);                                     \
            assert_int_equal(softfloat_less(f, a, b), x < y);                                \
            assert_int_equal(softfloat_less_equal(f, a, b), x <= y);                         \
            assert_int_equal(softfloat_equal(f, a, b), x == y);                              \
            for (unsigned m = 0; m < 4; m++) {                                               \
                for (const char *op = "+-*/"; *op; op++) {                                   \
                    fesetround(modes[m].machine);                                            \
                    store_##name(machine_##name(*op, x, y), want);                           \
                    fesetround(FE_TONEAREST);                                                \
                    (*op == '+'   ? softfloat_add                                            \
                     : *op == '-' ? softfloat_subtract                                       \
                     : *op == '*' ? softfloat_multiply                                       \
                                  : softfloat_divide)(f, modes[m].mode, a, b, got);          \
                    same(f, got, want, op, modes[m].mode);                                   \
                }                                                                            \
            }                                                                                \
        }                                                                                    \
    }
OPERATIONS(single, float)
OPERATIONS(double, double)
OPERATIONS(x87, long double)
OPERATIONS(quad, __float128)

/* rint is called through a pointer: the compiler's inline version is right when rounding to
 * nearest only. */
#define LIBRARY(name, type, suffix)                                                          \
    static type (*volatile rint_##name)(type) = rint##suffix;                                \
    static __attribute__((noinline)) type library_##name(char op, volatile type a,           \
                                                         volatile type b, volatile type c)   \
    {                                                                                        \
        volatile type result = op == 'f'   ? fma##suffix(a, b, c)                            \
                               : op == 's' ? sqrt##suffix(a)                                 \
                               : op == 'r' ? remainder##suffix(a, b)                         \
                               : op == 'm' ? fmod##suffix(a, b)                              \
                                           : rint_##name(a);                                 \
        return result;                                                                       \
    }                                                                                        \
    static void own_##name(struct float_format f, char op, enum rounding mode,               \
                           const uint32_t *a, const uint32_t *b, const uint32_t *c,          \
                           uint32_t *out)                                                    \
    {                                                                                        \
        switch (op) {                                                                        \
        case 'f':                                                                            \
            softfloat_fma(f, mode, a, b, c, out);                                            \
            break;                                                                           \
        case 's':                                                                            \
            softfloat_sqrt(f, mode, a, out);                                                 \
            break;                                                                           \
        case 'r':                                                                            \
            softfloat_remainder(f, a, b, out);                                               \
            break;                                                                           \
        case 'm':                                                                            \
            softfloat_modulo(f, a, b, out);                                                  \
            break;                                                                           \
        default:                                                                             \
            softfloat_round_to_integral(f, mode, a, out);                                    \
            break;                                                                           \
        }                                                                                    \
    }                                                                                        \
    static void functions_##name(struct float_format f, int rounds)                          \
    {                                                                                        \
        uint32_t a[4] = {0}, b[4] = {0}, c[4] = {0}, got[4] = {0}, want[4] = {0};            \
        for (int i = 0; i < rounds; i++) {                                                   \
            random_float(f, a);                                                              \
            random_float(f, b);                                                              \
            random_float(f, c);                                                              \
            for (unsigned m = 0; m < 4; m++) {                                               \
                for (const char *op = "fsrmi"; *op; op++) {                                  \
                    if (m && (*op == 'r' || *op == 'm'))                                     \
                        continue;                                                            \
                    fesetround(modes[m].machine);                                            \
                    store_##name(                                                            \
                        library_##name(*op, load_##name(a), load_##name(b), load_##name(c)), \
                        want);                                                               \
                    fesetround(FE_TONEAREST);                                                \
                    own_##name(f, *op, modes[m].mode, a, b, c, got);                         \
                    same(f, got, want, op, modes[m].mode);                                   \
                }                                                                            \
            }                                                                                \
        }                                                                                    \
    }
LIBRARY(single, float, f)
LIBRARY(double, double, )
LIBRARY(x87, long double, l)

static void arithmetic_agrees_with_the_machine(void **state)
{
    (void)state;
    arithmetic_single(FLOAT_SINGLE, 20000);
    arithmetic_double(FLOAT_DOUBLE, 20000);
    arithmetic_x87(FLOAT_X87, 10000);
    arithmetic_quad(FLOAT_QUAD, 4000);
}

static void functions_agree_with_the_library(void **state)
{
    (void)state;
    functions_single(FLOAT_SINGLE, 20000);
    functions_double(FLOAT_DOUBLE, 20000);
    functions_x87(FLOAT_X87, 5000);
}

/* to = (to type)from under each machine rounding mode */
#define CONVERSION(from, from_type, to, to_type)                                             \
    static __attribute__((noinline)) to_type cast_##from##_##to(volatile from_type a)        \
    {                                                                                        \
        volatile to_type result = (to_type)a;                                                \
        return result;                                                                       \
    }                                                                                        \
    static void convert_##from##_##to(struct float_format f, struct float_format t,          \
                                      int rounds)                                            \
    {                                                                                        \
        uint32_t a[4] = {0}, got[4] = {0}, want[4] = {0};                                    \
        for (int i = 0; i < rounds; i++) {                                                   \
            random_float(f, a);                                                              \
            for (unsigned m = 0; m < 4; m++) {                                               \
                fesetround(modes[m].machine);                                                \
                store_##to(cast_##from##_##to(load_##from(a)), want);                        \
                fesetround(FE_TONEAREST);                                                    \
                softfloat_convert(f, t, modes[m].mode, a, got);                              \
                same(t, got, want, #from " to " #to, modes[m].mode);                         \
            }                                                                                \
        }                                                                                    \
    }
CONVERSION(double, double, single, float)
CONVERSION(single, float, double, double)
CONVERSION(x87, long double, double, double)
CONVERSION(quad, __float128, double, double)
CONVERSION(double, double, quad, __float128)
CONVERSION(x87, long double, single, float)

static void formats_convert_as_the_machine_does(void **state)
{
    (void)state;
    convert_double_single(FLOAT_DOUBLE, FLOAT_SINGLE, 20000);
    convert_single_double(FLOAT_SINGLE, FLOAT_DOUBLE, 5000);
    convert_x87_double(FLOAT_X87, FLOAT_DOUBLE, 10000);
    convert_x87_single(FLOAT_X87, FLOAT_SINGLE, 10000);
    convert_quad_double(FLOAT_QUAD, FLOAT_DOUBLE, 10000);
    convert_double_quad(FLOAT_DOUBLE, FLOAT_QUAD, 5000);
}

#define FROM_INTEGER(name, type)                                                             \
    static __attribute__((noinline)) type signed_##name(volatile int64_t a)                  \
    {                                                                                        \
        return (type)a;                                                                      \
    }                                                                                        \
    static __attribute__((noinline)) type unsigned_##name(volatile uint64_t a)               \
    {                                                                                        \
        return (type)a;                                                                      \
    }                                                                                        \
    static void integers_##name(struct float_format f, int rounds)                           \
    {                                                                                        \
        uint32_t got[4] = {0}, want[4] = {0};                                                \
        for (int i = 0; i < rounds; i++) {                                                   \
            uint64_t n = random_bits() >> random_bits() % 64;                                \
            if (random_bits() & 1)                                                           \
                n = -n;                                                                      \
            if (random_bits() % 8 == 0)                                                      \
                n &= ~0ull << random_bits() % 64;                                            \
            uint32_t limbs[2] = {(uint32_t)n, (uint32_t)(n >> 32)};                          \
            for (unsigned m = 0; m < 4; m++) {                                               \
                fesetround(modes[m].machine);                                                \
                store_##name(signed_##name((int64_t)n), want);                               \
                fesetround(FE_TONEAREST);                                                    \
                softfloat_from_integer(f, modes[m].mode, FLOAT_SIGNED, 64, limbs, got);      \
                same(f, got, want, "from int64", modes[m].mode);                             \
            }                                                                                \
            store_##name(unsigned_##name(n), want);                                          \
            softfloat_from_integer(f, ROUND_NEAREST_EVEN, FLOAT_UNSIGNED, 64, limbs, got);   \
            same(f, got, want, "from uint64", 0);                                            \
        }                                                                                    \
    }
FROM_INTEGER(single, float)
FROM_INTEGER(double, double)
FROM_INTEGER(x87, long double)
FROM_INTEGER(quad, __float128)

static void integers_convert_as_the_machine_does(void **state)
{
    (void)state;
    integers_single(FLOAT_SINGLE, 20000);
    integers_double(FLOAT_DOUBLE, 20000);
    integers_x87(FLOAT_X87, 5000);
    integers_quad(FLOAT_QUAD, 5000);
}

/* llrint and a range test written down independently, on doubles */
static void doubles_become_integers(void **state)
{
    (void)state;
    uint32_t a[2], out[2];
    for (int i = 0; i < 50000; i++) {
        random_float(FLOAT_DOUBLE, a);
        double x = load_double(a);
        unsigned m = (unsigned)(random_bits() % 4),
                 width = 1 + (unsigned)(random_bits() % 64);
        bool is_signed = random_bits() & 1;
        fesetround(modes[m].machine);
        volatile double rounded = rint_double(x);
        fesetround(FE_TONEAREST);
        double low = is_signed ? -ldexp(1, (int)width - 1) : 0;
        double high = ldexp(1, is_signed ? (int)width - 1 : (int)width);
        bool fits = rounded >= low && rounded < high;
        uint64_t want = !fits       ? 0
                        : is_signed ? (uint64_t)(int64_t)rounded
                                    : (uint64_t)rounded;
        if (width < 64)
            want &= (1ull << width) - 1;
        out[1] = 0;
        bool got =
            softfloat_to_integer(FLOAT_DOUBLE, modes[m].mode,
                                 is_signed ? FLOAT_SIGNED : FLOAT_UNSIGNED, width, a, out);
        assert_int_equal(got, fits);
        assert_int_equal(out[0] | (uint64_t)out[1] << 32, want);
    }
}

/* Sums and products of floats are exact in quad or nearly so: nearest-away must pick the
 * nearer neighbour, and of two equally near ones the one of larger magnitude. The neighbours
 * come from rounding down and up. */
static void nearest_away_is_nearest_and_away(void **state)
{
    (void)state;
    uint32_t a, b, got, down, up;
    unsigned ties = 0;
    for (int i = 0; i < 40000; i++) {
        random_float(FLOAT_SINGLE, &a);
        random_float(FLOAT_SINGLE, &b);
        if (i % 2)
            b = (b & ~0x7fffffu) | (a & 0x7fffff),
            b ^= 1; /* like fractions: ties are frequent in sums */
        float x = load_single(&a), y = load_single(&b);
        if (!isfinite(x) || !isfinite(y) || fabsf(x) > 1e30f || fabsf(y) > 1e30f || x == 0 ||
            y == 0)
            continue;
        bool sum = i % 4 < 2;
        if (sum && fabs(log2(fabsf(x)) - log2(fabsf(y))) > 80)
            continue;
        __float128 exact = sum ? (__float128)x + y : (__float128)x * y;
        void (*op)(struct float_format, enum rounding, const uint32_t *, const uint32_t *,
                   uint32_t *) = sum ? softfloat_add : softfloat_multiply;
        op(FLOAT_SINGLE, ROUND_DOWN, &a, &b, &down);
        op(FLOAT_SINGLE, ROUND_UP, &a, &b, &up);
        op(FLOAT_SINGLE, ROUND_NEAREST_AWAY, &a, &b, &got);
        float low = load_single(&down), high = load_single(&up), result = load_single(&got);
        if (!isfinite(low) || !isfinite(high))
            continue;
        __float128 below = exact - low, above = high - exact;
        ties += below == above && below > 0;
        float want = below < above ? low : above < below ? high : exact > 0 ? high : low;
        assert_true(result == want);
    }
    assert_true(ties > 50);
}

static void corner_cases(void **state)
{
    (void)state;
    struct float_format d = FLOAT_DOUBLE;
    uint32_t zero[2], minus[2], infinity[2], nan[2], out[2];
    softfloat_zero(d, false, zero);
    softfloat_zero(d, true, minus);
    softfloat_infinity(d, false, infinity);
    softfloat_nan(d, nan);
    assert_int_equal(nan[1], 0x7ff80000);
    assert_int_equal(nan[0], 0);
    /* x - x is +0, but -0 when rounding down */
    softfloat_subtract(d, ROUND_ZERO, infinity, infinity, out);
    assert_true(softfloat_is_nan(d, out));
    softfloat_add(d, ROUND_DOWN, zero, minus, out);
    assert_true(softfloat_is_negative(d, out));
    softfloat_add(d, ROUND_UP, zero, minus, out);
    assert_true(softfloat_is_positive(d, out));
    softfloat_sqrt(d, ROUND_UP, minus, out);
    assert_memory_equal(out, minus, sizeof out);
    /* of two zeros the second */
    softfloat_min(d, zero, minus, out);
    assert_memory_equal(out, minus, sizeof out);
    softfloat_min(d, minus, zero, out);
    assert_memory_equal(out, zero, sizeof out);
    softfloat_max(d, minus, nan, out);
    assert_memory_equal(out, minus, sizeof out);
    softfloat_max(d, nan, infinity, out);
    assert_memory_equal(out, infinity, sizeof out);
    /* NaN has no sign and keeps no payload */
    uint32_t payload[2] = {7, 0xfff00000};
    softfloat_abs(d, payload, out);
    assert_memory_equal(out, nan, sizeof out);
    assert_false(softfloat_is_negative(d, payload) || softfloat_is_positive(d, payload));
}

static void x87_encodings(void **state)
{
    (void)state;
    uint32_t out[3], back[3];
    const uint32_t one[3] = {0, 0x80000000, 0x3fff}, pseudo[3] = {5, 0x80000000, 0},
                   unnormal[3] = {1, 0, 0x4000};
    softfloat_from_x87(one, out);
    softfloat_to_x87(out, back);
    assert_memory_equal(back, one, sizeof one);
    softfloat_from_x87(pseudo,
                       out); /* 2^-16382 * (1 + 5 * 2^-63), written with a zero exponent */
    assert_true(softfloat_is_normal(FLOAT_X87, out));
    softfloat_from_x87(unnormal, out);
    assert_true(softfloat_is_nan(FLOAT_X87, out));
}

static void wide_integers_round_once(void **state)
{
    (void)state;
    /* 2^200 + 2^147 + 1 is just above the middle of two doubles: nearest-even must see the
     * last bit */
    uint32_t n[7] = {1, 0, 0, 0, 1u << 19, 0, 1u << 8}, out[2], back[7];
    softfloat_from_integer(FLOAT_DOUBLE, ROUND_NEAREST_EVEN, FLOAT_UNSIGNED, 201, n, out);
    assert_true(load_double(out) == ldexp(1, 200) + ldexp(1, 148));
    n[0] = 0;
    softfloat_from_integer(FLOAT_DOUBLE, ROUND_NEAREST_EVEN, FLOAT_UNSIGNED, 201, n, out);
    assert_true(load_double(out) == ldexp(1, 200));
    softfloat_from_integer(FLOAT_DOUBLE, ROUND_NEAREST_EVEN, FLOAT_SIGNED, 201, n, out);
    assert_true(load_double(out) < -ldexp(1, 199));
    store_double(-ldexp(1, 200), out);
    assert_true(softfloat_to_integer(FLOAT_DOUBLE, ROUND_ZERO, FLOAT_SIGNED, 201, out, back));
    assert_int_equal(back[6], 1u << 8);
    assert_false(
        softfloat_to_integer(FLOAT_DOUBLE, ROUND_ZERO, FLOAT_SIGNED, 200, out, back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corner_cases),
        cmocka_unit_test(x87_encodings),
        cmocka_unit_test(wide_integers_round_once),
        cmocka_unit_test(arithmetic_agrees_with_the_machine),
        cmocka_unit_test(functions_agree_with_the_library),
        cmocka_unit_test(formats_convert_as_the_machine_does),
        cmocka_unit_test(integers_convert_as_the_machine_does),
        cmocka_unit_test(doubles_become_integers),
        cmocka_unit_test(nearest_away_is_nearest_and_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
