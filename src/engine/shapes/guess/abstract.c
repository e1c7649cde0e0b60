/* Numbers at loop heads: made variables with facts, before graphs are compared. */
#include "engine/shapes/guess/join.h"

void shapes_name_numbers(struct shapes *s, struct graph *g)
{
    graph_positions p = {0};
    struct map made = {0};
    shapes_make_private(s, g);
    shapes_find_positions(s, g, &p);
    for (size_t i = 0; i < p.count; i++) {
        struct term t = *p.data[i].at;
        bool plain = term_is_const(s->terms, t) || term_op(s->terms, t) == TERM_VAR;
        if (plain || p.data[i].list || p.data[i].object || p.data[i].length)
            continue;
        if (!s->settings.steps && term_op(s->terms, t) != TERM_BV_EXTRACT)
            continue; /* a number that was cut to its type is data, all else counts */
        if (!map_has(&made, t.id)) {
            struct term fresh = term_fresh(s->terms, term_sort(s->terms, t), "v");
            map_set(&made, t.id, fresh.id);
            graph_assume(&s->arena, g, term_eq(s->terms, fresh, t));
        }
        LAW(map_has(&made, t.id));
        *p.data[i].at = (struct term){(uint32_t)map_or(&made, t.id, 0)};
    }
    map_release(&made);
    VECTOR_RELEASE(&p);
}

/* A number that has one value is this value, whatever is forgotten. */
static void add_exact(struct shapes *s, struct graph *g, struct term t, struct term name,
                      struct graph_terms *out)
{
    LAW(term_sort(s->terms, t).id == term_sort(s->terms, name).id);
    uint64_t exact;
    if (!shapes_constant(s, g, t, &exact))
        return;
    struct term value = term_bv(s->terms, term_width(s->terms, name), exact);
    graph_terms_add(&s->arena, out, term_eq(s->terms, name, value));
}

/* Counters that only lengths which are forgotten tie to one value; the map says what names
 * that were just made stand for. */
static void add_exact_counters(struct shapes *s, struct graph *g,
                               const struct graph_terms *all, const struct map *made,
                               struct graph_terms *out)
{
    enum { MOST_COUNTERS = 6 };
    for (uint32_t i = 0, asked = 0; i < all->count && asked < MOST_COUNTERS; i++) {
        struct term t = all->data[i];
        bool word = sort_kind(s->terms, term_sort(s->terms, t)) == SORT_BV;
        if (!word || term_width(s->terms, t) < 16 || term_width(s->terms, t) > 64)
            continue;
        add_exact(s, g, (struct term){(uint32_t)map_or(made, t.id, t.id)}, t, out);
        asked++;
    }
}

/* A number that only lives on in more bits, as an operand that C widened: what elements say
 * of it they say of its low bits. */
static void keep_widened(struct shapes *s, struct graph *g, const struct graph_terms *fresh,
                         const struct graph_terms *all, struct map *stands_for,
                         struct graph_terms *out)
{
    struct terms *ts = s->terms;
    struct map map = {0};
    for (uint32_t i = 0; i < fresh->count && !s->settings.bare; i++) {
        struct term wide = fresh->data[i];
        struct term t = {(uint32_t)map_or(stands_for, wide.id, wide.id)};
        bool plain = term_op(ts, t) == TERM_BV_ZEXT,
             with_sign = term_op(ts, t) == TERM_BV_SEXT;
        struct term from = plain || with_sign ? term_arg(ts, t, 0) : t;
        if (term_same(from, t) || term_op(ts, from) != TERM_VAR ||
            graph_terms_have(all, from))
            continue;
        struct term low = term_extract(ts, wide, term_width(ts, from) - 1, 0);
        unsigned width = term_width(ts, wide);
        struct term again = plain ? term_zext(ts, low, width) : term_sext(ts, low, width);
        graph_terms_add(&s->arena, out, term_eq(ts, wide, again));
        map_set(&map, from.id, low.id);
    }
    for (uint32_t id = 1; id < g->count && map.count; id++) {
        struct graph_object *o = g->objects[id];
        if (!o || !graph_is_segment(o))
            continue;
        struct graph_terms facts = {0}; /* those of the object may be another graph's, too */
        for (uint32_t i = 0; i < o->facts.count; i++)
            graph_terms_add(&s->arena, &facts, term_substitute(ts, o->facts.data[i], &map));
        o->facts = facts;
    }
    map_release(&map);
}

