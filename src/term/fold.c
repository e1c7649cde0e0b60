/* Constant folding: the meaning of every operator on constants, and so the definition that
 * blasting is tested against. Bit-vectors by limbs, floats by float_fold, arrays by
 * array_value.c. */
#include "term/float_fold.h"
#include "base/failure.h"
#include "term/limbs.h"
#include "term/term_internal.h"

#include <stdlib.h>

struct operands {
    struct terms *terms;
    enum term_op op;
    unsigned width; /* of the first argument */
    const uint32_t *a, *b;
    const unsigned *parameters;
};

static void negate_if(uint32_t *r, const uint32_t *a, unsigned width, bool negative)
{
    if (negative)
        limbs_neg(r, a, width);
    else
        limbs_copy(r, a, width);
}

/* sdiv, srem, smod by the division of absolute values; scratch has room for four numbers. */
static void divide_signed(uint32_t *r, const struct operands *o, uint32_t *scratch)
{
    LAW(o->a && o->b);
    unsigned w = o->width;
    size_t n = LIMBS(w);
    uint32_t *x = scratch, *y = scratch + n, *quotient = scratch + 2 * n,
             *remainder = scratch + 3 * n;
    bool a_negative = limbs_bit(o->a, w - 1), b_negative = limbs_bit(o->b, w - 1);
    negate_if(x, o->a, w, a_negative);
    negate_if(y, o->b, w, b_negative);
    limbs_divide(quotient, remainder, x, y, w);
    if (o->op == TERM_BV_SDIV) {
        negate_if(r, quotient, w, a_negative != b_negative);
    } else {
        negate_if(r, remainder, w, a_negative);
        bool adjust =
            o->op == TERM_BV_SMOD && a_negative != b_negative && !limbs_is_zero(remainder, w);
        if (adjust)
            limbs_add(r, r, o->b, w);
    }
}

static void rotate_left(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount)
{
    LAW(width > 0);
    for (unsigned i = 0; i < width; i++)
        limbs_set_bit(r, (i + amount) % width, limbs_bit(a, i));
}

/* r has room for the result (zeroed), scratch for four operands. */
static void fold_bits(uint32_t *r, const struct operands *o, unsigned result_width,
                      uint32_t *scratch)
{
    unsigned w = o->width;
    const uint32_t *a = o->a, *b = o->b;
    switch ((enum term_word_op)o->op) {
    case TERM_BV_NEG:
        limbs_neg(r, a, w);
        return;
    case TERM_BV_ADD:
        limbs_add(r, a, b, w);
        return;
    case TERM_BV_SUB:
        limbs_sub(r, a, b, w);
        return;
    case TERM_BV_MUL:
        limbs_mul(r, a, b, w);
        return;
    case TERM_BV_UDIV:
        limbs_divide(r, NULL, a, b, w);
        return;
    case TERM_BV_UREM:
        limbs_divide(NULL, r, a, b, w);
        return;
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
        divide_signed(r, o, scratch);
        return;
    case TERM_BV_NOT:
        limbs_not(r, a, w);
        return;
    case TERM_BV_AND:
        limbs_and(r, a, b, w);
        return;
    case TERM_BV_OR:
        limbs_or(r, a, b, w);
        return;
    case TERM_BV_XOR:
        limbs_xor(r, a, b, w);
        return;
    case TERM_BV_NAND:
        limbs_and(r, a, b, w);
        limbs_not(r, r, w);
        return;
    case TERM_BV_NOR:
        limbs_or(r, a, b, w);
        limbs_not(r, r, w);
        return;
    case TERM_BV_XNOR:
        limbs_xor(r, a, b, w);
        limbs_not(r, r, w);
        return;
    case TERM_BV_COMP:
        r[0] = limbs_same(a, b, w);
        return;
    case TERM_BV_SHL:
        limbs_shl(r, a, w, limbs_amount(b, w));
        return;
    case TERM_BV_LSHR:
        limbs_lshr(r, a, w, limbs_amount(b, w));
        return;
    case TERM_BV_ASHR:
        limbs_ashr(r, a, w, limbs_amount(b, w));
        return;
    case TERM_BV_EXTRACT:
        limbs_extract(r, a, o->parameters[0], o->parameters[1]);
        return;
    case TERM_BV_ZEXT:
        limbs_zext(r, result_width, a, w);
        return;
    case TERM_BV_SEXT:
        limbs_sext(r, result_width, a, w);
        return;
    case TERM_BV_ROTL:
        rotate_left(r, a, w, o->parameters[0] % w);
        return;
    case TERM_BV_ROTR:
        rotate_left(r, a, w, w - o->parameters[0] % w);
        return;
    case TERM_BV_CONCAT:
        limbs_zext(r, result_width, b, result_width - w);
        limbs_insert(r, result_width - w, a, w);
        return;
    case TERM_BV_REPEAT:
        for (unsigned at = 0; at < result_width; at += w)
            limbs_insert(r, at, a, w);
        return;
    }
    BUG("not an operator of words");
}

