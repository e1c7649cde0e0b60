/* Rewriting of equality and order. Only EQ, COMP, ULT and SLT are left afterwards: a <= b
 * becomes !(b < a). Notation: k is a constant, w the width. No rule adds operators (negation
 * counts for nothing: it costs no gate). */
#include "term/limbs.h"
#include "base/failure.h"
#include "term/rewrite/chain.h"
#include "term/rewrite/polynomial.h"
#include "term/rewrite/rewrite_internal.h"

#include <stdlib.h>

static struct term not_(struct terms *terms, struct term t)
{
    return term_not(terms, t);
}

/* a + k1 = k2  ->  a = k2 - k1, and the like for xor and not */
static struct term eq_move_constant(struct terms *terms, struct term a, struct term k)
{
    LAW(term_is_value(terms, k));
    LAW(term_sort(terms, a).id == term_sort(terms, k).id);
    enum term_op op = op_of(terms, a);
    if (op == TERM_BV_NOT || op == TERM_BV_NEG)
        return term_eq(terms, arg_of(terms, a, 0), term_1(terms, op, k));
    if (op != TERM_BV_ADD && op != TERM_BV_XOR)
        return TERM_NONE;
    struct term moved = arg_of(terms, a, 1);
    if (!limbs_of(terms, moved))
        return TERM_NONE;
    enum term_op inverse = op == TERM_BV_ADD ? TERM_BV_SUB : TERM_BV_XOR;
    return term_eq(terms, arg_of(terms, a, 0), term_2(terms, inverse, k, moved));
}

/* (extend x) = k: compare the low part if k fits, else false. */
static struct term eq_extended_constant(struct terms *terms, struct term a, struct term k)
{
    LAW(limbs_of(terms, k));
    struct term inner = arg_of(terms, a, 0);
    struct term low = term_extract(terms, k, term_width(terms, inner) - 1, 0);
    struct term again = term_make(terms, op_of(terms, a), &low, 1,
                                  (unsigned[]){term_parameter(terms, a, 0), 0});
    return term_same(again, k) ? term_eq(terms, inner, low) : term_bool(terms, false);
}

static struct term eq_constant(struct terms *terms, struct term a, struct term k)
{
    LAW(term_is_value(terms, k));
    enum term_op op = op_of(terms, a);
    if (op == TERM_BV_COMP) {
        struct term equal = term_eq(terms, arg_of(terms, a, 0), arg_of(terms, a, 1));
        return limbs_bit(limbs_of(terms, k), 0) ? equal : not_(terms, equal);
    }
    if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT)
        return eq_extended_constant(terms, a, k);
    return eq_move_constant(terms, a, k);
}

/* (ite c k1 k2) = k with constants of any sort */
static struct term eq_ite(struct terms *terms, struct term a, struct term k)
{
    struct term x = arg_of(terms, a, 1), y = arg_of(terms, a, 2);
    if (!term_is_const(terms, x) || !term_is_const(terms, y))
        return TERM_NONE;
    if (term_same(x, k))
        return arg_of(terms, a, 0); /* x and y differ, or the ite were gone */
    return term_same(y, k) ? not_(terms, arg_of(terms, a, 0)) : term_bool(terms, false);
}

static struct term eq_bool(struct terms *terms, struct term a, struct term b)
{
    if (term_is_true(terms, a))
        return b;
    if (term_is_true(terms, b))
        return a;
    if (term_is_false(terms, a))
        return not_(terms, b);
    if (term_is_false(terms, b))
        return not_(terms, a);
    bool a_negated = op_of(terms, a) == TERM_NOT, b_negated = op_of(terms, b) == TERM_NOT;
    if (!a_negated && !b_negated)
        return TERM_NONE;
    struct term equal = term_eq(terms, a_negated ? arg_of(terms, a, 0) : a,
                                b_negated ? arg_of(terms, b, 0) : b);
    return a_negated != b_negated ? not_(terms, equal) : equal;
}

/* x + y = v + w where one of the first is one of the second: the others are compared. */
static struct term eq_of_sums(struct terms *terms, struct term a, struct term b)
{
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < 2; i++)
            if (term_same(arg_of(terms, a, i), arg_of(terms, b, i ^ k)))
                return term_eq(terms, arg_of(terms, a, !i), arg_of(terms, b, !(i ^ k)));
    return TERM_NONE;
}