/* Constants stay; but that a number is the sum of lengths is said of lengths that are
 * numbers. */

void shapes_abstract(struct shapes *s, struct graph *g)
{
    graph_positions p = {0};
    shapes_make_private(s, g);
    shapes_find_positions(s, g, &p);
    struct map made = {0};
    struct graph_terms variables = {0}, facts = {0}, constants = {0};
    graph_contexts contexts = {0};
    VECTOR_PUSH(&contexts, (struct graph_context){.facts = g->facts});
    for (size_t i = 0; i < p.count; i++) {
        struct term t = *p.data[i].at;
        bool kept = term_is_const(s->terms, t) && (!p.data[i].length || s->settings.unroll);
        if (p.data[i].length && term_op(s->terms, t) == TERM_VAR)
            add_exact(s, g, t, t, &constants);
        if (kept || term_op(s->terms, t) == TERM_VAR)
            continue;
        s->sized |= p.data[i].frame &&
                    p.data[i].object; /* an offset goes with an index, as a size does */
        uint64_t v = map_or(&made, t.id, 0);
        if (!v) {
            struct term fresh = term_fresh(s->terms, term_sort(s->terms, t), "v");
            map_set(&made, t.id, v = fresh.id);
            map_set(&contexts.data[0].map, fresh.id, t.id);
            graph_terms_add(&s->arena, &variables, fresh);
            if (p.data[i].length)
                add_exact(s, g, t, fresh, &constants);
        }
        *p.data[i].at = (struct term){(uint32_t)v};
    }
    uint32_t own = variables.count;
    LAW(own == made.count);
    struct graph_terms all = {0}, made_here = variables;
    shapes_outer_variables(s, g, &all);
    for (uint32_t i = 0; i < all.count; i++)
        if (!graph_terms_have(&variables, all.data[i]))
            graph_terms_add(&s->arena, &variables, all.data[i]);
    struct graph_terms known = g->facts;
    if (s->settings.bare > 1)
        known.count = 0;
    shapes_keep_known(s, &known, &all, NULL);
    if (known.count < g->facts.count)
        own = variables.count; /* what went through forgotten numbers */
    if (s->settings.sums && known.count < g->facts.count)
        add_exact_counters(s, g, &all, &contexts.data[0].map, &constants);
    keep_widened(s, g, &made_here, &all, &contexts.data[0].map, &constants);
    if (s->constants || s->settings.steps || s->pair_tests.count)
        shapes_outer_constants(s, g, &variables);
    if (own)
        shapes_find_facts(s, &variables, own, NULL, &contexts, &facts);
    if (own)
        shapes_find_clauses(s, g, 0, &contexts, &facts);
    for (uint32_t i = 0; i < facts.count; i++)
        if (!graph_terms_have(&known, facts.data[i]))
            graph_terms_add(&s->arena, &known, facts.data[i]);
    for (uint32_t i = 0; i < constants.count; i++)
        if (!graph_terms_have(&known, constants.data[i]))
            graph_terms_add(&s->arena, &known, constants.data[i]);
    struct graph_terms before = g->facts;
    g->facts = known;
    if (s->settings.steps)
        shapes_refresh_rows(s, g, &before, &contexts.data[0].map, &all);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && graph_is_segment(g->objects[id]))
            shapes_keep_known(s, &g->objects[id]->facts, &all, &g->objects[id]->variables);
    map_release(&made);
    graph_contexts_release(&contexts);
    VECTOR_RELEASE(&p);
}
