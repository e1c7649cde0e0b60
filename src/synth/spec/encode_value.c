/* Instructions without effects, as terms. What C leaves undefined has the meaning of SMT-LIB here: shifts
 * beyond the width give 0 or the sign, x / 0 is all ones, x % 0 is x, floats out of range convert to 0. */
#include "synth/spec/encode.h"

#include <stdio.h>
#include <string.h>

bool encode_unsupported(struct encoder *e, const struct function *f, const struct instruction *i,
                        const char *what)
{
    char place[300];
    const struct place *at = instruction_place(e->program, i);
    (void)f;
    return failure_set(e->failure, FAILURE_UNSUPPORTED, "%s in a specification, %s", what,
                       place_text(e->program, at, place, sizeof place));
}

struct sort encode_sort(struct encoder *e, struct type t)
{
    struct terms *ts = e->spec->terms;
    if (t.kind != TYPE_FLOAT) return sort_bv(ts, t.width ? t.width : 1);
    e->floats = true;
    return t.width == 32 ? sort_float(ts, 8, 24) : sort_float(ts, 11, 53);
}

static struct slot of(struct term t)
{
    return (struct slot){SLOT_TERM, t, NULL};
}
static struct term bit(struct terms *ts, struct term condition)
{
    return term_ite(ts, condition, term_bv(ts, 1, 1), term_bv(ts, 1, 0));
}
static struct term is_set(struct terms *ts, struct term b)
{
    return term_eq(ts, b, term_bv(ts, 1, 1));
}

bool encode_constant(struct encoder *e, struct cells *m, struct value v, struct slot *out)
{
    const struct constant *c = program_constant(e->program, v);
    struct terms *ts = e->spec->terms;
    unsigned pointer = e->program->pointer_width;
    uint64_t object;
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        if (c->type.kind == TYPE_FLOAT) {
            if (c->type.width != 32 && c->type.width != 64) break;
            *out = of(term_float_bits(ts, encode_sort(e, c->type), c->limbs));
        } else {
            *out = of(term_bv_limbs(ts, c->type.width, c->limbs));
        }
        return true;
    case CONSTANT_NULL:
        *out = (struct slot){SLOT_POINTER, TERM_NONE, target_to(e, 0, term_bv(ts, pointer, 0))};
        return true;
    case CONSTANT_GLOBAL:
        if (!map_get(&e->global_object, c->index, &object)) break;
        *out = (struct slot){SLOT_POINTER, TERM_NONE,
                             target_to(e, (uint32_t)object, term_bv_signed(ts, pointer, c->offset))};
        return true;
    case CONSTANT_UNDEF:
        if (c->type.kind == TYPE_POINTER)
            *out = (struct slot){SLOT_POINTER, TERM_NONE, target_to(e, 0, term_bv(ts, pointer, 0))};
        else
            *out = of(term_fresh(ts, encode_sort(e, c->type), "undefined"));
        return true;
    case CONSTANT_FUNCTION:
    case CONSTANT_BLOCK:
        break;
    }
    (void)m;
    return failure_set(e->failure, FAILURE_UNSUPPORTED,
                       "an address of a function or label, or a wide float, in a specification");
}

static bool binary_of(enum op op, enum term_op *out)
{
    switch ((int)op) {
    case OP_ADD:
        *out = TERM_BV_ADD;
        return true;
    case OP_SUB:
        *out = TERM_BV_SUB;
        return true;
    case OP_MUL:
        *out = TERM_BV_MUL;
        return true;
    case OP_UDIV:
        *out = TERM_BV_UDIV;
        return true;
    case OP_SDIV:
        *out = TERM_BV_SDIV;
        return true;
    case OP_UREM:
        *out = TERM_BV_UREM;
        return true;
    case OP_SREM:
        *out = TERM_BV_SREM;
        return true;
    case OP_AND:
        *out = TERM_BV_AND;
        return true;
    case OP_OR:
        *out = TERM_BV_OR;
        return true;
    case OP_XOR:
        *out = TERM_BV_XOR;
        return true;
    case OP_SHL:
        *out = TERM_BV_SHL;
        return true;
    case OP_LSHR:
        *out = TERM_BV_LSHR;
        return true;
    case OP_ASHR:
        *out = TERM_BV_ASHR;
        return true;
    case OP_FADD:
        *out = TERM_FP_ADD;
        return true;
    case OP_FSUB:
        *out = TERM_FP_SUB;
        return true;
    case OP_FMUL:
        *out = TERM_FP_MUL;
        return true;
    case OP_FDIV:
        *out = TERM_FP_DIV;
        return true;
    default:
        return false;
    }
}

