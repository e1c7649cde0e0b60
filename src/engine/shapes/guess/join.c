/* Numbers at loop heads: weakened until a second graph fits too. What is made here is a
 * guess; the explorer keeps it only if both graphs entail it. */
#include "engine/shapes/guess/join.h"

#include <stdlib.h>

/* --- where the numbers are --- */

static void see_value(struct graph_value *v, uint32_t list, graph_positions *out)
{
    bool has = v->kind == GRAPH_NUMBER || v->kind == GRAPH_POINTER ||
               v->kind == GRAPH_FUNCTION || v->kind == GRAPH_STATIC;
    struct graph_position p = {
        .at = &v->term, .list = list, .object = graph_is_pointer(*v) ? v->object : 0};
    if (has)
        VECTOR_PUSH(out, p);
}

/* In an order that depends on the structure alone. */
void shapes_find_positions(struct shapes *s, struct graph *g, graph_positions *out)
{
    for (struct graph_frame *f = g->frame; f; f = f->caller) {
        const struct graph_function *known =
            shapes_is_nobody(s, f) ? NULL : shapes_function(s, f->function);
        for (size_t i = 0; i < f->f->instructions.count; i++) {
            size_t before = out->count;
            see_value(&f->values[i], 0, out);
            if (out->count == before)
                continue;
            out->data[before].frame = true;
            out->data[before].selects = known && known->selects[i];
            out->data[before].flag = known && known->flags[i];
        }
    }
    for (uint32_t id = 1; id < g->count; id++) {
        struct graph_object *o = g->objects[id];
        if (!o)
            continue;
        uint32_t list = graph_list_of(g, id),
                 outside = o->owner ? graph_list_of(g, o->owner) : 0;
        for (uint32_t i = 0; i < o->field_count; i++)
            see_value(&o->fields[i].value, list, out);
        if (term_is(o->base))
            VECTOR_PUSH(out, ((struct graph_position){.at = &o->base, .list = outside}));
        if (o->bytes == UINT64_MAX)
            VECTOR_PUSH(out, ((struct graph_position){.at = &o->size, .list = list}));
        if (term_is(o->from))
            VECTOR_PUSH(out, ((struct graph_position){.at = &o->from, .list = outside}));
        if (term_is(o->there))
            VECTOR_PUSH(out, ((struct graph_position){.at = &o->there, .list = outside}));
        if (graph_has_other(o))
            see_value(&o->after, outside, out);
        if (!graph_is_segment(o))
            continue;
        if (term_is(o->length))
            VECTOR_PUSH(out, ((struct graph_position){
                                 .at = &o->length, .list = outside, .length = true}));
        for (int k = 0; k < 2; k++)
            if (term_is(o->child[k]))
                VECTOR_PUSH(out, ((struct graph_position){.at = &o->child[k], .list = id}));
        see_value(&o->hang, id, out);
        see_value(&o->after, outside, out);
        see_value(&o->before, outside, out);
    }
}

void shapes_make_private(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id])
            graph_edit(&s->arena, g, id);
}

static bool has_variable(const struct graph *g, uint32_t list, struct term v)
{
    for (; list; list = g->objects[list]->owner)
        if (graph_terms_have(&g->objects[list]->variables, v))
            return true;
    return false;
}

void shapes_outer_variables(struct shapes *s, struct graph *g, struct graph_terms *out)
{
    graph_positions p = {0};
    shapes_find_positions(s, g, &p);
    for (size_t i = 0; i < p.count; i++) {
        struct term t = *p.data[i].at;
        if (s->settings.bare && !p.data[i].frame)
            break;
        if (term_op(s->terms, t) != TERM_VAR || has_variable(g, p.data[i].list, t))
            continue;
        if (!graph_terms_have(out, t))
            graph_terms_add(&s->arena, out, t);
    }
    VECTOR_RELEASE(&p);
}

void shapes_outer_constants(struct shapes *s, struct graph *g, struct graph_terms *out)
{
    enum { MOST_CONSTANTS = 6 };
    graph_positions p = {0};
    uint64_t x;
    uint32_t before = out->count;
    shapes_find_positions(s, g, &p);
    for (size_t i = 0; i < p.count && out->count < before + MOST_CONSTANTS; i++) {
        struct term t = *p.data[i].at;
        bool word = sort_kind(s->terms, term_sort(s->terms, t)) == SORT_BV &&
                    term_width(s->terms, t) <= 64;
        if (!word || p.data[i].list || p.data[i].object || !term_const_u64(s->terms, t, &x) ||
            x <= 1)
            continue;
        if (!graph_terms_have(out, t))
            graph_terms_add(&s->arena, out, t);
    }
    VECTOR_RELEASE(&p);
}

