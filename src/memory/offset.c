/* Offsets: what is known of an offset term modulo constants, and its division by an array's
 * stride.
 *
 * Arithmetic on offsets wraps at the pointer's width, so a congruence modulo m survives only
 * for the power of two in m; offset_divide therefore says when its answer is exact. */
#include "memory/memory_internal.h"

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static struct congruence combine(uint64_t modulus, uint64_t residue)
{
    return (struct congruence){modulus, modulus ? residue % modulus : residue};
}

static struct congruence scale(struct congruence c, uint64_t factor)
{
    return combine(c.modulus * factor, c.residue * factor);
}

static const struct congruence anything = {1, 0};

/* Rules of operators: what is known of a term from what is known of its parts. */
typedef struct congruence congruence_rule(struct memory *, struct term, unsigned fuel);
static congruence_rule congruence_of;

static struct congruence part_of(struct memory *m, struct term t, unsigned which,
                                 unsigned fuel)
{
    return congruence_of(m, term_arg(m->terms, t, which), fuel);
}

static bool constant_part(struct memory *m, struct term t, unsigned which, uint64_t *value)
{
    return term_const_u64(m->terms, term_arg(m->terms, t, which), value);
}

static struct congruence of_sum(struct memory *m, struct term t, unsigned fuel)
{
    struct congruence a = part_of(m, t, 0, fuel), b = part_of(m, t, 1, fuel);
    return combine(gcd(a.modulus, b.modulus), a.residue + b.residue);
}

static struct congruence of_difference(struct memory *m, struct term t, unsigned fuel)
{
    struct congruence a = part_of(m, t, 0, fuel), b = part_of(m, t, 1, fuel);
    uint64_t modulus = gcd(a.modulus, b.modulus);
    if (!modulus)
        return anything;
    return combine(modulus, a.residue % modulus + (modulus - b.residue % modulus));
}

static struct congruence of_negation(struct memory *m, struct term t, unsigned fuel)
{
    struct congruence a = part_of(m, t, 0, fuel);
    return a.modulus ? combine(a.modulus, a.modulus - a.residue) : anything;
}

static struct congruence of_product(struct memory *m, struct term t, unsigned fuel)
{
    uint64_t factor;
    for (unsigned k = 0; k < 2; k++)
        if (constant_part(m, t, k, &factor))
            return scale(part_of(m, t, 1 - k, fuel), factor);
    return anything;
}

static struct congruence of_shift(struct memory *m, struct term t, unsigned fuel)
{
    uint64_t amount;
    if (!constant_part(m, t, 1, &amount) || amount >= 32)
        return anything;
    return scale(part_of(m, t, 0, fuel), (uint64_t)1 << amount);
}

static struct congruence of_concat(struct memory *m, struct term t, unsigned fuel)
{
    uint64_t low; /* x ++ 00 is a shift */
    unsigned width = term_width(m->terms, term_arg(m->terms, t, 1));
    (void)fuel;
    if (!constant_part(m, t, 1, &low) || width >= 32)
        return anything;
    return combine((uint64_t)1 << width, low);
}

static struct congruence of_choice(struct memory *m, struct term t, unsigned fuel)
{
    struct congruence a = part_of(m, t, 1, fuel), b = part_of(m, t, 2, fuel);
    uint64_t apart = a.residue > b.residue ? a.residue - b.residue : b.residue - a.residue;
    uint64_t modulus = gcd(gcd(a.modulus, b.modulus), apart);
    return modulus ? combine(modulus, a.residue) : a;
}

static struct congruence congruence_of(struct memory *m, struct term t, unsigned fuel)
{
    static congruence_rule *const rules[TERM_OP_COUNT] = {
        [TERM_BV_ADD] = of_sum,      [TERM_BV_SUB] = of_difference,
        [TERM_BV_NEG] = of_negation, [TERM_BV_MUL] = of_product,
        [TERM_BV_SHL] = of_shift,    [TERM_BV_CONCAT] = of_concat,
        [TERM_ITE] = of_choice,
    };
    uint64_t value;
    if (term_const_u64(m->terms, t, &value))
        return (struct congruence){0, value};
    congruence_rule *rule = rules[term_op(m->terms, t)];
    return fuel && rule ? rule(m, t, fuel - 1) : anything;
}

struct congruence offset_congruence(struct memory *m, struct term offset)
{
    return congruence_of(m, offset, 12);
}

/* A quotient and what is left, below the stride. */
struct division {
    struct term quotient;
    uint64_t rest;
};
static bool divide(struct memory *, struct term, uint64_t stride, unsigned fuel,
                   struct division *);

static void divide_constant(struct memory *m, uint64_t value, unsigned width, uint64_t stride,
                            struct division *d)
{
    int64_t v = (int64_t)(value << (64 - width)) >> (64 - width);
    int64_t quotient = v / (int64_t)stride, rest = v % (int64_t)stride;
    if (rest < 0) {
        rest += (int64_t)stride;
        quotient--;
    }
    d->quotient = term_bv_signed(m->terms, width, quotient);
    d->rest = (uint64_t)rest;
}

