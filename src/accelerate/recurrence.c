#include "accelerate/recurrence.h"

#include "base/failure.h"

enum { UPDATE_UNKNOWN, UPDATE_BUSY, UPDATE_KNOWN };

void recurrence_init(struct recurrence *r, struct path *p)
{
    *r = (struct recurrence){.path = p};
}

void recurrence_release(struct recurrence *r)
{
    VECTOR_RELEASE(&r->updates);
    VECTOR_RELEASE(&r->states);
    VECTOR_RELEASE(&r->narrow);
}

/* --- symbols one round later --- */

static struct walked number(struct polynomial p, uint32_t width)
{
    return (struct walked){
        .kind = p.fails ? WALKED_NOT : WALKED_NUMBER, .width = width, .number = p};
}

static struct walked itself(const struct path *p, uint32_t symbol)
{
    LAW(symbol < p->symbols.count);
    struct type t = p->symbols.data[symbol].type;
    if (t.kind == TYPE_INT)
        return number(polynomial_symbol(symbol), t.width);
    if (t.kind == TYPE_POINTER)
        return (struct walked){.kind = WALKED_POINTER, .width = t.width, .symbol = symbol};
    return (struct walked){.kind = WALKED_WHOLE, .symbol = symbol};
}

static struct walked symbol_next(struct recurrence *, uint32_t symbol);

static struct walked phi_next(const struct path *p, const struct symbol *s)
{
    LAW(s->kind == SYMBOL_VALUE && s->is_phi);
    for (size_t i = 0; i < p->phis.count; i++)
        if (p->phis.data[i].phi == s->value.id)
            return p->phis.data[i].value;
    return (struct walked){.kind = WALKED_NOT};
}

static struct walked cell_next(const struct path *p, uint32_t symbol)
{
    for (size_t i = 0; i < p->cells.count; i++)
        if (p->cells.data[i].symbol == symbol)
            return p->cells.data[i].value;
    return (struct walked){.kind = WALKED_NOT};
}

/* A narrow number that grows by a fixed step grows by the same in more bits, unless it wraps.
 */
static struct walked extended_next(struct recurrence *r, uint32_t symbol)
{
    struct symbol s = r->path->symbols.data[symbol];
    LAW(s.kind == SYMBOL_EXTENDED && s.inner_width < s.type.width);
    struct polynomial step;
    if (!recurrence_is_linear(r, &s.inner, s.inner_width, &step))
        return (struct walked){.kind = WALKED_NOT};
    struct polynomial self = polynomial_symbol(symbol);
    if (polynomial_is_zero(&step))
        return number(self, s.type.width);
    struct walked narrow = number(s.inner, s.inner_width);
    narrow.negated = s.is_signed;
    VECTOR_PUSH(&r->narrow, narrow);
    struct polynomial wide = path_extended(r->path, &step, s.inner_width, s.type.width, true);
    return number(polynomial_plus(&self, &wide, s.type.width), s.type.width);
}

static struct walked truncated_next(struct recurrence *r, const struct symbol *s)
{
    LAW(s->kind == SYMBOL_TRUNCATED);
    struct walked wide = symbol_next(r, s->of);
    if (wide.kind != WALKED_NUMBER)
        return (struct walked){.kind = WALKED_NOT};
    return number(path_truncated(r->path, &wide.number, s->type.width), s->type.width);
}

static struct walked address_next(struct recurrence *r, const struct symbol *s)
{
    LAW(s->kind == SYMBOL_ADDRESS);
    struct walked pointer = symbol_next(r, s->of);
    if (pointer.kind != WALKED_POINTER)
        return (struct walked){.kind = WALKED_NOT};
    return number(path_address(r->path, &pointer), s->type.width);
}

