/* OP_BITS: counts, reversals, overflow predicates and the like, on integers of up to 128
 * bits. An undefined operand bit makes the whole result undefined. */
#include "interp/interp_internal.h"

static __int128 signed_of(wide v, uint32_t width)
{
    return (__int128)(v << (128 - width)) >> (128 - width);
}

static uint32_t leading_zeros(wide v, uint32_t width)
{
    uint32_t n = 0;
    while (n < width && !(v >> (width - 1 - n) & 1))
        n++;
    return n;
}

static uint32_t trailing_zeros(wide v, uint32_t width)
{
    uint32_t n = 0;
    while (n < width && !(v >> n & 1))
        n++;
    return n;
}

static wide reversed(wide v, uint32_t width, uint32_t piece) /* pieces of 1 or 8 bits */
{
    wide r = 0;
    for (uint32_t k = 0; k < width; k += piece)
        r |= (v >> k & wide_mask(piece)) << (width - piece - k);
    return r;
}

static wide funnel(wide high, wide low, uint32_t by,
                   uint32_t width) /* the upper half of high:low shifted left */
{
    by %= width;
    return by ? high << by | low >> (width - by) : high;
}

/* The exact result of a signed operation leaves the width. */
static bool signed_overflow(uint8_t how, __int128 x, __int128 y, uint32_t width)
{
    __int128 r;
    bool beyond;
    if (how == BITS_SADD_OVERFLOW)
        beyond = __builtin_add_overflow(x, y, &r);
    else if (how == BITS_SSUB_OVERFLOW)
        beyond = __builtin_sub_overflow(x, y, &r);
    else
        beyond = __builtin_mul_overflow(x, y, &r);
    return beyond || r != signed_of((wide)r, width);
}

static bool unsigned_overflow(uint8_t how, wide x, wide y, uint32_t width)
{
    wide r;
    bool beyond;
    if (how == BITS_UADD_OVERFLOW)
        beyond = __builtin_add_overflow(x, y, &r);
    else if (how == BITS_USUB_OVERFLOW)
        beyond = __builtin_sub_overflow(x, y, &r);
    else
        beyond = __builtin_mul_overflow(x, y, &r);
    return beyond || r != (r & wide_mask(width));
}

static wide saturated(uint8_t how, wide a, wide b, uint32_t width)
{
    wide most = wide_mask(width), largest = most >> 1, smallest = largest + 1;
    bool negative = signed_of(a, width) < 0;
    if (how == BITS_UADD_SAT)
        return unsigned_overflow(BITS_UADD_OVERFLOW, a, b, width) ? most : a + b;
    if (how == BITS_USUB_SAT)
        return a < b ? 0 : a - b;
    uint8_t same = how == BITS_SADD_SAT ? BITS_SADD_OVERFLOW : BITS_SSUB_OVERFLOW;
    if (signed_overflow(same, signed_of(a, width), signed_of(b, width), width))
        return negative ? smallest : largest;
    return how == BITS_SADD_SAT ? a + b : a - b;
}

static wide compute(uint8_t how, wide a, wide b, wide c, uint32_t width)
{
    __int128 x = signed_of(a, width), y = signed_of(b, width);
    switch ((enum bits_function)how) {
    case BITS_BSWAP:
        return reversed(a, width, 8);
    case BITS_POPCOUNT:
        return (wide)(__builtin_popcountll((uint64_t)a) +
                      __builtin_popcountll((uint64_t)(a >> 64)));
    case BITS_CLZ:
        return leading_zeros(a, width);
    case BITS_CTZ:
        return trailing_zeros(a, width);
    case BITS_REVERSE:
        return reversed(a, width, 1);
    case BITS_FSHL:
        return funnel(a, b, (uint32_t)(c % width), width);
    case BITS_FSHR:
        return c % width ? funnel(a, b, width - (uint32_t)(c % width), width) : b;
    case BITS_ABS:
        return x < 0 ? -a : a;
    case BITS_SMIN:
        return x < y ? a : b;
    case BITS_SMAX:
        return x > y ? a : b;
    case BITS_UMIN:
        return a < b ? a : b;
    case BITS_UMAX:
        return a > b ? a : b;
    case BITS_SADD_OVERFLOW:
    case BITS_SSUB_OVERFLOW:
    case BITS_SMUL_OVERFLOW:
        return signed_overflow(how, x, y, width);
    case BITS_UADD_OVERFLOW:
    case BITS_USUB_OVERFLOW:
    case BITS_UMUL_OVERFLOW:
        return unsigned_overflow(how, a, b, width);
    case BITS_SADD_SAT:
    case BITS_UADD_SAT:
    case BITS_SSUB_SAT:
    case BITS_USUB_SAT:
        return saturated(how, a, b, width);
    }
    return 0;
}

slot bits_operation(const struct operation *o, slot a, slot b, slot c)
{
    uint32_t width = o->from.width;
    slot r = wide_slot(
        compute(o->sub, slot_wide(a, width), slot_wide(b, width), slot_wide(c, width), width),
        o->type.width);
    bool undefined = width <= 64 && (a.high | b.high | c.high);
    return undefined ? slot_undefined_of(r, o->type) : r;
}
