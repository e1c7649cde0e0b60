/* Rewriting of float applications that have a variable argument. Notation: x, y floats, k a
 * constant, rm any mode.
 *
 * Laws used: floats in terms have one NaN, so x * 1 = x holds for NaN too; + and * commute;
 * conversion to a format that contains the old one is exact. No rule makes a term larger. */
#include "term/float_fold.h"
#include "base/failure.h"
#include "term/term_internal.h"

/* What is rewritten. */
struct rewriting {
    struct terms *terms;
    enum term_op op;
    const struct term *args;   /* with the rounding mode */
    const struct term *floats; /* without it */
    struct sort result;
};

static bool is(const struct rewriting *r, struct term t, enum term_op op)
{
    return term_op(r->terms, t) == op;
}

static struct term below(const struct rewriting *r, struct term t, size_t i)
{
    return term_arg(r->terms, t, i);
}

static struct float_format format_of(const struct rewriting *r, struct term t)
{
    struct sort sort = term_sort(r->terms, t);
    return (struct float_format){sort_exponent(r->terms, sort),
                                 sort_significand(r->terms, sort)};
}

static struct term float_constant(const struct rewriting *r, struct float_format f,
                                  const uint32_t *limbs)
{
    return term_float_bits(r->terms, sort_float(r->terms, f.exponent, f.significand), limbs);
}

static struct term negated(const struct rewriting *r, struct term x)
{
    return term_1(r->terms, TERM_FP_NEG, x);
}

/* every value of the first format is one of the second */
static bool contains(struct float_format inner, struct float_format outer)
{
    return inner.exponent <= outer.exponent && inner.significand <= outer.significand;
}

/* t as an exact conversion of *inner */
static bool is_widened(const struct rewriting *r, struct term t, struct term *inner)
{
    if (!is(r, t, TERM_FP_FROM_FP))
        return false;
    *inner = below(r, t, 1);
    return contains(format_of(r, *inner), format_of(r, t));
}

/* --- signs and classes --- */

static struct term rewrite_sign(const struct rewriting *r)
{
    struct term x = r->floats[0];
    if (!is(r, x, TERM_FP_NEG) && !is(r, x, TERM_FP_ABS))
        return TERM_NONE;
    if (r->op == TERM_FP_NEG)
        return is(r, x, TERM_FP_NEG) ? below(r, x, 0) : TERM_NONE; /* --x = x */
    return term_1(r->terms, TERM_FP_ABS, below(r, x, 0));          /* |-x| = ||x|| = |x| */
}

static struct term rewrite_class(const struct rewriting *r)
{
    struct term x = r->floats[0], inner;
    bool signs = r->op == TERM_FP_IS_NEGATIVE || r->op == TERM_FP_IS_POSITIVE;
    if (!signs && (is(r, x, TERM_FP_NEG) || is(r, x, TERM_FP_ABS)))
        return term_1(r->terms, r->op, below(r, x, 0));
    if (signs && is(r, x, TERM_FP_NEG)) {
        enum term_op other =
            r->op == TERM_FP_IS_NEGATIVE ? TERM_FP_IS_POSITIVE : TERM_FP_IS_NEGATIVE;
        return term_1(r->terms, other, below(r, x, 0));
    }
    if (r->op == TERM_FP_IS_NEGATIVE && is(r, x, TERM_FP_ABS))
        return term_bool(r->terms, false);
    /* conversions keep NaN and sign; exact ones also zero and infinity (but not normality) */
    bool kept = signs || r->op == TERM_FP_IS_NAN;
    if (kept && is(r, x, TERM_FP_FROM_FP))
        return term_1(r->terms, r->op, below(r, x, 1));
    if ((r->op == TERM_FP_IS_ZERO || r->op == TERM_FP_IS_INF) && is_widened(r, x, &inner))
        return term_1(r->terms, r->op, inner);
    bool from_integer = is(r, x, TERM_FP_FROM_SBV) || is(r, x, TERM_FP_FROM_UBV);
    if (r->op == TERM_FP_IS_NAN && from_integer)
        return term_bool(r->terms, false);
    return TERM_NONE;
}

/* --- order --- */

/* x op k or k op x with x of the narrower format: k is cut down to it, towards the side that
 * keeps the order.
 */
static struct term compare_narrow(const struct rewriting *r, struct term x, struct term k,
                                  bool constant_first)
{
    struct float_format narrow = format_of(r, x), wide = format_of(r, k);
    uint32_t cut[SOFTFLOAT_LIMBS], back[SOFTFLOAT_LIMBS];
    softfloat_convert(wide, narrow, constant_first ? ROUND_UP : ROUND_DOWN,
                      term_limbs(r->terms, k), cut);
    softfloat_convert(narrow, wide, ROUND_ZERO, cut, back);
    bool exactly = softfloat_equal(wide, back, term_limbs(r->terms, k));
    if (!exactly && r->op == TERM_FP_EQ)
        return term_bool(r->terms, false);
    struct term limit = float_constant(r, narrow, cut);
    enum term_op op =
        exactly ? r->op
                : TERM_FP_LE; /* x < k is x <= the next one below, when k is between two */
    return constant_first ? term_2(r->terms, op, limit, x) : term_2(r->terms, op, x, limit);
}

