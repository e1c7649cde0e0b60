/* Operations on numbers: terms made as the executor makes them. */
#include "engine/shapes/shapes.h"

#include "base/failure.h"

static struct sym to_sym(struct shapes *s, struct graph_value v)
{
    bool is_float = sort_kind(s->terms, term_sort(s->terms, v.term)) == SORT_FLOAT;
    return (struct sym){.kind = is_float ? SYM_FLOAT : SYM_BITS, .a = v.term};
}

struct term shapes_bits_of(struct shapes *s, struct graph_value number, uint32_t width)
{
    LAW(number.kind == GRAPH_NUMBER);
    LAW(width);
    struct term t = sym_to_bits(&s->formula.memory, to_sym(s, number), width);
    return term_resize(s->terms, t, width);
}

struct graph_value shapes_of_bits(struct shapes *s, struct term bits, struct type type)
{
    CHECK_LAW(type.kind != TYPE_POINTER);
    return graph_number(sym_from_bits(&s->formula.memory, bits, type).a);
}

struct graph_value shapes_any(struct shapes *s, struct type type)
{
    if (type.kind == TYPE_FLOAT)
        return graph_number(
            term_fresh(s->terms, memory_float_sort(&s->formula.memory, type.width), "f"));
    struct term t = shapes_fresh(s, type.width);
    if (type.kind == TYPE_POINTER)
        return graph_pointer(0, 0, t);
    return graph_number(t);
}

struct graph_value shapes_anything(struct shapes *s, struct type type)
{
    if (type.kind == TYPE_POINTER)
        return (struct graph_value){.kind = GRAPH_WILD};
    return shapes_any(s, type);
}