static struct term fold_to_bits(struct terms *terms, const struct operands *o,
                                unsigned result_width)
{
    size_t n = LIMBS(o->width), room = LIMBS(result_width) + 4 * n;
    uint32_t small[20], *r = room <= 20 ? small : malloc(room * sizeof *r);
    if (!r)
        BUG("out of memory");
    limbs_zero(r, result_width);
    fold_bits(r, o, result_width, r + LIMBS(result_width));
    struct term t = term_bv_limbs(terms, result_width, r);
    if (r != small)
        free(r);
    return t;
}

/* Does a product of two w-bit numbers leave w bits? Decided on 2w bits; scratch has room for
 * three of those.
 */
static bool multiplication_overflows(const struct operands *o, uint32_t *scratch)
{
    LAW(o->a && o->b);
    unsigned w = o->width;
    size_t n = LIMBS(2 * w);
    uint32_t *x = scratch, *y = scratch + n, *product = scratch + 2 * n;
    if (o->op == TERM_BV_UMULO) {
        limbs_zext(x, 2 * w, o->a, w);
        limbs_zext(y, 2 * w, o->b, w);
        limbs_mul(product, x, y, 2 * w);
        return limbs_length(product, 2 * w) > w;
    }
    limbs_sext(x, 2 * w, o->a, w);
    limbs_sext(y, 2 * w, o->b, w);
    limbs_mul(product, x, y, 2 * w);
    limbs_extract(y, product, w - 1, 0);
    limbs_sext(x, 2 * w, y, w);
    return !limbs_same(x, product, 2 * w);
}

static bool is_minimum(const uint32_t *a, unsigned width)
{
    unsigned at;
    return limbs_power(a, width, &at) && at == width - 1;
}

static bool overflows(const struct operands *o, uint32_t *scratch)
{
    unsigned w = o->width;
    const uint32_t *a = o->a, *b = o->b;
    bool carry, a_sign = limbs_bit(a, w - 1), b_sign = b && limbs_bit(b, w - 1);
    switch ((enum term_overflow_op)o->op) {
    case TERM_BV_NEGO:
        return is_minimum(a, w);
    case TERM_BV_UADDO:
        return limbs_add(scratch, a, b, w);
    case TERM_BV_USUBO:
        return limbs_sub(scratch, a, b, w);
    case TERM_BV_SADDO:
        carry = (limbs_add(scratch, a, b, w), limbs_bit(scratch, w - 1));
        return a_sign == b_sign && carry != a_sign;
    case TERM_BV_SSUBO:
        carry = (limbs_sub(scratch, a, b, w), limbs_bit(scratch, w - 1));
        return a_sign != b_sign && carry != a_sign;
    case TERM_BV_SDIVO:
        return is_minimum(a, w) && limbs_is_ones(b, w);
    case TERM_BV_UMULO:
    case TERM_BV_SMULO:
        return multiplication_overflows(o, scratch);
    }
    BUG("not an overflow predicate");
}

