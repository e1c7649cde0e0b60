/* Numbers of parts that an element does not have: nothing in memory shows them, so that any
 * value will do under which the facts of the list hold. Values are looked for among what the
 * facts compare the number with. */
#include "engine/shapes/shapes.h"

enum { MOST_VALUES = 24 };

struct choosing {
    struct shapes *s;
    const struct graph_terms *known, *open, *facts;
    struct map *map; /* grows */
    uint32_t number; /* of the open variable that is chosen */
    struct graph_terms values;
};

struct mention {
    const struct graph_terms *variables;
    uint32_t from, to;
    bool found;
};

static void see_mention(void *context, struct term v)
{
    struct mention *m = context;
    for (uint32_t i = m->from; i < m->to; i++)
        m->found |= term_same(m->variables->data[i], v);
}

/* One of these open variables, from the one of a number on. */
static bool mentions(const struct choosing *c, struct term t, uint32_t from, uint32_t to)
{
    struct mention m = {c->open, from, to, false};
    term_variables(c->s->terms, t, see_mention, &m);
    return m.found;
}

static struct term substituted(const struct choosing *c, struct term t)
{
    struct map map = {0};
    for (size_t i = 0; i < c->map->capacity; i++)
        if (c->map->slots[i].used)
            map_set(&map, c->map->slots[i].key, c->map->slots[i].value);
    struct term out = term_substitute(c->s->terms, t, &map);
    map_release(&map);
    return out;
}

static void add_value(struct choosing *c, struct term t)
{
    struct term v = c->open->data[c->number];
    bool fits = term_sort(c->s->terms, t).id == term_sort(c->s->terms, v).id;
    if (fits && c->values.count < MOST_VALUES && !graph_terms_have(&c->values, t))
        graph_terms_add(&c->s->arena, &c->values, t);
}

/* A constant, and those beside it. */
static void add_constant(struct choosing *c, struct term t)
{
    struct terms *ts = c->s->terms;
    if (sort_kind(ts, term_sort(ts, t)) != SORT_BV)
        return;
    struct term one = term_bv(ts, term_width(ts, t), 1);
    add_value(c, t);
    add_value(c, term_2(ts, TERM_BV_ADD, t, one));
    add_value(c, term_2(ts, TERM_BV_SUB, t, one));
}

/* What the number is compared with, below a fact. */
static void collect(struct choosing *c, struct term t)
{
    struct terms *ts = c->s->terms;
    struct term v = c->open->data[c->number];
    for (size_t i = 0; i < term_count(ts, t); i++) {
        struct term arg = term_arg(ts, t, i);
        if (term_is_const(ts, arg))
            add_constant(c, arg);
        else if (!term_same(arg, v) && !mentions(c, arg, c->number, c->open->count))
            add_value(c, substituted(c, arg));
        else
            collect(c, arg);
    }
}

/* Do the facts of this variable, and of those that have a value, hold? */
static bool is_good(struct choosing *c)
{
    struct terms *ts = c->s->terms;
    struct term all = term_bool(ts, true);
    for (uint32_t i = 0; i < c->facts->count; i++) {
        struct term f = c->facts->data[i];
        if (!mentions(c, f, c->number, c->number + 1) ||
            mentions(c, f, c->number + 1, c->open->count))
            continue;
        all = term_and(ts, all, substituted(c, f));
    }
    if (term_is_false(ts, all))
        return false;
    return shapes_prove_under(c->s, c->known, NULL, all);
}

static bool choose_one(struct choosing *c)
{
    uint32_t v = c->open->data[c->number].id;
    c->values = (struct graph_terms){0};
    for (uint32_t i = 0; i < c->facts->count; i++)
        if (mentions(c, c->facts->data[i], c->number, c->number + 1))
            collect(c, c->facts->data[i]);
    if (!c->values.count)
        return true; /* nothing is said of it */
    for (uint32_t i = 0; i < c->values.count; i++) {
        map_set(c->map, v, c->values.data[i].id);
        if (is_good(c))
            return true;
    }
    return false;
}

bool shapes_choose(struct shapes *s, const struct graph_terms *known,
                   const struct graph_terms *open, const struct graph_terms *facts,
                   struct map *map)
{
    struct choosing c = {.s = s, .known = known, .open = open, .facts = facts, .map = map};
    for (c.number = 0; c.number < open->count; c.number++)
        if (!choose_one(&c))
            return false;
    return true;
}

/* --- of embeddings --- */

static bool is_bound(const graph_bindings *b, struct term variable, uint32_t instance)
{
    for (size_t i = 0; i < b->count; i++)
        if (term_same(b->data[i].variable, variable) && b->data[i].instance == instance)
            return true;
    return false;
}

static void choose_at(struct shapes *s, const struct graph *special,
                      const struct graph *general, const struct embedding *e,
                      uint32_t instance, graph_bindings *b)
{
    const struct graph_object *list = general->objects[e->instances.data[instance].list];
    struct graph_terms open = {0}, known = {0};
    for (uint32_t i = 0; i < list->variables.count; i++)
        if (!is_bound(b, list->variables.data[i], instance))
            graph_terms_add(&s->arena, &open, list->variables.data[i]);
    if (!open.count || !list->facts.count)
        return;
    for (uint32_t i = 0; i < special->facts.count; i++)
        graph_terms_add(&s->arena, &known, special->facts.data[i]);
    embedding_facts(s, special, e, instance, &known);
    struct map map = {0};
    embedding_map(e, b, instance, &map);
    for (uint32_t i = 0; i < open.count; i++)
        map_remove(&map, open.data[i].id);
    bool good = shapes_choose(s, &known, &open, &list->facts, &map);
    for (uint32_t i = 0; i < open.count && good; i++) {
        uint64_t value;
        if (map_get(&map, open.data[i].id, &value))
            VECTOR_PUSH(b,
                        ((struct graph_binding){open.data[i], {(uint32_t)value}, instance}));
    }
    map_release(&map);
}

void embedding_choose(struct shapes *s, const struct graph *special,
                      const struct graph *general, const struct embedding *e,
                      graph_bindings *b)
{
    for (uint32_t i = 1; i < e->instances.count; i++)
        choose_at(s, special, general, e, i, b);
}
