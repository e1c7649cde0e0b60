/* Circuits on words: moving, choosing and comparing. Arithmetic is in arithmetic.c, shifts in
 * shift.c. */
#include "blast/circuit.h"

#include "base/failure.h"

struct bits bits_new(struct circuit *c, unsigned width)
{
    return (struct bits){ARENA_ARRAY(c->arena, literal, width), width};
}

struct bits bits_inputs(struct circuit *c, unsigned width)
{
    struct bits r = bits_new(c, width);
    for (unsigned i = 0; i < width; i++)
        r.at[i] = aig_input(c->aig);
    return r;
}

struct bits bits_number(struct circuit *c, unsigned width, uint64_t value)
{
    struct bits r = bits_new(c, width);
    for (unsigned i = 0; i < width && i < 64; i++)
        r.at[i] = literal_of_bool(value >> i & 1);
    return r;
}

struct bits bits_limbs(struct circuit *c, unsigned width, const uint32_t *limbs)
{
    struct bits r = bits_new(c, width);
    for (unsigned i = 0; i < width; i++)
        r.at[i] = literal_of_bool(limbs[i / 32] >> (i % 32) & 1);
    return r;
}

struct bits bits_of(struct circuit *c, literal a)
{
    return bits_repeat(c, a, 1);
}

struct bits bits_repeat(struct circuit *c, literal a, unsigned width)
{
    LAW(literal_node(a) < c->aig->count);
    struct bits r = bits_new(c, width);
    for (unsigned i = 0; i < width; i++)
        r.at[i] = a;
    return r;
}

struct bits bits_extract(struct circuit *c, struct bits a, unsigned high, unsigned low)
{
    (void)c;
    CHECK_LAW(low <= high && high < a.width);
    return (struct bits){
        a.at + low, high - low + 1}; /* words are never changed, so parts can be shared */
}

struct bits bits_concat(struct circuit *c, struct bits high, struct bits low)
{
    struct bits r = bits_new(c, high.width + low.width);
    for (unsigned i = 0; i < r.width; i++)
        r.at[i] = i < low.width ? low.at[i] : high.at[i - low.width];
    return r;
}

static struct bits extend(struct circuit *c, struct bits a, unsigned width, literal fill)
{
    CHECK_LAW(width >= a.width);
    if (width == a.width)
        return a;
    struct bits r = bits_new(c, width);
    for (unsigned i = 0; i < width; i++)
        r.at[i] = i < a.width ? a.at[i] : fill;
    return r;
}

struct bits bits_zext(struct circuit *c, struct bits a, unsigned width)
{
    return extend(c, a, width, LITERAL_FALSE);
}
struct bits bits_sext(struct circuit *c, struct bits a, unsigned width)
{
    LAW(a.width > 0);
    return extend(c, a, width, bits_sign(a));
}

struct bits bits_not(struct circuit *c, struct bits a)
{
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[i] = literal_not(a.at[i]);
    return r;
}

bool bits_is_constant(struct bits a)
{
    for (unsigned i = 0; i < a.width; i++)
        if (!literal_is_constant(a.at[i]))
            return false;
    return true;
}

struct bits bits_and(struct circuit *c, struct bits a, struct bits b)
{
    CHECK_LAW(a.width == b.width);
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[i] = aig_and(c->aig, a.at[i], b.at[i]);
    return r;
}

struct bits bits_or(struct circuit *c, struct bits a, struct bits b)
{
    CHECK_LAW(a.width == b.width);
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[i] = aig_or(c->aig, a.at[i], b.at[i]);
    return r;
}

struct bits bits_xor(struct circuit *c, struct bits a, struct bits b)
{
    CHECK_LAW(a.width == b.width);
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[i] = aig_xor(c->aig, a.at[i], b.at[i]);
    return r;
}

struct bits bits_mask(struct circuit *c, struct bits a, literal keep)
{
    LAW(literal_node(keep) < c->aig->count);
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[i] = aig_and(c->aig, a.at[i], keep);
    return r;
}

struct bits bits_ite(struct circuit *c, literal condition, struct bits then,
                     struct bits otherwise)
{
    LAW(literal_node(condition) < c->aig->count);
    CHECK_LAW(then.width == otherwise.width);
    if (literal_is_constant(condition))
        return condition == LITERAL_TRUE ? then : otherwise;
    struct bits r = bits_new(c, then.width);
    for (unsigned i = 0; i < then.width; i++)
        r.at[i] = aig_ite(c->aig, condition, then.at[i], otherwise.at[i]);
    return r;
}

literal bits_any(struct circuit *c, struct bits a)
{
    return aig_or_n(c->aig, a.at, a.width);
}
literal bits_all(struct circuit *c, struct bits a)
{
    return aig_and_n(c->aig, a.at, a.width);
}

literal bits_equal(struct circuit *c, struct bits a, struct bits b)
{
    CHECK_LAW(a.width == b.width);
    literal small[64],
        *same = a.width <= 64 ? small : ARENA_ARRAY(c->arena, literal, a.width);
    for (unsigned i = 0; i < a.width; i++) {
        same[i] = aig_equal(c->aig, a.at[i], b.at[i]);
        if (same[i] == LITERAL_FALSE)
            return LITERAL_FALSE;
    }
    return aig_and_n(c->aig, same, a.width);
}

/* From the lowest bit up: below = a_i differs from b_i ? b_i : below, which is a majority of
 * !a_i, b_i and below. */
static literal below(struct circuit *c, struct bits a, struct bits b, literal so_far)
{
    CHECK_LAW(a.width == b.width);
    for (unsigned i = 0; i < a.width; i++)
        so_far = aig_majority(c->aig, literal_not(a.at[i]), b.at[i], so_far);
    return so_far;
}

literal bits_ult(struct circuit *c, struct bits a, struct bits b)
{
    return below(c, a, b, LITERAL_FALSE);
}
literal bits_ule(struct circuit *c, struct bits a, struct bits b)
{
    return below(c, a, b, LITERAL_TRUE);
}

static literal below_signed(struct circuit *c, struct bits a, struct bits b, literal so_far)
{
    LAW(a.width == b.width && a.width > 0);
    literal a_sign = bits_sign(a), b_sign = bits_sign(b);
    struct bits a_low = {a.at, a.width - 1}, b_low = {b.at, b.width - 1};
    return aig_majority(c->aig, a_sign, literal_not(b_sign), below(c, a_low, b_low, so_far));
}

literal bits_slt(struct circuit *c, struct bits a, struct bits b)
{
    return below_signed(c, a, b, LITERAL_FALSE);
}
literal bits_sle(struct circuit *c, struct bits a, struct bits b)
{
    return below_signed(c, a, b, LITERAL_TRUE);
}