static bool is_nan(const struct rewriting *r, struct term t)
{
    return is(r, t, TERM_FLOAT) && softfloat_is_nan(format_of(r, t), term_limbs(r->terms, t));
}

static struct term rewrite_comparison(const struct rewriting *r)
{
    struct term x = r->floats[0], y = r->floats[1], inner_x, inner_y;
    if (is_nan(r, x) || is_nan(r, y))
        return term_bool(r->terms, false);
    if (term_same(x, y)) {
        if (r->op == TERM_FP_LT)
            return term_bool(r->terms, false);
        return term_not(r->terms, term_1(r->terms, TERM_FP_IS_NAN, x));
    }
    bool wide_x = is_widened(r, x, &inner_x), wide_y = is_widened(r, y, &inner_y);
    if (wide_x && wide_y &&
        term_sort(r->terms, inner_x).id == term_sort(r->terms, inner_y).id)
        return term_2(r->terms, r->op, inner_x, inner_y);
    if (wide_x && is(r, y, TERM_FLOAT))
        return compare_narrow(r, inner_x, y, false);
    if (wide_y && is(r, x, TERM_FLOAT))
        return compare_narrow(r, inner_y, x, true);
    if (is(r, x, TERM_FP_NEG) && is(r, y, TERM_FP_NEG)) /* -x < -y is y < x */
        return term_2(r->terms, r->op, below(r, y, 0), below(r, x, 0));
    if (r->op == TERM_FP_EQ && x.id > y.id)
        return term_2(r->terms, TERM_FP_EQ, y, x);
    return TERM_NONE;
}

/* --- arithmetic --- */

/* Is t the constant (-1)^negative * 2^0? */
static bool is_one(const struct rewriting *r, struct term t, bool *negative)
{
    if (!is(r, t, TERM_FLOAT))
        return false;
    struct float_format f = format_of(r, t);
    uint32_t one[SOFTFLOAT_LIMBS], magnitude[SOFTFLOAT_LIMBS];
    softfloat_from_integer(f, ROUND_ZERO, FLOAT_UNSIGNED, 1, &(uint32_t){1}, one);
    softfloat_abs(f, term_limbs(r->terms, t), magnitude);
    *negative = softfloat_is_negative(f, term_limbs(r->terms, t));
    return softfloat_equal(f, one, magnitude);
}

/* 1 / k when that is exact: k is a power of two and so is the quotient, a normal number */
static struct term exact_reciprocal(const struct rewriting *r, struct term k)
{
    if (!is(r, k, TERM_FLOAT))
        return TERM_NONE;
    struct float_format f = format_of(r, k);
    uint32_t one[SOFTFLOAT_LIMBS], down[SOFTFLOAT_LIMBS], product[SOFTFLOAT_LIMBS];
    softfloat_from_integer(f, ROUND_ZERO, FLOAT_UNSIGNED, 1, &(uint32_t){1}, one);
    softfloat_divide(f, ROUND_ZERO, one, term_limbs(r->terms, k), down);
    if (!softfloat_is_normal(f, down))
        return TERM_NONE;
    /* towards zero the quotient times k is 1 only if the quotient was exact: otherwise it is
     * smaller */
    softfloat_multiply(f, ROUND_ZERO, down, term_limbs(r->terms, k), product);
    return softfloat_equal(f, product, one) ? float_constant(r, f, down) : TERM_NONE;
}

static struct term rewrite_sum(const struct rewriting *r)
{
    struct term rm = r->args[0], x = r->floats[0], y = r->floats[1];
    if (r->op == TERM_FP_SUB)
        return is(r, y, TERM_FLOAT) ? term_3(r->terms, TERM_FP_ADD, rm, x, negated(r, y))
                                    : TERM_NONE;
    if (x.id > y.id)
        return term_3(r->terms, TERM_FP_ADD, rm, y, x);
    /* x + -0 = x, but +0 + -0 is -0 when rounding down */
    struct term k = is(r, x, TERM_FLOAT) ? x : y, other = is(r, x, TERM_FLOAT) ? y : x;
    if (!is(r, k, TERM_FLOAT) || !is(r, rm, TERM_ROUNDING))
        return TERM_NONE;
    bool down = term_parameter(r->terms, rm, 0) == ROUND_DOWN;
    struct float_format f = format_of(r, k);
    const uint32_t *limbs = term_limbs(r->terms, k);
    return softfloat_is_zero(f, limbs) && softfloat_is_negative(f, limbs) && !down
               ? other
               : TERM_NONE;
}

