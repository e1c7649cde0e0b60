/* Sums of any length, modulo 2^w: the difference of two is a map from parts to coefficients,
 * and both are the same if all of them are zero. A part is a term, or a term that counts only
 * under a condition: (ite c (r + v) r) is r + [c] * v, so that sums of what some test selects
 * have parts, too. Polynomials of few monomials are polynomial.c's. */
#include "term/rewrite/chain.h"

#include "term/limbs.h"

enum { MOST_VISITS = 1 << 17 };

struct pending {
    struct term term;
    uint64_t coefficient;
};

struct sum {
    const struct terms *terms;
    unsigned width, visits;
    uint64_t constant;
    struct map parts; /* condition << 32 | term, either may be 0 -> coefficient */
    VECTOR(struct pending) stack;
};

static uint64_t part_key(struct term condition, struct term t)
{
    return (uint64_t)condition.id << 32 | t.id;
}

static void add_part(struct sum *s, uint64_t key, uint64_t coefficient)
{
    map_set(&s->parts, key, map_or(&s->parts, key, 0) + coefficient);
}

/* coefficient * t, where the condition holds */
static void add_chosen(struct sum *s, struct term condition, struct term t,
                       uint64_t coefficient)
{
    uint64_t constant;
    if (term_const_u64(s->terms, t, &constant))
        add_part(s, part_key(condition, TERM_NONE), coefficient * constant);
    else
        add_part(s, part_key(condition, t), coefficient);
}

static void push(struct sum *s, struct term t, uint64_t coefficient)
{
    LAW(term_width(s->terms, t) >= s->width);
    VECTOR_PUSH(&s->stack, (struct pending){t, coefficient});
}

/* t without the constant that is added to it */
static struct term without_constant(const struct sum *s, struct term t, uint64_t *constant)
{
    *constant = 0;
    if (term_const_u64(s->terms, t, constant))
        return TERM_NONE;
    bool adds = op_of(s->terms, t) == TERM_BV_ADD &&
                term_const_u64(s->terms, arg_of(s->terms, t, 1), constant);
    return adds ? arg_of(s->terms, t, 0) : t;
}

/* whole = part + rest */
static bool contains(const struct sum *s, struct term whole, struct term part,
                     struct term *rest)
{
    if (op_of(s->terms, whole) != TERM_BV_ADD)
        return false;
    for (int i = 0; i < 2; i++) {
        *rest = arg_of(s->terms, whole, 1 - i);
        if (term_same(arg_of(s->terms, whole, i), part))
            return true;
    }
    return false;
}

/* (ite c x y), one of which is a constant: y + [c] * (x - y) */
static bool add_constant_choice(struct sum *s, struct term t, uint64_t k)
{
    struct term c = arg_of(s->terms, t, 0), x = arg_of(s->terms, t, 1),
                y = arg_of(s->terms, t, 2);
    uint64_t constant;
    if (!term_const_u64(s->terms, x, &constant) && !term_const_u64(s->terms, y, &constant))
        return false;
    push(s, y, k);
    add_chosen(s, c, x, k);
    add_chosen(s, c, y, 0 - k);
    return true;
}

/* (ite c x y), of which both branches have something in common */
static bool add_choice(struct sum *s, struct term t, uint64_t k)
{
    struct term c = arg_of(s->terms, t, 0), x = arg_of(s->terms, t, 1),
                y = arg_of(s->terms, t, 2), rest;
    uint64_t more, less;
    if (contains(s, x, y, &rest)) {
        push(s, y, k);
        add_chosen(s, c, rest, k);
        return true;
    }
    if (contains(s, y, x, &rest)) {
        push(s, x, k);
        push(s, rest, k);
        add_chosen(s, c, rest, 0 - k);
        return true;
    }
    struct term base = without_constant(s, x, &more);
    if (!term_same(base, without_constant(s, y, &less)))
        return add_constant_choice(s, t, k);
    if (term_is(base))
        push(s, base, k);
    s->constant += k * less;
    add_part(s, part_key(c, TERM_NONE), k * (more - less));
    return true;
}