struct scan {
    const struct graph_terms *known, *local;
    bool other;
};

static void scan_variable(void *context, struct term v)
{
    struct scan *x = context;
    if (!graph_terms_have(x->known, v) && !(x->local && graph_terms_have(x->local, v)))
        x->other = true;
}

void shapes_keep_known(struct shapes *s, struct graph_terms *facts,
                       const struct graph_terms *known, const struct graph_terms *local)
{
    struct graph_terms out = {0};
    for (uint32_t i = 0; i < facts->count; i++) {
        struct scan x = {known, local, false};
        term_variables(s->terms, facts->data[i], scan_variable, &x);
        if (!x.other)
            graph_terms_add(&s->arena, &out, facts->data[i]);
    }
    *facts = out;
}

/* --- weakening --- */

static bool same_number(struct weakening *w, struct term a, struct term b, uint32_t instance)
{
    if (term_same(a, b))
        return true;
    if (term_is_const(w->s->terms, a) && term_is_const(w->s->terms, b))
        return false;
    struct graph_terms more = {0};
    embedding_facts(w->s, w->special, w->e, instance, &more);
    return shapes_prove_under(w->s, &w->special->facts, &more, term_eq(w->s->terms, a, b));
}

/* Does the number of the general graph, as it is, stand for what the record says? */
static bool stands(struct weakening *w, const struct graph_record *r)
{
    struct map map = {0};
    embedding_map(w->e, &w->bindings, r->instance, &map);
    struct term t = term_substitute(w->s->terms, *r->general, &map);
    map_release(&map);
    return same_number(w, t, r->special, r->instance);
}

/* Between pointers offsets stay constants: nothing good comes of an access that may touch two
 * of them. */
static bool holds_pointers(const struct graph *g, uint32_t object)
{
    const struct graph_object *o = object ? g->objects[object] : NULL;
    if (o && o->parted)
        return false;
    for (uint32_t i = 0; o && i < o->field_count; i++)
        if (o->fields[i].value.kind != GRAPH_NUMBER)
            return true;
    return o && graph_is_segment(o);
}

/* A small node that was zeroed may hold null: then its words are pointers, although no field
 * shows it. Offsets of words in it stay constants, too. */
static bool may_hold_null(struct weakening *w, size_t i)
{
    enum { MOST_BYTES = 32 };
    const struct graph_position *p = &w->before.data[i];
    const struct graph_object *o = p->object ? w->general->objects[p->object] : NULL;
    uint64_t at, word = w->s->width / 8;
    if (!o || o->parted || o->background != GRAPH_ZERO || o->bytes > MOST_BYTES)
        return false;
    if (!term_const_u64(w->s->terms, *p->at, &at) || at % word)
        return false;
    for (size_t k = 0; k < w->e->records.count; k++) {
        const struct graph_record *r = &w->e->records.data[k];
        bool constant = term_const_u64(w->s->terms, r->special, &at) && at % word == 0;
        if (r->general == p->at && !constant)
            return false;
    }
    return true;
}

static void loosen(struct weakening *w, size_t i)
{
    struct term old = *w->before.data[i].at;
    bool selects =
        w->before.data[i].selects && !w->s->arrays && term_is_const(w->s->terms, old);
    bool flag =
        w->before.data[i].flag && w->s->settings.flags && term_is_const(w->s->terms, old);
    if (holds_pointers(w->general, w->before.data[i].object) || may_hold_null(w, i) ||
        selects || flag)
        w->refused = true;
    struct term v = term_fresh(w->s->terms, term_sort(w->s->terms, old), "v");
    uint32_t list = w->before.data[i].list;
    if (list)
        object_add_variable(&w->s->arena, w->s->terms, w->out->objects[list], v);
    *w->after.data[i].at = v;
    VECTOR_PUSH(&w->fresh, (struct graph_binding){v, old, UINT32_MAX});
    for (size_t k = 0; k < w->e->records.count; k++) {
        const struct graph_record *r = &w->e->records.data[k];
        if (r->general == w->before.data[i].at)
            VECTOR_PUSH(&w->fresh, (struct graph_binding){v, r->special, r->instance});
    }
    /* instances in which nothing was recorded have the old value */
    w->changed = true;
}

