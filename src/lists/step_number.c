/* What instructions on numbers, comparisons and choices make. */
#include "lists/step_internal.h"

struct lists_value value_any_number(struct run *r, struct type type, const char *hint)
{
    LAW(type.kind == TYPE_INT || type.kind == TYPE_FLOAT || type.kind == TYPE_POINTER);
    struct terms *t = r->l->terms;
    if (type.kind != TYPE_INT || type.width > 64)
        return value_unsupported();
    return value_number(
        term_fresh(t, type.width == 1 ? sort_bool(t) : sort_bv(t, type.width), hint));
}

struct term value_bits(struct run *r, struct term number)
{
    LAW(term_is(number));
    struct terms *t = r->l->terms;
    if (sort_kind(t, term_sort(t, number)) != SORT_BOOL)
        return number;
    return term_ite(t, number, term_bv(t, 1, 1), term_bv(t, 1, 0));
}

struct lists_value value_from_bits(struct run *r, struct term bits)
{
    LAW(term_width(r->l->terms, bits) <= 64);
    struct terms *t = r->l->terms;
    return value_number(term_width(t, bits) == 1 ? term_eq(t, bits, term_bv(t, 1, 1)) : bits);
}

struct term term_as_64(struct run *r, struct term number, bool is_signed)
{
    struct term bits = value_bits(r, number);
    LAW(term_width(r->l->terms, bits) <= 64);
    bool plain = term_width(r->l->terms, bits) == 1;
    return is_signed && !plain ? term_sext(r->l->terms, bits, 64)
                               : term_zext(r->l->terms, bits, 64);
}

/* TERM_OP_COUNT: it is no operation on two numbers, or has a function of its own. */
static enum term_op binary_op(enum integer_op op)
{
    switch (op) {
    case INTEGER_ADD:
        return TERM_BV_ADD;
    case INTEGER_SUB:
        return TERM_BV_SUB;
    case INTEGER_MUL:
        return TERM_BV_MUL;
    case INTEGER_UDIV:
        return TERM_BV_UDIV;
    case INTEGER_SDIV:
        return TERM_BV_SDIV;
    case INTEGER_UREM:
        return TERM_BV_UREM;
    case INTEGER_SREM:
        return TERM_BV_SREM;
    case INTEGER_AND:
        return TERM_BV_AND;
    case INTEGER_OR:
        return TERM_BV_OR;
    case INTEGER_XOR:
        return TERM_BV_XOR;
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
    case INTEGER_ICMP:
    case INTEGER_ZEXT:
    case INTEGER_SEXT:
    case INTEGER_TRUNC:
    case INTEGER_BITS:
        break;
    }
    return TERM_OP_COUNT;
}

