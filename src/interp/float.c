/* Float operations: the formats of the machine by the machine (round to nearest even), half
 * and quad by base/softfloat. Conversions between machine formats go through long double,
 * which holds each of them exactly. */
#include "interp/interp_internal.h"

#include "base/failure.h"
#include "base/float/softfloat.h"

#include <math.h>

#define T float
#define NAME(x) single_##x
#define CALL(x) x##f
#include "interp/float_native.inc"
#define T double
#define NAME(x) double_##x
#define CALL(x) x
#include "interp/float_native.inc"
#define T long double
#define NAME(x) extended_##x
#define CALL(x) x##l
#include "interp/float_native.inc"

static bool is_soft(struct type t)
{
    return t.kind == TYPE_FLOAT && (t.width == 16 || t.width == 128);
}

static struct float_format format_of(uint32_t width)
{
    switch (width) {
    case 16:
        return FLOAT_HALF;
    case 32:
        return FLOAT_SINGLE;
    case 64:
        return FLOAT_DOUBLE;
    case 80:
        return FLOAT_X87;
    default:
        return FLOAT_QUAD;
    }
}

static void to_limbs(slot s, struct type t, uint32_t out[SOFTFLOAT_LIMBS])
{
    memset(out, 0, SOFTFLOAT_LIMBS * sizeof *out);
    if (t.width <= 64)
        s.high = 0;
    memcpy(out, &s, sizeof s);
    if (t.kind == TYPE_FLOAT && t.width == 80)
        softfloat_from_x87(out, out);
}

static slot from_limbs(uint32_t limbs[SOFTFLOAT_LIMBS], struct type t)
{
    slot s = {0, 0};
    if (t.kind == TYPE_FLOAT && t.width == 80)
        softfloat_to_x87(limbs, limbs);
    memcpy(&s, limbs, (t.width + 31) / 32 * 4);
    return s;
}

static bool soft_compare(struct float_format f, uint8_t how, const uint32_t *a,
                         const uint32_t *b)
{
    if (softfloat_is_nan(f, a) || softfloat_is_nan(f, b))
        return how & 8;
    if (softfloat_equal(f, a, b))
        return how & 1;
    return softfloat_less(f, b, a) ? how & 2 : how & 4;
}

static slot soft_math(const struct operation *o, slot p, slot q, slot r)
{
    struct float_format f = format_of(o->from.width);
    uint32_t a[SOFTFLOAT_LIMBS], b[SOFTFLOAT_LIMBS], c[SOFTFLOAT_LIMBS],
        out[SOFTFLOAT_LIMBS] = {0};
    to_limbs(p, o->from, a);
    to_limbs(q, o->from, b);
    to_limbs(r, o->from, c);
    uint32_t top = o->from.width - 1;
    bool sign = a[top / 32] >> top % 32 & 1, other = b[top / 32] >> top % 32 & 1;
    bool nan = softfloat_is_nan(f, a), infinite = softfloat_is_infinite(f, a);
    switch ((enum float_function)o->sub) {
    case FMATH_SQRT:
        softfloat_sqrt(f, ROUND_NEAREST_EVEN, a, out);
        break;
    case FMATH_FABS:
        softfloat_abs(f, a, out);
        break;
    case FMATH_FMA:
        softfloat_fma(f, ROUND_NEAREST_EVEN, a, b, c, out);
        break;
    case FMATH_FLOOR:
        softfloat_round_to_integral(f, ROUND_DOWN, a, out);
        break;
    case FMATH_CEIL:
        softfloat_round_to_integral(f, ROUND_UP, a, out);
        break;
    case FMATH_TRUNC:
        softfloat_round_to_integral(f, ROUND_ZERO, a, out);
        break;
    case FMATH_RINT:
    case FMATH_ROUNDEVEN:
        softfloat_round_to_integral(f, ROUND_NEAREST_EVEN, a, out);
        break;
    case FMATH_ROUND:
        softfloat_round_to_integral(f, ROUND_NEAREST_AWAY, a, out);
        break;
    case FMATH_MIN:
        softfloat_min(f, a, b, out);
        break;
    case FMATH_MAX:
        softfloat_max(f, a, b, out);
        break;
    case FMATH_COPYSIGN:
        memcpy(out, a, sizeof out);
        if (sign != other)
            out[top / 32] ^= 1u << top % 32;
        break;
    case FMATH_REMAINDER:
        softfloat_remainder(f, a, b, out);
        break;
    case FMATH_IS_NAN:
        return (slot){nan, 0};
    case FMATH_IS_INF:
        return (slot){infinite, 0};
    case FMATH_IS_FINITE:
        return (slot){!nan && !infinite, 0};
    case FMATH_IS_NORMAL:
        return (slot){softfloat_is_normal(f, a), 0};
    case FMATH_SIGNBIT:
        return (slot){sign, 0};
    }
    return from_limbs(out, o->type);
}

