/* What a specification itself suggests to the searches: the constants it names, and the instructions by which
 * it computes the values that it compares the results with. Suggestions order the search; nothing is left out
 * for them. */
#include "synth/search.h"

#include "base/map.h"

struct gather {
    const struct spec *spec;
    struct map seen;
    uint64_t *out;
    unsigned count, room;
};

static void add(struct gather *g, uint64_t value)
{
    value &= width_mask(g->spec->width);
    for (unsigned i = 0; i < g->count; i++)
        if (g->out[i] == value) return;
    if (g->count < g->room) g->out[g->count++] = value;
}

static void gather(struct gather *g, struct term t)
{
    const struct terms *ts = g->spec->terms;
    uint64_t value;
    if (map_has(&g->seen, t.id) || g->seen.count > 20000) return;
    map_set(&g->seen, t.id, 1);
    if (sort_kind(ts, term_sort(ts, t)) == SORT_BV && term_width(ts, t) == g->spec->width &&
        term_const_u64(ts, t, &value) && g->count < 16)
        add(g, value);
    for (size_t i = 0; i < term_count(ts, t); i++)
        gather(g, term_arg(ts, t, i));
}

static uint64_t repeated(uint64_t unit, unsigned width)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < 64; i += width)
        v |= unit << i;
    return v;
}

unsigned constants_list(const struct spec *s, uint64_t *out, unsigned room)
{
    struct gather g = {.spec = s, .out = out, .room = room};
    unsigned w = s->width;
    uint64_t sign = (uint64_t)1 << (w - 1);
    gather(&g, s->holds);
    map_release(&g.seen);
    unsigned kept = 0; /* of its own constants the first few, 0 with the others below */
    for (unsigned i = 0; i < g.count; i++)
        if (out[i] && kept < 6) out[kept++] = out[i];
    g.count = kept;
    const uint64_t more[] = {1,
                             0,
                             ~(uint64_t)0,
                             2,
                             w - 1,
                             w / 2,
                             sign,
                             w,
                             4,
                             8,
                             3,
                             16,
                             sign - 1,
                             w / 4,
                             24,
                             7,
                             15,
                             31,
                             5,
                             repeated(0x55, 8),
                             repeated(0x33, 8),
                             repeated(0x0f, 8),
                             repeated(1, 8),
                             repeated(0xff, 16),
                             repeated(0xaa, 8),
                             repeated(0x11, 8),
                             0x3f,
                             0xff,
                             repeated(1, 16),
                             0xffff,
                             10,
                             6,
                             9,
                             repeated(0xffff, 32),
                             w - 2,
                             w - 4,
                             w - 8,
                             repeated(0x77, 8)};
    for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
        add(&g, more[i]);
    return g.count;
}

/* The instruction of L that does what the term's operator does; OPERATOR_COUNT if there is none. */
static enum operator_kind operator_like(enum term_op op)
{
    switch ((int)op) {
    case TERM_BV_ADD:
        return OPERATOR_ADD;
    case TERM_BV_SUB:
        return OPERATOR_SUB;
    case TERM_BV_NEG:
        return OPERATOR_NEG;
    case TERM_BV_AND:
        return OPERATOR_AND;
    case TERM_BV_OR:
        return OPERATOR_OR;
    case TERM_BV_XOR:
        return OPERATOR_XOR;
    case TERM_BV_NOT:
        return OPERATOR_NOT;
    case TERM_BV_SHL:
        return OPERATOR_SHL;
    case TERM_BV_LSHR:
        return OPERATOR_LSHR;
    case TERM_BV_ASHR:
        return OPERATOR_ASHR;
    case TERM_BV_MUL:
        return OPERATOR_MUL;
    case TERM_BV_UDIV:
        return OPERATOR_DIV;
    case TERM_BV_UREM:
        return OPERATOR_MOD;
    default:
        return OPERATOR_COUNT;
    }
}

static bool is_result(const struct spec *s, struct term t)
{
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].outputs; i++)
            if (term_same(s->application[a].result[i], t)) return true;
    return false;
}

struct instructions {
    const struct spec *spec;
    struct map seen[2]; /* terms that were looked at: for comparisons, as values */
    operator_set found;
};

static void gather_value(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    if (map_has(&n->seen[1], t.id) || n->seen[1].count > 20000) return;
    map_set(&n->seen[1], t.id, 1);
    enum operator_kind op = operator_like(term_op(ts, t));
    if (op != OPERATOR_COUNT) n->found |= OPERATOR_BIT(op);
    for (size_t i = term_op(ts, t) == TERM_ITE ? 1 : 0; i < term_count(ts, t); i++)
        gather_value(n, term_arg(ts, t, i));
}

static void gather_compared(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    if (map_has(&n->seen[0], t.id) || n->seen[0].count > 20000) return;
    map_set(&n->seen[0], t.id, 1);
    if (term_op(ts, t) == TERM_EQ)
        for (unsigned side = 0; side < 2; side++)
            if (is_result(n->spec, term_arg(ts, t, side))) gather_value(n, term_arg(ts, t, 1 - side));
    for (size_t i = 0; i < term_count(ts, t); i++)
        gather_compared(n, term_arg(ts, t, i));
}

operator_set operators_suggested(const struct spec *s)
{
    struct instructions n = {.spec = s};
    gather_compared(&n, s->holds);
    for (unsigned i = 0; i < 2; i++)
        map_release(&n.seen[i]);
    return n.found;
}