/* x % m and x & (2^k - 1) stay where x grows by multiples of m or 2^k. */
static bool is_periodic(struct recurrence *r, const struct symbol *s)
{
    LAW(s->kind == SYMBOL_CLONE);
    const struct instruction *in =
        &r->path->program->functions.data[s->function].instructions.data[s->instruction];
    uint64_t by, step;
    struct polynomial grows;
    const struct walked *x = &s->operands[0];
    if (s->operand_count != 2 || !polynomial_is_number(&s->operands[1].number, &by) || !by)
        return false;
    if (!recurrence_is_linear(r, &x->number, x->width, &grows) ||
        !polynomial_is_number(&grows, &step))
        return false;
    if (in->op == OP_AND) {
        uint64_t low = by;
        for (int i = 1; i < 64; i *= 2)
            low |= low >> i; /* all bits up to the highest of the mask */
        return (step & low) == 0;
    }
    if (in->op != OP_UREM && in->op != OP_SREM)
        return false;
    bool is_signed = in->op == OP_SREM;
    int64_t signed_step = signed_of(step, x->width);
    if (is_signed ? signed_of(by, x->width) <= 0 : (int64_t)by < 0)
        return false;
    if (signed_step % (int64_t)by)
        return false;
    struct walked narrow = *x;
    narrow.negated = is_signed;
    VECTOR_PUSH(&r->narrow, narrow);
    if (is_signed) { /* the sign of a remainder follows its number */
        struct walked zero = number(polynomial_number(0, x->width), x->width);
        VECTOR_PUSH(&r->path->taken, (struct test){TEST_COMPARE, COMPARE_SGE, *x, zero});
    }
    return true;
}

static struct walked clone_next(struct recurrence *r, uint32_t symbol)
{
    struct symbol s = r->path->symbols.data[symbol];
    bool fixed = true;
    for (uint32_t k = 0; k < s.operand_count && fixed; k++)
        fixed = recurrence_is_fixed(r, &s.operands[k].number, s.operands[k].width);
    if (fixed || is_periodic(r, &s))
        return itself(r->path, symbol);
    return (struct walked){.kind = WALKED_NOT};
}

static struct walked compute(struct recurrence *r, uint32_t symbol)
{
    struct symbol s = r->path->symbols.data[symbol];
    switch (s.kind) {
    case SYMBOL_VALUE:
        return s.is_phi ? phi_next(r->path, &s) : itself(r->path, symbol);
    case SYMBOL_GLOBAL:
    case SYMBOL_INPUT:
    case SYMBOL_ELEMENT:
        return itself(r->path, symbol);
    case SYMBOL_CELL:
        return cell_next(r->path, symbol);
    case SYMBOL_EXTENDED:
        return extended_next(r, symbol);
    case SYMBOL_TRUNCATED:
        return truncated_next(r, &s);
    case SYMBOL_ADDRESS:
        return address_next(r, &s);
    case SYMBOL_CLONE:
        return clone_next(r, symbol);
    }
    return (struct walked){.kind = WALKED_NOT};
}

static struct walked symbol_next(struct recurrence *r, uint32_t symbol)
{
    LAW(symbol < r->path->symbols.count);
    while (r->states.count <= symbol) {
        LAW(r->states.count == r->updates.count);
        VECTOR_PUSH(&r->states, UPDATE_UNKNOWN);
        VECTOR_PUSH(&r->updates, (struct walked){.kind = WALKED_NOT});
    }
    if (r->states.data[symbol] == UPDATE_KNOWN)
        return r->updates.data[symbol];
    if (r->states.data[symbol] == UPDATE_BUSY)
        return (struct walked){.kind = WALKED_NOT};
    r->states.data[symbol] = UPDATE_BUSY;
    struct walked next = compute(r, symbol);
    r->updates.data[symbol] = next;
    r->states.data[symbol] = UPDATE_KNOWN;
    return next;
}

/* --- polynomials one round later --- */

static struct polynomial monomial_next(struct recurrence *r, struct monomial m,
                                       uint32_t width)
{
    struct polynomial product = polynomial_number(1, width);
    for (int k = 0; k < MOST_DEGREE && m.symbols[k] != NO_SYMBOL; k++) {
        struct walked next = symbol_next(r, m.symbols[k]);
        if (next.kind != WALKED_NUMBER)
            return polynomial_failed();
        product = polynomial_times(&product, &next.number, width);
    }
    return product;
}

