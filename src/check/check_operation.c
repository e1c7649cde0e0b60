/* Operations of the checker on integers and pointers. */
#include "check/check_internal.h"

#include "base/failure.h"
#include "check/partial_op.h"

static struct datum shift(struct checker *c, const struct instruction *in, struct term x,
                          struct term by)
{
    struct terms *ts = c->terms;
    enum term_op op = check_partial_op((enum integer_op)in->op);
    unsigned w = term_width(ts, x);
    struct term wide = term_zext(ts, by, w + 8);
    struct term fine = term_2(ts, TERM_BV_ULT, wide, term_bv(ts, w + 8, w));
    return datum_bits(
        term_ite(ts, fine, term_2(ts, op, x, by), term_fresh(ts, sort_bv(ts, w), "shifted")));
}

static struct datum divide(struct checker *c, const struct instruction *in, struct term x,
                           struct term y)
{
    enum term_op op = check_partial_op((enum integer_op)in->op);
    check_assume(
        c, term_ne(c->terms, y,
                   term_bv(c->terms, term_width(c->terms, y), 0))); /* the run ends there */
    return datum_bits(term_2(c->terms, op, x, y));
}

/* --- pointers as numbers --- */

static bool whole_address(struct checker *c, struct activation *a, struct value v,
                          struct datum *pointer)
{
    if (value_is_constant(v))
        return false;
    const struct instruction *in = &a->f->instructions.data[v.id];
    if (in->op != OP_PTRTOINT || in->type.width != c->view.width)
        return false;
    struct value p = instruction_operand(a->f, in, 0);
    if (!value_is_constant(p) && a->values[p.id].kind != DATUM_POINTER)
        return false;
    *pointer = check_value(c, a, p);
    return true;
}

static struct datum subtract(struct checker *c, struct activation *a,
                             const struct instruction *in)
{
    struct terms *ts = c->terms;
    struct datum p, q, x = check_operand(c, a, in, 0), y = check_operand(c, a, in, 1);
    struct term plain = term_2(ts, TERM_BV_SUB, x.a, y.a);
    if (!whole_address(c, a, instruction_operand(a->f, in, 0), &p) ||
        !whole_address(c, a, instruction_operand(a->f, in, 1), &q))
        return datum_bits(plain);
    return datum_bits(term_ite(ts, term_eq(ts, p.a, q.a), term_2(ts, TERM_BV_SUB, p.b, q.b),
                               plain)); /* bases cancel out */
}

