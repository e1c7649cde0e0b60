/* Float operations: C's, rounding to nearest even, over IEEE terms. */
#include "formula/exec_internal.h"

#include "base/failure.h"
#include "term/float_math.h"

#include <stdio.h>

static struct term nearest(struct exec *e)
{
    return term_rounding(e->terms, ROUND_NEAREST_EVEN);
}

static struct sym of_float(struct term t)
{
    return (struct sym){.kind = SYM_FLOAT, .a = t};
}

static struct term convert(struct exec *e, enum term_op op, struct term rounding,
                           struct term x, struct type to)
{
    struct sort s = memory_float_sort(e->memory, to.width);
    unsigned format[2] = {sort_exponent(e->terms, s), sort_significand(e->terms, s)};
    struct term args[2] = {rounding, x};
    return term_make(e->terms, op, args, 2, format);
}

static struct term from_bool(struct exec *e, struct term c)
{
    return term_ite(e->terms, c, term_bv(e->terms, 1, 1), term_bv(e->terms, 1, 0));
}

static struct sym compare(struct exec *e, unsigned predicate, struct term x, struct term y)
{
    struct terms *ts = e->terms;
    struct term c = term_bool(ts, false);
    if (predicate & 1)
        c = term_or(ts, c, term_2(ts, TERM_FP_EQ, x, y));
    if (predicate & 2)
        c = term_or(ts, c, term_2(ts, TERM_FP_LT, y, x));
    if (predicate & 4)
        c = term_or(ts, c, term_2(ts, TERM_FP_LT, x, y));
    if (predicate & 8)
        c = term_or(
            ts, c, term_or(ts, term_1(ts, TERM_FP_IS_NAN, x), term_1(ts, TERM_FP_IS_NAN, y)));
    if (predicate == FCOMPARE_TRUE)
        c = term_bool(ts, true);
    return sym_bits(from_bool(e, c));
}

static struct term zero_like(struct exec *e, struct term x)
{
    static const uint32_t limbs[4] = {0};
    return term_float_bits(e->terms, term_sort(e->terms, x), limbs);
}

/* Towards zero; any value when the result does not fit. */
static struct sym to_integer(struct exec *e, struct term x, unsigned width, bool is_signed)
{
    struct terms *ts = e->terms;
    struct term zero = term_rounding(ts, ROUND_ZERO);
    struct term args[2] = {zero, x};
    struct term whole = term_make(ts, TERM_FP_ROUND, args, 2, NULL);
    /* the bounds 2^n and -2^n are exact in every format that reaches them, and infinite
     * otherwise */
    unsigned n = is_signed ? width - 1 : width;
    struct sort s = term_sort(ts, x);
    unsigned format[2] = {sort_exponent(ts, s), sort_significand(ts, s)};
    struct term power =
        term_2(ts, TERM_BV_SHL, term_bv(ts, width + 2, 1), term_bv(ts, width + 2, n));
    struct term bound[2] = {nearest(e), power};
    struct term top = term_make(ts, TERM_FP_FROM_SBV, bound, 2, format);
    struct term fits = term_2(ts, TERM_FP_LT, whole, top);
    struct term bottom = is_signed ? term_1(ts, TERM_FP_NEG, top) : zero_like(e, x);
    fits = term_and(ts, fits, term_2(ts, TERM_FP_LE, bottom, whole)); /* -0 counts as 0 */
    struct term value =
        term_make(ts, is_signed ? TERM_FP_TO_SBV : TERM_FP_TO_UBV, args, 2, &width);
    if (term_is_true(ts, fits) || e->options->undefined == UNDEFINED_AS_SMTLIB)
        return sym_bits(value);
    return sym_bits(term_ite(ts, fits, value, term_fresh(ts, sort_bv(ts, width), "cast")));
}

static struct term round_with(struct exec *e, enum rounding mode, struct term x)
{
    return term_2(e->terms, TERM_FP_ROUND, term_rounding(e->terms, mode), x);
}