/* Operators that a sum modulo 2^width goes through: the rule of each takes t with the
 * coefficient k apart, or leaves it as a part (false). */
typedef bool summand(struct sum *, struct term t, uint64_t k);

static bool enter_sum(struct sum *s, struct term t, uint64_t k)
{
    push(s, arg_of(s->terms, t, 0), k);
    push(s, arg_of(s->terms, t, 1), k);
    return true;
}

static bool enter_difference(struct sum *s, struct term t, uint64_t k)
{
    push(s, arg_of(s->terms, t, 0), k);
    push(s, arg_of(s->terms, t, 1), 0 - k);
    return true;
}

static bool enter_negation(struct sum *s, struct term t, uint64_t k)
{
    push(s, arg_of(s->terms, t, 0), 0 - k);
    return true;
}

static bool enter_complement(struct sum *s, struct term t, uint64_t k) /* ~x is -x - 1 */
{
    s->constant -= k;
    return enter_negation(s, t, k);
}

static bool enter_product(struct sum *s, struct term t, uint64_t k)
{
    uint64_t factor;
    if (!term_const_u64(s->terms, arg_of(s->terms, t, 1), &factor))
        return false;
    push(s, arg_of(s->terms, t, 0), k * factor);
    return true;
}

static bool enter_shift(struct sum *s, struct term t, uint64_t k)
{
    uint64_t amount;
    if (!term_const_u64(s->terms, arg_of(s->terms, t, 1), &amount))
        return false;
    if (amount < 64)
        push(s, arg_of(s->terms, t, 0), k << amount);
    return true;
}

/* The low part of a sum is the sum of low parts. */
static bool enter_extract(struct sum *s, struct term t, uint64_t k)
{
    if (node_of(s->terms, t)->parameters[1])
        return false;
    push(s, arg_of(s->terms, t, 0), k);
    return true;
}

static bool enter_extension(struct sum *s, struct term t, uint64_t k)
{
    if (term_width(s->terms, arg_of(s->terms, t, 0)) < s->width)
        return false;
    push(s, arg_of(s->terms, t, 0), k);
    return true;
}

static bool enter(struct sum *s, struct term t, uint64_t k)
{
    static summand *const rules[TERM_OP_COUNT] = {
        [TERM_BV_ADD] = enter_sum,         [TERM_BV_SUB] = enter_difference,
        [TERM_BV_NOT] = enter_complement,  [TERM_BV_NEG] = enter_negation,
        [TERM_BV_MUL] = enter_product,     [TERM_BV_SHL] = enter_shift,
        [TERM_BV_EXTRACT] = enter_extract, [TERM_BV_ZEXT] = enter_extension,
        [TERM_BV_SEXT] = enter_extension,  [TERM_ITE] = add_choice,
    };
    summand *rule = rules[op_of(s->terms, t)];
    return rule && rule(s, t, k);
}

static bool expand(struct sum *s)
{
    while (s->stack.count) {
        struct pending p = s->stack.data[--s->stack.count];
        uint64_t constant;
        if (++s->visits > MOST_VISITS)
            return false;
        if (term_const_u64(s->terms, p.term, &constant))
            s->constant += p.coefficient * constant;
        else if (!enter(s, p.term, p.coefficient))
            add_part(s, part_key(TERM_NONE, p.term), p.coefficient);
    }
    return true;
}

static bool is_zero(const struct sum *s, uint64_t value)
{
    return s->width == 64 ? !value : !(value & ((UINT64_C(1) << s->width) - 1));
}

static bool all_zero(const struct sum *s)
{
    for (size_t i = 0; i < s->parts.capacity; i++)
        if (s->parts.slots[i].used && !is_zero(s, s->parts.slots[i].value))
            return false;
    return is_zero(s, s->constant);
}

bool sum_same(const struct terms *terms, struct term a, struct term b, unsigned width)
{
    LAW(width > 0 && width <= 64);
    struct sum s = {.terms = terms, .width = width};
    push(&s, a, 1);
    push(&s, b, UINT64_MAX);
    bool same = expand(&s) && all_zero(&s);
    map_release(&s.parts);
    VECTOR_RELEASE(&s.stack);
    return same;
}
