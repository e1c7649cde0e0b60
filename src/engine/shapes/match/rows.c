/* Rows of a list about its first and last element and about neighbours (`a <= b`, `a != 1 or
 * b = 2`). A run of the special graph gives situations: its first item, its last one, two
 * items that follow each other, and two neighbours inside an item that is a list itself. A
 * row must hold in all of them. */
#include "engine/shapes/guess/join.h"

enum { ALONE = UINT32_MAX, MOST_PAIRED = 3 };

struct situation {
    /* instances; next is ALONE for ends, and the same where both are inside one list */
    uint32_t here, next;
};
typedef VECTOR(struct situation) situations;

static bool follows(const struct embedding *e, uint32_t k)
{
    return k + 1 < e->instances.count && e->instances.data[k + 1].follows == k + 1;
}

/* False if an item beside others may be missing: then it is open which are neighbours. */
static bool find_situations(const struct graph *special, const struct embedding *e,
                            uint32_t list, enum graph_row row, situations *out)
{
    for (uint32_t k = 1; k < e->instances.count; k++) {
        const struct graph_instance *i = &e->instances.data[k];
        if (i->list != list)
            continue;
        bool first = !i->follows, last = !follows(e, k);
        if (!(first && last) && i->of && !special->objects[i->of]->least)
            return false;
        if ((row == ROW_FIRST && first) || (row == ROW_LAST && last))
            VECTOR_PUSH(out, (struct situation){k, ALONE});
        if (row != ROW_STEP)
            continue;
        if (i->of)
            VECTOR_PUSH(out, (struct situation){k, k});
        if (!last)
            VECTOR_PUSH(out, (struct situation){k, k + 1});
    }
    return true;
}

/* From an element's variables to those of the one after it. */
static void map_to_nexts(const struct graph_object *l, struct map *out)
{
    for (uint32_t i = 0; i < l->variables.count; i++)
        map_set(out, l->variables.data[i].id, l->nexts.data[i].id);
}

static void add_all(struct shapes *s, const struct graph_terms *from, struct map *map,
                    struct graph_terms *to)
{
    for (uint32_t i = 0; i < from->count; i++)
        graph_terms_add(&s->arena, to,
                        map ? term_substitute(s->terms, from->data[i], map) : from->data[i]);
}

/* The rows of the special graph that hold in a situation, besides what holds for each
 * element. */
static void add_rows(struct shapes *s, const struct graph *special, const struct embedding *e,
                     struct situation at, enum graph_row row, struct graph_terms *out)
{
    uint32_t here = e->instances.data[at.here].of;
    if (row != ROW_STEP) {
        if (here)
            add_all(s, &special->objects[here]->rows[row], NULL, out);
        return;
    }
    if (at.here == at.next) {
        struct map later = {0};
        const struct graph_object *l = special->objects[here];
        map_to_nexts(l, &later);
        add_all(s, &l->facts, &later, out);
        add_all(s, &l->rows[ROW_STEP], NULL, out);
        map_release(&later);
        return;
    }
    uint32_t next = e->instances.data[at.next].of;
    if (here)
        add_all(s, &special->objects[here]->rows[ROW_LAST], NULL, out);
    if (next)
        add_all(s, &special->objects[next]->rows[ROW_FIRST], NULL, out);
    embedding_facts(s, special, e, at.next, out);
}

/* What the next element's variables are, from what the variables are there; inside a list of
 * the special graph, from what they are here. */
static void map_nexts(struct shapes *s, const struct graph_object *general,
                      const struct graph_object *inside, const struct map *there,
                      struct map *out)
{
    struct map later = {0};
    if (inside)
        map_to_nexts(inside, &later);
    for (uint32_t i = 0; i < general->variables.count; i++) {
        struct term v = general->variables.data[i];
        struct term value = {(uint32_t)map_or(there, v.id, v.id)};
        if (inside)
            value = term_substitute(s->terms, value, &later);
        map_set(out, general->nexts.data[i].id, value.id);
    }
    map_release(&later);
}

/* --- entailment --- */