/* a and b are the same invertible operator: compare what differs below. */
static struct term eq_same_operator(struct terms *terms, struct term a, struct term b)
{
    enum term_op op = op_of(terms, a);
    if (op != op_of(terms, b) || term_count(terms, a) == 0)
        return TERM_NONE;
    if (op == TERM_BV_ADD || op == TERM_BV_XOR)
        return eq_of_sums(terms, a, b);
    struct term a0 = arg_of(terms, a, 0), b0 = arg_of(terms, b, 0);
    if (op == TERM_BV_NOT || op == TERM_BV_NEG)
        return term_eq(terms, a0, b0);
    if (op != TERM_BV_ZEXT && op != TERM_BV_SEXT)
        return TERM_NONE;
    if (term_width(terms, a0) != term_width(terms, b0))
        return TERM_NONE;
    return term_eq(terms, a0, b0);
}

static bool is_arithmetic(const struct terms *terms, struct term t)
{
    enum term_op op = op_of(terms, t);
    return op == TERM_BV_ADD || op == TERM_BV_SUB || op == TERM_BV_MUL || op == TERM_BV_NEG;
}

struct term rewrite_equality(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    if (term_same(a, b))
        return term_bool(terms, true);
    struct term t = TERM_NONE;
    enum sort_kind kind = sort_kind(terms, term_sort(terms, a));
    if (kind == SORT_BOOL) {
        t = eq_bool(terms, a, b);
        if (!term_is(t) && a.id > b.id)
            t = term_eq(terms, b, a);
        return t;
    }
    if (terms_distinct(terms, a, b))
        return term_bool(terms, false);
    if (term_is_const(terms, a) || (!term_is_const(terms, b) && a.id > b.id))
        return term_eq(terms, b, a);
    if (term_is_const(terms, b) && op_of(terms, a) == TERM_ITE)
        t = eq_ite(terms, a, b);
    if (term_is(t) || kind != SORT_BV)
        return t;
    t = limbs_of(terms, b) ? eq_constant(terms, a, b) : eq_same_operator(terms, a, b);
    if (term_is(t))
        return t;
    bool arithmetic = is_arithmetic(terms, a) || is_arithmetic(terms, b);
    enum polynomial_answer answer =
        arithmetic ? polynomial_compare(terms, a, b) : POLYNOMIAL_OPEN;
    if (answer != POLYNOMIAL_OPEN)
        return term_bool(terms, answer == POLYNOMIAL_SAME);
    if (chain_same(terms, a, b))
        return term_bool(terms, true);
    return arithmetic ? polynomial_equation(terms, a, b) : TERM_NONE;
}

static bool is_zext(const struct terms *terms, struct term t)
{
    return op_of(terms, t) == TERM_BV_ZEXT;
}

/* One side is (zero_extend x), the other a constant: decided by the constant's high part or
 * by the low parts.
 */
static struct term ult_extended(struct terms *terms, struct term a, struct term b)
{
    LAW(is_zext(terms, a) != is_zext(terms, b));
    bool left = is_zext(terms, a);
    struct term inner = arg_of(terms, left ? a : b, 0), k = left ? b : a;
    unsigned width = term_width(terms, inner);
    LAW(limbs_of(terms, k)); /* the other side is constant */
    if (limbs_length(limbs_of(terms, k), term_width(terms, k)) > width)
        return term_bool(terms, left);
    struct term low = term_extract(terms, k, width - 1, 0);
    return left ? term_2(terms, TERM_BV_ULT, inner, low)
                : term_2(terms, TERM_BV_ULT, low, inner);
}