/* Division of two zero-extended words is a division of the narrow words, which is much easier to reason
 * about. */
static bool divide_narrow(struct terms *ts, enum op op, struct term a, struct term b, struct term *out)
{
    unsigned wide = term_width(ts, a), width = 0;
    bool divides = op == OP_UDIV || op == OP_SDIV;
    if (!divides && op != OP_UREM && op != OP_SREM) return false;
    struct term operand[2] = {a, b};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t value;
        unsigned needed = wide;
        if (term_op(ts, operand[i]) == TERM_BV_ZEXT)
            needed = term_width(ts, term_arg(ts, operand[i], 0));
        else if (term_const_u64(ts, operand[i], &value))
            needed = value ? 64 - (unsigned)__builtin_clzll(value) : 1;
        if (needed > width) width = needed;
    }
    if (width >= wide) return false;
    struct term x = term_extract(ts, a, width - 1, 0), y = term_extract(ts, b, width - 1, 0);
    *out = term_zext(ts, term_2(ts, divides ? TERM_BV_UDIV : TERM_BV_UREM, x, y), wide);
    if (divides)
        *out = term_ite(ts, term_eq(ts, y, term_bv(ts, width, 0)), term_bv_signed(ts, wide, -1), *out);
    return true;
}

static bool divide_narrow_slot(struct terms *ts, enum op op, const struct term *t, struct slot *out)
{
    struct term made;
    bool division = op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
    if (!division || !divide_narrow(ts, op, t[0], t[1], &made)) return false;
    *out = of(made);
    return true;
}

