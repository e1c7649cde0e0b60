/* What a specification itself suggests to the searches: the constants it names, and the
 * instructions by which it computes the values that it compares the results with. Suggestions
 * order the search; nothing is left out for them. */
#include "synth/search/search.h"

#include "base/failure.h"
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
    LAW(g->count <= g->room);
    for (unsigned i = 0; i < g->count; i++)
        if (g->out[i] == value)
            return;
    if (g->count < g->room)
        g->out[g->count++] = value;
}

static void gather(struct gather *g, struct term t)
{
    const struct terms *ts = g->spec->terms;
    uint64_t value;
    if (map_has(&g->seen, t.id) || g->seen.count > 20000)
        return;
    map_set(&g->seen, t.id, 1);
    if (sort_kind(ts, term_sort(ts, t)) == SORT_BV && term_width(ts, t) >= g->spec->width &&
        term_const_u64(ts, t, &value) && value <= width_mask(g->spec->width))
        add(g, value); /* words that C promotes have wider constants */
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

static unsigned own_constants(const struct spec *s, uint64_t out[OWN_CONSTANTS])
{
    uint64_t found[16];
    struct gather g = {.spec = s, .out = found, .room = 16};
    unsigned kept = 0;
    gather(&g, s->holds);
    map_release(&g.seen);
    for (unsigned i = 0; i < g.count; i++) /* 0 is among the small ones anyway */
        if (found[i] && kept < OWN_CONSTANTS)
            out[kept++] = found[i];
    return kept;
}

unsigned constants_list(const struct spec *s, uint64_t *out, unsigned room)
{
    LAW(room > 0);
    uint64_t own[OWN_CONSTANTS];
    unsigned w = s->width, kept = own_constants(s, own);
    uint64_t sign = (uint64_t)1 << (w - 1);
    struct gather g = {.spec = s, .out = out, .room = room};
    for (unsigned i = 0; i < kept; i++)
        add(&g, own[i]);
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

static bool is_result(const struct spec *s, struct term t)
{
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].outputs; i++)
            if (term_same(s->application[a].result[i], t))
                return true;
    return false;
}

enum { MOST_TERMS = 20000 };
enum sense {
    SENSE_TRUE,
    SENSE_FALSE
}; /* of a condition: whether it or its negation is wanted */
struct instructions {
    const struct spec *spec;
    enum suggestion suggestion;
    struct map reads; /* terms that were asked: do they depend on a result? */
    /* terms that were looked at: for comparisons, as values, as conditions */
    struct map seen[3];
    struct vocabulary found;
};

static bool reads_result(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    uint64_t known;
    if (map_get(&n->reads, t.id, &known))
        return known;
    bool reads = is_result(n->spec, t);
    for (size_t i = 0; i < term_count(ts, t) && !reads; i++)
        reads = reads_result(n, term_arg(ts, t, i));
    map_set(&n->reads, t.id, reads);
    return reads;
}

static bool first_visit(struct map *seen, struct term t)
{
    if (map_has(seen, t.id) || seen->count > MOST_TERMS)
        return false;
    map_set(seen, t.id, 1);
    return true;
}

/* A word that C promoted to int is not negative there: signed operations on it are unsigned
 * ones of its width. */
static bool promoted(const struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    for (size_t i = 0; i < term_count(ts, t); i++)
        if (term_op(ts, term_arg(ts, t, i)) == TERM_BV_ZEXT)
            return true;
    return false;
}

/* What a condition asks for where it is to hold, and where it is not. */
static const struct {
    bool known;
    enum operator_kind straight, turned;
} conditions[TERM_OP_COUNT] = {
    [TERM_BV_ULT] = {true, OPERATOR_LT, OPERATOR_LE},
    [TERM_BV_UGT] = {true, OPERATOR_LT, OPERATOR_LE},
    [TERM_BV_ULE] = {true, OPERATOR_LE, OPERATOR_LT},
    [TERM_BV_UGE] = {true, OPERATOR_LE, OPERATOR_LT},
    [TERM_BV_SLT] = {true, OPERATOR_SLT, OPERATOR_SLE},
    [TERM_BV_SGT] = {true, OPERATOR_SLT, OPERATOR_SLE},
    [TERM_BV_SLE] = {true, OPERATOR_SLE, OPERATOR_SLT},
    [TERM_BV_SGE] = {true, OPERATOR_SLE, OPERATOR_SLT},
    [TERM_EQ] = {true, OPERATOR_EQ, OPERATOR_NEQ},
    [TERM_AND] = {true, OPERATOR_AND, OPERATOR_OR},
    [TERM_OR] = {true, OPERATOR_OR, OPERATOR_AND},
    [TERM_IMPLIES] = {true, OPERATOR_OR, OPERATOR_AND},
};

/* OPERATOR_COUNT: none. */
static enum operator_kind comparison_like(const struct instructions *n, struct term t,
                                          bool straight)
{
    enum term_op kind = term_op(n->spec->terms, t);
    if (!conditions[kind].known)
        return OPERATOR_COUNT;
    enum operator_kind op = straight ? conditions[kind].straight : conditions[kind].turned;
    if (op == OPERATOR_SLT && promoted(n, t))
        return OPERATOR_LT;
    if (op == OPERATOR_SLE && promoted(n, t))
        return OPERATOR_LE;
    return op;
}

