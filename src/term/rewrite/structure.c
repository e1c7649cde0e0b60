/* Rewriting of operators that only move bits: extract, concat, extensions, repeat, rotations.
 * Nested ones are merged; an extract goes into the part of a concat or extension that it lies
 * in. */
#include "term/rewrite/rewrite_internal.h"

#include "term/limbs.h"

/* Rules for an extract of bits high to low of a term, by the term's operator. */
struct slice {
    struct term of;
    unsigned high, low;
};

static struct term slice_of_extract(struct terms *terms, struct slice s)
{
    unsigned base = term_parameter(terms, s.of, 1);
    return term_extract(terms, arg_of(terms, s.of, 0), s.high + base, s.low + base);
}

static struct term slice_of_concat(struct terms *terms, struct slice s)
{
    unsigned border = term_width(terms, arg_of(terms, s.of, 1));
    if (s.low >= border)
        return term_extract(terms, arg_of(terms, s.of, 0), s.high - border, s.low - border);
    if (s.high < border)
        return term_extract(terms, arg_of(terms, s.of, 1), s.high, s.low);
    return TERM_NONE;
}

static struct term slice_of_extension(struct terms *terms, struct slice s)
{
    struct term inner = arg_of(terms, s.of, 0);
    unsigned border = term_width(terms, inner);
    if (s.high < border)
        return term_extract(terms, inner, s.high, s.low);
    if (s.low >= border && op_of(terms, s.of) == TERM_BV_ZEXT)
        return term_bv(terms, s.high - s.low + 1, 0);
    if (s.low != 0)
        return TERM_NONE;
    return term_make(terms, op_of(terms, s.of), &inner, 1,
                     (unsigned[]){s.high + 1 - border, 0});
}

struct term rewrite_extract(struct terms *terms, const struct making *m)
{
    struct slice s = {m->args[0], m->parameters[0], m->parameters[1]};
    enum term_op op = op_of(terms, s.of);
    if (s.low == 0 && s.high + 1 == term_width(terms, s.of))
        return s.of;
    if (op == TERM_BV_EXTRACT)
        return slice_of_extract(terms, s);
    if (op == TERM_BV_CONCAT)
        return slice_of_concat(terms, s);
    if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT)
        return slice_of_extension(terms, s);
    return TERM_NONE;
}

struct term rewrite_concat(struct terms *terms, const struct making *m)
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

struct term rewrite_extension(struct terms *terms, const struct making *m)
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

struct term rewrite_repeat(struct terms *terms, const struct making *m)
{
    (void)terms;
    return m->parameters[0] == 1 ? m->args[0] : TERM_NONE;
}

struct term rewrite_rotation(struct terms *terms, const struct making *m)
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