/* Which sign a NaN has is not for C to say: runs that look are not covered. */
void exec_look_at_sign(struct exec *e, struct frame *fr, uint32_t id, struct term x)
{
    LAW(id < fr->f->instructions.count);
    if (e->options->undefined == UNDEFINED_AS_SMTLIB)
        return;
    struct term nan = term_1(e->terms, TERM_FP_IS_NAN, x);
    if (!term_is_false(e->terms, nan))
        exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(e->terms, e->guard->term, nan),
                 "sign of a NaN");
    exec_assume(e, term_not(e->terms, nan));
}

/* The larger or smaller of two: of zeros of different sign it is either. */
static struct sym extreme(struct exec *e, enum term_op op, const struct term *a)
{
    struct terms *ts = e->terms;
    struct term value = term_2(ts, op, a[0], a[1]);
    if (e->options->undefined == UNDEFINED_AS_SMTLIB)
        return of_float(value);
    struct term zeros =
        term_and(ts, term_1(ts, TERM_FP_IS_ZERO, a[0]), term_1(ts, TERM_FP_IS_ZERO, a[1]));
    struct term alike = term_eq(ts, term_1(ts, TERM_FP_IS_NEGATIVE, a[0]),
                                term_1(ts, TERM_FP_IS_NEGATIVE, a[1]));
    struct term open = term_and(ts, zeros, term_not(ts, alike));
    if (term_is_false(ts, open))
        return of_float(value);
    struct term either = term_ite(ts, term_fresh(ts, sort_bool(ts), "zero"), a[0], a[1]);
    return of_float(term_ite(ts, open, either, value));
}

static struct sym math(struct exec *e, struct frame *fr, uint32_t id,
                       const struct instruction *in, const struct term *a)
{
    struct terms *ts = e->terms;
    struct term negative;
    switch ((enum float_function)in->sub) {
    case FMATH_SQRT:
        return of_float(term_2(ts, TERM_FP_SQRT, nearest(e), a[0]));
    case FMATH_FABS:
        return of_float(term_1(ts, TERM_FP_ABS, a[0]));
    case FMATH_FMA: {
        struct term args[4] = {nearest(e), a[0], a[1], a[2]};
        return of_float(term_make(ts, TERM_FP_FMA, args, 4, NULL));
    }
    case FMATH_FLOOR:
        return of_float(round_with(e, ROUND_DOWN, a[0]));
    case FMATH_CEIL:
        return of_float(round_with(e, ROUND_UP, a[0]));
    case FMATH_TRUNC:
        return of_float(round_with(e, ROUND_ZERO, a[0]));
    case FMATH_RINT:
    case FMATH_ROUNDEVEN:
        return of_float(round_with(e, ROUND_NEAREST_EVEN, a[0]));
    case FMATH_ROUND:
        return of_float(round_with(e, ROUND_NEAREST_AWAY, a[0]));
    case FMATH_MIN:
        return extreme(e, TERM_FP_MIN, a);
    case FMATH_MAX:
        return extreme(e, TERM_FP_MAX, a);
    case FMATH_COPYSIGN:
        exec_look_at_sign(e, fr, id, a[1]);
        negative = term_1(ts, TERM_FP_ABS, a[0]);
        return of_float(term_ite(ts, term_1(ts, TERM_FP_IS_NEGATIVE, a[1]),
                                 term_1(ts, TERM_FP_NEG, negative), negative));
    case FMATH_REMAINDER:
        return of_float(term_2(ts, TERM_FP_REM, a[0], a[1]));
    case FMATH_IS_NAN:
        return sym_bits(from_bool(e, term_1(ts, TERM_FP_IS_NAN, a[0])));
    case FMATH_IS_INF:
        return sym_bits(from_bool(e, term_1(ts, TERM_FP_IS_INF, a[0])));
    case FMATH_IS_FINITE:
        return sym_bits(
            from_bool(e, term_not(ts, term_or(ts, term_1(ts, TERM_FP_IS_NAN, a[0]),
                                              term_1(ts, TERM_FP_IS_INF, a[0])))));
    case FMATH_IS_NORMAL:
        return sym_bits(from_bool(e, term_1(ts, TERM_FP_IS_NORMAL, a[0])));
    case FMATH_SIGNBIT:
        exec_look_at_sign(e, fr, id, a[0]);
        return sym_bits(from_bool(e, term_1(ts, TERM_FP_IS_NEGATIVE, a[0])));
    }
    BUG("float function %u", in->sub);
}