static struct term order(struct checker *c, enum compare k, struct term x, struct term y)
{
    static const enum term_op ops[] = {
        [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
        [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
        [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
    };
    if (k == COMPARE_EQ)
        return term_eq(c->terms, x, y);
    if (k == COMPARE_NE)
        return term_ne(c->terms, x, y);
    return term_2(c->terms, ops[k], x, y);
}

/* Addresses are compared as they are; near one object offsets are, as signed numbers, since
 * an offset before its start wraps around. */
static struct term compare_pointers(struct checker *c, enum compare k, struct datum p,
                                    struct datum q)
{
    struct terms *ts = c->terms;
    if (k == COMPARE_EQ)
        return view_equal(&c->view, &c->state, p, q);
    if (k == COMPARE_NE)
        return term_not(ts, view_equal(&c->view, &c->state, p, q));
    enum compare as_signed =
        k >= COMPARE_ULT && k <= COMPARE_UGE ? k - COMPARE_ULT + COMPARE_SLT : k;
    struct term near = term_and(ts, view_is_near(&c->view, p), view_is_near(&c->view, q));
    struct term by_offset = term_and(ts, term_eq(ts, p.a, q.a), near);
    struct term offsets = order(c, as_signed, p.b, q.b);
    if (term_is_true(ts, by_offset))
        return offsets;
    return term_ite(ts, by_offset, offsets,
                    order(c, k, view_address(&c->view, p), view_address(&c->view, q)));
}

static struct datum compare(struct checker *c, struct activation *a,
                            const struct instruction *in)
{
    struct datum x = check_operand(c, a, in, 0), y = check_operand(c, a, in, 1);
    struct term r = x.kind == DATUM_POINTER ? compare_pointers(c, in->sub, x, y)
                                            : order(c, in->sub, x.a, y.a);
    return datum_bits(check_flag(c, r));
}

static struct datum select_one(struct checker *c, struct activation *a,
                               const struct instruction *in)
{
    return datum_ite(&c->view, check_holds(c, check_operand(c, a, in, 0)),
                     check_operand(c, a, in, 1), check_operand(c, a, in, 2));
}

static struct datum on_integers(struct checker *c, struct activation *a,
                                const struct instruction *in)
{
    struct terms *ts = c->terms;
    struct datum x = check_operand(c, a, in, 0),
                 y = in->count > 1 ? check_operand(c, a, in, 1) : x;
    unsigned w = in->type.width;
    switch ((enum integer_op)in->op) {
    case INTEGER_ADD:
        return datum_bits(term_2(ts, TERM_BV_ADD, x.a, y.a));
    case INTEGER_SUB:
        return subtract(c, a, in);
    case INTEGER_MUL:
        return datum_bits(term_2(ts, TERM_BV_MUL, x.a, y.a));
    case INTEGER_AND:
        return datum_bits(term_2(ts, TERM_BV_AND, x.a, y.a));
    case INTEGER_OR:
        return datum_bits(term_2(ts, TERM_BV_OR, x.a, y.a));
    case INTEGER_XOR:
        return datum_bits(term_2(ts, TERM_BV_XOR, x.a, y.a));
    case INTEGER_UDIV:
    case INTEGER_SDIV:
    case INTEGER_UREM:
    case INTEGER_SREM:
        return divide(c, in, x.a, y.a);
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        return shift(c, in, x.a, y.a);
    case INTEGER_ICMP:
        return compare(c, a, in);
    case INTEGER_ZEXT:
        return datum_bits(term_zext(ts, x.a, w));
    case INTEGER_SEXT:
        return datum_bits(term_sext(ts, x.a, w));
    case INTEGER_TRUNC:
        return datum_bits(term_extract(ts, x.a, w - 1, 0));
    case INTEGER_BITS:
        return check_bits(c, a, in);
    }
    BUG("instruction %u is not on integers", in->op);
}

static struct datum on_anything(struct checker *c, struct activation *a,
                                const struct instruction *in)
{
    switch ((enum any_op)in->op) {
    case ANY_BITCAST:
        return datum_from_bits(
            &c->view, datum_to_bits(&c->view, check_operand(c, a, in, 0), in->type.width),
            in->type);
    case ANY_SELECT:
        return select_one(c, a, in);
    }
    BUG("instruction %u is not on values of any type", in->op);
}

static struct datum on_addresses(struct checker *c, struct activation *a,
                                 const struct instruction *in)
{
    struct terms *ts = c->terms;
    struct datum x = check_operand(c, a, in, 0);
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        return view_moved(&c->view, x, check_operand(c, a, in, 1).a);
    case ADDRESS_PTRTOINT:
        return datum_bits(term_resize(ts, view_address(&c->view, x), in->type.width));
    case ADDRESS_INTTOPTR:
        return view_pointer(&c->view, term_resize(ts, x.a, c->view.width));
    }
    BUG("instruction %u is not on pointers", in->op);
}

struct datum check_operation(struct checker *c, struct activation *a,
                             const struct instruction *in)
{
    switch (op_class(in->op)) {
    case CLASS_INTEGER:
        return on_integers(c, a, in);
    case CLASS_FLOAT:
        return check_float(c, a, in);
    case CLASS_ANY:
        return on_anything(c, a, in);
    case CLASS_ADDRESS:
        return on_addresses(c, a, in);
    case CLASS_START:
    case CLASS_MEMORY:
    case CLASS_CALL:
    case CLASS_MEANING:
    case CLASS_FLOW:
        break;
    }
    BUG("instruction %u computes nothing", in->op);
}

/* --- functions of bits --- */

static struct term bit(struct checker *c, struct term x, unsigned i)
{
    return term_extract(c->terms, x, i, i);
}

static struct term population(struct checker *c, struct term x)
{
    unsigned w = term_width(c->terms, x);
    struct term sum = term_zext(c->terms, bit(c, x, 0), w);
    for (unsigned i = 1; i < w; i++)
        sum = term_2(c->terms, TERM_BV_ADD, sum, term_zext(c->terms, bit(c, x, i), w));
    return sum;
}

/* Zeros above the highest one (or below the lowest). */
static struct term zeros(struct checker *c, struct term x, bool high)
{
    struct terms *ts = c->terms;
    unsigned w = term_width(ts, x);
    struct term n = term_bv(ts, w, w);
    for (unsigned i = 0; i < w; i++) { /* the bit seen last decides */
        unsigned at = high ? i : w - 1 - i;
        n = term_ite(ts, term_eq(ts, bit(c, x, at), term_bv(ts, 1, 1)),
                     term_bv(ts, w, w - 1 - i), n);
    }
    return n;
}

static struct term reversed(struct checker *c, struct term x, unsigned group)
{
    struct term r = term_extract(c->terms, x, group - 1, 0);
    for (unsigned i = group; i < term_width(c->terms, x); i += group)
        r = term_concat(c->terms, r, term_extract(c->terms, x, i + group - 1, i));
    return r;
}

static struct term funnel(struct checker *c, const struct term *v, bool left)
{
    struct terms *ts = c->terms;
    unsigned w = term_width(ts, v[0]);
    struct term by = term_zext(ts, term_2(ts, TERM_BV_UREM, v[2], term_bv(ts, w, w)), 2 * w),
                both = term_concat(ts, v[0], v[1]);
    if (left)
        return term_extract(ts, term_2(ts, TERM_BV_SHL, both, by), 2 * w - 1, w);
    return term_extract(ts, term_2(ts, TERM_BV_LSHR, both, by), w - 1, 0);
}

static struct term saturate(struct checker *c, enum bits_function f, struct term x,
                            struct term y)
{
    struct terms *ts = c->terms;
    unsigned w = term_width(ts, x);
    bool add = f == BITS_SADD_SAT || f == BITS_UADD_SAT,
         is_signed = f == BITS_SADD_SAT || f == BITS_SSUB_SAT;
    struct term plain = term_2(ts, add ? TERM_BV_ADD : TERM_BV_SUB, x, y),
                ones = term_bv_signed(ts, w, -1), zero = term_bv(ts, w, 0);
    if (!is_signed)
        return term_ite(ts, term_2(ts, add ? TERM_BV_UADDO : TERM_BV_USUBO, x, y),
                        add ? ones : zero, plain);
    struct term least = term_2(ts, TERM_BV_SHL, term_bv(ts, w, 1), term_bv(ts, w, w - 1)),
                most = term_1(ts, TERM_BV_NOT, least);
    struct term limit = term_ite(ts, term_2(ts, TERM_BV_SLT, x, zero), least, most);
    return term_ite(ts, term_2(ts, add ? TERM_BV_SADDO : TERM_BV_SSUBO, x, y), limit, plain);
}

struct datum check_bits(struct checker *c, struct activation *a, const struct instruction *in)
{
    struct terms *ts = c->terms;
    struct term v[3] = {{0}};
    for (uint32_t k = 0; k < in->count && k < 3; k++)
        v[k] = check_operand(c, a, in, k).a;
    struct term x = v[0], y = v[1], zero = term_bv(ts, term_width(ts, x), 0);
    switch ((enum bits_function)in->sub) {
    case BITS_BSWAP:
        return datum_bits(reversed(c, x, 8));
    case BITS_REVERSE:
        return datum_bits(reversed(c, x, 1));
    case BITS_POPCOUNT:
        return datum_bits(population(c, x));
    case BITS_CLZ:
        return datum_bits(zeros(c, x, true));
    case BITS_CTZ:
        return datum_bits(zeros(c, x, false));
    case BITS_FSHL:
        return datum_bits(funnel(c, v, true));
    case BITS_FSHR:
        return datum_bits(funnel(c, v, false));
    case BITS_ABS:
        return datum_bits(
            term_ite(ts, term_2(ts, TERM_BV_SLT, x, zero), term_1(ts, TERM_BV_NEG, x), x));
    case BITS_SMIN:
        return datum_bits(term_ite(ts, term_2(ts, TERM_BV_SLE, x, y), x, y));
    case BITS_SMAX:
        return datum_bits(term_ite(ts, term_2(ts, TERM_BV_SLE, x, y), y, x));
    case BITS_UMIN:
        return datum_bits(term_ite(ts, term_2(ts, TERM_BV_ULE, x, y), x, y));
    case BITS_UMAX:
        return datum_bits(term_ite(ts, term_2(ts, TERM_BV_ULE, x, y), y, x));
    case BITS_SADD_OVERFLOW:
        return datum_bits(check_flag(c, term_2(ts, TERM_BV_SADDO, x, y)));
    case BITS_UADD_OVERFLOW:
        return datum_bits(check_flag(c, term_2(ts, TERM_BV_UADDO, x, y)));
    case BITS_SSUB_OVERFLOW:
        return datum_bits(check_flag(c, term_2(ts, TERM_BV_SSUBO, x, y)));
    case BITS_USUB_OVERFLOW:
        return datum_bits(check_flag(c, term_2(ts, TERM_BV_USUBO, x, y)));
    case BITS_SMUL_OVERFLOW:
        return datum_bits(check_flag(c, term_2(ts, TERM_BV_SMULO, x, y)));
    case BITS_UMUL_OVERFLOW:
        return datum_bits(check_flag(c, term_2(ts, TERM_BV_UMULO, x, y)));
    case BITS_SADD_SAT:
    case BITS_UADD_SAT:
    case BITS_SSUB_SAT:
    case BITS_USUB_SAT:
        return datum_bits(saturate(c, in->sub, x, y));
    }
    BUG("bits function %u", in->sub);
}
