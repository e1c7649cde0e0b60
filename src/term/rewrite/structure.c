/* Rewriting of operators that only move bits: extract, concat, extensions, repeat, rotations.
 * Nested ones are merged; an extract goes into the part of a concat or extension that it lies
 * in. */
#include "term/rewrite/rewrite_internal.h"

#include "term/limbs.h"

static struct term extract(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0];
    unsigned high = m->parameters[0], low = m->parameters[1];
    if (low == 0 && high + 1 == term_width(terms, a))
        return a;
    switch ((int)op_of(terms, a)) {
    case TERM_BV_EXTRACT: {
        unsigned base = term_parameter(terms, a, 1);
        return term_extract(terms, arg_of(terms, a, 0), high + base, low + base);
    }
    case TERM_BV_CONCAT: {
        unsigned border = term_width(terms, arg_of(terms, a, 1));
        if (low >= border)
            return term_extract(terms, arg_of(terms, a, 0), high - border, low - border);
        return high < border ? term_extract(terms, arg_of(terms, a, 1), high, low)
                             : TERM_NONE;
    }
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT: {
        unsigned border = term_width(terms, arg_of(terms, a, 0));
        if (high < border)
            return term_extract(terms, arg_of(terms, a, 0), high, low);
        if (low >= border && op_of(terms, a) == TERM_BV_ZEXT)
            return term_bv(terms, high - low + 1, 0);
        if (low != 0)
            return TERM_NONE;
        return term_make(terms, op_of(terms, a), (struct term[]){arg_of(terms, a, 0)}, 1,
                         (unsigned[]){high + 1 - border, 0});
    }
    default:
        return TERM_NONE;
    }
}

static struct term concat(struct terms *terms, const struct making *m)
{
    struct term high = m->args[0], low = m->args[1];
    const uint32_t *k = limbs_of(terms, high);
    if (k && limbs_is_zero(k, term_width(terms, high)))
        return term_zext(terms, low, sort_width(terms, m->sort));
    if (k && op_of(terms, low) == TERM_BV_CONCAT && limbs_of(terms, arg_of(terms, low, 0)))
        return term_concat(terms, term_concat(terms, high, arg_of(terms, low, 0)),
                           arg_of(terms, low, 1));
    if (op_of(terms, high) == TERM_BV_EXTRACT && op_of(terms, low) == TERM_BV_EXTRACT &&
        term_same(arg_of(terms, high, 0), arg_of(terms, low, 0)) &&
        term_parameter(terms, high, 1) == term_parameter(terms, low, 0) + 1)
        return term_extract(terms, arg_of(terms, high, 0), term_parameter(terms, high, 0),
                            term_parameter(terms, low, 1));
    return TERM_NONE;
}

static struct term extend(struct terms *terms, const struct making *m)
{
    struct term a = m->args[0];
    enum term_op inner = op_of(terms, a);
    if (m->parameters[0] == 0)
        return a;
    bool merges =
        inner == m->op || inner == TERM_BV_ZEXT; /* a zero-extended number is not negative */
    if ((inner != TERM_BV_ZEXT && inner != TERM_BV_SEXT) || !merges)
        return TERM_NONE;
    struct term base = arg_of(terms, a, 0);
    return term_make(terms, inner, &base, 1,
                     (unsigned[]){m->parameters[0] + term_parameter(terms, a, 0), 0});
}

static struct term rotate(struct terms *terms, const struct making *m)
{
    unsigned width = term_width(terms, m->args[0]), amount = m->parameters[0] % width;
    if (amount == 0)
        return m->args[0];
    if (m->op == TERM_BV_ROTL && amount == m->parameters[0])
        return TERM_NONE;
    if (m->op == TERM_BV_ROTR)
        amount = width - amount;
    return term_make(terms, TERM_BV_ROTL, m->args, 1, (unsigned[]){amount, 0});
}

struct term rewrite_structure(struct terms *terms, const struct making *m)
{
    switch ((int)m->op) {
    case TERM_BV_EXTRACT:
        return extract(terms, m);
    case TERM_BV_CONCAT:
        return concat(terms, m);
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
        return extend(terms, m);
    case TERM_BV_REPEAT:
        return m->parameters[0] == 1 ? m->args[0] : TERM_NONE;
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return rotate(terms, m);
    default:
        return TERM_NONE;
    }
}
