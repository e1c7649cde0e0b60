/* Matching of regions that are parted: each part of the general graph stands for neighbouring
 * parts of the special one. Where a run of these ends is told by the boundary: a number that
 * something else determines, or of which facts of the general graph tell. */
#include "engine/shapes/match/match.h"

struct rows {
    struct match *m;
    struct scope *scope;
    uint32_t special, general; /* regions */
    struct map map;            /* numbers of the general graph that are bound */
};

static void bind_numbers(struct rows *r)
{
    const struct embedding *e = r->m->out;
    for (size_t i = 0; i < e->records.count; i++) {
        const struct graph_record *x = &e->records.data[i];
        if (x->instance || term_op(r->m->s->terms, *x->general) != TERM_VAR ||
            map_has(&r->map, x->general->id))
            continue;
        map_set(&r->map, x->general->id, x->special.id);
    }
}

struct unbound {
    const struct map *map;
    struct term but;
    bool found, other;
};

static void see_variable(void *context, struct term v)
{
    struct unbound *u = context;
    if (term_same(v, u->but))
        u->found = true;
    else if (!map_has(u->map, v.id))
        u->other = true;
}

static struct term substituted(struct rows *r, struct term t, struct term variable,
                               struct term by)
{
    struct map map = {0};
    for (size_t i = 0; i < r->map.capacity; i++)
        if (r->map.slots[i].used)
            map_set(&map, r->map.slots[i].key, r->map.slots[i].value);
    if (term_is(variable))
        map_set(&map, variable.id, by.id);
    struct term out = term_substitute(r->m->s->terms, t, &map);
    map_release(&map);
    return out;
}

/* All that the general graph says of the boundary holds for that offset, and it says
 * something. */
static bool facts_allow(struct rows *r, struct term boundary, struct term offset)
{
    struct terms *ts = r->m->s->terms;
    struct term all = term_bool(ts, true);
    bool some = false;
    for (uint32_t i = 0; i < r->m->general->facts.count; i++) {
        struct unbound u = {&r->map, boundary, false, false};
        term_variables(ts, r->m->general->facts.data[i], see_variable, &u);
        if (!u.found || u.other)
            continue;
        some = true;
        all =
            term_and(ts, all, substituted(r, r->m->general->facts.data[i], boundary, offset));
    }
    return some && shapes_prove(r->m->s, r->m->special, all);
}

static bool is_boundary(struct rows *r, struct term boundary, struct term offset)
{
    struct terms *ts = r->m->s->terms;
    struct term is = term_eq(ts, substituted(r, boundary, TERM_NONE, TERM_NONE), offset);
    return term_is_true(ts, is) ||
           (!term_is_false(ts, is) && shapes_prove(r->m->s, r->m->special, is));
}

static struct term start_of(const struct rows *r, uint32_t at)
{
    return graph_part_start(r->m->s, r->m->special, r->special, at);
}

/* The first part of the special graph, from `at` on, that begins there; or the only one that
 * facts allow; or, where as many parts are left on both sides, the next one. Whether the
 * numbers fit is judged later. UINT32_MAX: none. */
static uint32_t find_end(struct rows *r, uint32_t at, struct term boundary, bool alike)
{
    uint32_t count = r->m->special->objects[r->special]->field_count, allowed = 0,
             first = UINT32_MAX;
    for (uint32_t i = at; i <= count; i++)
        if (is_boundary(r, boundary, start_of(r, i)))
            return i;
    bool open =
        term_op(r->m->s->terms, boundary) == TERM_VAR && !map_has(&r->map, boundary.id);
    for (uint32_t i = at; open && i <= count; i++) {
        if (!facts_allow(r, boundary, start_of(r, i)))
            continue;
        allowed++;
        if (first == UINT32_MAX)
            first = i;
    }
    return allowed != 1 && alike ? at + 1 : first;
}

static bool match_part(struct rows *r, uint32_t part, uint32_t from, uint32_t to)
{
    struct match *m = r->m;
    const struct graph_object *o = m->special->objects[r->special],
                              *h = m->general->objects[part];
    if (h->kind == GRAPH_CELL) {
        if (to != from + 1 || to > o->field_count)
            return false;
        const struct graph_object *cell = m->special->objects[graph_part(o, from)];
        return cell->kind == GRAPH_CELL && embed_fields(m, r->scope, cell, h);
    }
    for (uint32_t i = from; i < to; i++) {
        struct scope *element = embed_new_scope(m, r->scope, part, graph_part(o, i));
        if (!embed_fields(m, element, m->special->objects[graph_part(o, i)], h))
            return false;
    }
    return true;
}

/* Of rows that elements own the numbers of parts tell. */
static uint32_t owned_end(const struct rows *r, uint32_t at, uint32_t i)
{
    const struct graph_object *o = r->m->special->objects[r->special],
                              *h = r->m->general->objects[r->general];
    bool stretch = r->m->general->objects[graph_part(h, i)]->kind == GRAPH_CELLS;
    return at + graph_owned_parts(stretch, o->field_count - at, h->field_count - i);
}

static bool match_parts(struct rows *r)
{
    struct match *m = r->m;
    const struct graph_object *o = m->special->objects[r->special],
                              *h = m->general->objects[r->general];
    uint32_t at = 0;
    for (uint32_t i = 0; i < h->field_count; i++) {
        uint32_t end = o->field_count;
        const struct graph_object *next =
            i + 1 < h->field_count ? m->general->objects[graph_part(h, i + 1)] : NULL;
        if (next && !term_is(next->from))
            end = at + 1;
        if (next && term_is(next->from)) {
            bool alike = o->field_count - at == h->field_count - i;
            end =
                r->scope->instance ? owned_end(r, at, i) : find_end(r, at, next->from, alike);
            if (end > o->field_count ||
                !embed_record(m, r->scope, &next->from, start_of(r, end)))
                return false;
        }
        if (!match_part(r, graph_part(h, i), at, end))
            return false;
        at = end;
    }
    return at == o->field_count;
}

bool embed_cells(struct match *m, const struct item *i)
{
    struct rows r = {.m = m, .scope = i->scope, .special = i->special, .general = i->general};
    bind_numbers(&r);
    bool good = match_parts(&r);
    map_release(&r.map);
    return good;
}
