/* Termination in the checker of shapes: every run passes from graph to graph, so one that
 * never ends follows the edges between them forever. Measures are natural numbers of a state;
 * an edge makes some of them fall and lets others stay. No path is infinite if, group by
 * group of graphs that reach each other, some measure never grows inside and falls on some
 * edges, and without these edges the same is true again.
 *
 * The length of a list in the graph that a run begins with is that of what is left of it and
 * what was taken from it; so a sum of lengths behind the run is compared with the one before
 * without knowing any of them. */
#include "check/shape/entail/match.h"

#include <stdlib.h>

static const struct shape_measure *measure_of(const struct shape_graph *g, uint32_t name)
{
    for (size_t i = 0; i < g->measures.count; i++)
        if (g->measures.data[i].name == name)
            return &g->measures.data[i];
    return NULL;
}

/* --- where a run begins --- */

static struct term operand(struct heap_checker *c, const struct shape_value *v,
                           const term_list *numbers)
{
    return heap_read_value(c, v, numbers).term;
}

void heap_rank_source(struct heap_checker *c, const struct shape_graph *g, uint32_t number,
                      const term_list *numbers, struct heap_state *s)
{
    struct heap_ranking *r = &c->ranking;
    if (!r->wanted)
        return;
    r->source = g;
    r->source_number = number;
    for (size_t i = 0; i < g->measures.count; i++) {
        const struct shape_measure *m = &g->measures.data[i];
        LAW(m->name && m->name <= SHAPE_MOST_MEASURES);
        if (!shape_is_difference(m))
            continue;
        r->from[m->name] = operand(c, &m->from, numbers);
        r->by[m->name] = operand(c, &m->by, numbers);
    }
    LAW(s->objects.count > g->objects.count);
    for (uint32_t i = 1; i < s->objects.count;
         i++) { /* objects are numbered as in the graph */
        struct heap_object *o = heap_at(s, i);
        if (o->present && o->kind == SHAPE_LIST && !o->owner)
            o->origin = i;
    }
}

/* --- lengths --- */

/* What the source's measure is at least more than the wanted graph's. */
struct comparison {
    struct matching *m;
    const struct shape_measure *before;
    bool used[SHAPE_MOST_OBJECTS + 1]; /* lists of the source whose rest is counted behind */
    int64_t more;
    bool good;
};

static bool is_counted(const struct shape_measure *m, uint32_t object)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->counted[i] == object)
            return true;
    return false;
}

static void count_item(struct comparison *k, uint32_t given)
{
    LAW(given);
    const struct heap_object *o = heap_at(k->m->given, given);
    if (o->kind != SHAPE_LIST) {
        k->more -= 1;
        return;
    }
    if (!o->origin || o->origin > SHAPE_MOST_OBJECTS || k->used[o->origin] ||
        !is_counted(k->before, o->origin)) {
        k->good = false;
        return;
    }
    k->used[o->origin] = true;
    k->more += o->taken;
}

static void count_behind(struct comparison *k, const struct shape_measure *after)
{
    struct context *top = k->m->contexts.data[0];
    for (uint32_t i = 0; i < after->count && k->good; i++) {
        uint32_t wanted = after->counted[i];
        uint64_t given;
        if (heap_at(k->m->wanted, wanted)->kind != SHAPE_LIST) {
            k->good = map_get(&top->objects, wanted, &given) && given;
            if (k->good)
                count_item(k, (uint32_t)given);
            continue;
        }
        const struct match_run *run = match_run_of(top, wanted);
        k->good = run != NULL;
        for (size_t n = 0; k->good && n < run->items.count; n++)
            count_item(k, run->items.data[n]->item);
    }
}

