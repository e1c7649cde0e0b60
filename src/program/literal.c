#include "program/literal.h"

enum {
    LONGEST = 4096
}; /* of a literal whose bytes are looked at; longer ones may share any */

static bool is_literal(const struct program *p, const struct global *g)
{
    if (!g->internal || !g->read_only || g->external)
        return false;
    return g->variable == UINT32_MAX || !p->variables.data[g->variable].name[0];
}

static uint8_t byte_at(const struct global *g, uint64_t at)
{
    return g->bytes ? g->bytes[at] : 0;
}

/* The bytes of x from `skip` on are those at the start of y, as far as both go. */
static bool agree(const struct global *x, uint64_t skip, const struct global *y)
{
    for (uint64_t i = 0; skip + i < x->size && i < y->size; i++)
        if (byte_at(x, skip + i) != byte_at(y, i))
            return false;
    return true;
}

static bool is_looked_at(const struct global *g)
{
    return g->size <= LONGEST && !g->relocation_count;
}

static bool both_literals(const struct program *p, uint32_t x, uint32_t y)
{
    return x != y && is_literal(p, &p->globals.data[x]) && is_literal(p, &p->globals.data[y]);
}

bool literal_may_be_at(const struct program *p, uint32_t global, uint64_t at, uint32_t other,
                       uint64_t other_at)
{
    if (!both_literals(p, global, other))
        return false;
    const struct global *x = &p->globals.data[global], *y = &p->globals.data[other];
    if (!is_looked_at(x) || !is_looked_at(y))
        return true;
    return at >= other_at ? agree(x, at - other_at, y) : agree(y, other_at - at, x);
}

bool literal_may_share(const struct program *p, uint32_t global, uint32_t other)
{
    if (!both_literals(p, global, other))
        return false;
    for (uint64_t i = 0; i < p->globals.data[global].size && i < LONGEST; i++)
        if (literal_may_be_at(p, global, i, other, 0))
            return true;
    for (uint64_t i = 0; i < p->globals.data[other].size && i < LONGEST; i++)
        if (literal_may_be_at(p, other, i, global, 0))
            return true;
    return false;
}