static struct term rewrite_product(const struct rewriting *r)
{
    struct term rm = r->args[0], x = r->floats[0], y = r->floats[1];
    bool negative;
    if (is_one(r, y, &negative))
        return negative ? negated(r, x) : x;
    if (r->op == TERM_FP_DIV) {
        struct term inverse = exact_reciprocal(r, y);
        return term_is(inverse) ? term_3(r->terms, TERM_FP_MUL, rm, x, inverse) : TERM_NONE;
    }
    if (is_one(r, x, &negative))
        return negative ? negated(r, y) : y;
    return x.id > y.id ? term_3(r->terms, TERM_FP_MUL, rm, y, x) : TERM_NONE;
}

static struct term rewrite_fma(const struct rewriting *r)
{
    struct term x = r->floats[0], y = r->floats[1];
    struct term args[4] = {r->args[0], y, x, r->floats[2]};
    return x.id > y.id ? term_make(r->terms, TERM_FP_FMA, args, 4, NULL) : TERM_NONE;
}

static struct term rewrite_round(const struct rewriting *r)
{
    return is(r, r->floats[0], TERM_FP_ROUND) ? r->floats[0] : TERM_NONE;
}

/* A NaN among the arguments is the result. Otherwise the rule, if there is one, says. */
static struct term rewrite_arithmetic(const struct rewriting *r,
                                      struct term (*rule)(const struct rewriting *))
{
    for (unsigned i = 0; i < float_op_arguments(r->op); i++)
        if (is_nan(r, r->floats[i]))
            return r->floats[i];
    return rule ? rule(r) : TERM_NONE;
}

static struct term rewrite_choice(const struct rewriting *r)
{
    struct term x = r->floats[0], y = r->floats[1];
    if (term_same(x, y) || is_nan(r, y))
        return x;
    return is_nan(r, x) ? y : TERM_NONE;
}

/* --- conversions --- */

static struct term rewrite_convert(const struct rewriting *r)
{
    struct term x = r->floats[0], inner;
    struct float_format to = {sort_exponent(r->terms, r->result),
                              sort_significand(r->terms, r->result)};
    if (term_sort(r->terms, x).id == r->result.id)
        return x;
    if (!is_widened(r, x, &inner))
        return TERM_NONE;
    /* an exact step first: one conversion does the same, or none */
    if (term_sort(r->terms, inner).id == r->result.id)
        return inner;
    struct term args[2] = {r->args[0], inner};
    return term_make(r->terms, TERM_FP_FROM_FP, args, 2,
                     (unsigned[]){to.exponent, to.significand});
}

/* an integer that its float holds exactly, taken back */
static struct term rewrite_to_integer(const struct rewriting *r)
{
    struct term x = r->floats[0];
    bool is_signed = r->op == TERM_FP_TO_SBV;
    if (!is(r, x, is_signed ? TERM_FP_FROM_SBV : TERM_FP_FROM_UBV))
        return TERM_NONE;
    struct term integer = below(r, x, 1);
    struct float_format f = format_of(r, x);
    unsigned from = term_width(r->terms, integer), to = sort_width(r->terms, r->result);
    bool exact = from <= f.significand && from < 1u << (f.exponent - 1);
    if (!exact || to < from)
        return TERM_NONE;
    return is_signed ? term_sext(r->terms, integer, to) : term_zext(r->terms, integer, to);
}

static struct term rewrite_from_bits(const struct rewriting *r)
{
    struct term bits = r->args[0];
    return is(r, bits, TERM_FP_TO_BITS) ? below(r, bits, 0) : TERM_NONE;
}

/* --- all of them --- */

static struct term rewrite_test(const struct rewriting *r)
{
    bool orders = r->op == TERM_FP_EQ || r->op == TERM_FP_LT || r->op == TERM_FP_LE;
    return orders ? rewrite_comparison(r) : rewrite_class(r);
}

struct term float_rewrite(struct terms *terms, enum term_op op, const struct term *arguments,
                          size_t count, struct sort result)
{
    (void)count;
    struct rewriting r = {terms, op, arguments, arguments + float_op_rounds(op), result};
    if (float_op_is_predicate(op))
        return rewrite_test(&r);
    switch ((enum term_float_op)op) {
    case TERM_FP_ADD:
    case TERM_FP_SUB:
        return rewrite_arithmetic(&r, rewrite_sum);
    case TERM_FP_MUL:
    case TERM_FP_DIV:
        return rewrite_arithmetic(&r, rewrite_product);
    case TERM_FP_FMA:
        return rewrite_arithmetic(&r, rewrite_fma);
    case TERM_FP_ROUND:
        return rewrite_arithmetic(&r, rewrite_round);
    case TERM_FP_SQRT:
    case TERM_FP_REM:
        return rewrite_arithmetic(&r, NULL);
    case TERM_FP_MIN:
    case TERM_FP_MAX:
        return rewrite_choice(&r);
    case TERM_FP_NEG:
    case TERM_FP_ABS:
        return rewrite_sign(&r);
    case TERM_FP_FROM_BITS:
        return rewrite_from_bits(&r);
    case TERM_FP_FROM_FP:
        return rewrite_convert(&r);
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        return rewrite_to_integer(&r);
    case TERM_FP_TO_BITS:
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
        return TERM_NONE;
    }
    BUG("no such operator");
}