/* Elements that a list of the source had at least. */
static uint32_t least_length(const struct heap_state *s, uint32_t origin, uint32_t otherwise)
{
    for (size_t i = 0; i < s->lengths.count; i++)
        if (s->lengths.data[i].origin == origin)
            return s->lengths.data[i].length;
    for (uint32_t i = 1; i < s->objects.count; i++) {
        const struct heap_object *o = heap_at(s, i);
        if (o->present && o->origin == origin)
            return o->taken + o->least;
    }
    return otherwise;
}

static void count_before(struct comparison *k)
{
    const struct shape_graph *g = k->m->c->ranking.source;
    for (uint32_t i = 0; i < k->before->count; i++) {
        uint32_t object = k->before->counted[i];
        LAW(object && object <= g->objects.count);
        const struct shape_object *o = &g->objects.data[object - 1];
        if (o->kind != SHAPE_LIST)
            k->more += 1;
        else if (!k->used[object])
            k->more += least_length(k->m->given, object, o->least);
    }
}

static void compare_lengths(struct matching *m, const struct shape_measure *before,
                            const struct shape_measure *after)
{
    LAW(before->name && before->name <= SHAPE_MOST_MEASURES && before->kind == SHAPE_LENGTH &&
        after->kind == SHAPE_LENGTH);
    struct comparison k = {.m = m, .before = before, .good = true};
    struct heap_ranking *r = &m->c->ranking;
    count_behind(&k, after);
    count_before(&k);
    if (!k.good || k.more < 0)
        return;
    r->stays |= 1ull << (before->name - 1);
    if (k.more > 0)
        r->falls |= 1ull << (before->name - 1);
}

/* --- differences --- */

static struct term given_operand(struct matching *m, const struct shape_value *v,
                                 const term_list *numbers)
{
    struct term t = operand(m->c, v, numbers);
    return v->kind == SHAPE_NUMBER ? match_number(m, m->contexts.data[0], t) : t;
}

static struct term natural(struct terms *ts, enum shape_measure_kind kind, struct term from,
                           struct term by)
{
    LAW(term_width(ts, from) == term_width(ts, by));
    struct term rest = term_2(ts, TERM_BV_SUB, from, by),
                none = term_bv(ts, term_width(ts, from), 0);
    if (kind == SHAPE_SIGNED)
        return term_ite(ts, term_2(ts, TERM_BV_SLT, from, by), none, rest);
    if (kind == SHAPE_UNSIGNED)
        return term_ite(ts, term_2(ts, TERM_BV_ULT, from, by), none, rest);
    return rest;
}

static void compare_differences(struct matching *m, const struct shape_measure *after,
                                const term_list *numbers)
{
    LAW(shape_is_difference(after));
    struct heap_ranking *r = &m->c->ranking;
    struct terms *ts = m->c->base.terms;
    struct term old = natural(ts, after->kind, r->from[after->name], r->by[after->name]);
    struct term new = natural(ts, after->kind, given_operand(m, &after->from, numbers),
                              given_operand(m, &after->by, numbers));
    if (term_width(ts, old) != term_width(ts, new))
        return;
    if (!heap_shown(m->c, m->given, term_2(ts, TERM_BV_ULE, new, old)))
        return;
    r->stays |= 1ull << (after->name - 1);
    if (heap_shown(m->c, m->given, term_2(ts, TERM_BV_ULT, new, old)))
        r->falls |= 1ull << (after->name - 1);
}

/* The run itself shows it: whatever a graph does not tell of was there before. */
static void compare_live(struct matching *m, const struct shape_measure *after)
{
    struct heap_ranking *r = &m->c->ranking;
    uint64_t bit = 1ull << (after->name - 1);
    if (m->given->made > m->given->freed)
        return;
    r->stays |= bit;
    if (m->given->made < m->given->freed)
        r->falls |= bit;
}

