/* What instructions without effects compute, as bit-vectors: pointers are their addresses,
 * floats their bits. A value that was computed before the round is a variable named after its
 * side, activation and instruction. */
#include "check/pair/pair_internal.h"

#include "base/failure.h"
#include "check/partial_op.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

uint64_t pair_key(uint64_t path, uint32_t instruction, uint32_t result)
{
    return hash_pair(hash_pair(path, instruction), result);
}

uint64_t pair_path(uint64_t caller, uint32_t call, uint32_t function)
{
    return caller ? hash_pair(hash_pair(caller, call), function) : hash_pair(7, 1);
}

struct term pair_variable(struct pair_side *s, unsigned width, const char *format, ...)
{
    char name[160];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(name, sizeof name - 12, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= sizeof name - 12) {
        s->failed = "a name that is too long";
        return term_bv(s->terms, width, 0);
    }
    snprintf(name + n, 12, ".%u", width);
    if (s->variable)
        return s->variable(s->context, name, width);
    struct term v = term_var(s->terms, sort_bv(s->terms, width), name);
    return s->defined ? (struct term){(uint32_t)map_or(s->defined, v.id, v.id)} : v;
}

struct term pair_memory(struct terms *ts)
{
    return term_var(ts, sort_array(ts, sort_bv(ts, 64), sort_bv(ts, 8)), "memory");
}

struct term pair_result(struct pair_side *s, uint32_t number, unsigned width)
{
    return pair_variable(s, width, "%s.result.%u", s->side ? "new" : "old", number);
}

struct term pair_holds(struct terms *ts, struct term i1)
{
    LAW(term_width(ts, i1) == 1);
    return term_eq(ts, i1, term_bv(ts, 1, 1));
}

static struct term flag(struct terms *ts, struct term condition)
{
    return term_ite(ts, condition, term_bv(ts, 1, 1), term_bv(ts, 1, 0));
}

static struct term anything(struct pair_side *s, unsigned width)
{
    return pair_variable(s, width, "any.%d.%u", s->side, s->fresh++);
}

static struct term constant_of(struct pair_side *s, const struct constant *c)
{
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        return term_bv_limbs(s->terms, c->type.width, c->limbs);
    case CONSTANT_NULL:
        return term_bv(s->terms, c->type.width, 0);
    case CONSTANT_UNDEF:
        return anything(s, c->type.width);
    case CONSTANT_GLOBAL:
    case CONSTANT_FUNCTION:
        return pair_address(s, c);
    case CONSTANT_BLOCK:
        break;
    }
    s->failed = "the address of a label";
    return term_bv(s->terms, c->type.width, 0);
}

struct term pair_value_of(struct pair_side *s, const struct pair_way *w, uint64_t path,
                          uint32_t instruction, uint32_t result, unsigned width)
{
    uint64_t id;
    if (map_get(&w->values, pair_key(path, instruction, result), &id))
        return (struct term){(uint32_t)id};
    return pair_variable(s, width, "%s.%llx.%u.%u", s->side ? "new" : "old",
                         (unsigned long long)path, instruction, result);
}

struct term pair_value(struct pair_side *s, const struct pair_way *w, struct value v)
{
    if (value_is_constant(v))
        return constant_of(s, program_constant(s->program, v));
    LAW(w->depth > 0);
    const struct pair_frame *frame = &w->frames[w->depth - 1];
    const struct function *f = &s->program->functions.data[frame->function];
    LAW(v.id < f->instructions.count);
    return pair_value_of(s, w, frame->path, v.id, 0, f->instructions.data[v.id].type.width);
}

/* --- integers --- */

