/* base/softfloat against the definition of IEEE 754, on all arguments of tiny formats and in
 * all five modes.
 *
 * A result is correct when it is the neighbour of the exact real result that the mode names.
 * Neighbours are found by searching the values of the format; a candidate x is compared with
 * the exact result without computing the latter (a / b against x is a against x b, sqrt(a)
 * against x is a against x x), all in exact arithmetic: __float128 holds every number that
 * occurs. Z3 4.8.12 is wrong on some of these formats (see tests/unit/term/float_z3_test.c).
 */
#include "base/float/softfloat.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

typedef __float128 real;

/* The magnitudes of a format in ascending order: entry i has the bits i. The last one would
 * follow the largest. */
struct table {
    struct float_format format;
    unsigned count; /* bits of infinity */
    real magnitude[256];
};

static void table_init(struct table *t, struct float_format f)
{
    unsigned fraction = f.significand - 1;
    int bias = (1 << (f.exponent - 1)) - 1;
    *t = (struct table){.format = f, .count = ((1u << f.exponent) - 1) << fraction};
    for (unsigned bits = 0; bits <= t->count; bits++) {
        int exponent = (int)(bits >> fraction), low = (int)(bits & ((1u << fraction) - 1));
        double significand = exponent ? low + (1 << fraction) : low;
        t->magnitude[bits] =
            ldexp(significand, (exponent ? exponent : 1) - bias - (int)fraction);
    }
}

static bool is_negative(const struct table *t, uint32_t bits)
{
    return bits >> (softfloat_width(t->format) - 1);
}

static uint32_t without_sign(const struct table *t, uint32_t bits)
{
    return bits & ((1u << (softfloat_width(t->format) - 1)) - 1);
}

static real value(const struct table *t, uint32_t bits)
{
    real magnitude = t->magnitude[without_sign(t, bits)];
    return is_negative(t, bits) ? -magnitude : magnitude;
}

struct exact {
    char op;
    real a, b, c;
};

static int sign_of(real x)
{
    return x < 0 ? -1 : x > 0;
}

/* sign of (exact result - x) */
static int against(const struct exact *e, real x)
{
    switch (e->op) {
    case '+':
        return sign_of(e->a + e->b - x);
    case '-':
        return sign_of(e->a - e->b - x);
    case '*':
        return sign_of(e->a * e->b - x);
    case 'f':
        return sign_of(e->a * e->b + e->c - x);
    case '/':
        return sign_of(e->a - x * e->b) * sign_of(e->b);
    default:
        return x < 0 ? 1 : sign_of(e->a - x * x); /* square root */
    }
}

/* The bits that the non-zero exact result rounds to, by looking for its neighbours in
 * magnitude. */
static uint32_t rounded(const struct table *t, enum rounding mode, const struct exact *e)
{
    bool negative = against(e, 0) < 0;
    real s = negative ? -1 : 1;
    unsigned low = 0, beyond = t->count + 1;
    while (beyond - low > 1) {
        unsigned middle = (low + beyond) / 2;
        if (against(e, s * t->magnitude[middle]) * (int)s >= 0)
            low = middle;
        else
            beyond = middle;
    }
    bool exactly = against(e, s * t->magnitude[low]) == 0;
    if (low == t->count) { /* at or beyond the first number that the format does not have */
        bool stays = mode == ROUND_ZERO || mode == (negative ? ROUND_UP : ROUND_DOWN);
        low = stays ? t->count - 1 : t->count;
        exactly = true;
    }
    unsigned high = exactly ? low : low + 1, choice = low;
    if (!exactly) {
        int middle = against(e, s * (t->magnitude[low] + t->magnitude[high]) / 2) * (int)s;
        switch (mode) {
        case ROUND_NEAREST_EVEN:
            choice = middle > 0 || (middle == 0 && low % 2) ? high : low;
            break;
        case ROUND_NEAREST_AWAY:
            choice = middle >= 0 ? high : low;
            break;
        case ROUND_UP:
            choice = negative ? low : high;
            break;
        case ROUND_DOWN:
            choice = negative ? high : low;
            break;
        case ROUND_ZERO:
            choice = low;
            break;
        }
    }
    return choice | (uint32_t)negative << (softfloat_width(t->format) - 1);
}

static void apply(struct float_format f, char op, enum rounding mode, const uint32_t *v,
                  uint32_t *out)
{
    switch (op) {
    case '+':
        softfloat_add(f, mode, &v[0], &v[1], out);
        break;
    case '-':
        softfloat_subtract(f, mode, &v[0], &v[1], out);
        break;
    case '*':
        softfloat_multiply(f, mode, &v[0], &v[1], out);
        break;
    case 'f':
        softfloat_fma(f, mode, &v[0], &v[1], &v[2], out);
        break;
    case '/':
        softfloat_divide(f, mode, &v[0], &v[1], out);
        break;
    case 's':
        softfloat_sqrt(f, mode, &v[0], out);
        break;
    case 'r':
        softfloat_remainder(f, &v[0], &v[1], out);
        break;
    default:
        softfloat_round_to_integral(f, mode, &v[0], out);
        break;
    }
}