void match_measures(struct matching *m, const struct shape_graph *g, const term_list *numbers)
{
    struct heap_ranking *r = &m->c->ranking;
    r->falls = r->stays = 0;
    for (size_t i = 0; r->source && i < g->measures.count; i++) {
        const struct shape_measure *after = &g->measures.data[i],
                                   *before = measure_of(r->source, after->name);
        if (!before || before->kind != after->kind)
            continue;
        if (after->kind == SHAPE_LENGTH)
            compare_lengths(m, before, after);
        else if (after->kind == SHAPE_LIVE)
            compare_live(m, after);
        else
            compare_differences(m, after, numbers);
    }
}

void heap_rank_edge(struct heap_checker *c, uint32_t to)
{
    struct heap_ranking *r = &c->ranking;
    if (!r->wanted || !r->source)
        return;
    LAW(!(r->falls & ~r->stays)); /* what falls does not grow */
    struct heap_edge e = {r->source_number, to, r->falls, r->stays};
    for (size_t i = 0; i < r->edges.count; i++) {
        const struct heap_edge *o = &r->edges.data[i];
        if (o->from == e.from && o->to == e.to && o->falls == e.falls && o->stays == e.stays)
            return;
    }
    VECTOR_PUSH(&r->edges, e);
}

/* --- no path is infinite --- */

struct paths {
    struct heap_edge *edges;
    size_t count;
    uint32_t nodes;
    bool *reach; /* nodes * nodes */
};

static void close_paths(struct paths *p)
{
    size_t n = p->nodes;
    for (size_t i = 0; i < n * n; i++)
        p->reach[i] = false;
    for (size_t i = 0; i < p->count; i++)
        p->reach[p->edges[i].from * n + p->edges[i].to] = true;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++) {
            if (!p->reach[i * n + k])
                continue;
            for (size_t j = 0; j < n; j++)
                p->reach[i * n + j] |= p->reach[k * n + j];
        }
}

static bool is_around(const struct paths *p, const struct heap_edge *e)
{
    LAW(e->from < p->nodes && e->to < p->nodes);
    return p->reach[(size_t)e->to * p->nodes + e->from];
}

static bool is_in_group(const struct paths *p, const struct heap_edge *of,
                        const struct heap_edge *e)
{
    return is_around(p, e) &&
           (e->from == of->from || p->reach[(size_t)of->from * p->nodes + e->from]) &&
           (e->from == of->from || p->reach[(size_t)e->from * p->nodes + of->from]);
}

/* Drops the falling edges of the group that this edge is in; false if no measure is right for
 * it. */
static bool drop_falling(struct paths *p, struct heap_edge of)
{
    uint64_t stays = UINT64_MAX, falls = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (!is_in_group(p, &of, &p->edges[i]))
            continue;
        stays &= p->edges[i].stays;
        falls |= p->edges[i].falls;
    }
    if (!(stays & falls))
        return false;
    size_t kept = 0;
    uint64_t good = stays & falls, one = good & -good;
    for (size_t i = 0; i < p->count; i++)
        if (!is_in_group(p, &of, &p->edges[i]) || !(p->edges[i].falls & one))
            p->edges[kept++] = p->edges[i];
    LAW(kept < p->count); /* else this would not end */
    p->count = kept;
    return true;
}

static bool paths_end(struct paths *p)
{
    for (;;) {
        close_paths(p);
        size_t i = 0;
        while (i < p->count && !is_around(p, &p->edges[i]))
            i++;
        if (i == p->count)
            return true;
        if (!drop_falling(p, p->edges[i]))
            return false;
    }
}

bool heap_edges_end(const struct heap_edge *edges, size_t count)
{
    struct paths p = {.edges = calloc(count + 1, sizeof *edges), .count = count};
    for (size_t i = 0; i < count; i++) {
        p.edges[i] = edges[i];
        if (edges[i].from >= p.nodes)
            p.nodes = edges[i].from + 1;
        if (edges[i].to >= p.nodes)
            p.nodes = edges[i].to + 1;
    }
    p.reach = calloc((size_t)p.nodes * p.nodes + 1, sizeof *p.reach);
    bool good = paths_end(&p);
    free(p.edges);
    free(p.reach);
    return good;
}