static bool divide_sum(struct memory *m, struct term t, uint64_t stride, unsigned fuel,
                       struct division *d)
{
    struct terms *ts = m->terms;
    struct division a, b;
    if (!divide(m, term_arg(ts, t, 0), stride, fuel, &a))
        return false;
    if (!divide(m, term_arg(ts, t, 1), stride, fuel, &b))
        return false;
    d->quotient = term_2(ts, TERM_BV_ADD, a.quotient, b.quotient);
    d->rest = a.rest + b.rest;
    if (d->rest >= stride) {
        d->rest -= stride;
        d->quotient = term_2(ts, TERM_BV_ADD, d->quotient, term_bv(ts, term_width(ts, t), 1));
    }
    return true;
}

/* of * factor, where the stride divides the factor */
static bool divide_multiple(struct memory *m, struct term of, uint64_t factor,
                            uint64_t stride, struct division *d)
{
    if (factor % stride != 0)
        return false;
    struct term times = term_bv(m->terms, term_width(m->terms, of), factor / stride);
    d->quotient = term_2(m->terms, TERM_BV_MUL, of, times);
    d->rest = 0;
    return true;
}

static bool divide_product(struct memory *m, struct term t, uint64_t stride,
                           struct division *d)
{
    uint64_t factor;
    for (unsigned k = 0; k < 2; k++)
        if (constant_part(m, t, k, &factor) && factor / stride < 1u << 31 &&
            divide_multiple(m, term_arg(m->terms, t, 1 - k), factor, stride, d))
            return true;
    return false;
}

static bool divide_choice(struct memory *m, struct term t, uint64_t stride, unsigned fuel,
                          struct division *d)
{
    struct terms *ts = m->terms;
    struct division a, b;
    if (!divide(m, term_arg(ts, t, 1), stride, fuel, &a))
        return false;
    if (!divide(m, term_arg(ts, t, 2), stride, fuel, &b) || a.rest != b.rest)
        return false;
    d->quotient = term_ite(ts, term_arg(ts, t, 0), a.quotient, b.quotient);
    d->rest = a.rest;
    return true;
}

/* offset = quotient * stride + residue, read off the term's structure; false if the structure
 * does not show it. */
static bool divide(struct memory *m, struct term t, uint64_t stride, unsigned fuel,
                   struct division *d)
{
    enum term_op op = term_op(m->terms, t);
    uint64_t value;
    if (term_const_u64(m->terms, t, &value)) {
        divide_constant(m, value, term_width(m->terms, t), stride, d);
        return true;
    }
    if (!fuel)
        return false;
    if (op == TERM_BV_ADD)
        return divide_sum(m, t, stride, fuel - 1, d);
    if (op == TERM_BV_MUL)
        return divide_product(m, t, stride, d);
    if (op == TERM_BV_SHL && constant_part(m, t, 1, &value) && value < 32)
        return divide_multiple(m, term_arg(m->terms, t, 0), (uint64_t)1 << value, stride, d);
    return op == TERM_ITE && divide_choice(m, t, stride, fuel - 1, d);
}

static unsigned zeros_below(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

void offset_divide(struct memory *m, struct term offset, uint64_t stride,
                   struct term *quotient, uint32_t *residue, struct term *exact)
{
    struct terms *ts = m->terms;
    unsigned w = term_width(ts, offset), t = zeros_below(stride);
    bool power = stride == (uint64_t)1 << t;
    struct division d;
    *exact = term_bool(ts, true);
    if (divide(m, offset, stride, 12, &d)) {
        /* Modulo 2^w only the quotient's low w-t bits are determined; the rest must not
         * count. */
        *quotient = d.quotient;
        if (t)
            *quotient = term_zext(ts, term_extract(ts, d.quotient, w - t - 1, 0), w);
        *residue = (uint32_t)d.rest;
        if (!power) {
            struct term wide = term_bv(ts, 2 * w, stride);
            struct term product =
                term_2(ts, TERM_BV_MUL, term_zext(ts, *quotient, 2 * w), wide);
            product = term_2(ts, TERM_BV_ADD, product, term_bv(ts, 2 * w, d.rest));
            if (!term_is_const(ts, *quotient))
                *exact = term_eq(ts, product, term_zext(ts, offset, 2 * w));
        }
        return;
    }
    struct congruence c = offset_congruence(m, offset);
    *residue = (uint32_t)(c.residue % stride);
    struct term based = term_2(ts, TERM_BV_SUB, offset, term_bv(ts, w, *residue));
    *quotient = term_2(ts, TERM_BV_UDIV, based, term_bv(ts, w, stride));
    if (!power) {
        struct term rest = term_2(ts, TERM_BV_UREM, based, term_bv(ts, w, stride));
        *exact = term_eq(ts, rest, term_bv(ts, w, 0));
    }
}