static struct term compare(struct terms *ts, enum compare k, struct term x, struct term y)
{
    static const enum term_op ops[] = {
        [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
        [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
        [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
    };
    LAW(term_width(ts, x) == term_width(ts, y));
    if (k == COMPARE_EQ)
        return term_eq(ts, x, y);
    if (k == COMPARE_NE)
        return term_ne(ts, x, y);
    return term_2(ts, ops[k], x, y);
}

/* What has no result in C must not be computed. */
static struct term guarded(struct pair_side *s, struct pair_way *w, enum integer_op op,
                           struct term x, struct term y)
{
    struct terms *ts = s->terms;
    unsigned width = term_width(ts, x);
    LAW(term_width(ts, y) == width);
    bool shifts = op == INTEGER_SHL || op == INTEGER_LSHR || op == INTEGER_ASHR;
    struct term fine = shifts ? term_2(ts, TERM_BV_ULT, term_zext(ts, y, width + 8),
                                       term_bv(ts, width + 8, width))
                              : term_ne(ts, y, term_bv(ts, width, 0));
    if (!term_is_true(ts, fine))
        VECTOR_PUSH(&w->duties,
                    (struct pair_duty){PAIR_CHECK_HARD, fine, (uint32_t)w->events.count});
    return term_2(ts, check_partial_op(op), x, y);
}

/* Whether the exact result has no room in the width of the operands. */
static struct term overflows(struct terms *ts, enum term_op op, struct term x, struct term y,
                             bool is_signed)
{
    unsigned width = term_width(ts, x), wide = 2 * width + 1;
    LAW(term_width(ts, y) == width);
    struct term a = is_signed ? term_sext(ts, x, wide) : term_zext(ts, x, wide);
    struct term b = is_signed ? term_sext(ts, y, wide) : term_zext(ts, y, wide);
    struct term exact = term_2(ts, op, a, b), kept = term_extract(ts, exact, width - 1, 0);
    return flag(ts,
                term_ne(ts, exact,
                        is_signed ? term_sext(ts, kept, wide) : term_zext(ts, kept, wide)));
}

static struct term either(struct terms *ts, enum term_op order, struct term x, struct term y)
{
    return term_ite(ts, term_2(ts, order, x, y), x, y);
}

static struct term bytes_swapped(struct terms *ts, struct term x)
{
    LAW(term_width(ts, x) % 16 == 0);
    struct term r = term_extract(ts, x, 7, 0);
    for (unsigned i = 8; i < term_width(ts, x); i += 8)
        r = term_concat(ts, r, term_extract(ts, x, i + 7, i));
    return r;
}

/* Functions of bits that are not spelled out here are functions of their operands, no more.
 */
static struct term bits(struct pair_side *s, const struct instruction *in,
                        const struct term *v)
{
    struct terms *ts = s->terms;
    struct term x = v[0], y = v[1];
    char name[40];
    switch ((enum bits_function)in->sub) {
    case BITS_SADD_OVERFLOW:
        return overflows(ts, TERM_BV_ADD, x, y, true);
    case BITS_SSUB_OVERFLOW:
        return overflows(ts, TERM_BV_SUB, x, y, true);
    case BITS_SMUL_OVERFLOW:
        return overflows(ts, TERM_BV_MUL, x, y, true);
    case BITS_UADD_OVERFLOW:
        return overflows(ts, TERM_BV_ADD, x, y, false);
    case BITS_USUB_OVERFLOW:
        return overflows(ts, TERM_BV_SUB, x, y, false);
    case BITS_UMUL_OVERFLOW:
        return overflows(ts, TERM_BV_MUL, x, y, false);
    case BITS_SMIN:
        return either(ts, TERM_BV_SLE, x, y);
    case BITS_SMAX:
        return either(ts, TERM_BV_SGE, x, y);
    case BITS_UMIN:
        return either(ts, TERM_BV_ULE, x, y);
    case BITS_UMAX:
        return either(ts, TERM_BV_UGE, x, y);
    case BITS_ABS:
        return term_ite(ts, term_2(ts, TERM_BV_SLT, x, term_bv(ts, term_width(ts, x), 0)),
                        term_1(ts, TERM_BV_NEG, x), x);
    case BITS_BSWAP:
        return bytes_swapped(ts, x);
    case BITS_POPCOUNT:
    case BITS_CLZ:
    case BITS_CTZ:
    case BITS_REVERSE:
    case BITS_FSHL:
    case BITS_FSHR:
    case BITS_SADD_SAT:
    case BITS_UADD_SAT:
    case BITS_SSUB_SAT:
    case BITS_USUB_SAT:
        break;
    }
    snprintf(name, sizeof name, "bits.%u.%u", in->sub, term_width(ts, x));
    return term_call(ts, name, sort_bv(ts, in->type.width), v, in->count);
}

static struct term on_integers(struct pair_side *s, struct pair_way *w,
                               const struct instruction *in, const struct term *v)
{
    struct terms *ts = s->terms;
    switch ((enum integer_op)in->op) {
    case INTEGER_ADD:
        return term_2(ts, TERM_BV_ADD, v[0], v[1]);
    case INTEGER_SUB:
        return term_2(ts, TERM_BV_SUB, v[0], v[1]);
    case INTEGER_MUL:
        return term_2(ts, TERM_BV_MUL, v[0], v[1]);
    case INTEGER_AND:
        return term_2(ts, TERM_BV_AND, v[0], v[1]);
    case INTEGER_OR:
        return term_2(ts, TERM_BV_OR, v[0], v[1]);
    case INTEGER_XOR:
        return term_2(ts, TERM_BV_XOR, v[0], v[1]);
    case INTEGER_UDIV:
    case INTEGER_SDIV:
    case INTEGER_UREM:
    case INTEGER_SREM:
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        return guarded(s, w, (enum integer_op)in->op, v[0], v[1]);
    case INTEGER_ICMP:
        return flag(ts, compare(ts, (enum compare)in->sub, v[0], v[1]));
    case INTEGER_ZEXT:
        return term_zext(ts, v[0], in->type.width);
    case INTEGER_SEXT:
        return term_sext(ts, v[0], in->type.width);
    case INTEGER_TRUNC:
        return term_extract(ts, v[0], in->type.width - 1, 0);
    case INTEGER_BITS:
        return bits(s, in, v);
    }
    BUG("instruction %u is not on integers", in->op);
}

/* --- floats: functions of their operands' bits, of which no more is known --- */

static double number_of(const struct terms *ts, struct term t)
{
    uint64_t bits = 0;
    double wide;
    float narrow;
    term_const_u64(ts, t, &bits);
    uint32_t low = (uint32_t)bits;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &low, sizeof narrow);
    return term_width(ts, t) == 32 ? (double)narrow : wide;
}

static struct term from_number(struct terms *ts, double d, unsigned width)
{
    uint64_t bits;
    uint32_t low;
    float narrow = (float)d;
    memcpy(&bits, &d, sizeof bits);
    memcpy(&low, &narrow, sizeof low);
    return term_bv(ts, width, width == 32 ? low : bits);
}

static bool is_related(unsigned set, double x, double y)
{
    if (x == y)
        return set & 1;
    if (x > y)
        return set & 2;
    return x < y ? set & 4 : set & 8;
}

/* In examples only, which need not be exact. */
static struct term float_example(struct terms *ts, const struct instruction *in,
                                 const struct term *v)
{
    uint64_t word;
    unsigned from = term_width(ts, v[0]), to = in->type.width;
    double x = number_of(ts, v[0]), y = in->count > 1 ? number_of(ts, v[1]) : 0;
    if (!term_const_u64(ts, v[0], &word) || (in->count > 1 && !term_is_const(ts, v[1])))
        return TERM_NONE;
    int64_t whole = from <= 64 ? (int64_t)(word << (64 - from)) >> (64 - from) : 0;
    if (in->op == OP_SITOF)
        return from_number(ts, (double)whole, to);
    if (in->op == OP_UITOF)
        return from_number(ts, (double)word, to);
    if (from != 32 && from != 64)
        return TERM_NONE;
    if (in->op == OP_FADD)
        return from_number(ts, x + y, to);
    if (in->op == OP_FSUB)
        return from_number(ts, x - y, to);
    if (in->op == OP_FMUL)
        return from_number(ts, x * y, to);
    if (in->op == OP_FDIV)
        return from_number(ts, x / y, to);
    if (in->op == OP_FEXT || in->op == OP_FTRUNC)
        return from_number(ts, x, to);
    if (in->op == OP_FTOSI && x > -1e9 && x < 1e9)
        return term_bv_signed(ts, to, (int64_t)x);
    if (in->op == OP_FTOUI && x > -1 && x < 1e9)
        return term_bv(ts, to, (uint64_t)x);
    if (in->op == OP_FCMP)
        return flag(ts, term_bool(ts, is_related(in->sub, x, y)));
    return TERM_NONE;
}

static struct term on_floats(struct pair_side *s, const struct instruction *in,
                             const struct term *v)
{
    char name[60];
    struct terms *ts = s->terms;
    unsigned from = term_width(ts, v[0]);
    if (in->op == OP_FNEG) {
        struct term sign =
            term_2(ts, TERM_BV_SHL, term_bv(ts, from, 1), term_bv(ts, from, from - 1));
        return term_2(ts, TERM_BV_XOR, v[0], sign);
    }
    struct term example = s->variable ? float_example(ts, in, v) : TERM_NONE;
    if (term_is(example))
        return example;
    snprintf(name, sizeof name, "%s.%u.%u.%u", op_text((enum op)in->op), in->sub, from,
             in->type.width);
    return term_call(ts, name, sort_bv(ts, in->type.width), v, in->count);
}

static struct term on_addresses(struct pair_side *s, const struct instruction *in,
                                const struct term *v)
{
    if (in->op == OP_PTRADD)
        return term_2(s->terms, TERM_BV_ADD, v[0], v[1]);
    return term_resize(s->terms, v[0], in->type.width);
}

static struct term computed(struct pair_side *s, struct pair_way *w,
                            const struct instruction *in, const struct term *v)
{
    switch (op_class((enum op)in->op)) {
    case CLASS_INTEGER:
        return on_integers(s, w, in, v);
    case CLASS_FLOAT:
        return on_floats(s, in, v);
    case CLASS_ADDRESS:
        return on_addresses(s, in, v);
    case CLASS_ANY:
        if (in->op == OP_BITCAST)
            return v[0];
        return term_ite(s->terms, pair_holds(s->terms, v[0]), v[1], v[2]);
    case CLASS_START:
    case CLASS_MEMORY:
    case CLASS_CALL:
    case CLASS_MEANING:
    case CLASS_FLOW:
        break;
    }
    return TERM_NONE;
}

bool pair_operation(struct pair_side *s, struct pair_way *w, uint32_t id,
                    const struct instruction *in)
{
    const struct pair_frame *frame = &w->frames[w->depth - 1];
    const struct function *f = &s->program->functions.data[frame->function];
    struct term v[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    if (in->op == OP_INPUT) {
        map_set(&w->values, pair_key(frame->path, id, 0), anything(s, in->type.width).id);
        return true;
    }
    for (uint32_t k = 0; k < in->count && k < 3; k++)
        v[k] = pair_value(s, w, instruction_operand(f, in, k));
    struct term out = in->count && in->count <= 3 ? computed(s, w, in, v) : TERM_NONE;
    if (!term_is(out))
        return false;
    LAW(term_width(s->terms, out) == in->type.width);
    map_set(&w->values, pair_key(frame->path, id, 0), out.id);
    return true;
}
