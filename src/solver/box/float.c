/* Arithmetic and tests of floats on ranges. */
#include "solver/box/value.h"

#include "base/failure.h"
#include "term/float_apply.h"
#include "term/float_number.h"

#include <float.h>
#include <math.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "float arithmetic is done in its own format");

/* --- one result --- */

static bool is_format(struct float_format f, struct float_format other)
{
    return f.exponent == other.exponent && f.significand == other.significand;
}

/* The machine's own arithmetic; false: the operation is not one that is done so. */
#define RESULT(name, type)                                                                   \
    static bool name(enum term_op op, type a, type b, type *out)                             \
    {                                                                                        \
        if (op == TERM_FP_ADD)                                                               \
            *out = a + b;                                                                    \
        else if (op == TERM_FP_SUB)                                                          \
            *out = a - b;                                                                    \
        else if (op == TERM_FP_MUL)                                                          \
            *out = a * b;                                                                    \
        else if (op == TERM_FP_DIV)                                                          \
            *out = a / b;                                                                    \
        else                                                                                 \
            return false;                                                                    \
        return true;                                                                         \
    }
RESULT(single_result, float)
RESULT(double_result, double)

static float single_of(int64_t number)
{
    LAW(number >= -INT32_MAX && number <= INT32_MAX);
    uint32_t bits = (uint32_t)float_bits(32, number);
    float out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static double double_of(int64_t number)
{
    uint64_t bits = float_bits(64, number);
    double out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static int64_t number_of_single(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int64_t)float_number(32, bits);
}

static int64_t number_of_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int64_t)float_number(64, bits);
}

/* False: by softfloat. In *good whether it is a number. */
static bool by_machine(const struct box_operation *o, const int64_t *arguments, int64_t *out,
                       bool *good)
{
    if (o->mode != ROUND_NEAREST_EVEN)
        return false;
    if (is_format(o->format, FLOAT_SINGLE)) {
        float x;
        if (!single_result(o->op, single_of(arguments[0]), single_of(arguments[1]), &x))
            return false;
        *good = !isnan(x);
        *out = number_of_single(x);
        return true;
    }
    if (is_format(o->format, FLOAT_DOUBLE)) {
        double x;
        if (!double_result(o->op, double_of(arguments[0]), double_of(arguments[1]), &x))
            return false;
        *good = !isnan(x);
        *out = number_of_double(x);
        return true;
    }
    return false;
}

/* From one of the two formats of C to the other. */
static bool changes_by_machine(const struct box_operation *o, int64_t argument, int64_t *out)
{
    if (o->op != TERM_FP_FROM_FP || o->mode != ROUND_NEAREST_EVEN)
        return false;
    bool wider = is_format(o->format, FLOAT_SINGLE) && is_format(o->to, FLOAT_DOUBLE);
    bool narrower = is_format(o->format, FLOAT_DOUBLE) && is_format(o->to, FLOAT_SINGLE);
    if (wider)
        *out = number_of_double((double)single_of(argument));
    if (narrower)
        *out = number_of_single((float)double_of(argument));
    return wider || narrower;
}

static bool is_number(struct float_format f, int64_t number)
{
    return number <= box_infinity(f) && number >= -box_infinity(f);
}

static void put_limbs(uint64_t bits, uint32_t *limbs)
{
    limbs[0] = (uint32_t)bits;
    limbs[1] = (uint32_t)(bits >> 32);
}

bool box_apply(const struct box_operation *o, const int64_t *arguments, int64_t *out)
{
    unsigned count = float_op_arguments(o->op);
    uint32_t limbs[3][2], result[SOFTFLOAT_LIMBS] = {0};
    const uint32_t *pointers[3];
    bool good;
    LAW(count <= 3);
    if (count == 2 && by_machine(o, arguments, out, &good))
        return good;
    if (changes_by_machine(o, arguments[0], out))
        return true;
    for (unsigned i = 0; i < count; i++) {
        put_limbs(float_bits(softfloat_width(o->format), arguments[i]), limbs[i]);
        pointers[i] = limbs[i];
    }
    struct float_operation plain = {o->op, o->mode, o->format, o->to, o->width};
    struct float_format format = float_result_format(&plain);
    float_apply(&plain, pointers, result);
    uint64_t bits = (uint64_t)result[1] << 32 | result[0];
    *out = (int64_t)float_number(softfloat_width(format), bits);
    return is_number(format, *out);
}

/* --- ranges --- */

static struct box_value any_float(struct float_format f)
{
    return (struct box_value){
        .nan = true, .least = -box_infinity(f), .most = box_infinity(f)};
}

static bool is_only_nan(struct box_value v)
{
    return v.least > v.most;
}

