/* Conversions between floats and words, on ranges. */
#include "solver/box/value.h"

#include "base/failure.h"
#include "term/float_apply.h"
#include "term/float_number.h"

static struct box_form float_form(const struct box_operation *o)
{
    return (struct box_form){BOX_FLOAT, softfloat_width(o->format), o->format};
}

static struct box_value any_word(const struct box_operation *o)
{
    return box_words(o->width, 0, box_power(o->width) - 1);
}

static uint64_t sign_of(unsigned width)
{
    LAW(width && width <= 64);
    return UINT64_C(1) << (width - 1);
}

/* --- by bits --- */

/* Positive floats as their bits say: all beyond infinity are NaN. */
static struct box_value positive_floats(struct float_format format, uint64_t from,
                                        uint64_t to)
{
    LAW(from <= to);
    uint64_t end = (uint64_t)box_infinity(format);
    if (from > end)
        return (struct box_value){.nan = true, .least = 1};
    return (struct box_value){
        .nan = to > end, .least = (int64_t)from, .most = (int64_t)(to > end ? end : to)};
}

static struct box_value from_bits(const struct box_operation *o, struct box_value a)
{
    LAW(0 <= a.from && a.from <= a.to);
    uint64_t sign = sign_of(softfloat_width(o->format)), from = (uint64_t)a.from,
             to = (uint64_t)a.to;
    if (to < sign)
        return positive_floats(o->format, from, to);
    if (from < sign)
        return box_anything(float_form(o));
    struct box_value out = positive_floats(o->format, from - sign, to - sign);
    if (out.least > out.most)
        return out;
    return (struct box_value){.nan = out.nan, .least = -out.most, .most = -out.least};
}

static struct box_value to_bits(const struct box_operation *o, struct box_value a)
{
    LAW(a.nan || a.least <= a.most);
    unsigned width = softfloat_width(o->format);
    box_integer sign = (box_integer)sign_of(width);
    if (!a.nan && a.least > 0)
        return box_words(width, a.least, a.most);
    if (!a.nan && a.most < 0)
        return box_words(width, sign - a.most, sign - a.least);
    return box_words(width, 0, box_power(width) - 1);
}

/* --- by value --- */

static int64_t float_of_word(const struct box_operation *o, uint64_t word)
{
    LAW(o->width <= 64);
    uint32_t limbs[2] = {(uint32_t)word, (uint32_t)(word >> 32)}, out[SOFTFLOAT_LIMBS] = {0};
    const uint32_t *arguments[1] = {limbs};
    struct float_operation plain = {o->op, o->mode, o->format, o->to, o->width};
    float_apply(&plain, arguments, out);
    return (int64_t)float_number(softfloat_width(o->format), (uint64_t)out[1] << 32 | out[0]);
}

static struct box_value from_word(const struct box_operation *o, struct box_value a)
{
    bool has_sign = o->op == TERM_FP_FROM_SBV;
    uint64_t from = (uint64_t)(has_sign ? a.least : a.from),
             to = (uint64_t)(has_sign ? a.most : a.to);
    return (struct box_value){.least = float_of_word(o, from), .most = float_of_word(o, to)};
}

/* The number of 2^power, of infinity if there is no such float. */
static int64_t number_of_power(struct float_format f, unsigned power)
{
    LAW(f.exponent > 1 && f.significand > 1);
    uint64_t bias = (UINT64_C(1) << (f.exponent - 1)) - 1;
    if (power > bias)
        return box_infinity(f);
    return (int64_t)((power + bias) << (f.significand - 1));
}

static uint64_t word_of_float(const struct box_operation *o, int64_t number)
{
    LAW(o->width <= 64);
    uint64_t bits = float_bits(softfloat_width(o->format), number);
    uint32_t limbs[2] = {(uint32_t)bits, (uint32_t)(bits >> 32)}, out[SOFTFLOAT_LIMBS] = {0};
    const uint32_t *arguments[1] = {limbs};
    struct float_operation plain = {o->op, o->mode, o->format, o->to, o->width};
    float_apply(&plain, arguments, out);
    uint64_t word = o->width > 32 ? (uint64_t)out[1] << 32 | out[0] : out[0];
    return o->width < 64 ? word & ((UINT64_C(1) << o->width) - 1) : word;
}

static struct box_value word_at(const struct box_operation *o, int64_t number)
{
    box_integer word = (box_integer)word_of_float(o, number);
    return box_words(o->width, word, word);
}

/* Towards zero whatever lies between the powers of two is in range. */
static struct box_value to_word(const struct box_operation *o, struct box_value a)
{
    bool has_sign = o->op == TERM_FP_TO_SBV;
    int64_t end = number_of_power(o->format, o->width - has_sign);
    int64_t begin = has_sign ? -end : 0;
    if (o->width > 64 || o->mode != ROUND_ZERO || a.nan || a.least > a.most ||
        a.least < begin || a.most >= end || a.least == -box_infinity(o->format))
        return any_word(o);
    struct box_value low = word_at(o, (int64_t)a.least), high = word_at(o, (int64_t)a.most);
    if (has_sign)
        return box_signed_words(o->width, low.least, high.most);
    return box_words(o->width, low.from, high.to);
}

struct box_value box_convert(const struct box_operation *o, const struct box_value *a)
{
    if (o->width > 64 && (o->op == TERM_FP_FROM_SBV || o->op == TERM_FP_FROM_UBV))
        return box_anything(float_form(o));
    switch ((enum term_float_op)o->op) {
    case TERM_FP_FROM_BITS:
        return from_bits(o, *a);
    case TERM_FP_TO_BITS:
        return to_bits(o, *a);
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
        return from_word(o, *a);
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        return to_word(o, *a);
    case TERM_FP_ADD:
    case TERM_FP_SUB:
    case TERM_FP_MUL:
    case TERM_FP_DIV:
    case TERM_FP_FMA:
    case TERM_FP_SQRT:
    case TERM_FP_REM:
    case TERM_FP_ROUND:
    case TERM_FP_MIN:
    case TERM_FP_MAX:
    case TERM_FP_ABS:
    case TERM_FP_NEG:
    case TERM_FP_FROM_FP:
        break;
    }
    BUG("no conversion");
}
