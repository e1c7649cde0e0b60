/* Rewriting of bit-vector arithmetic and bitwise operators. A constant is always the second
 * argument of a commutative operator, other arguments stand in the order of their ids. NAND,
 * NOR and XNOR become a negation; multiplication, division and remainder by a power of two
 * become shifts and masks; x - k becomes x
 * + (-k). Notation: k is a constant, 0 and ~0 all zeros and ones, w the width. */
#include "term/limbs.h"
#include "base/failure.h"
#include "term/rewrite/rewrite_internal.h"

static struct term zero(struct terms *terms, const struct making *m)
{
    return term_bv(terms, sort_width(terms, m->sort), 0);
}
static bool is_op(const struct terms *terms, struct term t, enum term_op op)
{
    return op_of(terms, t) == op;
}
static bool is_zero(const struct terms *terms, struct term t)
{
    const uint32_t *k = limbs_of(terms, t);
    return k && limbs_is_zero(k, term_width(terms, t));
}
static bool is_ones(const struct terms *terms, struct term t)
{
    const uint32_t *k = limbs_of(terms, t);
    return k && limbs_is_ones(k, term_width(terms, t));
}
static bool is_power(const struct terms *terms, struct term t, unsigned *at)
{
    const uint32_t *k = limbs_of(terms, t);
    return k && limbs_power(k, term_width(terms, t), at);
}
/* x and (op x), or (op x) and x */
static bool is_inverse(const struct terms *terms, struct term a, struct term b,
                       enum term_op op)
{
    return (is_op(terms, a, op) && term_same(arg_of(terms, a, 0), b)) ||
           (is_op(terms, b, op) && term_same(arg_of(terms, b, 0), a));
}

/* (x op k1) op k2 -> x op (k1 op k2) */
static struct term reassociate(struct terms *terms, enum term_op op, struct term a,
                               struct term k)
{
    LAW(term_width(terms, a) == term_width(terms, k));
    if (!limbs_of(terms, k) || !is_op(terms, a, op) || !limbs_of(terms, arg_of(terms, a, 1)))
        return TERM_NONE;
    return term_2(terms, op, arg_of(terms, a, 0), term_2(terms, op, arg_of(terms, a, 1), k));
}

/* t is (x / y) * y: what is left of x then is the remainder, by 0 and of overflow, too. */
static bool is_whole_part(const struct terms *terms, struct term t, struct term *x,
                          struct term *y, bool *is_signed)
{
    for (int i = 0; i < 2 && is_op(terms, t, TERM_BV_MUL); i++) {
        struct term quotient = arg_of(terms, t, i);
        *is_signed = is_op(terms, quotient, TERM_BV_SDIV);
        if (!*is_signed && !is_op(terms, quotient, TERM_BV_UDIV))
            continue;
        *x = arg_of(terms, quotient, 0);
        *y = arg_of(terms, quotient, 1);
        if (term_same(*y, arg_of(terms, t, !i)))
            return true;
    }
    return false;
}

/* (x / y) * y + x % y */
static struct term add_remainder(struct terms *terms, struct term whole, struct term rest)
{
    struct term x, y;
    bool is_signed;
    if (!is_whole_part(terms, whole, &x, &y, &is_signed))
        return TERM_NONE;
    bool fits = is_op(terms, rest, is_signed ? TERM_BV_SREM : TERM_BV_UREM) &&
                term_same(arg_of(terms, rest, 0), x) && term_same(arg_of(terms, rest, 1), y);
    return fits ? x : TERM_NONE;
}

/* x - (x / y) * y */
static struct term subtract_whole(struct terms *terms, struct term a, struct term b)
{
    struct term x, y;
    bool is_signed;
    if (!is_whole_part(terms, b, &x, &y, &is_signed) || !term_same(x, a))
        return TERM_NONE;
    return term_2(terms, is_signed ? TERM_BV_SREM : TERM_BV_UREM, x, y);
}