static void gather_value(struct instructions *, struct term);

static void gather_condition(struct instructions *n, struct term t, enum sense sense)
{
    const struct terms *ts = n->spec->terms;
    bool straight = sense == SENSE_TRUE;
    if (term_op(ts, t) == TERM_NOT) {
        gather_condition(n, term_arg(ts, t, 0), straight ? SENSE_FALSE : SENSE_TRUE);
        return;
    }
    enum operator_kind op = comparison_like(n, t, straight);
    if (op != OPERATOR_COUNT)
        n->found.operators |= OPERATOR_BIT(op);
    if (!first_visit(&n->seen[2], t))
        return;
    for (size_t i = 0; i < term_count(ts, t); i++) {
        struct term a = term_arg(ts, t, i);
        if (sort_kind(ts, term_sort(ts, a)) == SORT_BOOL)
            gather_condition(n, a, sense);
        else
            gather_value(n, a);
    }
}

static bool is_number(const struct spec *s, struct term t, uint64_t wanted)
{
    uint64_t value;
    return term_const_u64(s->terms, t, &value) && value == wanted;
}

/* condition ? a : b, which may be the 0/1 value of the condition, or a minimum or maximum */
static void gather_choice(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    struct term condition = term_arg(ts, t, 0), a = term_arg(ts, t, 1),
                b = term_arg(ts, t, 2);
    if (is_number(n->spec, a, 1) && is_number(n->spec, b, 0)) {
        gather_condition(n, condition, SENSE_TRUE);
    } else if (is_number(n->spec, a, 0) && is_number(n->spec, b, 1)) {
        gather_condition(n, condition, SENSE_FALSE);
    } else {
        n->found.operators |= OPERATOR_BIT(OPERATOR_ITE);
        if (term_op(ts, condition) == TERM_BV_ULT &&
            (term_same(term_arg(ts, condition, 0), a) ||
             term_same(term_arg(ts, condition, 1), a)))
            n->found.operators |= OPERATOR_BIT(
                term_same(term_arg(ts, condition, 0), a) ? OPERATOR_MIN : OPERATOR_MAX);
        gather_condition(n, condition, SENSE_TRUE);
    }
}

static void gather_constant(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    struct vocabulary *v = &n->found;
    uint64_t value;
    if (sort_kind(ts, term_sort(ts, t)) != SORT_BV || !term_const_u64(ts, t, &value) ||
        term_width(ts, t) < n->spec->width || value > width_mask(n->spec->width))
        return;
    for (unsigned i = 0; i < v->constants; i++)
        if (v->constant[i] == value)
            return;
    if (v->constants < OWN_CONSTANTS)
        v->constant[v->constants++] = value;
}

static void gather_value(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    if (!first_visit(&n->seen[1], t))
        return;
    gather_constant(n, t);
    enum operator_kind op = operator_of_term(term_op(ts, t));
    if (op == OPERATOR_ASHR && promoted(n, t))
        op = OPERATOR_LSHR;
    if (op == OPERATOR_SDIV && promoted(n, t))
        op = OPERATOR_DIV;
    if (op == OPERATOR_SREM && promoted(n, t))
        op = OPERATOR_MOD;
    if (op != OPERATOR_COUNT)
        n->found.operators |= OPERATOR_BIT(op);
    for (unsigned i = 0; i < n->spec->input_count; i++)
        if (term_same(n->spec->input[i], t))
            n->found.inputs |= (uint64_t)1 << i;
    bool choice = term_op(ts, t) == TERM_ITE;
    if (choice && n->suggestion == SUGGESTION_CONDITIONS)
        gather_choice(n, t);
    for (size_t i = choice ? 1 : 0; i < term_count(ts, t); i++)
        gather_value(n, term_arg(ts, t, i));
}

/* The parts of an equation that its result is computed from. */
static void gather_parts(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    if (!reads_result(n, t)) {
        gather_value(n, t);
        return;
    }
    for (size_t i = 0; i < term_count(ts, t); i++)
        gather_parts(n, term_arg(ts, t, i));
}

static void gather_compared(struct instructions *n, struct term t)
{
    const struct terms *ts = n->spec->terms;
    if (!first_visit(&n->seen[0], t))
        return;
    if (term_op(ts, t) == TERM_EQ &&
        sort_kind(ts, term_sort(ts, term_arg(ts, t, 0))) == SORT_BV) {
        bool left = reads_result(n, term_arg(ts, t, 0)),
             right = reads_result(n, term_arg(ts, t, 1));
        if (left != right)
            gather_parts(n, t);
    }
    for (size_t i = 0; i < term_count(ts, t); i++)
        gather_compared(n, term_arg(ts, t, i));
}

struct vocabulary vocabulary_of(const struct spec *s, enum suggestion suggestion)
{
    struct instructions n = {.spec = s, .suggestion = suggestion};
    gather_compared(&n, s->holds);
    for (unsigned i = 0; i < 3; i++)
        map_release(&n.seen[i]);
    map_release(&n.reads);
    return n.found;
}