static bool has_zero(struct box_value v)
{
    return v.least <= 0 && v.most >= 0;
}

static bool has_infinity(struct float_format f, struct box_value v)
{
    return v.most == box_infinity(f) || v.least == -box_infinity(f);
}

/* The least and the greatest result at the ends of both ranges, where the operation is
 * monotone in each argument as long as the other one stays; in any direction. */
static bool at_ends(const struct box_operation *o, struct box_value a, struct box_value b,
                    struct box_value *out)
{
    LAW(!is_only_nan(a) && !is_only_nan(b));
    const int64_t x[2] = {(int64_t)a.least, (int64_t)a.most},
                  y[2] = {(int64_t)b.least, (int64_t)b.most};
    const int64_t ends[4][2] = {{x[0], y[0]}, {x[0], y[1]}, {x[1], y[0]}, {x[1], y[1]}};
    for (int i = 0; i < 4; i++) {
        int64_t result;
        if (!box_apply(o, ends[i], &result))
            return false;
        if (!i || result < out->least)
            out->least = result;
        if (!i || result > out->most)
            out->most = result;
    }
    return true;
}

static struct box_value sum(const struct box_operation *o, struct box_value a,
                            struct box_value b)
{
    LAW(o->op == TERM_FP_ADD || o->op == TERM_FP_SUB);
    struct box_value out = {.nan = a.nan || b.nan};
    bool minus = o->op == TERM_FP_SUB;
    if (minus && o->same) {
        out.nan |= has_infinity(o->format, a);
        return out;
    }
    const int64_t low[2] = {(int64_t)a.least, (int64_t)(minus ? b.most : b.least)},
                  high[2] = {(int64_t)a.most, (int64_t)(minus ? b.least : b.most)};
    int64_t least, most;
    if (!box_apply(o, low, &least) || !box_apply(o, high, &most))
        return any_float(o->format);
    out.least = least;
    out.most = most;
    out.nan |= has_infinity(o->format, a) && has_infinity(o->format, b);
    return out;
}

/* A term times itself. */
static struct box_value square(const struct box_operation *o, struct box_value a)
{
    LAW(o->op == TERM_FP_MUL && o->same && !is_only_nan(a));
    struct box_value out = {.nan = a.nan};
    const int64_t low[2] = {(int64_t)a.least, (int64_t)a.least},
                  high[2] = {(int64_t)a.most, (int64_t)a.most};
    int64_t x, y;
    if (!box_apply(o, low, &x) || !box_apply(o, high, &y))
        return any_float(o->format);
    out.least = x < y ? x : y;
    out.most = x < y ? y : x;
    if (has_zero(a))
        out.least = 0;
    return out;
}

static struct box_value product(const struct box_operation *o, struct box_value a,
                                struct box_value b)
{
    struct box_value out = {0};
    if (o->same)
        return square(o, a);
    if (!at_ends(o, a, b, &out))
        return any_float(o->format);
    out.nan = a.nan || b.nan || (has_zero(a) && has_infinity(o->format, b)) ||
              (has_zero(b) && has_infinity(o->format, a));
    return out;
}

static struct box_value quotient(const struct box_operation *o, struct box_value a,
                                 struct box_value b)
{
    LAW(o->op == TERM_FP_DIV);
    struct box_value out = {0};
    if (has_zero(b) || !at_ends(o, a, b, &out))
        return any_float(o->format);
    out.nan = a.nan || b.nan || (has_infinity(o->format, a) && has_infinity(o->format, b));
    return out;
}

/* Monotone in one argument, and never NaN of a number. */
static struct box_value monotone(const struct box_operation *o, struct float_format format,
                                 struct box_value a)
{
    struct box_value out = {.nan = a.nan};
    const int64_t ends[2] = {(int64_t)a.least, (int64_t)a.most};
    int64_t least, most;
    if (!box_apply(o, &ends[0], &least) || !box_apply(o, &ends[1], &most))
        return any_float(format);
    LAW(least <= most);
    out.least = least;
    out.most = most;
    return out;
}

static struct box_value root(const struct box_operation *o, struct box_value a)
{
    LAW(o->op == TERM_FP_SQRT);
    bool negative = a.least < 0;
    if (a.most < 0)
        return (struct box_value){.nan = true, .least = 1};
    if (negative)
        a.least = 0;
    struct box_value out = monotone(o, o->format, a);
    out.nan |= negative;
    return out;
}

static struct box_value negated(struct box_value a)
{
    return (struct box_value){.nan = a.nan, .least = -a.most, .most = -a.least};
}

static struct box_value absolute(struct box_value a)
{
    if (a.least >= 0)
        return a;
    if (a.most <= 0)
        return negated(a);
    return (struct box_value){.nan = a.nan, .most = a.most > -a.least ? a.most : -a.least};
}