static struct term add(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    struct term whole = add_remainder(terms, a, b);
    if (!term_is(whole))
        whole = add_remainder(terms, b, a);
    if (term_is(whole))
        return whole;
    if (is_zero(terms, b))
        return a;
    if (is_inverse(terms, a, b, TERM_BV_NEG))
        return zero(terms, m);
    if (is_inverse(terms, a, b, TERM_BV_NOT))
        return term_bv_signed(terms, term_width(terms, a), -1);
    if (is_op(terms, b, TERM_BV_NEG))
        return term_2(terms, TERM_BV_SUB, a, arg_of(terms, b, 0));
    if (is_op(terms, a, TERM_BV_NEG))
        return term_2(terms, TERM_BV_SUB, b, arg_of(terms, a, 0));
    if (is_op(terms, a, TERM_BV_SUB) && term_same(arg_of(terms, a, 1), b))
        return arg_of(terms, a, 0);
    if (is_op(terms, b, TERM_BV_SUB) && term_same(arg_of(terms, b, 1), a))
        return arg_of(terms, b, 0);
    return reassociate(terms, TERM_BV_ADD, a, b);
}

static struct term subtract(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    if (term_same(a, b))
        return zero(terms, m);
    if (is_zero(terms, a))
        return term_1(terms, TERM_BV_NEG, b);
    if (limbs_of(terms, b))
        return term_2(terms, TERM_BV_ADD, a, term_1(terms, TERM_BV_NEG, b));
    if (is_op(terms, b, TERM_BV_NEG))
        return term_2(terms, TERM_BV_ADD, a, arg_of(terms, b, 0));
    if (is_op(terms, a, TERM_BV_ADD)) {
        if (term_same(arg_of(terms, a, 0), b))
            return arg_of(terms, a, 1);
        if (term_same(arg_of(terms, a, 1), b))
            return arg_of(terms, a, 0);
    }
    if (is_op(terms, a, TERM_BV_SUB) && term_same(arg_of(terms, a, 0), b))
        return term_1(terms, TERM_BV_NEG, arg_of(terms, a, 1));
    return subtract_whole(terms, a, b);
}

static struct term multiply(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    unsigned at;
    if (is_zero(terms, b))
        return b;
    if (is_power(terms, b, &at))
        return at == 0
                   ? a
                   : term_2(terms, TERM_BV_SHL, a, term_bv(terms, term_width(terms, a), at));
    if (is_ones(terms, b))
        return term_1(terms, TERM_BV_NEG, a);
    return reassociate(terms, TERM_BV_MUL, a, b);
}

static struct term divide(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    unsigned at, width = term_width(terms, a);
    if (is_zero(terms, b)) {
        if (m->op == TERM_BV_UDIV)
            return term_bv_signed(terms, width, -1);
        return m->op == TERM_BV_SDIV ? TERM_NONE : a; /* any remainder by 0 is a */
    }
    bool remainder = m->op == TERM_BV_UREM || m->op == TERM_BV_SREM || m->op == TERM_BV_SMOD;
    if (remainder && (term_same(a, b) || is_zero(terms, a)))
        return zero(terms, m);
    if (!is_power(terms, b, &at))
        return TERM_NONE;
    if (at == 0 && width > 1)
        return remainder ? zero(terms, m)
                         : a; /* by one; on one bit 1 is -1 for the signed ones */
    if (m->op == TERM_BV_UDIV)
        return term_2(terms, TERM_BV_LSHR, a, term_bv(terms, width, at));
    if (m->op == TERM_BV_UREM)
        return term_2(terms, TERM_BV_AND, a,
                      term_2(terms, TERM_BV_SUB, b, term_bv(terms, width, 1)));
    return TERM_NONE;
}

static struct term bitwise(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    unsigned width = term_width(terms, a);
    if (m->op == TERM_BV_XOR) {
        if (term_same(a, b))
            return zero(terms, m);
        if (is_zero(terms, b))
            return a;
        if (is_ones(terms, b))
            return term_1(terms, TERM_BV_NOT, a);
        if (is_inverse(terms, a, b, TERM_BV_NOT))
            return term_bv_signed(terms, width, -1);
        return reassociate(terms, m->op, a, b);
    }
    bool conjunction = m->op == TERM_BV_AND;
    if (term_same(a, b))
        return a;
    if (is_zero(terms, b))
        return conjunction ? b : a;
    if (is_ones(terms, b))
        return conjunction ? a : b;
    if (is_inverse(terms, a, b, TERM_BV_NOT))
        return term_bv_signed(terms, width, conjunction ? 0 : -1);
    return reassociate(terms, m->op, a, b);
}

static struct term shift(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    const uint32_t *k = limbs_of(terms, b);
    unsigned width = term_width(terms, a);
    if (is_zero(terms, a) || (m->op == TERM_BV_ASHR && is_ones(terms, a)))
        return a;
    if (!k)
        return TERM_NONE;
    unsigned amount = limbs_amount(k, width);
    if (amount == 0)
        return a;
    if (amount < width)
        return TERM_NONE;
    if (m->op != TERM_BV_ASHR)
        return zero(terms, m);
    return width == 1 ? a : term_2(terms, m->op, a, term_bv(terms, width, width - 1));
}