static const enum term_op compare_ops[] = {
    [COMPARE_EQ] = TERM_EQ,      [COMPARE_NE] = TERM_EQ,      [COMPARE_ULT] = TERM_BV_ULT,
    [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT, [COMPARE_UGE] = TERM_BV_UGE,
    [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE, [COMPARE_SGT] = TERM_BV_SGT,
    [COMPARE_SGE] = TERM_BV_SGE,
};

static struct lists_value compare_numbers(struct run *r, enum compare how, struct term a,
                                          struct term b)
{
    struct terms *t = r->l->terms;
    struct term same = term_2(t, compare_ops[how], value_bits(r, a), value_bits(r, b));
    return value_number(how == COMPARE_NE ? term_not(t, same) : same);
}

/* Which of two pointers is greater is not covered. */
static struct lists_value compare_pointers(struct run *r, enum compare how,
                                           struct lists_value a, struct lists_value b)
{
    LAW(a.kind == VALUE_POINTER && b.kind == VALUE_POINTER);
    struct terms *t = r->l->terms;
    bool null = a.pointer.id == slh_null(r->slh).id || b.pointer.id == slh_null(r->slh).id;
    if ((how != COMPARE_EQ && how != COMPARE_NE) || (a.offset != b.offset && !null))
        return value_unsupported();
    struct term same = slh_alias(r->slh, a.pointer, b.pointer);
    if (a.offset != b.offset)
        same = term_bool(t, false); /* the address of a member is not null */
    return value_number(how == COMPARE_NE ? term_not(t, same) : same);
}

static struct lists_value compare_values(struct run *r, const struct instruction *in,
                                         struct lists_value a, struct lists_value b)
{
    enum compare how = (enum compare)in->sub;
    if (a.kind != b.kind || a.kind == VALUE_UNSUPPORTED)
        return value_unsupported();
    return a.kind == VALUE_POINTER ? compare_pointers(r, how, a, b)
                                   : compare_numbers(r, how, a.number, b.number);
}

/* A shift by the width or more gives any value. */
static struct lists_value shift(struct run *r, const struct instruction *in, struct term a,
                                struct term b)
{
    struct terms *t = r->l->terms;
    enum term_op op = TERM_BV_ASHR;
    if (in->op == OP_SHL)
        op = TERM_BV_SHL;
    if (in->op == OP_LSHR)
        op = TERM_BV_LSHR;
    struct term fine = term_2(t, TERM_BV_ULT, b, term_bv(t, in->type.width, in->type.width));
    struct term any = term_fresh(t, sort_bv(t, in->type.width), "shift");
    return value_from_bits(r, term_ite(t, fine, term_2(t, op, a, b), any));
}

static struct lists_value resized(struct run *r, const struct instruction *in, struct term a)
{
    LAW(in->op == OP_ZEXT || in->op == OP_SEXT || in->op == OP_TRUNC);
    struct terms *t = r->l->terms;
    if (in->type.width > 64)
        return value_unsupported();
    if (in->op == OP_TRUNC)
        return value_from_bits(r, term_extract(t, a, in->type.width - 1, 0));
    return value_from_bits(r, in->op == OP_ZEXT ? term_zext(t, a, in->type.width)
                                                : term_sext(t, a, in->type.width));
}

/* Uninitialised pointers must not be looked at. */
static void demand_initialised(struct run *r, struct state *s, uint32_t id,
                               struct lists_value p)
{
    if (p.kind != VALUE_POINTER || r->l->junk == SLH_PROPER)
        return;
    struct term proper =
        term_not(r->l->terms, slh_alias(r->slh, p.pointer, slh_junk(r->slh)));
    run_demand(r, s, id, proper,
               (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE,
                               "the pointer that is compared is initialised"});
}

static struct lists_value compare_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    struct lists_value a = step_operand(r, s, in, 0);
    struct lists_value b = step_operand(r, s, in, 1);
    demand_initialised(r, s, id, a);
    demand_initialised(r, s, id, b);
    return compare_values(r, in, a, b);
}

/* Whether a sum, a difference or a product does not fit. */
static struct lists_value overflows(struct run *r, const struct state *s,
                                    const struct instruction *in)
{
    static const struct {
        enum bits_function function;
        enum term_op op;
    } rows[] = {
        {BITS_SADD_OVERFLOW, TERM_BV_SADDO}, {BITS_UADD_OVERFLOW, TERM_BV_UADDO},
        {BITS_SSUB_OVERFLOW, TERM_BV_SSUBO}, {BITS_USUB_OVERFLOW, TERM_BV_USUBO},
        {BITS_SMUL_OVERFLOW, TERM_BV_SMULO}, {BITS_UMUL_OVERFLOW, TERM_BV_UMULO},
    };
    struct lists_value a = step_operand(r, s, in, 0), b = step_operand(r, s, in, 1);
    if (a.kind != VALUE_NUMBER || b.kind != VALUE_NUMBER)
        return value_unsupported();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].function == in->sub)
            return value_number(term_2(r->l->terms, rows[i].op, value_bits(r, a.number),
                                       value_bits(r, b.number)));
    return value_unsupported();
}

struct lists_value step_integer(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    if (in->op == OP_ICMP)
        return compare_step(r, s, id);
    struct lists_value a = step_operand(r, s, in, 0);
    if (a.kind != VALUE_NUMBER)
        return value_unsupported();
    struct term x = value_bits(r, a.number);
    if (in->op == OP_ZEXT || in->op == OP_SEXT || in->op == OP_TRUNC)
        return resized(r, in, x);
    if (in->count != 2)
        return value_unsupported();
    if (in->op == OP_BITS)
        return overflows(r, s, in);
    struct lists_value b = step_operand(r, s, in, 1);
    if (b.kind != VALUE_NUMBER)
        return value_unsupported();
    struct term y = value_bits(r, b.number);
    if (in->op == OP_SHL || in->op == OP_LSHR || in->op == OP_ASHR)
        return shift(r, in, x, y);
    enum term_op op = binary_op((enum integer_op)in->op);
    if (op == TERM_OP_COUNT)
        return value_unsupported();
    return value_from_bits(r, term_2(r->l->terms, op, x, y));
}

struct lists_value step_select(struct run *r, const struct state *s,
                               const struct instruction *in)
{
    struct lists_value c = step_operand(r, s, in, 0);
    struct lists_value a = step_operand(r, s, in, 1);
    struct lists_value b = step_operand(r, s, in, 2);
    if (c.kind != VALUE_NUMBER || a.kind != b.kind || a.offset != b.offset)
        return value_unsupported();
    if (a.kind == VALUE_NUMBER)
        return value_number(term_ite(r->l->terms, c.number, a.number, b.number));
    if (a.kind == VALUE_POINTER)
        a.pointer = slh_if(r->slh, c.number, a.pointer, b.pointer);
    return a;
}