static void expect(const struct table *t, char op, enum rounding mode, const uint32_t *v,
                   uint32_t want)
{
    uint32_t got;
    apply(t->format, op, mode, v, &got);
    if (got == want)
        return;
    fprintf(stderr, "%c format %u/%u mode %d: %x %x %x gives %x, not %x\n", op,
            t->format.exponent, t->format.significand, (int)mode, v[0], v[1], v[2], got,
            want);
    fail();
}

/* finite arguments whose exact result is a non-zero number; the other cases are in
 * softfloat_test.c */
static void check_rounding(const struct table *t, char op, unsigned arguments)
{
    unsigned width = softfloat_width(t->format);
    for (uint32_t all = 0; all < 1u << width * arguments; all++) {
        uint32_t mask = (1u << width) - 1,
                 v[3] = {all & mask, all >> width & mask, all >> 2 * width & mask};
        bool finite = true;
        for (unsigned i = 0; i < arguments; i++)
            finite = finite && without_sign(t, v[i]) < t->count;
        if (!finite)
            continue;
        struct exact e = {op, value(t, v[0]), arguments > 1 ? value(t, v[1]) : 0,
                          arguments > 2 ? value(t, v[2]) : 0};
        if ((op == '/' && e.b == 0) || (op == 's' && e.a < 0) || against(&e, 0) == 0)
            continue;
        for (int mode = ROUND_NEAREST_EVEN; mode <= ROUND_ZERO; mode++)
            expect(t, op, (enum rounding)mode, v, rounded(t, (enum rounding)mode, &e));
    }
}

static void every_rounding_picks_the_right_neighbour(void **state)
{
    (void)state;
    const struct float_format formats[] = {{3, 4}, {4, 3}, {2, 5}, {2, 3}, {3, 2}, {5, 3}};
    for (unsigned i = 0; i < 6; i++) {
        struct table t;
        table_init(&t, formats[i]);
        for (const char *op = "+-*/"; *op; op++)
            check_rounding(&t, *op, 2);
        check_rounding(&t, 's', 1);
        if (softfloat_width(formats[i]) <= 6)
            check_rounding(&t, 'f', 3);
    }
}

/* the integer nearest to the real that x and y divide to, ties to even; exact, since numbers
 * are small */
static long nearest_quotient(real x, real y)
{
    long n = (long)(x / y);
    while (against(&(struct exact){'/', x, y, 0}, n) < 0)
        n--;
    while (against(&(struct exact){'/', x, y, 0}, n + 1) >= 0)
        n++;
    int middle = against(&(struct exact){'/', x, y, 0}, (real)n + 0.5);
    return middle > 0 || (middle == 0 && n % 2) ? n + 1 : n;
}

static void remainders_are_exact(void **state)
{
    (void)state;
    const struct float_format formats[] = {{3, 4}, {4, 3}, {2, 5}, {5, 3}};
    for (unsigned i = 0; i < 4; i++) {
        struct table t;
        table_init(&t, formats[i]);
        unsigned top = softfloat_width(formats[i]) - 1;
        for (uint32_t a = 0; a < 2u << top; a++)
            for (uint32_t b = 0; b < 2u << top; b++) {
                if (without_sign(&t, a) >= t.count || without_sign(&t, b) >= t.count ||
                    !without_sign(&t, b))
                    continue;
                real x = value(&t, a), y = value(&t, b),
                     rest = x - y * nearest_quotient(x, y);
                uint32_t v[3] = {a, b, 0}, want = 0;
                while (t.magnitude[want] != (rest < 0 ? -rest : rest))
                    assert_true(++want < t.count);
                bool negative = rest == 0 ? is_negative(&t, a) : rest < 0;
                expect(&t, 'r', ROUND_ZERO, v, want | (uint32_t)negative << top);
            }
    }
}

static void integral_values_are_the_right_neighbours(void **state)
{
    (void)state;
    const struct float_format formats[] = {{3, 4}, {4, 3}, {3, 5}, {5, 3}, {2, 3}, {2, 5}};
    for (unsigned i = 0; i < 6; i++) {
        struct table t;
        table_init(&t, formats[i]);
        unsigned top = softfloat_width(formats[i]) - 1;
        for (uint32_t a = 0; a < 2u << top; a++) {
            if (without_sign(&t, a) >= t.count)
                continue;
            double x = (double)value(&t, a), down = floor(x), up = ceil(x), even = rint(x),
                   away = round(x);
            const double results[] = {even, away, up, down, trunc(x)};
            for (int mode = ROUND_NEAREST_EVEN; mode <= ROUND_ZERO; mode++) {
                uint32_t v[3] = {a, 0, 0}, want = 0;
                while ((double)t.magnitude[want] != fabs(results[mode]))
                    assert_true(++want <= t.count);
                expect(&t, 'i', (enum rounding)mode, v,
                       want | (uint32_t)is_negative(&t, a) << top);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rounding_picks_the_right_neighbour),
        cmocka_unit_test(remainders_are_exact),
        cmocka_unit_test(integral_values_are_the_right_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