/* Of a NaN and a number the number. */
static struct box_value extreme(const struct box_operation *o, struct box_value a,
                                struct box_value b)
{
    LAW(o->op == TERM_FP_MIN || o->op == TERM_FP_MAX);
    struct box_form form = {BOX_FLOAT, softfloat_width(o->format), o->format};
    bool least = o->op == TERM_FP_MIN;
    if (a.nan || b.nan) {
        struct box_value out = box_join(form, a, b);
        out.nan = a.nan && b.nan;
        return out;
    }
    return (struct box_value){
        .least = (a.least < b.least) == least ? a.least : b.least,
        .most = (a.most < b.most) == least ? a.most : b.most,
    };
}

struct box_value box_float(const struct box_operation *o, const struct box_value *a)
{
    bool two = float_op_arguments(o->op) == 2 && o->op != TERM_FP_MIN && o->op != TERM_FP_MAX;
    if (is_only_nan(a[0]) && o->op != TERM_FP_MIN && o->op != TERM_FP_MAX)
        return (struct box_value){.nan = true, .least = 1};
    if (two && is_only_nan(a[1]))
        return (struct box_value){.nan = true, .least = 1};
    switch ((enum term_float_op)o->op) {
    case TERM_FP_ADD:
    case TERM_FP_SUB:
        return sum(o, a[0], a[1]);
    case TERM_FP_MUL:
        return product(o, a[0], a[1]);
    case TERM_FP_DIV:
        return quotient(o, a[0], a[1]);
    case TERM_FP_SQRT:
        return root(o, a[0]);
    case TERM_FP_ROUND:
        return monotone(o, o->format, a[0]);
    case TERM_FP_FROM_FP:
        return monotone(o, o->to, a[0]);
    case TERM_FP_MIN:
    case TERM_FP_MAX:
        return extreme(o, a[0], a[1]);
    case TERM_FP_ABS:
        return absolute(a[0]);
    case TERM_FP_NEG:
        return negated(a[0]);
    case TERM_FP_FMA:
    case TERM_FP_REM:
        return any_float(o->format);
    case TERM_FP_FROM_BITS:
    case TERM_FP_TO_BITS:
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        break;
    }
    BUG("not arithmetic of floats");
}

/* --- tests --- */

static uint8_t truth(bool may_hold, bool may_fail)
{
    return (uint8_t)((may_hold ? BOX_TRUE : 0) | (may_fail ? BOX_FALSE : 0));
}

static uint8_t compare(enum term_op op, struct box_value a, struct box_value b)
{
    bool nan = a.nan || b.nan, points = a.least == a.most && b.least == b.most;
    if (is_only_nan(a) || is_only_nan(b))
        return BOX_FALSE;
    if (op == TERM_FP_LT)
        return truth(a.least < b.most, nan || a.most >= b.least);
    if (op == TERM_FP_LE)
        return truth(a.least <= b.most, nan || a.most > b.least);
    return truth(a.least <= b.most && b.least <= a.most,
                 nan || !points || a.least != b.least);
}

/* Of a number whether it lies between the two, and no NaN does. */
static uint8_t between(struct box_value a, int64_t low, int64_t high)
{
    LAW(low <= high);
    bool some = !is_only_nan(a) && a.least <= high && a.most >= low;
    return truth(some, a.nan || is_only_nan(a) || a.least < low || a.most > high);
}

uint8_t box_float_test(const struct box_operation *o, const struct box_value *a)
{
    switch ((enum term_float_test_op)o->op) {
    case TERM_FP_EQ:
    case TERM_FP_LT:
    case TERM_FP_LE:
        return compare(o->op, a[0], a[1]);
    case TERM_FP_IS_NAN:
        return truth(a->nan, !is_only_nan(*a));
    case TERM_FP_IS_ZERO:
        return between(*a, 0, 0);
    case TERM_FP_IS_INF:
        return truth(!is_only_nan(*a) && has_infinity(o->format, *a),
                     a->nan || a->least != a->most || !has_infinity(o->format, *a));
    case TERM_FP_IS_NEGATIVE:
        return truth(!is_only_nan(*a) && a->least <= 0,
                     a->nan || is_only_nan(*a) || a->most >= 0);
    case TERM_FP_IS_POSITIVE:
        return truth(!is_only_nan(*a) && a->most >= 0,
                     a->nan || is_only_nan(*a) || a->least <= 0);
    case TERM_FP_IS_NORMAL:
    case TERM_FP_IS_SUBNORMAL:
        return BOX_EITHER;
    }
    BUG("not a test of floats");
}
