/* Constant folding: the meaning of every operator on constants, and so the definition that blasting is tested
 * against. Bit-vectors by limbs, floats by float_fold, arrays by array_value.c. */
#include "term/float_fold.h"
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
    unsigned w = o->width;
    size_t n = LIMBS(w);
    uint32_t *x = scratch, *y = scratch + n, *quotient = scratch + 2 * n, *remainder = scratch + 3 * n;
    bool a_negative = limbs_bit(o->a, w - 1), b_negative = limbs_bit(o->b, w - 1);
    negate_if(x, o->a, w, a_negative);
    negate_if(y, o->b, w, b_negative);
    limbs_divide(quotient, remainder, x, y, w);
    if (o->op == TERM_BV_SDIV) {
        negate_if(r, quotient, w, a_negative != b_negative);
    } else {
        negate_if(r, remainder, w, a_negative);
        bool adjust = o->op == TERM_BV_SMOD && a_negative != b_negative && !limbs_is_zero(remainder, w);
        if (adjust) limbs_add(r, r, o->b, w);
    }
}

static void rotate_left(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount)
{
    for (unsigned i = 0; i < width; i++)
        limbs_set_bit(r, (i + amount) % width, limbs_bit(a, i));
}

/* r has room for the result (zeroed), scratch for four operands. */
static bool fold_bits(uint32_t *r, const struct operands *o, unsigned result_width, uint32_t *scratch)
{
    unsigned w = o->width;
    const uint32_t *a = o->a, *b = o->b;
    switch ((int)o->op) {
    case TERM_BV_NEG:
        return limbs_neg(r, a, w), true;
    case TERM_BV_ADD:
        return limbs_add(r, a, b, w), true;
    case TERM_BV_SUB:
        return limbs_sub(r, a, b, w), true;
    case TERM_BV_MUL:
        return limbs_mul(r, a, b, w), true;
    case TERM_BV_UDIV:
        return limbs_divide(r, NULL, a, b, w), true;
    case TERM_BV_UREM:
        return limbs_divide(NULL, r, a, b, w), true;
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
        return divide_signed(r, o, scratch), true;
    case TERM_BV_NOT:
        return limbs_not(r, a, w), true;
    case TERM_BV_AND:
        return limbs_and(r, a, b, w), true;
    case TERM_BV_OR:
        return limbs_or(r, a, b, w), true;
    case TERM_BV_XOR:
        return limbs_xor(r, a, b, w), true;
    case TERM_BV_NAND:
        return limbs_and(r, a, b, w), limbs_not(r, r, w), true;
    case TERM_BV_NOR:
        return limbs_or(r, a, b, w), limbs_not(r, r, w), true;
    case TERM_BV_XNOR:
        return limbs_xor(r, a, b, w), limbs_not(r, r, w), true;
    case TERM_BV_COMP:
        return r[0] = limbs_same(a, b, w), true;
    case TERM_BV_SHL:
        return limbs_shl(r, a, w, limbs_amount(b, w)), true;
    case TERM_BV_LSHR:
        return limbs_lshr(r, a, w, limbs_amount(b, w)), true;
    case TERM_BV_ASHR:
        return limbs_ashr(r, a, w, limbs_amount(b, w)), true;
    case TERM_BV_EXTRACT:
        return limbs_extract(r, a, o->parameters[0], o->parameters[1]), true;
    case TERM_BV_ZEXT:
        return limbs_zext(r, result_width, a, w), true;
    case TERM_BV_SEXT:
        return limbs_sext(r, result_width, a, w), true;
    case TERM_BV_ROTL:
        return rotate_left(r, a, w, o->parameters[0] % w), true;
    case TERM_BV_ROTR:
        return rotate_left(r, a, w, w - o->parameters[0] % w), true;
    case TERM_BV_CONCAT:
        limbs_zext(r, result_width, b, result_width - w);
        return limbs_insert(r, result_width - w, a, w), true;
    case TERM_BV_REPEAT:
        for (unsigned at = 0; at < result_width; at += w)
            limbs_insert(r, at, a, w);
        return true;
    default:
        return false;
    }
}

static struct term fold_to_bits(struct terms *terms, const struct operands *o, unsigned result_width)
{
    size_t n = LIMBS(o->width), room = LIMBS(result_width) + 4 * n;
    uint32_t small[20], *r = room <= 20 ? small : malloc(room * sizeof *r);
    if (!r) BUG("out of memory");
    limbs_zero(r, result_width);
    struct term t = TERM_NONE;
    if (fold_bits(r, o, result_width, r + LIMBS(result_width))) t = term_bv_limbs(terms, result_width, r);
    if (r != small) free(r);
    return t;
}

/* Does a product of two w-bit numbers leave w bits? Decided on 2w bits; scratch has room for three of those.
 */
static bool multiplication_overflows(const struct operands *o, uint32_t *scratch)
{
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
    switch ((int)o->op) {
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
    default:
        return multiplication_overflows(o, scratch);
    }
}

static bool fold_predicate(const struct operands *o)
{
    unsigned w = o->width;
    switch ((int)o->op) {
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
    default:
        break;
    }
    uint32_t small[24],
        *scratch = 3 * LIMBS(2 * w) <= 24 ? small : malloc(3 * LIMBS(2 * w) * sizeof *scratch);
    if (!scratch) BUG("out of memory");
    bool answer = overflows(o, scratch);
    if (scratch != small) free(scratch);
    return answer;
}

static struct term fold_bool(struct terms *terms, const struct making *m)
{
    bool value;
    switch ((int)m->op) {
    case TERM_NOT:
        value = !term_is_true(terms, m->args[0]);
        break;
    case TERM_XOR:
        value = m->args[0].id != m->args[1].id;
        break;
    case TERM_IMPLIES:
        value = term_is_false(terms, m->args[0]) || term_is_true(terms, m->args[1]);
        break;
    default:
        value = m->op == TERM_AND;
        for (size_t i = 0; i < m->count; i++)
            value = m->op == TERM_AND ? value && term_is_true(terms, m->args[i])
                                      : value || term_is_true(terms, m->args[i]);
    }
    return term_bool(terms, value);
}

struct term fold_constants(struct terms *terms, const struct making *m)
{
    if (m->op == TERM_ITE) return term_is_true(terms, m->args[0]) ? m->args[1] : m->args[2];
    if (m->op == TERM_EQ) {
        bool arrays = sort_kind(terms, term_sort(terms, m->args[0])) == SORT_ARRAY;
        return term_bool(terms, arrays ? array_value_same(terms, m->args[0], m->args[1])
                                       : term_same(m->args[0], m->args[1]));
    }
    if (m->op >= TERM_NOT && m->op <= TERM_IMPLIES) return fold_bool(terms, m);
    if (m->op >= TERM_FP_ADD && m->op <= TERM_FP_TO_UBV)
        return float_fold(terms, m->op, m->args, m->count, m->sort);
    if (m->op < TERM_BV_NEG || m->op > TERM_BV_SDIVO) return TERM_NONE;
    struct operands o = {
        .terms = terms, .op = m->op, .width = term_width(terms, m->args[0]), .parameters = m->parameters};
    o.a = term_limbs(terms, m->args[0]);
    o.b = m->count > 1 ? term_limbs(terms, m->args[1]) : NULL;
    if (sort_kind(terms, m->sort) == SORT_BOOL) return term_bool(terms, fold_predicate(&o));
    return fold_to_bits(terms, &o, sort_width(terms, m->sort));
}
