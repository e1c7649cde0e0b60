/* Low bits of most operations depend on the low bits of their operands only. A SAT solver
 * needs long to see that the low byte of a 32-bit product is the product of bytes; here both
 * become the same term. */
#include "synth/language/low.h"

#include "base/map.h"
#include "synth/language/language.h"

enum { MOST_ARGUMENTS = 64 };

struct lowering {
    struct terms *terms;
    struct map done; /* by term and width: the low bits; width 0: the whole term */
};

static struct term whole(struct lowering *, struct term);
static struct term low(struct lowering *, struct term, unsigned width);

static bool is_word(const struct terms *ts, struct term t)
{
    return sort_kind(ts, term_sort(ts, t)) == SORT_BV;
}

/* The lowest bits of the result come from the lowest bits of the arguments alone. */
static const bool goes_through[TERM_OP_COUNT] = {
    [TERM_BV_ADD] = true, [TERM_BV_SUB] = true, [TERM_BV_MUL] = true, [TERM_BV_AND] = true,
    [TERM_BV_OR] = true,  [TERM_BV_XOR] = true, [TERM_BV_NEG] = true, [TERM_BV_NOT] = true,
};

static struct term low_of_arithmetic(struct lowering *l, struct term t, unsigned width)
{
    struct terms *ts = l->terms;
    struct term a = low(l, term_arg(ts, t, 0), width);
    if (term_count(ts, t) == 1)
        return term_1(ts, term_op(ts, t), a);
    return term_2(ts, term_op(ts, t), a, low(l, term_arg(ts, t, 1), width));
}

static struct term low_of_shift(struct lowering *l, struct term t, uint64_t amount,
                                unsigned width)
{
    struct terms *ts = l->terms;
    if (amount >= width)
        return term_bv(ts, width, 0);
    return term_2(ts, TERM_BV_SHL, low(l, term_arg(ts, t, 0), width),
                  term_bv(ts, width, amount));
}

static struct term low_of_extension(struct lowering *l, struct term t, unsigned width)
{
    struct terms *ts = l->terms;
    struct term a = term_arg(ts, t, 0);
    if (term_width(ts, a) >= width)
        return low(l, a, width);
    return term_op(ts, t) == TERM_BV_ZEXT ? term_zext(ts, whole(l, a), width)
                                          : term_sext(ts, whole(l, a), width);
}

static struct term low_of_choice(struct lowering *l, struct term t, unsigned width)
{
    struct terms *ts = l->terms;
    return term_ite(ts, whole(l, term_arg(ts, t, 0)), low(l, term_arg(ts, t, 1), width),
                    low(l, term_arg(ts, t, 2), width));
}

static struct term low_of_operation(struct lowering *l, struct term t, unsigned width)
{
    struct terms *ts = l->terms;
    enum term_op op = term_op(ts, t);
    uint64_t amount;
    if (goes_through[op])
        return low_of_arithmetic(l, t, width);
    if (op == TERM_BV_SHL && term_const_u64(ts, term_arg(ts, t, 1), &amount))
        return low_of_shift(l, t, amount, width);
    if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT)
        return low_of_extension(l, t, width);
    if (op == TERM_BV_EXTRACT && term_parameter(ts, t, 1) == 0)
        return low(l, term_arg(ts, t, 0), width);
    if (op == TERM_ITE)
        return low_of_choice(l, t, width);
    return term_extract(ts, whole(l, t), width - 1, 0);
}

/* The lowest bits of a word that has at least as many. */
static struct term low(struct lowering *l, struct term t, unsigned width)
{
    if (term_width(l->terms, t) == width)
        return whole(l, t);
    uint64_t key = (uint64_t)t.id << 16 | width, known;
    if (map_get(&l->done, key, &known))
        return (struct term){(uint32_t)known};
    struct term result = low_of_operation(l, t, width);
    map_set(&l->done, key, result.id);
    return result;
}

/* The least width that holds the values of both words, if they are zero-extended (one may be
 * a constant); 0 if they are not. */
static unsigned common_width(const struct terms *ts, struct term a, struct term b)
{
    unsigned width = 0;
    const struct term side[2] = {a, b};
    for (unsigned i = 0; i < 2; i++)
        if (term_op(ts, side[i]) == TERM_BV_ZEXT &&
            term_width(ts, term_arg(ts, side[i], 0)) > width)
            width = term_width(ts, term_arg(ts, side[i], 0));
    for (unsigned i = 0; i < 2 && width; i++) {
        uint64_t value;
        if (term_op(ts, side[i]) == TERM_BV_ZEXT)
            continue;
        if (!term_const_u64(ts, side[i], &value) || width > 64 || value > width_mask(width))
            return 0;
    }
    return width;
}

