/* Words on ranges, with and without sign. What may wrap around is anything. */
#include "solver/box/value.h"

#include "base/failure.h"

static struct box_value anything(unsigned width)
{
    return box_words(width, 0, box_power(width) - 1);
}

/* Both say something: the narrower of each. */
static struct box_value meet(struct box_value a, struct box_value b)
{
    LAW(a.from <= b.to && b.from <= a.to && a.least <= b.most &&
        b.least <= a.most); /* some word is in both */
    return (struct box_value){.least = a.least > b.least ? a.least : b.least,
                              .most = a.most < b.most ? a.most : b.most,
                              .from = a.from > b.from ? a.from : b.from,
                              .to = a.to < b.to ? a.to : b.to};
}

/* From the ends of both ranges, where they do not leave the width. */
static struct box_value from_ends(unsigned width, struct box_value ends)
{
    box_integer half = box_power(width - 1);
    struct box_value out = anything(width);
    if (ends.from >= 0 && ends.to < box_power(width))
        out = meet(out, box_words(width, ends.from, ends.to));
    if (ends.least >= -half && ends.most < half)
        out = meet(out, box_signed_words(width, ends.least, ends.most));
    return out;
}

static struct box_value sum(unsigned width, struct box_value a, struct box_value b)
{
    return from_ends(width, (struct box_value){.least = a.least + b.least,
                                               .most = a.most + b.most,
                                               .from = a.from + b.from,
                                               .to = a.to + b.to});
}

static struct box_value difference(unsigned width, struct box_value a, struct box_value b)
{
    return from_ends(width, (struct box_value){.least = a.least - b.most,
                                               .most = a.most - b.least,
                                               .from = a.from - b.to,
                                               .to = a.to - b.from});
}

static struct box_value product(unsigned width, struct box_value a, struct box_value b)
{
    box_integer from, to;
    if (__builtin_mul_overflow(a.to, b.to, &to) || to >= box_power(width))
        return anything(width);
    from = a.from * b.from;
    LAW(from <= to);
    return box_words(width, from, to);
}

static struct box_value extracted(unsigned high, unsigned low, struct box_value a)
{
    LAW(low <= high && high < BOX_WIDEST);
    box_integer mask = box_power(high - low + 1) - 1;
    if (a.from >> (high + 1) != a.to >> (high + 1))
        return anything(high - low + 1);
    return box_words(high - low + 1, a.from >> low & mask, a.to >> low & mask);
}

static struct box_value remainder_of(unsigned width, struct box_value a, struct box_value b)
{
    LAW(a.from <= a.to && b.from <= b.to);
    if (!b.from)
        return anything(width);
    return box_words(width, 0, a.to < b.to ? a.to : b.to - 1);
}

struct box_value box_word(const struct terms *terms, struct term t, const struct box_value *a)
{
    unsigned width = term_width(terms, t);
    box_integer most = box_power(width) - 1;
    static const struct box_value zero = {0};
    switch ((enum term_word_op)term_op(terms, t)) {
    case TERM_BV_ADD:
        return sum(width, a[0], a[1]);
    case TERM_BV_SUB:
        return difference(width, a[0], a[1]);
    case TERM_BV_NEG:
        return difference(width, zero, a[0]);
    case TERM_BV_MUL:
        return product(width, a[0], a[1]);
    case TERM_BV_UDIV:
        return a[1].from ? box_words(width, a[0].from / a[1].to, a[0].to / a[1].from)
                         : anything(width);
    case TERM_BV_UREM:
        return remainder_of(width, a[0], a[1]);
    case TERM_BV_AND:
        return box_words(width, 0, a[0].to < a[1].to ? a[0].to : a[1].to);
    case TERM_BV_NOT:
        return box_words(width, most - a[0].to, most - a[0].from);
    case TERM_BV_CONCAT: {
        unsigned low = term_width(terms, term_arg(terms, t, 1));
        return box_words(width, a[0].from << low | a[1].from, a[0].to << low | a[1].to);
    }
    case TERM_BV_EXTRACT:
        return extracted(term_parameter(terms, t, 0), term_parameter(terms, t, 1), a[0]);
    case TERM_BV_ZEXT:
        return box_words(width, a[0].from, a[0].to);
    case TERM_BV_SEXT:
        return box_signed_words(width, a[0].least, a[0].most);
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_NAND:
    case TERM_BV_NOR:
    case TERM_BV_XNOR:
    case TERM_BV_COMP:
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR:
    case TERM_BV_REPEAT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return anything(width);
    }
    BUG("not a word");
}

static uint8_t truth(bool may_hold, bool may_fail)
{
    return (uint8_t)((may_hold ? BOX_TRUE : 0) | (may_fail ? BOX_FALSE : 0));
}

static uint8_t less(struct box_value a, struct box_value b)
{
    return truth(a.from < b.to, a.to >= b.from);
}

static uint8_t at_most(struct box_value a, struct box_value b)
{
    return truth(a.from <= b.to, a.to > b.from);
}

static uint8_t signed_less(struct box_value a, struct box_value b)
{
    return truth(a.least < b.most, a.most >= b.least);
}

static uint8_t signed_at_most(struct box_value a, struct box_value b)
{
    return truth(a.least <= b.most, a.most > b.least);
}

uint8_t box_order(enum term_op op, const struct box_value *a)
{
    switch ((enum term_order_op)op) {
    case TERM_BV_ULT:
        return less(a[0], a[1]);
    case TERM_BV_ULE:
        return at_most(a[0], a[1]);
    case TERM_BV_UGT:
        return less(a[1], a[0]);
    case TERM_BV_UGE:
        return at_most(a[1], a[0]);
    case TERM_BV_SLT:
        return signed_less(a[0], a[1]);
    case TERM_BV_SLE:
        return signed_at_most(a[0], a[1]);
    case TERM_BV_SGT:
        return signed_less(a[1], a[0]);
    case TERM_BV_SGE:
        return signed_at_most(a[1], a[0]);
    }
    BUG("not a comparison");
}