static const enum term_op plain[OP_COUNT] = {
    [OP_ADD] = TERM_BV_ADD,   [OP_SUB] = TERM_BV_SUB,   [OP_MUL] = TERM_BV_MUL,
    [OP_AND] = TERM_BV_AND,   [OP_OR] = TERM_BV_OR,     [OP_XOR] = TERM_BV_XOR,
    [OP_UDIV] = TERM_BV_UDIV, [OP_SDIV] = TERM_BV_SDIV, [OP_UREM] = TERM_BV_UREM,
    [OP_SREM] = TERM_BV_SREM, [OP_SHL] = TERM_BV_SHL,   [OP_LSHR] = TERM_BV_LSHR,
    [OP_ASHR] = TERM_BV_ASHR,
};
static const enum term_op comparisons[] = {
    [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
    [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
    [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
};

static struct term compare(struct shapes *s, enum compare c, struct term x, struct term y)
{
    if (c == COMPARE_EQ)
        return term_eq(s->terms, x, y);
    if (c == COMPARE_NE)
        return term_ne(s->terms, x, y);
    return term_2(s->terms, comparisons[c], x, y);
}

/* An amount out of range gives any value. */
static struct term shift(struct shapes *s, enum op op, struct term x, struct term amount)
{
    struct terms *ts = s->terms;
    unsigned w = term_width(ts, x);
    struct term fine = w == 1 ? term_eq(ts, amount, term_bv(ts, 1, 0))
                              : term_2(ts, TERM_BV_ULT, amount, term_bv(ts, w, w));
    struct term shifted = term_2(ts, plain[op], x, amount);
    if (term_is_true(ts, fine))
        return shifted;
    return term_ite(ts, fine, shifted, shapes_fresh(s, w));
}

/* Bit functions and floats: the executor's, on a frame that holds the operands. */
static bool borrowed(struct shapes *s, struct graph *g, const struct instruction *in,
                     uint32_t id, const struct graph_value *operands, struct graph_value *out)
{
    struct frame fr = {.function = g->frame->function, .f = g->frame->f};
    uint32_t most = 0;
    for (uint32_t k = 0; k < in->count; k++) {
        struct value v = instruction_operand(fr.f, in, k);
        if (!value_is_constant(v) && v.id > most)
            most = v.id;
    }
    fr.values = ARENA_ARRAY(&s->arena, struct sym, most + 1);
    for (uint32_t k = 0; k < in->count; k++) {
        struct value v = instruction_operand(fr.f, in, k);
        if (!value_is_constant(v))
            fr.values[v.id] = to_sym(s, operands[k]);
    }
    s->exec.guard = s->exec.root;
    struct sym r;
    if (in->op == OP_BITS) {
        r = exec_bits(&s->exec, &fr, id);
    } else if (in->op == OP_BITCAST) {
        struct sym v = to_sym(s, operands[0]);
        if (v.kind == SYM_FLOAT)
            exec_look_at_sign(&s->exec, &fr, id, v.a);
        r = sym_from_bits(&s->formula.memory,
                          sym_to_bits(&s->formula.memory, v, in->type.width), in->type);
    } else {
        r = exec_float(&s->exec, &fr, id);
    }
    bool cut = s->formula.cuts.count != 0;
    VECTOR_CLEAR(&s->formula.cuts);
    if (cut)
        shapes_give_up(s, g, "sign of a float that may be a NaN");
    *out = graph_number(r.a);
    return !cut;
}

static bool is_power(struct terms *ts, struct term y)
{
    uint64_t by;
    return term_const_u64(ts, y, &by) && by && !(by & (by - 1));
}

/* By a number that is open, or by one that is no power of two, it is some number below that:
 * more is rarely needed, and questions over such divisions take long. */
static struct term remainder_of(struct shapes *s, struct graph *g, struct term x,
                                struct term y)
{
    struct terms *ts = s->terms;
    struct term exact = term_2(ts, TERM_BV_UREM, x, y);
    if (is_power(ts, y) || term_is_const(ts, exact))
        return exact;
    struct term rest = shapes_fresh(s, term_width(ts, x));
    graph_assume(&s->arena, g, term_2(ts, TERM_BV_ULT, rest, y));
    graph_assume(&s->arena, g, term_2(ts, TERM_BV_ULE, rest, x));
    return rest;
}

/* By a positive constant it is nearer to zero than that, and lies between zero and the
 * dividend. */
static struct term signed_remainder_of(struct shapes *s, struct graph *g, struct term x,
                                       struct term y)
{
    struct terms *ts = s->terms;
    struct term exact = term_2(ts, TERM_BV_SREM, x, y);
    unsigned width = term_width(ts, x);
    struct term zero = term_bv(ts, width, 0);
    if (!term_is_const(ts, y) || is_power(ts, y) || term_is_const(ts, exact))
        return exact;
    if (!term_is_true(ts, term_2(ts, TERM_BV_SLT, zero, y)))
        return exact;
    struct term rest = shapes_fresh(s, width), minus = term_2(ts, TERM_BV_SUB, zero, y);
    struct term above =
        term_and(ts, term_2(ts, TERM_BV_SLE, zero, rest), term_2(ts, TERM_BV_SLE, rest, x));
    struct term below =
        term_and(ts, term_2(ts, TERM_BV_SLE, rest, zero), term_2(ts, TERM_BV_SLE, x, rest));
    graph_assume(&s->arena, g, term_2(ts, TERM_BV_SLT, rest, y));
    graph_assume(&s->arena, g, term_2(ts, TERM_BV_SLT, minus, rest));
    graph_assume(&s->arena, g, term_or(ts, above, below));
    return rest;
}

static struct term divided(struct shapes *s, struct graph *g, enum op op, struct term x,
                           struct term y)
{
    if (op == OP_UREM)
        return remainder_of(s, g, x, y);
    if (op == OP_SREM)
        return signed_remainder_of(s, g, x, y);
    return term_2(s->terms, plain[op], x, y);
}

bool shapes_pure(struct shapes *s, struct graph *g, const struct instruction *in, uint32_t id,
                 const struct graph_value *operands, struct graph_value *out)
{
    struct terms *ts = s->terms;
    struct term x = operands[0].term, y = in->count > 1 ? operands[1].term : TERM_NONE;
    if (op_class(in->op) != CLASS_INTEGER)
        return borrowed(s, g, in, id, operands, out);
    switch ((enum integer_op)in->op) {
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        if (!shapes_assume(s, g, term_ne(ts, y, term_bv(ts, term_width(ts, y), 0))))
            graph_assume(&s->arena, g, term_bool(ts, false));
        *out = graph_number(divided(s, g, in->op, x, y));
        return true;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        *out = graph_number(term_2(ts, plain[in->op], x, y));
        return true;
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        *out = graph_number(shift(s, in->op, x, y));
        return true;
    case OP_ICMP:
        *out = graph_number(shapes_from_bool(s, compare(s, in->sub, x, y)));
        return true;
    case OP_ZEXT:
        *out = graph_number(term_zext(ts, x, in->type.width));
        return true;
    case OP_SEXT:
        *out = graph_number(term_sext(ts, x, in->type.width));
        return true;
    case OP_TRUNC:
        *out = graph_number(term_extract(ts, x, in->type.width - 1, 0));
        return true;
    case OP_BITS:
        return borrowed(s, g, in, id, operands, out);
    }
    BUG("no such operation");
}

/* --- terms of one instruction, without a graph --- */

bool shapes_has_term(const struct instruction *in)
{
    bool cast = in->op == OP_ZEXT || in->op == OP_SEXT || in->op == OP_TRUNC;
    return cast || in->op == OP_ICMP || plain[in->op] != plain[OP_PHI];
}

static bool is_plain_division(struct shapes *s, enum op op, struct term y)
{
    uint64_t by;
    if (!term_const_u64(s->terms, y, &by) || !by)
        return false;
    return op == OP_UDIV || op == OP_SDIV || is_power(s->terms, y);
}

static bool is_plain_shift(struct shapes *s, struct term y)
{
    uint64_t by;
    return term_const_u64(s->terms, y, &by) && by < term_width(s->terms, y);
}

bool shapes_make_term(struct shapes *s, const struct instruction *in, struct term x,
                      struct term y, struct term *out)
{
    LAW(shapes_has_term(in));
    struct terms *ts = s->terms;
    bool divides =
        in->op == OP_UDIV || in->op == OP_SDIV || in->op == OP_UREM || in->op == OP_SREM;
    bool shifts = in->op == OP_SHL || in->op == OP_LSHR || in->op == OP_ASHR;
    if (divides && !is_plain_division(s, in->op, y))
        return false;
    if (shifts && !is_plain_shift(s, y))
        return false;
    if (in->op == OP_ICMP)
        *out = shapes_from_bool(s, compare(s, in->sub, x, y));
    else if (in->op == OP_ZEXT)
        *out = term_zext(ts, x, in->type.width);
    else if (in->op == OP_SEXT)
        *out = term_sext(ts, x, in->type.width);
    else if (in->op == OP_TRUNC)
        *out = term_extract(ts, x, in->type.width - 1, 0);
    else
        *out = term_2(ts, plain[in->op], x, y);
    return true;
}
