/* Shifts of words by words: one row of multiplexers for each bit of the amount that matters;
 * any higher bit of the amount (or a sum of low ones beyond the width) gives the fill. */
#include "blast/circuit.h"

#include "base/failure.h"

enum direction { LEFT, RIGHT };

/* Bits that are moved by `distance`, with `fill` coming in. */
static literal moved(struct bits a, enum direction direction, unsigned i, unsigned distance,
                     literal fill)
{
    LAW(i < a.width);
    if (direction == LEFT)
        return i >= distance ? a.at[i - distance] : fill;
    return distance < a.width - i ? a.at[i + distance] : fill;
}

static struct bits move(struct circuit *c, struct bits a, enum direction direction,
                        unsigned distance, literal fill)
{
    struct bits r = bits_new(c, a.width);
    for (unsigned i = 0; i < a.width; i++)
        r.at[i] = moved(a, direction, i, distance, fill);
    return r;
}

struct bits bits_shl_by(struct circuit *c, struct bits a, unsigned amount)
{
    return move(c, a, LEFT, amount, LITERAL_FALSE);
}
struct bits bits_lshr_by(struct circuit *c, struct bits a, unsigned amount)
{
    return move(c, a, RIGHT, amount, LITERAL_FALSE);
}

/* How many low bits of an amount can make a difference below the width. */
static unsigned stages(unsigned width)
{
    unsigned n = 0;
    while (n < 32 && (UINT64_C(1) << n) < width)
        n++;
    return n;
}

static struct bits barrel(struct circuit *c, struct bits a, struct bits amount,
                          enum direction direction, literal fill)
{
    unsigned rows = stages(a.width);
    LAW(a.width <= UINT64_C(1) << rows);
    for (unsigned s = 0; s < rows && s < amount.width; s++)
        a = bits_ite(c, amount.at[s], move(c, a, direction, 1u << s, fill), a);
    if (amount.width <= rows)
        return a;
    literal beyond = bits_any(c, bits_extract(c, amount, amount.width - 1, rows));
    return bits_ite(c, beyond, bits_repeat(c, fill, a.width), a);
}

struct bits bits_shl(struct circuit *c, struct bits a, struct bits amount)
{
    LAW(a.width && amount.width);
    return barrel(c, a, amount, LEFT, LITERAL_FALSE);
}
struct bits bits_lshr(struct circuit *c, struct bits a, struct bits amount)
{
    LAW(a.width && amount.width);
    return barrel(c, a, amount, RIGHT, LITERAL_FALSE);
}
struct bits bits_ashr(struct circuit *c, struct bits a, struct bits amount)
{
    LAW(a.width && amount.width);
    return barrel(c, a, amount, RIGHT, bits_sign(a));
}

struct bits bits_lshr_sticky(struct circuit *c, struct bits a, struct bits amount,
                             literal *sticky)
{
    LAW(a.width && amount.width);
    unsigned rows = stages(a.width);
    literal lost = LITERAL_FALSE;
    for (unsigned s = 0; s < rows && s < amount.width; s++) {
        unsigned distance = 1u << s < a.width ? 1u << s : a.width;
        LAW(distance > 0);
        literal out = bits_any(c, bits_extract(c, a, distance - 1, 0));
        lost = aig_or(c->aig, lost, aig_and(c->aig, amount.at[s], out));
        a = bits_ite(c, amount.at[s], move(c, a, RIGHT, distance, LITERAL_FALSE), a);
    }
    if (amount.width > rows) {
        literal beyond = bits_any(c, bits_extract(c, amount, amount.width - 1, rows));
        lost = aig_or(c->aig, lost, aig_and(c->aig, beyond, bits_any(c, a)));
        a = bits_mask(c, a, literal_not(beyond));
    }
    *sticky = lost;
    return a;
}