/* By 0 the wide quotient is all ones, in all its bits. */
static struct term divide(struct lowering *l, struct term a, struct term b, unsigned width)
{
    struct terms *ts = l->terms;
    unsigned wide = term_width(ts, a);
    struct term divisor = low(l, b, width);
    struct term quotient =
        term_zext(ts, term_2(ts, TERM_BV_UDIV, low(l, a, width), divisor), wide);
    struct term none = term_eq(ts, divisor, term_bv(ts, width, 0));
    return term_ite(ts, none, term_bv_signed(ts, wide, -1), quotient);
}

/* What operators on two zero-extended words are on the words. */
static const enum term_op on_words[TERM_OP_COUNT] = {
    [TERM_BV_SLT] = TERM_BV_ULT,   [TERM_BV_ULT] = TERM_BV_ULT,
    [TERM_BV_SLE] = TERM_BV_ULE,   [TERM_BV_ULE] = TERM_BV_ULE,
    [TERM_EQ] = TERM_EQ,           [TERM_BV_ASHR] = TERM_BV_LSHR,
    [TERM_BV_LSHR] = TERM_BV_LSHR, [TERM_BV_SREM] = TERM_BV_UREM,
    [TERM_BV_UREM] = TERM_BV_UREM,
};

/* An operation on two zero-extended words; TERM_NONE if it stays as it is. */
static struct term on_extended(struct lowering *l, struct term t)
{
    struct terms *ts = l->terms;
    enum term_op op = term_op(ts, t);
    if (term_count(ts, t) != 2 || !is_word(ts, term_arg(ts, t, 0)) ||
        !is_word(ts, term_arg(ts, t, 1)))
        return TERM_NONE;
    struct term a = term_arg(ts, t, 0), b = term_arg(ts, t, 1);
    unsigned width = common_width(ts, a, b), wide = term_width(ts, a);
    if (!width || width >= wide)
        return TERM_NONE;
    if (op == TERM_BV_SDIV || op == TERM_BV_UDIV)
        return divide(l, a, b, width);
    if (!on_words[op])
        return TERM_NONE;
    struct term result = term_2(ts, on_words[op], low(l, a, width), low(l, b, width));
    return is_word(ts, result) ? term_zext(ts, result, wide) : result;
}

static struct term rebuild(struct lowering *l, struct term t)
{
    struct terms *ts = l->terms;
    struct term argument[MOST_ARGUMENTS];
    size_t n = term_count(ts, t);
    bool changed = false;
    for (size_t i = 0; i < n; i++) {
        argument[i] = whole(l, term_arg(ts, t, i));
        changed |= !term_same(argument[i], term_arg(ts, t, i));
    }
    if (!changed)
        return t;
    if (term_op(ts, t) == TERM_ITE)
        return term_ite(ts, argument[0], argument[1], argument[2]);
    unsigned parameter[2] = {term_parameter(ts, t, 0), term_parameter(ts, t, 1)};
    return term_make(ts, term_op(ts, t), argument, n, parameter);
}

static struct term whole(struct lowering *l, struct term t)
{
    struct terms *ts = l->terms;
    uint64_t key = (uint64_t)t.id << 16, known;
    enum term_op op = term_op(ts, t);
    if (!term_count(ts, t) || term_count(ts, t) > MOST_ARGUMENTS || op == TERM_CALL ||
        op == TERM_ARRAY_CONST)
        return t;
    if (map_get(&l->done, key, &known))
        return (struct term){(uint32_t)known};
    struct term result = op == TERM_BV_EXTRACT && term_parameter(ts, t, 1) == 0
                             ? low(l, term_arg(ts, t, 0), term_width(ts, t))
                             : rebuild(l, t);
    struct term narrow = on_extended(l, result);
    if (term_is(narrow))
        result = narrow;
    map_set(&l->done, key, result.id);
    return result;
}

struct term low_normal(struct terms *ts, struct term t)
{
    struct lowering l = {.terms = ts};
    struct term result = whole(&l, t);
    map_release(&l.done);
    return result;
}