static void loosen_all(struct weakening *w)
{
    for (size_t i = 0; i < w->before.count; i++) {
        bool good = true;
        for (size_t k = 0; k < w->e->records.count && good; k++)
            if (w->e->records.data[k].general == w->before.data[i].at)
                good = stands(w, &w->e->records.data[k]);
        if (!good)
            loosen(w, i);
    }
}

static bool sees(const struct embedding *e, uint32_t instance, uint32_t above)
{
    while (instance && instance != above)
        instance = e->instances.data[instance].parent;
    return instance == above;
}

static bool is_bound(const struct weakening *w, struct term v, uint32_t instance)
{
    for (size_t i = 0; i < w->bindings.count; i++) {
        const struct graph_binding *b = &w->bindings.data[i];
        if (term_same(b->variable, v) && b->instance == instance)
            return true;
    }
    return false;
}

/* What the variable was before it was made, if it is new; and whether the instance shows it.
 */
static bool is_shown(const struct weakening *w, struct term v, uint32_t instance)
{
    struct term old = v;
    for (size_t i = 0; i < w->fresh.count; i++) {
        const struct graph_binding *b = &w->fresh.data[i];
        if (!term_same(b->variable, v))
            continue;
        if (b->instance == instance)
            return true;
        if (b->instance == UINT32_MAX)
            old = b->value;
    }
    return term_op(w->s->terms, old) != TERM_VAR || is_bound(w, old, instance);
}

/* Variables of parts that this element does not have. */
static void find_open(struct weakening *w, uint32_t instance, struct graph_context *c)
{
    uint32_t list = w->e->instances.data[instance].list;
    const struct graph_terms *all = list ? &w->out->objects[list]->variables : NULL;
    for (uint32_t i = 0; all && i < all->count; i++)
        if (!is_shown(w, all->data[i], instance))
            graph_terms_add(&w->s->arena, &c->open, all->data[i]);
    for (uint32_t i = 0; i < c->open.count; i++)
        map_remove(&c->map, c->open.data[i].id);
}

struct graph_context weakening_special(struct weakening *w, uint32_t instance)
{
    LAW(instance < w->e->instances.count);
    struct graph_context c = {0};
    for (uint32_t i = 0; i < w->special->facts.count; i++)
        graph_terms_add(&w->s->arena, &c.facts, w->special->facts.data[i]);
    embedding_facts(w->s, w->special, w->e, instance, &c.facts);
    for (size_t i = 0; i < w->fresh.count;
         i++) { /* constants that were the same need no record */
        const struct graph_binding *b = &w->fresh.data[i];
        if (b->instance == UINT32_MAX)
            map_set(&c.map, b->variable.id, b->value.id);
    }
    for (size_t i = 0; i < w->bindings.count; i++) {
        const struct graph_binding *b = &w->bindings.data[i];
        if (sees(w->e, instance, b->instance))
            map_set(&c.map, b->variable.id, b->value.id);
    }
    for (size_t i = 0; i < w->fresh.count; i++) {
        const struct graph_binding *b = &w->fresh.data[i];
        if (b->instance != UINT32_MAX && sees(w->e, instance, b->instance))
            map_set(&c.map, b->variable.id, b->value.id);
    }
    find_open(w, instance, &c);
    return c;
}

struct graph_context weakening_general(struct weakening *w, uint32_t list)
{
    LAW(list < w->general->count);
    struct graph_context c = {0};
    for (uint32_t i = 0; i < w->general->facts.count; i++)
        graph_terms_add(&w->s->arena, &c.facts, w->general->facts.data[i]);
    for (uint32_t l = list; l; l = w->general->objects[l]->owner)
        for (uint32_t i = 0; i < w->general->objects[l]->facts.count; i++)
            graph_terms_add(&w->s->arena, &c.facts, w->general->objects[l]->facts.data[i]);
    for (size_t i = 0; i < w->fresh.count; i++)
        if (w->fresh.data[i].instance == UINT32_MAX)
            map_set(&c.map, w->fresh.data[i].variable.id, w->fresh.data[i].value.id);
    return c;
}

bool shapes_same_terms(const struct graph_terms *a, const struct graph_terms *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!graph_terms_have(b, a->data[i]))
            return false;
    return true;
}

