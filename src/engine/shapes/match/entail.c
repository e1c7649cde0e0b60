/* Entailment: the numbers of an embedding. Variables of the general graph are existential:
 * each is bound to the first thing it stands for, everything else must follow from the
 * special graph's facts. What is said of every element of a list is shown under the facts of
 * that list alone, as these say nothing if it is empty. */
#include "engine/shapes/shapes.h"

static bool is_above(const struct embedding *e, uint32_t instance, uint32_t above)
{
    while (instance && instance != above)
        instance = e->instances.data[instance].parent;
    return instance == above;
}

static bool find(const graph_bindings *b, struct term variable, uint32_t instance)
{
    for (size_t i = 0; i < b->count; i++)
        if (term_same(b->data[i].variable, variable) && b->data[i].instance == instance)
            return true;
    return false;
}

/* The instance at which the variable is chosen: that of the list that has it, or the whole
 * graph. */
static uint32_t chooser(const struct graph *general, const struct embedding *e, struct term v,
                        uint32_t instance)
{
    for (; instance; instance = e->instances.data[instance].parent)
        if (graph_terms_have(&general->objects[e->instances.data[instance].list]->variables,
                             v))
            return instance;
    return 0;
}

struct variable_search {
    const struct graph_terms *variables;
    bool found;
};

static void look(void *context, struct term v)
{
    struct variable_search *s = context;
    s->found |= graph_terms_have(s->variables, v);
}

/* A value that differs from element to element cannot be chosen for something outside of
 * them. */
static bool is_visible(struct shapes *s, const struct graph *special,
                       const struct embedding *e, struct term value, uint32_t from,
                       uint32_t to)
{
    for (; from != to; from = e->instances.data[from].parent) {
        uint32_t of = e->instances.data[from].of;
        if (!of)
            continue;
        struct variable_search x = {&special->objects[of]->variables, false};
        term_variables(s->terms, value, look, &x);
        if (x.found)
            return false;
    }
    return true;
}

void embedding_bind(struct shapes *s, const struct graph *special,
                    const struct graph *general, const struct embedding *e,
                    graph_bindings *out)
{
    for (uint32_t instance = 0; instance < e->instances.count; instance++)
        for (size_t i = 0; i < e->records.count; i++) {
            const struct graph_record *r = &e->records.data[i];
            if (r->instance != instance || term_op(s->terms, *r->general) != TERM_VAR)
                continue;
            uint32_t at = chooser(general, e, *r->general, r->instance);
            if (find(out, *r->general, at))
                continue;
            if (!is_visible(s, special, e, r->special, r->instance, at))
                continue;
            VECTOR_PUSH(out, (struct graph_binding){*r->general, r->special, at});
        }
}

void embedding_map(const struct embedding *e, const graph_bindings *b, uint32_t instance,
                   struct map *out)
{
    LAW(instance < e->instances.count);
    for (size_t i = 0; i < b->count; i++)
        if (is_above(e, instance, b->data[i].instance))
            map_set(out, b->data[i].variable.id, b->data[i].value.id);
}

void embedding_facts(struct shapes *s, const struct graph *special, const struct embedding *e,
                     uint32_t instance, struct graph_terms *out)
{
    LAW(instance < e->instances.count);
    for (uint32_t k = instance; k; k = e->instances.data[k].parent) {
        uint32_t of = e->instances.data[k].of;
        for (uint32_t i = 0; of && i < special->objects[of]->facts.count; i++)
            graph_terms_add(&s->arena, out, special->objects[of]->facts.data[i]);
    }
}

static bool holds_at(struct shapes *s, const struct graph *special,
                     const struct graph *general, const struct embedding *e,
                     const graph_bindings *b, uint32_t instance)
{
    struct map map = {0};
    embedding_map(e, b, instance, &map);
    struct term all = term_bool(s->terms, true);
    for (size_t i = 0; i < e->records.count; i++) {
        const struct graph_record *r = &e->records.data[i];
        if (r->instance != instance)
            continue;
        struct term h = term_substitute(s->terms, *r->general, &map);
        all = term_and(s->terms, all, term_eq(s->terms, h, r->special));
    }
    uint32_t list = e->instances.data[instance].list;
    const struct graph_terms *facts = list ? &general->objects[list]->facts : &general->facts;
    for (uint32_t i = 0; i < facts->count; i++)
        all = term_and(s->terms, all, term_substitute(s->terms, facts->data[i], &map));
    map_release(&map);
    struct graph_terms more = {0};
    embedding_facts(s, special, e, instance, &more);
    return shapes_prove_under(s, &special->facts, &more, all);
}

bool embedding_holds(struct shapes *s, const struct graph *special,
                     const struct graph *general, const struct embedding *e)
{
    LAW(e->instances.count);
    graph_bindings b = {0};
    embedding_bind(s, special, general, e, &b);
    embedding_choose(s, special, general, e, &b);
    bool good = true;
    for (uint32_t i = 0; i < e->instances.count && good; i++)
        good = holds_at(s, special, general, e, &b, i);
    good = good && shapes_rows_hold(s, special, general, e, &b);
    VECTOR_RELEASE(&b);
    return good;
}

bool shapes_entails(struct shapes *s, const struct graph *special,
                    const struct graph *general)
{
    struct embedding e;
    bool good =
        shapes_match(s, special, general, &e) && embedding_holds(s, special, general, &e);
    bool again = !good && e.guessed;
    embedding_release(&e);
    if (!again)
        return good;
    good = shapes_match_short(s, special, general, &e) &&
           embedding_holds(s, special, general, &e);
    embedding_release(&e);
    return good;
}