static bool fold_order(const struct operands *o)
{
    LAW(o->a && o->b);
    unsigned w = o->width;
    switch ((enum term_order_op)o->op) {
    case TERM_BV_ULT:
        return limbs_compare(o->a, o->b, w) < 0;
    case TERM_BV_ULE:
        return limbs_compare(o->a, o->b, w) <= 0;
    case TERM_BV_UGT:
        return limbs_compare(o->a, o->b, w) > 0;
    case TERM_BV_UGE:
        return limbs_compare(o->a, o->b, w) >= 0;
    case TERM_BV_SLT:
        return limbs_compare_signed(o->a, o->b, w) < 0;
    case TERM_BV_SLE:
        return limbs_compare_signed(o->a, o->b, w) <= 0;
    case TERM_BV_SGT:
        return limbs_compare_signed(o->a, o->b, w) > 0;
    case TERM_BV_SGE:
        return limbs_compare_signed(o->a, o->b, w) >= 0;
    }
    BUG("not a comparison");
}

static bool fold_overflow(const struct operands *o)
{
    unsigned w = o->width;
    uint32_t small[24], *scratch = 3 * LIMBS(2 * w) <= 24
                                       ? small
                                       : malloc(3 * LIMBS(2 * w) * sizeof *scratch);
    if (!scratch)
        BUG("out of memory");
    bool answer = overflows(o, scratch);
    if (scratch != small)
        free(scratch);
    return answer;
}

/* of equal sorts */
static struct term fold_equality(struct terms *terms, struct term a, struct term b)
{
    LAW(term_sort(terms, a).id == term_sort(terms, b).id);
    bool arrays = sort_kind(terms, term_sort(terms, a)) == SORT_ARRAY;
    return term_bool(terms, arrays ? array_value_same(terms, a, b) : term_same(a, b));
}

static bool all_true(const struct terms *terms, const struct making *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (!term_is_true(terms, m->args[i]))
            return false;
    return true;
}

static bool some_true(const struct terms *terms, const struct making *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (term_is_true(terms, m->args[i]))
            return true;
    return false;
}

static struct term fold_logic(struct terms *terms, const struct making *m)
{
    LAW(m->count > 0);
    const struct term *a = m->args;
    switch ((enum term_logic_op)m->op) {
    case TERM_NOT:
        return term_bool(terms, !term_is_true(terms, a[0]));
    case TERM_XOR:
        return term_bool(terms, a[0].id != a[1].id);
    case TERM_IMPLIES:
        return term_bool(terms, term_is_false(terms, a[0]) || term_is_true(terms, a[1]));
    case TERM_AND:
        return term_bool(terms, all_true(terms, m));
    case TERM_OR:
        return term_bool(terms, some_true(terms, m));
    case TERM_ITE:
        return term_is_true(terms, a[0]) ? a[1] : a[2];
    case TERM_EQ:
        return fold_equality(terms, a[0], a[1]);
    }
    BUG("not a logical operator");
}

static struct operands operands_of(struct terms *terms, const struct making *m)
{
    LAW(m->count >= 1);
    return (struct operands){.terms = terms,
                             .op = m->op,
                             .width = term_width(terms, m->args[0]),
                             .parameters = m->parameters,
                             .a = term_limbs(terms, m->args[0]),
                             .b = m->count > 1 ? term_limbs(terms, m->args[1]) : NULL};
}

struct term fold_constants(struct terms *terms, const struct making *m)
{
    struct operands o;
    switch (term_class(m->op)) {
    case TERM_CLASS_LOGIC:
        return fold_logic(terms, m);
    case TERM_CLASS_FLOAT:
    case TERM_CLASS_FLOAT_TEST:
        return float_fold(terms, m->op, m->args, m->count, m->sort);
    case TERM_CLASS_WORD:
        o = operands_of(terms, m);
        return fold_to_bits(terms, &o, sort_width(terms, m->sort));
    case TERM_CLASS_ORDER:
        o = operands_of(terms, m);
        return term_bool(terms, fold_order(&o));
    case TERM_CLASS_OVERFLOW:
        o = operands_of(terms, m);
        return term_bool(terms, fold_overflow(&o));
    case TERM_CLASS_LEAF:
    case TERM_CLASS_ARRAY:
    case TERM_CLASS_APPLY:
        return TERM_NONE;
    }
    BUG("no class");
}