static slot soft_compute(const struct operation *o, slot p, slot q, slot r)
{
    struct float_format f = format_of(o->from.width), to = format_of(o->type.width);
    uint32_t a[SOFTFLOAT_LIMBS], b[SOFTFLOAT_LIMBS], out[SOFTFLOAT_LIMBS] = {0};
    enum rounding nearest = ROUND_NEAREST_EVEN;
    to_limbs(p, o->from, a);
    to_limbs(q, o->from, b);
    LAW(op_class((enum op)o->op) == CLASS_FLOAT);
    switch ((enum float_op)o->op) {
    case FLOAT_FADD:
        softfloat_add(f, nearest, a, b, out);
        break;
    case FLOAT_FSUB:
        softfloat_subtract(f, nearest, a, b, out);
        break;
    case FLOAT_FMUL:
        softfloat_multiply(f, nearest, a, b, out);
        break;
    case FLOAT_FDIV:
        softfloat_divide(f, nearest, a, b, out);
        break;
    case FLOAT_FREM:
        softfloat_modulo(f, a, b, out);
        break;
    case FLOAT_FNEG:
        softfloat_negate(f, a, out);
        break;
    case FLOAT_FCMP:
        return (slot){soft_compare(f, o->sub, a, b), 0};
    case FLOAT_FMATH:
        return soft_math(o, p, q, r);
    case FLOAT_FEXT:
    case FLOAT_FTRUNC:
        softfloat_convert(f, to, nearest, a, out);
        break;
    case FLOAT_FTOSI:
        softfloat_to_integer(f, ROUND_ZERO, FLOAT_SIGNED, o->type.width, a, out);
        break;
    case FLOAT_FTOUI:
        softfloat_to_integer(f, ROUND_ZERO, FLOAT_UNSIGNED, o->type.width, a, out);
        break;
    case FLOAT_SITOF:
        softfloat_from_integer(to, nearest, FLOAT_SIGNED, o->from.width, a, out);
        break;
    case FLOAT_UITOF:
        softfloat_from_integer(to, nearest, FLOAT_UNSIGNED, o->from.width, a, out);
        break;
    }
    return from_limbs(out, o->type);
}

static long double machine_get(slot s, uint32_t width)
{
    if (width == 32)
        return (long double)single_get(s);
    return width == 64 ? (long double)double_get(s) : extended_get(s);
}

static slot machine_put(long double x, uint32_t width)
{
    if (width == 32)
        return single_put((float)x);
    return width == 64 ? double_put((double)x) : extended_put(x);
}

/* Out of range gives what x86 gives: the smallest signed value. */
static slot to_integer(long double x, const struct operation *o)
{
    uint32_t width = o->type.width;
    long double low = o->op == OP_FTOSI ? -ldexpl(1, (int)width - 1) : 0,
                high = ldexpl(1, (int)width - (o->op == OP_FTOSI));
    x = truncl(x);
    if (!(x >= low && x < high))
        return wide_slot((wide)1 << (width - 1), width);
    return wide_slot(x < 0 ? (wide)(__int128)x : (wide)x, width);
}

static slot from_integer(slot s, const struct operation *o)
{
    wide v = slot_wide(s, o->from.width);
    uint32_t shift = 128 - o->from.width;
    __int128 n = (__int128)(v << shift) >> shift;
    bool is_signed = o->op == OP_SITOF;
    if (o->type.width == 32)
        return single_put(is_signed ? (float)n : (float)v);
    if (o->type.width == 64)
        return double_put(is_signed ? (double)n : (double)v);
    return extended_put(is_signed ? (long double)n : (long double)v);
}

static slot machine_compute(const struct operation *o, slot a, slot b, slot c)
{
    if (o->op == OP_SITOF || o->op == OP_UITOF)
        return from_integer(a, o);
    if (o->op == OP_FTOSI || o->op == OP_FTOUI)
        return to_integer(machine_get(a, o->from.width), o);
    if (o->op == OP_FEXT || o->op == OP_FTRUNC)
        return machine_put(machine_get(a, o->from.width), o->type.width);
    if (o->from.width == 32)
        return single_compute(o, a, b, c);
    if (o->from.width == 64)
        return double_compute(o, a, b, c);
    return extended_compute(o, a, b, c);
}

slot float_operation(const struct operation *o, slot a, slot b, slot c)
{
    bool undefined = o->from.width <= 64 && (a.high | b.high | c.high);
    slot r = is_soft(o->type) || is_soft(o->from) ? soft_compute(o, a, b, c)
                                                  : machine_compute(o, a, b, c);
    return undefined ? slot_undefined_of(r, o->type) : r;
}