struct polynomial recurrence_next(struct recurrence *r, const struct polynomial *p,
                                  uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    struct polynomial sum = {.fails = p->fails};
    for (int i = 0; i < p->count && !sum.fails; i++) {
        struct polynomial one = monomial_next(r, p->parts[i].monomial, width);
        one = polynomial_scale(&one, p->parts[i].factor, width);
        sum = polynomial_plus(&sum, &one, width);
    }
    return sum;
}

static struct polynomial difference(struct recurrence *r, const struct polynomial *p,
                                    uint32_t width)
{
    struct polynomial next = recurrence_next(r, p, width);
    return polynomial_minus(&next, p, width);
}

bool recurrence_is_fixed(struct recurrence *r, const struct polynomial *p, uint32_t width)
{
    struct polynomial next = recurrence_next(r, p, width);
    return polynomial_same(&next, p);
}

bool recurrence_is_linear(struct recurrence *r, const struct polynomial *p, uint32_t width,
                          struct polynomial *step)
{
    *step = difference(r, p, width);
    return !step->fails && recurrence_is_fixed(r, step, width);
}

/* --- closed forms --- */

static bool close_sum(struct recurrence *r, const struct polynomial *p, struct closed *out)
{
    struct polynomial d = *p;
    for (out->count = 0; out->count < MOST_DIFFERENCES; out->count++) {
        if (polynomial_is_zero(&d))
            return out->kind = CLOSED_SUM, true;
        out->differences[out->count] = d;
        d = difference(r, &d, out->width);
        if (d.fails)
            return false;
    }
    return polynomial_is_zero(&d) && (out->kind = CLOSED_SUM, true);
}

/* The index of a monomial in the basis, which grows; false if it is full. */
static bool in_basis(struct closed *c, struct monomial m, uint32_t *at)
{
    LAW(c->count <= MOST_DIMENSION);
    for (*at = 0; *at < c->count; ++*at)
        if (monomial_same(c->basis[*at], m))
            return true;
    if (c->count == MOST_DIMENSION)
        return false;
    c->basis[c->count++] = m;
    return true;
}

static bool close_power(struct recurrence *r, const struct polynomial *p, struct closed *out)
{
    uint32_t at;
    LAW(!p->fails);
    out->count = 0;
    out->start = *p;
    for (int i = 0; i < p->count; i++)
        if (!in_basis(out, p->parts[i].monomial, &at))
            return false;
    for (uint32_t row = 0; row < out->count; row++) {
        struct polynomial one = polynomial_of(out->basis[row]);
        struct polynomial next = recurrence_next(r, &one, out->width);
        if (next.fails)
            return false;
        for (uint32_t k = 0; k < MOST_DIMENSION; k++)
            out->matrix[row][k] = 0;
        for (int i = 0; i < next.count; i++) {
            if (!in_basis(out, next.parts[i].monomial, &at))
                return false;
            out->matrix[row][at] = next.parts[i].factor;
        }
    }
    out->kind = CLOSED_POWER;
    return true;
}

struct closed recurrence_close(struct recurrence *r, const struct polynomial *p,
                               uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    struct closed c = {.width = width};
    if (p->fails || close_sum(r, p, &c))
        return c;
    struct polynomial next = recurrence_next(r, p, width);
    if (!next.fails && close_sum(r, &next, &c)) {
        c.late = true;
        return c;
    }
    if (!close_power(r, p, &c))
        c.kind = CLOSED_NOT;
    return c;
}

struct closed recurrence_close_pointer(struct recurrence *r, uint32_t base,
                                       const struct polynomial *offset)
{
    uint32_t width = r->path->program->pointer_width;
    struct closed c = {.width = width, .count = 1}, rest = {.width = width};
    struct walked next = symbol_next(r, base);
    if (next.kind != WALKED_POINTER || next.symbol != base || offset->fails)
        return c;
    struct polynomial grows = difference(r, offset, width);
    grows = polynomial_plus(&next.number, &grows, width);
    if (grows.fails || !close_sum(r, &grows, &rest) || rest.count == MOST_DIFFERENCES)
        return c;
    c.differences[0] = *offset;
    for (uint32_t i = 0; i < rest.count; i++)
        c.differences[c.count++] = rest.differences[i];
    c.kind = CLOSED_SUM;
    return c;
}