static void find_graph_facts(struct weakening *w)
{
    struct graph_terms variables = {0}, facts = {0};
    shapes_outer_variables(w->s, w->out, &variables);
    graph_contexts contexts = {0};
    VECTOR_PUSH(&contexts, weakening_special(w, 0));
    VECTOR_PUSH(&contexts, weakening_general(w, 0));
    uint32_t own = variables.count;
    if (w->s->constants || w->s->settings.steps)
        shapes_outer_constants(w->s, w->out, &variables);
    shapes_find_facts(w->s, &variables, own, &w->general->facts, &contexts, &facts);
    shapes_find_clauses(w->s, w->out, 0, &contexts, &facts);
    shapes_keep_known(w->s, &facts, &variables, NULL);
    w->changed |= !shapes_same_terms(&facts, &w->general->facts);
    w->out->facts = facts;
    graph_contexts_release(&contexts);
}

/* Own variables first, then those outside. */
static void list_variables(struct shapes *s, struct graph *g, uint32_t list,
                           struct graph_terms *out)
{
    for (uint32_t i = 0; i < g->objects[list]->variables.count; i++)
        graph_terms_add(&s->arena, out, g->objects[list]->variables.data[i]);
    struct graph_terms outer = {0};
    shapes_outer_variables(s, g, &outer);
    for (uint32_t i = 0; i < outer.count; i++)
        graph_terms_add(&s->arena, out, outer.data[i]);
    if (s->settings.steps)
        shapes_outer_constants(s, g, out);
}

static void find_list_facts(struct weakening *w, uint32_t list)
{
    if (w->s->settings.bare)
        return;
    struct graph_terms variables = {0}, facts = {0};
    list_variables(w->s, w->out, list, &variables);
    struct graph_object *l = w->out->objects[list];
    const struct graph_terms *old = &w->general->objects[list]->facts;
    graph_contexts contexts = {0};
    for (uint32_t k = 1; k < w->e->instances.count; k++)
        if (w->e->instances.data[k].list == list)
            VECTOR_PUSH(&contexts, weakening_special(w, k));
    VECTOR_PUSH(&contexts, weakening_general(w, list));
    shapes_find_facts(w->s, &variables, l->variables.count, old, &contexts, &facts);
    shapes_find_clauses(w->s, w->out, list, &contexts, &facts);
    shapes_keep_known(w->s, &facts, &variables, NULL);
    w->changed |= !shapes_same_terms(&facts, old);
    l->facts = facts;
    graph_contexts_release(&contexts);
    if (w->s->settings.steps)
        shapes_find_ends(w, list, true);
}

struct graph *shapes_weaken(struct shapes *s, const struct graph *special,
                            struct graph *general, const struct embedding *e)
{
    LAW(e->instances.count);
    LAW(!e->instances.data[0].list);
    struct weakening w = {.s = s, .special = special, .general = general, .e = e};
    w.out = graph_copy(&s->arena, general);
    shapes_make_private(s, w.out);
    shapes_find_positions(s, general, &w.before);
    shapes_find_positions(s, w.out, &w.after);
    embedding_bind(s, special, general, e, &w.bindings);
    loosen_all(&w);
    if (!w.refused)
        find_graph_facts(&w);
    for (uint32_t id = 1; id < w.out->count && !w.refused; id++)
        if (w.out->objects[id] && graph_is_segment(w.out->objects[id]))
            find_list_facts(&w, id);
    VECTOR_RELEASE(&w.before);
    VECTOR_RELEASE(&w.after);
    VECTOR_RELEASE(&w.bindings);
    VECTOR_RELEASE(&w.fresh);
    return w.changed && !w.refused ? w.out : NULL;
}

void shapes_find_rows(struct shapes *s, const struct graph *special, struct graph *general,
                      uint32_t list, const struct embedding *e)
{
    LAW(list && list < general->count);
    LAW(graph_is_family(general->objects[list]));
    if (s->settings.bare)
        return;
    struct weakening w = {
        .s = s, .special = special, .general = general, .out = general, .e = e};
    embedding_bind(s, special, general, e, &w.bindings);
    struct graph_terms variables = {0}, facts = {0};
    list_variables(s, general, list, &variables);
    graph_contexts contexts = {0};
    for (uint32_t k = 1; k < e->instances.count; k++)
        if (e->instances.data[k].list == list)
            VECTOR_PUSH(&contexts, weakening_special(&w, k));
    uint32_t own = general->objects[list]->variables.count;
    if (contexts.count)
        shapes_find_facts(s, &variables, own, NULL, &contexts, &facts);
    shapes_find_clauses(s, general, list, &contexts, &facts);
    graph_edit(&s->arena, general, list)->facts = facts;
    graph_contexts_release(&contexts);
    if (s->settings.steps)
        shapes_find_ends(&w, list, false);
    VECTOR_RELEASE(&w.bindings);
}