static bool row_holds(struct shapes *s, const struct graph *special,
                      const struct graph *general, const struct embedding *e,
                      const graph_bindings *b, struct situation at, uint32_t list,
                      enum graph_row row)
{
    const struct graph_object *l = general->objects[list];
    struct map map = {0}, there = {0};
    embedding_map(e, b, at.here, &map);
    if (row == ROW_STEP) {
        bool inside = at.here == at.next;
        embedding_map(e, b, at.next, &there);
        map_nexts(s, l, inside ? special->objects[e->instances.data[at.here].of] : NULL,
                  &there, &map);
    }
    struct term all = term_bool(s->terms, true);
    for (uint32_t i = 0; i < l->rows[row].count; i++)
        all = term_and(s->terms, all, term_substitute(s->terms, l->rows[row].data[i], &map));
    struct graph_terms more = {0};
    embedding_facts(s, special, e, at.here, &more);
    add_rows(s, special, e, at, row, &more);
    map_release(&map);
    map_release(&there);
    return shapes_prove_under(s, &special->facts, &more, all);
}

static bool list_holds(struct shapes *s, const struct graph *special,
                       const struct graph *general, const struct embedding *e,
                       const graph_bindings *b, uint32_t list)
{
    bool good = true;
    for (int row = 0; row < GRAPH_ROWS && good; row++) {
        situations all = {0};
        if (!general->objects[list]->rows[row].count)
            continue;
        good = find_situations(special, e, list, (enum graph_row)row, &all);
        for (size_t i = 0; i < all.count && good; i++)
            good =
                row_holds(s, special, general, e, b, all.data[i], list, (enum graph_row)row);
        VECTOR_RELEASE(&all);
    }
    return good;
}

bool shapes_rows_hold(struct shapes *s, const struct graph *special,
                      const struct graph *general, const struct embedding *e,
                      const graph_bindings *b)
{
    for (uint32_t id = 1; id < general->count; id++) {
        const struct graph_object *o = general->objects[id];
        if (o && o->kind == GRAPH_LIST && !list_holds(s, special, general, e, b, id))
            return false;
    }
    return true;
}

/* --- search --- */

static struct graph_context special_context(struct weakening *w, uint32_t list,
                                            struct situation at, enum graph_row row)
{
    struct graph_context c = weakening_special(w, at.here);
    add_rows(w->s, w->special, w->e, at, row, &c.facts);
    if (row != ROW_STEP)
        return c;
    bool inside = at.here == at.next;
    struct graph_context there = weakening_special(w, at.next);
    map_nexts(w->s, w->out->objects[list],
              inside ? w->special->objects[w->e->instances.data[at.here].of] : NULL,
              &there.map, &c.map);
    map_release(&there.map);
    return c;
}

static struct graph_context general_context(struct weakening *w, uint32_t list,
                                            enum graph_row row)
{
    struct graph_context c = weakening_general(w, list);
    const struct graph_object *old = w->general->objects[list];
    add_all(w->s, &old->rows[row], NULL, &c.facts);
    if (row != ROW_STEP)
        return c;
    struct map later = {0};
    map_to_nexts(old, &later);
    add_all(w->s, &old->facts, &later, &c.facts);
    map_release(&later);
    struct map there = {0};
    for (size_t i = 0; i < c.map.capacity; i++)
        if (c.map.slots[i].used)
            map_set(&there, c.map.slots[i].key, c.map.slots[i].value);
    map_nexts(w->s, w->out->objects[list], old, &there, &c.map);
    map_release(&there);
    return c;
}

/* Ends are compared with what is outside, neighbours with each other. */
static void candidates_of(struct shapes *s, struct graph *g, uint32_t list,
                          enum graph_row row, struct graph_terms *out)
{
    const struct graph_object *l = g->objects[list];
    add_all(s, &l->variables, NULL, out);
    if (row == ROW_STEP)
        add_all(s, &l->nexts, NULL, out);
    else {
        shapes_outer_variables(s, g, out);
        shapes_outer_constants(s, g, out);
    }
}

/* The numbers of neighbours that clauses are about. */
static void paired(struct shapes *s, const struct graph_object *l, struct graph_terms *out)
{
    for (uint32_t i = 0; i < l->variables.count && out->count < 2 * MOST_PAIRED; i++) {
        struct term v = l->variables.data[i];
        bool word = sort_kind(s->terms, term_sort(s->terms, v)) == SORT_BV &&
                    term_width(s->terms, v) > 1 && term_width(s->terms, v) <= 64;
        if (!word)
            continue;
        graph_terms_add(&s->arena, out, v);
        graph_terms_add(&s->arena, out, l->nexts.data[i]);
    }
}

