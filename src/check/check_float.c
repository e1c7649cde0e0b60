/* Operations of the checker on floats: IEEE terms, rounding to nearest even. */
#include "check/check_internal.h"

#include "base/failure.h"
#include "term/float_math.h"

static struct datum of(struct term t)
{
    return (struct datum){.kind = DATUM_FLOAT, .a = t};
}

static struct datum converted(struct checker *c, enum term_op op, struct term x,
                              uint32_t width)
{
    struct sort s = view_float_sort(&c->view, width);
    unsigned format[2] = {sort_exponent(c->terms, s), sort_significand(c->terms, s)};
    struct term args[2] = {term_rounding(c->terms, ROUND_NEAREST_EVEN), x};
    return of(term_make(c->terms, op, args, 2, format));
}

static struct datum rounded(struct checker *c, enum rounding mode, struct term x)
{
    return of(term_2(c->terms, TERM_FP_ROUND, term_rounding(c->terms, mode), x));
}

/* A truth value from the set of possible relations: 1 equal, 2 greater, 4 less, 8 unordered.
 */
static struct datum related(struct checker *c, unsigned set, struct term x, struct term y)
{
    struct terms *ts = c->terms;
    struct term parts[4] = {
        term_2(ts, TERM_FP_EQ, x, y), term_2(ts, TERM_FP_LT, y, x),
        term_2(ts, TERM_FP_LT, x, y),
        term_or(ts, term_1(ts, TERM_FP_IS_NAN, x), term_1(ts, TERM_FP_IS_NAN, y))};
    struct term any = term_bool(ts, set == 15);
    for (unsigned i = 0; i < 4; i++)
        if (set >> i & 1)
            any = term_or(ts, any, parts[i]);
    return datum_bits(check_flag(c, any));
}

/* Truncated; any value where the result does not fit: the truncated float is compared with
 * the integer converted back. */
static struct datum to_integer(struct checker *c, struct term x, unsigned width,
                               bool is_signed)
{
    struct terms *ts = c->terms;
    struct sort s = term_sort(ts, x);
    unsigned format[2] = {sort_exponent(ts, s), sort_significand(ts, s)};
    struct term zero = term_rounding(ts, ROUND_ZERO), args[2] = {zero, x};
    struct term whole = term_make(ts, TERM_FP_ROUND, args, 2, NULL);
    struct term value =
        term_make(ts, is_signed ? TERM_FP_TO_SBV : TERM_FP_TO_UBV, args, 2, &width);
    struct term back_args[2] = {zero, value};
    struct term back =
        term_make(ts, is_signed ? TERM_FP_FROM_SBV : TERM_FP_FROM_UBV, back_args, 2, format);
    struct term fits = term_2(ts, TERM_FP_EQ, back,
                              whole); /* exact when it fits: the truncated value is a float */
    return datum_bits(term_ite(ts, fits, value, term_fresh(ts, sort_bv(ts, width), "cast")));
}

static struct datum flag(struct checker *c, struct term t)
{
    return datum_bits(check_flag(c, t));
}

/* One of the two that is no less (no greater) than the other, and no NaN unless both are:
 * zeros are equal. */
static struct datum chosen(struct checker *c, bool largest, struct term x, struct term y)
{
    struct terms *ts = c->terms;
    struct term first = term_2(ts, TERM_FP_LE, largest ? y : x, largest ? x : y);
    struct term second = term_2(ts, TERM_FP_LE, largest ? x : y, largest ? y : x);
    struct term better = term_ite(ts, term_and(ts, first, second),
                                  term_fresh(ts, sort_bool(ts), "zero"), first);
    struct term number = term_ite(ts, better, x, y);
    number = term_ite(ts, term_1(ts, TERM_FP_IS_NAN, y), x, number);
    return of(term_ite(ts, term_1(ts, TERM_FP_IS_NAN, x), y, number));
}