static struct term below_unsigned(struct terms *terms, struct term a, struct term b)
{
    LAW(term_width(terms, a) == term_width(terms, b));
    unsigned width = term_width(terms, a);
    const uint32_t *x = limbs_of(terms, a), *y = limbs_of(terms, b);
    if (y && limbs_is_zero(y, width))
        return term_bool(terms, false);
    if (x && limbs_is_ones(x, width))
        return term_bool(terms, false);
    if (y && limbs_length(y, width) == 1)
        return term_eq(terms, a, term_bv(terms, width, 0));
    if (x && limbs_is_zero(x, width))
        return term_ne(terms, b, a);
    if (y && limbs_is_ones(y, width))
        return term_ne(terms, a, b);
    if ((is_zext(terms, a) && y) || (is_zext(terms, b) && x))
        return ult_extended(terms, a, b);
    enum term_op op = op_of(terms, a);
    if ((op == TERM_BV_ZEXT || op == TERM_BV_SEXT) && op == op_of(terms, b)) {
        struct term a0 = arg_of(terms, a, 0), b0 = arg_of(terms, b, 0);
        if (term_width(terms, a0) == term_width(terms, b0))
            return term_2(terms, TERM_BV_ULT, a0, b0);
    }
    return TERM_NONE;
}

/* Is t the smallest (largest) signed number? */
static bool is_extreme(const uint32_t *k, unsigned width, bool largest)
{
    if (limbs_bit(k, width - 1) == largest)
        return false;
    for (unsigned i = 0; i + 1 < width; i++)
        if (limbs_bit(k, i) != largest)
            return false;
    return true;
}

/* A number times itself, with room for all of it. */
static bool is_square(const struct terms *terms, struct term t)
{
    if (op_of(terms, t) != TERM_BV_MUL ||
        !term_same(arg_of(terms, t, 0), arg_of(terms, t, 1)))
        return false;
    struct term root = arg_of(terms, t, 0);
    enum term_op op = op_of(terms, root);
    if (op != TERM_BV_ZEXT && op != TERM_BV_SEXT)
        return false;
    return 2 * term_width(terms, arg_of(terms, root, 0)) <=
           term_width(terms, t) - (op == TERM_BV_ZEXT);
}

static struct term below_signed(struct terms *terms, struct term a, struct term b)
{
    LAW(term_width(terms, a) == term_width(terms, b));
    unsigned width = term_width(terms, a);
    const uint32_t *x = limbs_of(terms, a), *y = limbs_of(terms, b);
    if ((y && is_extreme(y, width, false)) || (x && is_extreme(x, width, true)))
        return term_bool(terms, false);
    if ((y && is_extreme(y, width, true)) || (x && is_extreme(x, width, false)))
        return term_ne(terms, a, b);
    if (y && (limbs_is_zero(y, width) || limbs_bit(y, width - 1)) && is_square(terms, a))
        return term_bool(terms, false);
    if (x && limbs_bit(x, width - 1) && is_square(terms, b))
        return term_bool(terms, true);
    enum term_op op = op_of(terms, a);
    if ((op == TERM_BV_ZEXT || op == TERM_BV_SEXT) && op == op_of(terms, b)) {
        struct term a0 = arg_of(terms, a, 0), b0 = arg_of(terms, b, 0);
        if (term_width(terms, a0) == term_width(terms, b0))
            return term_2(terms, op == TERM_BV_ZEXT ? TERM_BV_ULT : TERM_BV_SLT, a0, b0);
    }
    return TERM_NONE;
}

struct term rewrite_comp(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0], b = m->args[1];
    if (term_same(a, b))
        return term_bv(terms, 1, 1);
    return a.id > b.id ? term_2(terms, TERM_BV_COMP, b, a) : TERM_NONE;
}

struct term rewrite_order(struct terms *terms, const struct making *m)
{
    LAW(m->count == 2);
    struct term a = m->args[0], b = m->args[1];
    switch ((enum term_order_op)m->op) {
    case TERM_BV_ULT:
        return term_same(a, b) ? term_bool(terms, false) : below_unsigned(terms, a, b);
    case TERM_BV_ULE:
        return not_(terms, term_2(terms, TERM_BV_ULT, b, a));
    case TERM_BV_UGT:
        return term_2(terms, TERM_BV_ULT, b, a);
    case TERM_BV_UGE:
        return not_(terms, term_2(terms, TERM_BV_ULT, a, b));
    case TERM_BV_SLT:
        return term_same(a, b) ? term_bool(terms, false) : below_signed(terms, a, b);
    case TERM_BV_SLE:
        return not_(terms, term_2(terms, TERM_BV_SLT, b, a));
    case TERM_BV_SGT:
        return term_2(terms, TERM_BV_SLT, b, a);
    case TERM_BV_SGE:
        return not_(terms, term_2(terms, TERM_BV_SLT, a, b));
    }
    BUG("no such comparison");
}