/* What is said of each element need not be said again. */
static void drop_known(struct shapes *s, const struct graph_object *l,
                       struct graph_terms *rows)
{
    struct graph_terms out = {0};
    struct map later = {0};
    map_to_nexts(l, &later);
    struct graph_terms known = {0};
    add_all(s, &l->facts, NULL, &known);
    add_all(s, &l->facts, &later, &known);
    for (uint32_t i = 0; i < rows->count; i++)
        if (!graph_terms_have(&known, rows->data[i]))
            graph_terms_add(&s->arena, &out, rows->data[i]);
    map_release(&later);
    *rows = out;
}

static void find_row(struct weakening *w, uint32_t list, enum graph_row row, bool both,
                     struct graph_terms *out)
{
    struct shapes *s = w->s;
    situations all = {0};
    graph_contexts contexts = {0};
    bool good = find_situations(w->special, w->e, list, row, &all);
    for (size_t i = 0; i < all.count && good; i++)
        VECTOR_PUSH(&contexts, special_context(w, list, all.data[i], row));
    if (good && both)
        VECTOR_PUSH(&contexts, general_context(w, list, row));
    struct graph_terms variables = {0}, numbers = {0};
    const struct graph_object *l = w->out->objects[list];
    candidates_of(s, w->out, list, row, &variables);
    uint32_t own = row == ROW_STEP ? variables.count : l->variables.count;
    if (contexts.count) {
        const struct graph_terms *old = both ? &w->general->objects[list]->rows[row] : NULL;
        shapes_find_facts(s, &variables, own, old, &contexts, out);
        if (row == ROW_STEP)
            paired(s, l, &numbers);
        if (numbers.count)
            shapes_find_clauses_of(s, &numbers, &contexts, out);
        shapes_keep_known(s, out, &variables, NULL);
        drop_known(s, l, out);
    }
    graph_contexts_release(&contexts);
    VECTOR_RELEASE(&all);
}

void shapes_find_ends(struct weakening *w, uint32_t list, bool both)
{
    LAW(graph_is_segment(w->out->objects[list]));
    const struct graph_object *l = w->out->objects[list];
    if (!l->variables.count || l->kind != GRAPH_LIST || l->link.fork)
        return;
    for (int row = 0; row < GRAPH_ROWS; row++) {
        struct graph_terms rows = {0};
        find_row(w, list, (enum graph_row)row, both, &rows);
        if (both)
            w->changed |= !shapes_same_terms(&rows, &w->general->objects[list]->rows[row]);
        graph_edit(&w->s->arena, w->out, list)->rows[row] = rows;
    }
}

/* --- forgetting --- */

static void refresh(struct shapes *s, struct graph *g, uint32_t list, enum graph_row row,
                    const struct graph_terms *facts, const struct map *map,
                    const struct graph_terms *known)
{
    struct graph_object *l = graph_edit(&s->arena, g, list);
    struct graph_terms local = {0}, rows = l->rows[row];
    add_all(s, &l->variables, NULL, &local);
    add_all(s, &l->nexts, NULL, &local);
    shapes_keep_known(s, &rows, known, &local);
    if (rows.count == l->rows[row].count)
        return;
    graph_contexts contexts = {0};
    struct graph_context c = {0};
    add_all(s, facts, NULL, &c.facts);
    add_all(s, &l->facts, NULL, &c.facts);
    add_all(s, &l->rows[row], NULL, &c.facts);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i].used)
            map_set(&c.map, map->slots[i].key, map->slots[i].value);
    VECTOR_PUSH(&contexts, c);
    struct graph_terms variables = {0}, found = {0};
    candidates_of(s, g, list, row, &variables);
    shapes_find_facts(s, &variables, l->variables.count, &rows, &contexts, &found);
    drop_known(s, l, &found);
    l->rows[row] = found;
    graph_contexts_release(&contexts);
}

void shapes_refresh_rows(struct shapes *s, struct graph *g, const struct graph_terms *facts,
                         const struct map *map, const struct graph_terms *known)
{
    for (uint32_t id = 1; id < g->count; id++) {
        if (!g->objects[id] || g->objects[id]->kind != GRAPH_LIST)
            continue;
        for (int row = 0; row < GRAPH_ROWS; row++)
            refresh(s, g, id, (enum graph_row)row, facts, map, known);
    }
}