static struct datum function(struct checker *c, enum float_function f, const struct term *v)
{
    struct terms *ts = c->terms;
    struct term fma[4] = {term_rounding(ts, ROUND_NEAREST_EVEN), v[0], v[1], v[2]}, size;
    switch (f) {
    case FMATH_SQRT:
        return of(term_2(ts, TERM_FP_SQRT, term_rounding(ts, ROUND_NEAREST_EVEN), v[0]));
    case FMATH_FABS:
        return of(term_1(ts, TERM_FP_ABS, v[0]));
    case FMATH_FMA:
        return of(term_make(ts, TERM_FP_FMA, fma, 4, NULL));
    case FMATH_FLOOR:
        return rounded(c, ROUND_DOWN, v[0]);
    case FMATH_CEIL:
        return rounded(c, ROUND_UP, v[0]);
    case FMATH_TRUNC:
        return rounded(c, ROUND_ZERO, v[0]);
    case FMATH_RINT:
    case FMATH_ROUNDEVEN:
        return rounded(c, ROUND_NEAREST_EVEN, v[0]);
    case FMATH_ROUND:
        return rounded(c, ROUND_NEAREST_AWAY, v[0]);
    case FMATH_MIN:
        return chosen(c, false, v[0], v[1]);
    case FMATH_MAX:
        return chosen(c, true, v[0], v[1]);
    case FMATH_COPYSIGN:
        size = term_1(ts, TERM_FP_ABS, v[0]);
        return of(term_ite(ts, term_1(ts, TERM_FP_IS_NEGATIVE, v[1]),
                           term_1(ts, TERM_FP_NEG, size), size));
    case FMATH_REMAINDER:
        return of(term_2(ts, TERM_FP_REM, v[0], v[1]));
    case FMATH_IS_NAN:
        return flag(c, term_1(ts, TERM_FP_IS_NAN, v[0]));
    case FMATH_IS_INF:
        return flag(c, term_1(ts, TERM_FP_IS_INF, v[0]));
    case FMATH_IS_FINITE:
        return flag(c, term_not(ts, term_or(ts, term_1(ts, TERM_FP_IS_NAN, v[0]),
                                            term_1(ts, TERM_FP_IS_INF, v[0]))));
    case FMATH_IS_NORMAL:
        return flag(c, term_1(ts, TERM_FP_IS_NORMAL, v[0]));
    case FMATH_SIGNBIT:
        return flag(c, term_1(ts, TERM_FP_IS_NEGATIVE, v[0]));
    }
    BUG("float function %u", f);
}

struct datum check_float(struct checker *c, struct activation *a,
                         const struct instruction *in)
{
    struct terms *ts = c->terms;
    struct term v[3] = {{0}}, nearest = term_rounding(ts, ROUND_NEAREST_EVEN);
    for (uint32_t k = 0; k < in->count && k < 3; k++)
        v[k] = check_operand(c, a, in, k).a;
    switch ((enum float_op)in->op) {
    case FLOAT_FADD:
        return of(term_3(ts, TERM_FP_ADD, nearest, v[0], v[1]));
    case FLOAT_FSUB:
        return of(term_3(ts, TERM_FP_SUB, nearest, v[0], v[1]));
    case FLOAT_FMUL:
        return of(term_3(ts, TERM_FP_MUL, nearest, v[0], v[1]));
    case FLOAT_FDIV:
        return of(term_3(ts, TERM_FP_DIV, nearest, v[0], v[1]));
    case FLOAT_FREM:
        return of(term_float_modulo(ts, v[0], v[1]));
    case FLOAT_FNEG:
        return of(term_1(ts, TERM_FP_NEG, v[0]));
    case FLOAT_FCMP:
        return related(c, in->sub, v[0], v[1]);
    case FLOAT_FEXT:
    case FLOAT_FTRUNC:
        return converted(c, TERM_FP_FROM_FP, v[0], in->type.width);
    case FLOAT_SITOF:
        return converted(c, TERM_FP_FROM_SBV, v[0], in->type.width);
    case FLOAT_UITOF:
        return converted(c, TERM_FP_FROM_UBV, v[0], in->type.width);
    case FLOAT_FTOSI:
        return to_integer(c, v[0], in->type.width, true);
    case FLOAT_FTOUI:
        return to_integer(c, v[0], in->type.width, false);
    case FLOAT_FMATH:
        return function(c, in->sub, v);
    }
    BUG("instruction %u has no meaning", in->op);
}
