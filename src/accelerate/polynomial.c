#include "accelerate/polynomial.h"

#include "base/failure.h"

#include <string.h>

const struct monomial monomial_one = {{NO_SYMBOL, NO_SYMBOL, NO_SYMBOL}};

uint64_t mask_of(uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

int64_t signed_of(uint64_t value, uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static int compare(struct monomial a, struct monomial b)
{
    for (int i = 0; i < MOST_DEGREE; i++)
        if (a.symbols[i] != b.symbols[i])
            return a.symbols[i] < b.symbols[i] ? -1 : 1;
    return 0;
}

bool monomial_same(struct monomial a, struct monomial b)
{
    return compare(a, b) == 0;
}

struct polynomial polynomial_failed(void)
{
    return (struct polynomial){.fails = true};
}

/* Parts are sorted by their monomials, each of which is there once; no factor is 0. */
static bool holds(const struct polynomial *p)
{
    for (int i = 0; i < p->count; i++)
        if (!p->parts[i].factor ||
            (i && compare(p->parts[i - 1].monomial, p->parts[i].monomial) >= 0))
            return false;
    return p->count <= MOST_PARTS;
}

static void add_part(struct polynomial *p, uint64_t factor, struct monomial m, uint32_t width)
{
    factor &= mask_of(width);
    LAW(p->count <= MOST_PARTS);
    if (p->fails || !factor)
        return;
    int at = 0;
    while (at < p->count && compare(p->parts[at].monomial, m) < 0)
        at++;
    struct part *part = &p->parts[at];
    size_t later = (size_t)(p->count - at) * sizeof *part;
    if (at < p->count && monomial_same(part->monomial, m)) {
        part->factor = (part->factor + factor) & mask_of(width);
        if (part->factor)
            return;
        memmove(part, part + 1, later - sizeof *part);
        p->count--;
        return;
    }
    if (p->count == MOST_PARTS) {
        *p = polynomial_failed();
        return;
    }
    memmove(part + 1, part, later);
    *part = (struct part){factor, m};
    p->count++;
}

struct polynomial polynomial_number(uint64_t value, uint32_t width)
{
    struct polynomial p = {0};
    add_part(&p, value, monomial_one, width);
    LAW(holds(&p));
    return p;
}

struct polynomial polynomial_of(struct monomial m)
{
    struct polynomial p = {0};
    add_part(&p, 1, m, 64);
    return p;
}

struct polynomial polynomial_symbol(uint32_t symbol)
{
    LAW(symbol < NO_SYMBOL);
    struct monomial m = monomial_one;
    m.symbols[0] = (uint16_t)symbol;
    return polynomial_of(m);
}

struct polynomial polynomial_plus(const struct polynomial *a, const struct polynomial *b,
                                  uint32_t width)
{
    struct polynomial sum = *a;
    if (b->fails)
        return *b;
    for (int i = 0; i < b->count; i++)
        add_part(&sum, b->parts[i].factor, b->parts[i].monomial, width);
    LAW(holds(&sum));
    return sum;
}

struct polynomial polynomial_scale(const struct polynomial *a, uint64_t factor,
                                   uint32_t width)
{
    struct polynomial product = {.fails = a->fails};
    for (int i = 0; i < a->count; i++)
        add_part(&product, a->parts[i].factor * factor, a->parts[i].monomial, width);
    LAW(holds(&product));
    return product;
}

struct polynomial polynomial_minus(const struct polynomial *a, const struct polynomial *b,
                                   uint32_t width)
{
    struct polynomial negative = polynomial_scale(b, ~(uint64_t)0, width);
    return polynomial_plus(a, &negative, width);
}

static int degree(struct monomial m)
{
    int n = 0;
    while (n < MOST_DEGREE && m.symbols[n] != NO_SYMBOL)
        n++;
    return n;
}

/* False if the degree is too high. */
static bool multiply(struct monomial a, struct monomial b, struct monomial *out)
{
    int i = 0, k = 0, n = 0;
    *out = monomial_one;
    if (degree(a) + degree(b) > MOST_DEGREE)
        return false;
    while (i < degree(a) || k < degree(b)) {
        bool first = k == degree(b) || (i < degree(a) && a.symbols[i] <= b.symbols[k]);
        out->symbols[n++] = first ? a.symbols[i++] : b.symbols[k++];
    }
    LAW(n == degree(a) + degree(b));
    return true;
}

struct polynomial polynomial_times(const struct polynomial *a, const struct polynomial *b,
                                   uint32_t width)
{
    struct polynomial product = {.fails = a->fails || b->fails};
    struct monomial m;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            if (!multiply(a->parts[i].monomial, b->parts[k].monomial, &m))
                return polynomial_failed();
            add_part(&product, a->parts[i].factor * b->parts[k].factor, m, width);
        }
    LAW(holds(&product));
    return product;
}

bool polynomial_same(const struct polynomial *a, const struct polynomial *b)
{
    if (a->fails || b->fails || a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->parts[i].factor != b->parts[i].factor ||
            !monomial_same(a->parts[i].monomial, b->parts[i].monomial))
            return false;
    return true;
}

bool polynomial_is_zero(const struct polynomial *p)
{
    return !p->fails && p->count == 0;
}

bool polynomial_is_number(const struct polynomial *p, uint64_t *value)
{
    if (p->fails || p->count > 1)
        return false;
    if (p->count && !monomial_same(p->parts[0].monomial, monomial_one))
        return false;
    *value = p->count ? p->parts[0].factor : 0;
    return true;
}

bool polynomial_mentions(const struct polynomial *p, uint32_t symbol)
{
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < MOST_DEGREE; k++)
            if (p->parts[i].monomial.symbols[k] == symbol)
                return true;
    return false;
}