/* What has a large circuit. */
static bool is_arithmetic(const struct instruction *in)
{
    switch ((enum float_op)in->op) {
    case FLOAT_FADD:
    case FLOAT_FSUB:
    case FLOAT_FMUL:
    case FLOAT_FDIV:
    case FLOAT_FREM:
        return true;
    case FLOAT_FMATH:
        return in->sub == FMATH_SQRT || in->sub == FMATH_FMA || in->sub == FMATH_REMAINDER;
    case FLOAT_FNEG:
    case FLOAT_FCMP:
    case FLOAT_FEXT:
    case FLOAT_FTRUNC:
    case FLOAT_SITOF:
    case FLOAT_UITOF:
    case FLOAT_FTOSI:
    case FLOAT_FTOUI:
        return false;
    }
    return false;
}

static struct sym any_float(struct exec *e, struct frame *fr, uint32_t id, struct type type)
{
    char name[64];
    e->out->coarse = true;
    snprintf(name, sizeof name, "anyfloat!%016lx", (unsigned long)exec_name(e, fr, id));
    return sym_fresh(e->memory, type, name);
}

struct sym exec_float(struct exec *e, struct frame *fr, uint32_t id)
{
    LAW(id < fr->f->instructions.count);
    struct terms *ts = e->terms;
    const struct instruction *in = &fr->f->instructions.data[id];
    if (e->options->any_floats && is_arithmetic(in))
        return any_float(e, fr, id, in->type);
    struct term a[3] = {{0}};
    for (uint32_t k = 0; k < in->count && k < 3; k++)
        a[k] = exec_value(e, fr, instruction_operand(fr->f, in, k)).a;
    switch ((enum float_op)in->op) {
    case FLOAT_FADD:
        return of_float(term_3(ts, TERM_FP_ADD, nearest(e), a[0], a[1]));
    case FLOAT_FSUB:
        return of_float(term_3(ts, TERM_FP_SUB, nearest(e), a[0], a[1]));
    case FLOAT_FMUL:
        return of_float(term_3(ts, TERM_FP_MUL, nearest(e), a[0], a[1]));
    case FLOAT_FDIV:
        return of_float(term_3(ts, TERM_FP_DIV, nearest(e), a[0], a[1]));
    case FLOAT_FREM:
        return of_float(term_float_modulo(ts, a[0], a[1]));
    case FLOAT_FNEG:
        return of_float(term_1(ts, TERM_FP_NEG, a[0]));
    case FLOAT_FCMP:
        return compare(e, in->sub, a[0], a[1]);
    case FLOAT_FEXT:
    case FLOAT_FTRUNC:
        return of_float(convert(e, TERM_FP_FROM_FP, nearest(e), a[0], in->type));
    case FLOAT_SITOF:
        return of_float(convert(e, TERM_FP_FROM_SBV, nearest(e), a[0], in->type));
    case FLOAT_UITOF:
        return of_float(convert(e, TERM_FP_FROM_UBV, nearest(e), a[0], in->type));
    case FLOAT_FTOSI:
        return to_integer(e, a[0], in->type.width, true);
    case FLOAT_FTOUI:
        return to_integer(e, a[0], in->type.width, false);
    case FLOAT_FMATH:
        return math(e, fr, id, in, a);
    }
    BUG("instruction %u is not executed", in->op);
}