static struct term invert(struct terms *terms, const struct making *m)
{
    return is_op(terms, m->args[0], m->op) ? arg_of(terms, m->args[0], 0) : TERM_NONE;
}

static struct term negated(struct terms *terms, enum term_op op, const struct making *m)
{
    return term_1(terms, TERM_BV_NOT, term_2(terms, op, m->args[0], m->args[1]));
}

static struct term nand(struct terms *terms, const struct making *m)
{
    return negated(terms, TERM_BV_AND, m);
}

static struct term nor(struct terms *terms, const struct making *m)
{
    return negated(terms, TERM_BV_OR, m);
}

static struct term xnor(struct terms *terms, const struct making *m)
{
    return negated(terms, TERM_BV_XOR, m);
}

static const bool commutes[TERM_OP_COUNT] = {
    [TERM_BV_ADD] = true,   [TERM_BV_MUL] = true,   [TERM_BV_AND] = true,
    [TERM_BV_OR] = true,    [TERM_BV_XOR] = true,   [TERM_BV_UADDO] = true,
    [TERM_BV_SADDO] = true, [TERM_BV_UMULO] = true, [TERM_BV_SMULO] = true,
};

static bool is_out_of_order(const struct terms *terms, struct term a, struct term b)
{
    bool a_constant = limbs_of(terms, a) != NULL, b_constant = limbs_of(terms, b) != NULL;
    return a_constant != b_constant ? a_constant : a.id > b.id;
}

/* Commuting operators have their arguments in one order. */
static struct term turned(struct terms *terms, const struct making *m)
{
    if (commutes[m->op] && is_out_of_order(terms, m->args[0], m->args[1]))
        return term_2(terms, m->op, m->args[1], m->args[0]);
    return TERM_NONE;
}

struct term rewrite_overflow(struct terms *terms, const struct making *m)
{
    struct term t = turned(terms, m);
    if (term_is(t) || m->op == TERM_BV_NEGO)
        return t;
    bool never = is_zero(terms, m->args[1]);
    if (m->op != TERM_BV_SSUBO && m->op != TERM_BV_USUBO && m->op != TERM_BV_SDIVO)
        never |= is_zero(terms, m->args[0]);
    if (m->op == TERM_BV_USUBO && !never)
        return term_2(terms, TERM_BV_ULT, m->args[0], m->args[1]);
    never = never || rewrite_never_overflows(terms, m);
    return never ? term_bool(terms, false) : TERM_NONE;
}

/* Where there is none, nothing is rewritten. */
static rewriter *const rules[TERM_OP_COUNT] = {
    [TERM_BV_NEG] = invert,
    [TERM_BV_NOT] = invert,
    [TERM_BV_ADD] = add,
    [TERM_BV_SUB] = subtract,
    [TERM_BV_MUL] = multiply,
    [TERM_BV_UDIV] = divide,
    [TERM_BV_UREM] = divide,
    [TERM_BV_SDIV] = divide,
    [TERM_BV_SREM] = divide,
    [TERM_BV_SMOD] = divide,
    [TERM_BV_AND] = bitwise,
    [TERM_BV_OR] = bitwise,
    [TERM_BV_XOR] = bitwise,
    [TERM_BV_NAND] = nand,
    [TERM_BV_NOR] = nor,
    [TERM_BV_XNOR] = xnor,
    [TERM_BV_COMP] = rewrite_comp,
    [TERM_BV_SHL] = shift,
    [TERM_BV_LSHR] = shift,
    [TERM_BV_ASHR] = shift,
    [TERM_BV_CONCAT] = rewrite_concat,
    [TERM_BV_EXTRACT] = rewrite_extract,
    [TERM_BV_ZEXT] = rewrite_extension,
    [TERM_BV_SEXT] = rewrite_extension,
    [TERM_BV_REPEAT] = rewrite_repeat,
    [TERM_BV_ROTL] = rewrite_rotation,
    [TERM_BV_ROTR] = rewrite_rotation,
};

struct term rewrite_word(struct terms *terms, const struct making *m)
{
    struct term t = turned(terms, m);
    if (term_is(t) || !rules[m->op])
        return t;
    return rules[m->op](terms, m);
}