static struct term compare(struct terms *ts, enum compare sub, struct term a, struct term b)
{
    static const enum term_op ops[] = {
        [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
        [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
        [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE};
    if (sub == COMPARE_EQ) return term_eq(ts, a, b);
    if (sub == COMPARE_NE) return term_ne(ts, a, b);
    return term_2(ts, ops[sub], a, b);
}

static struct term compare_floats(struct terms *ts, unsigned sub, struct term a, struct term b)
{
    struct term any = term_bool(ts, false);
    if (sub & 1) any = term_or(ts, any, term_2(ts, TERM_FP_EQ, a, b));
    if (sub & 2) any = term_or(ts, any, term_2(ts, TERM_FP_LT, b, a));
    if (sub & 4) any = term_or(ts, any, term_2(ts, TERM_FP_LT, a, b));
    if (sub & 8)
        any = term_or(ts, any, term_or(ts, term_1(ts, TERM_FP_IS_NAN, a), term_1(ts, TERM_FP_IS_NAN, b)));
    return any;
}

/* Equality of pointers with known objects. */
static bool compare_pointers(struct encoder *e, const struct instruction *i, const struct slot *v,
                             struct slot *out)
{
    struct terms *ts = e->spec->terms;
    struct term same = term_bool(ts, false);
    if (i->sub != COMPARE_EQ && i->sub != COMPARE_NE) return false;
    for (unsigned a = 0; a < v[0].pointer->count; a++)
        for (unsigned b = 0; b < v[1].pointer->count; b++) {
            const struct target *x = &v[0].pointer->target[a], *y = &v[1].pointer->target[b];
            if (x->object != y->object) continue;
            same = term_or(ts, same,
                           term_and(ts, term_and(ts, x->guard, y->guard), term_eq(ts, x->offset, y->offset)));
        }
    *out = of(bit(ts, i->sub == COMPARE_EQ ? same : term_not(ts, same)));
    return true;
}

static struct term count_bits(struct terms *ts, struct term a)
{
    unsigned w = term_width(ts, a);
    struct term sum = term_bv(ts, w, 0);
    for (unsigned k = 0; k < w; k++)
        sum = term_2(ts, TERM_BV_ADD, sum, term_zext(ts, term_extract(ts, a, k, k), w));
    return sum;
}

static struct term leading_zeros(struct terms *ts, struct term a, bool trailing)
{
    unsigned w = term_width(ts, a);
    struct term count = term_bv(ts, w, w);
    for (unsigned k = 0; k < w; k++) { /* the bit that counts most is looked at last */
        unsigned at = trailing ? w - 1 - k : k;
        count = term_ite(ts, is_set(ts, term_extract(ts, a, at, at)), term_bv(ts, w, w - 1 - k), count);
    }
    return count;
}

static struct term reversed(struct terms *ts, struct term a, unsigned unit)
{
    struct term out = term_extract(ts, a, unit - 1, 0);
    for (unsigned k = unit; k < term_width(ts, a); k += unit)
        out = term_concat(ts, out, term_extract(ts, a, k + unit - 1, k));
    return out;
}

static bool encode_bits(struct encoder *e, const struct instruction *i, const struct term *v,
                        struct slot *out)
{
    struct terms *ts = e->spec->terms;
    unsigned w = term_width(ts, v[0]);
    struct term zero = term_bv(ts, w, 0), wide, amount;
    switch ((enum bits_function)i->sub) {
    case BITS_BSWAP:
        *out = of(reversed(ts, v[0], 8));
        return true;
    case BITS_REVERSE:
        *out = of(reversed(ts, v[0], 1));
        return true;
    case BITS_POPCOUNT:
        *out = of(count_bits(ts, v[0]));
        return true;
    case BITS_CLZ:
        *out = of(leading_zeros(ts, v[0], false));
        return true;
    case BITS_CTZ:
        *out = of(leading_zeros(ts, v[0], true));
        return true;
    case BITS_ABS:
        *out = of(term_ite(ts, term_2(ts, TERM_BV_SLT, v[0], zero), term_1(ts, TERM_BV_NEG, v[0]), v[0]));
        return true;
    case BITS_SMIN:
        *out = of(term_ite(ts, term_2(ts, TERM_BV_SLT, v[0], v[1]), v[0], v[1]));
        return true;
    case BITS_SMAX:
        *out = of(term_ite(ts, term_2(ts, TERM_BV_SLT, v[0], v[1]), v[1], v[0]));
        return true;
    case BITS_UMIN:
        *out = of(term_ite(ts, term_2(ts, TERM_BV_ULT, v[0], v[1]), v[0], v[1]));
        return true;
    case BITS_UMAX:
        *out = of(term_ite(ts, term_2(ts, TERM_BV_ULT, v[0], v[1]), v[1], v[0]));
        return true;
    case BITS_SADD_OVERFLOW:
        *out = of(bit(ts, term_2(ts, TERM_BV_SADDO, v[0], v[1])));
        return true;
    case BITS_UADD_OVERFLOW:
        *out = of(bit(ts, term_2(ts, TERM_BV_UADDO, v[0], v[1])));
        return true;
    case BITS_SSUB_OVERFLOW:
        *out = of(bit(ts, term_2(ts, TERM_BV_SSUBO, v[0], v[1])));
        return true;
    case BITS_USUB_OVERFLOW:
        *out = of(bit(ts, term_2(ts, TERM_BV_USUBO, v[0], v[1])));
        return true;
    case BITS_SMUL_OVERFLOW:
        *out = of(bit(ts, term_2(ts, TERM_BV_SMULO, v[0], v[1])));
        return true;
    case BITS_UMUL_OVERFLOW:
        *out = of(bit(ts, term_2(ts, TERM_BV_UMULO, v[0], v[1])));
        return true;
    case BITS_FSHL:
    case BITS_FSHR:
        if (w > 32) return false;
        amount = term_zext(ts, term_2(ts, TERM_BV_UREM, v[2], term_bv(ts, w, w)), 2 * w);
        wide =
            term_2(ts, i->sub == BITS_FSHL ? TERM_BV_SHL : TERM_BV_LSHR, term_concat(ts, v[0], v[1]), amount);
        *out =
            of(i->sub == BITS_FSHL ? term_extract(ts, wide, 2 * w - 1, w) : term_extract(ts, wide, w - 1, 0));
        return true;
    case BITS_UADD_SAT:
        *out = of(term_ite(ts, term_2(ts, TERM_BV_UADDO, v[0], v[1]), term_bv_signed(ts, w, -1),
                           term_2(ts, TERM_BV_ADD, v[0], v[1])));
        return true;
    case BITS_USUB_SAT:
        *out =
            of(term_ite(ts, term_2(ts, TERM_BV_ULT, v[0], v[1]), zero, term_2(ts, TERM_BV_SUB, v[0], v[1])));
        return true;
    case BITS_SADD_SAT:
    case BITS_SSUB_SAT:
        return false;
    }
    return false;
}

static bool encode_float_math(struct encoder *e, const struct instruction *i, const struct term *v,
                              struct slot *out)
{
    struct terms *ts = e->spec->terms;
    struct term nearest = term_rounding(ts, ROUND_NEAREST_EVEN);
#define ROUNDED(mode) of(term_2(ts, TERM_FP_ROUND, term_rounding(ts, mode), v[0]))
    switch ((int)i->sub) {
    case FMATH_SQRT:
        *out = of(term_2(ts, TERM_FP_SQRT, nearest, v[0]));
        return true;
    case FMATH_FABS:
        *out = of(term_1(ts, TERM_FP_ABS, v[0]));
        return true;
    case FMATH_FLOOR:
        *out = ROUNDED(ROUND_DOWN);
        return true;
    case FMATH_CEIL:
        *out = ROUNDED(ROUND_UP);
        return true;
    case FMATH_TRUNC:
        *out = ROUNDED(ROUND_ZERO);
        return true;
    case FMATH_RINT:
    case FMATH_ROUNDEVEN:
        *out = ROUNDED(ROUND_NEAREST_EVEN);
        return true;
    case FMATH_ROUND:
        *out = ROUNDED(ROUND_NEAREST_AWAY);
        return true;
    case FMATH_IS_NAN:
        *out = of(bit(ts, term_1(ts, TERM_FP_IS_NAN, v[0])));
        return true;
    case FMATH_IS_INF:
        *out = of(bit(ts, term_1(ts, TERM_FP_IS_INF, v[0])));
        return true;
    case FMATH_IS_NORMAL:
        *out = of(bit(ts, term_1(ts, TERM_FP_IS_NORMAL, v[0])));
        return true;
    case FMATH_IS_FINITE:
        *out = of(bit(ts, term_not(ts, term_or(ts, term_1(ts, TERM_FP_IS_NAN, v[0]),
                                               term_1(ts, TERM_FP_IS_INF, v[0])))));
        return true;
    default:
        return false;
    }
#undef ROUNDED
}

static bool encode_conversion(struct encoder *e, const struct instruction *i, struct term v, struct slot *out)
{
    struct terms *ts = e->spec->terms;
    unsigned format[2] = {i->type.width == 32 ? 8 : 11, i->type.width == 32 ? 24 : 53},
             width[1] = {i->type.width};
    struct term nearest = term_rounding(ts, ROUND_NEAREST_EVEN), zero = term_rounding(ts, ROUND_ZERO);
    bool wide = i->type.kind == TYPE_FLOAT && i->type.width != 32 && i->type.width != 64;
    if (wide) return false;
    if (i->type.kind == TYPE_FLOAT) e->floats = true;
    switch ((int)i->op) {
    case OP_ZEXT:
        *out = of(term_zext(ts, v, i->type.width));
        return true;
    case OP_SEXT:
        *out = of(term_sext(ts, v, i->type.width));
        return true;
    case OP_TRUNC:
        *out = of(term_extract(ts, v, i->type.width - 1, 0));
        return true;
    case OP_FEXT:
    case OP_FTRUNC:
        *out = of(term_make(ts, TERM_FP_FROM_FP, (struct term[]){nearest, v}, 2, format));
        return true;
    case OP_SITOF:
        *out = of(term_make(ts, TERM_FP_FROM_SBV, (struct term[]){nearest, v}, 2, format));
        return true;
    case OP_UITOF:
        *out = of(term_make(ts, TERM_FP_FROM_UBV, (struct term[]){nearest, v}, 2, format));
        return true;
    case OP_FTOSI:
        *out = of(term_make(ts, TERM_FP_TO_SBV, (struct term[]){zero, v}, 2, width));
        return true;
    case OP_FTOUI:
        *out = of(term_make(ts, TERM_FP_TO_UBV, (struct term[]){zero, v}, 2, width));
        return true;
    case OP_BITCAST:
        if (i->type.kind == TYPE_FLOAT)
            *out = of(term_make(ts, TERM_FP_FROM_BITS, &v, 1, format));
        else
            *out = sort_kind(ts, term_sort(ts, v)) == SORT_FLOAT ? of(term_1(ts, TERM_FP_TO_BITS, v)) : of(v);
        return true;
    default:
        return false;
    }
}

bool encode_pure(struct encoder *e, const struct function *f, const struct instruction *i,
                 const struct slot *v, struct slot *out)
{
    struct terms *ts = e->spec->terms;
    struct term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    enum term_op op;
    bool pointers = false;
    for (uint32_t k = 0; k < i->count && k < 3; k++) {
        t[k] = v[k].term;
        pointers |= v[k].kind == SLOT_POINTER;
    }
    if (i->type.kind == TYPE_FLOAT || i->op == OP_FCMP) e->floats = true;
    if (i->op == OP_SELECT) {
        *out = slot_choose(e, is_set(ts, t[0]), v[1], v[2]);
        return !e->failed;
    }
    if (i->op == OP_PTRADD) {
        *out = (struct slot){SLOT_POINTER, TERM_NONE, target_add(e, v[0].pointer, t[1])};
        return true;
    }
    if (i->op == OP_ICMP && pointers)
        return compare_pointers(e, i, v, out) || encode_unsupported(e, f, i, "comparison of pointers");
    if (pointers) return encode_unsupported(e, f, i, "arithmetic on a pointer");
    if (i->op == OP_ICMP)
        *out = of(bit(ts, compare(ts, i->sub, t[0], t[1])));
    else if (i->op == OP_FCMP)
        *out = of(bit(ts, compare_floats(ts, i->sub, t[0], t[1])));
    else if (i->op == OP_FNEG)
        *out = of(term_1(ts, TERM_FP_NEG, t[0]));
    else if (i->op == OP_BITS)
        return encode_bits(e, i, t, out) || encode_unsupported(e, f, i, "a bit function");
    else if (i->op == OP_FMATH)
        return encode_float_math(e, i, t, out) || encode_unsupported(e, f, i, "a float function");
    else if (divide_narrow_slot(ts, i->op, t, out))
        return true;
    else if (binary_of(i->op, &op))
        *out = of(i->op >= OP_FADD ? term_3(ts, op, term_rounding(ts, ROUND_NEAREST_EVEN), t[0], t[1])
                                   : term_2(ts, op, t[0], t[1]));
    else
        return encode_conversion(e, i, t[0], out) ||
               encode_unsupported(e, f, i, "an instruction that is not encoded");
    return true;
}
