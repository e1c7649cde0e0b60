/* Graphs: objects by id, changed by copying; fields; visits of all values. */
#include "engine/shapes/graph/graph.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

/* An address that no other graph has. */
static const void *new_stamp(struct arena *a)
{
    return arena_alloc(a, 1);
}

struct graph *graph_new(struct arena *a)
{
    struct graph *g = ARENA_NEW(a, struct graph);
    g->capacity = 16;
    g->objects = ARENA_ARRAY(a, struct graph_object *, g->capacity);
    g->count = 1;
    g->stamp = new_stamp(a);
    return g;
}

static struct graph_frame *copy_frames(struct arena *a, const struct graph_frame *f)
{
    if (!f)
        return NULL;
    struct graph_frame *c = ARENA_NEW(a, struct graph_frame);
    *c = *f;
    c->caller = copy_frames(a, f->caller);
    c->values = ARENA_ARRAY(a, struct graph_value, f->f->instructions.count + 1);
    memcpy(c->values, f->values, f->f->instructions.count * sizeof *f->values);
    return c;
}

static struct graph_terms copy_terms(struct arena *a, struct graph_terms t)
{
    struct graph_terms c = {ARENA_ARRAY(a, struct term, 2 * t.count + 2), t.count};
    if (t.count)
        memcpy(c.data, t.data, t.count * sizeof *t.data);
    return c;
}

struct graph *graph_copy(struct arena *a, struct graph *g)
{
    struct graph *c = ARENA_NEW(a, struct graph);
    *c = *g;
    c->capacity = g->count + 8;
    c->objects = ARENA_ARRAY(a, struct graph_object *, c->capacity);
    memcpy(c->objects, g->objects, g->count * sizeof *g->objects);
    c->frame = copy_frames(a, g->frame);
    c->facts = copy_terms(a, g->facts);
    c->stamp = new_stamp(a);
    g->stamp = new_stamp(a);
    return c;
}

uint32_t graph_add(struct arena *a, struct graph *g, const struct graph_object *o)
{
    LAW(o->nexts.count == o->variables.count);
    if (g->count == g->capacity) {
        struct graph_object **more = ARENA_ARRAY(a, struct graph_object *, g->capacity * 2);
        memcpy(more, g->objects, g->count * sizeof *more);
        g->objects = more;
        g->capacity *= 2;
    }
    struct graph_object *n = ARENA_NEW(a, struct graph_object);
    *n = *o;
    n->stamp = NULL;
    g->objects[g->count] = n;
    return g->count++;
}

struct graph_object *graph_edit(struct arena *a, struct graph *g, uint32_t id)
{
    LAW(id && id < g->count);
    LAW(g->objects[id]);
    struct graph_object *o = g->objects[id];
    if (o->stamp == g->stamp)
        return o;
    struct graph_object *c = ARENA_NEW(a, struct graph_object);
    *c = *o;
    c->fields = ARENA_ARRAY(a, struct graph_field, o->field_count + 1);
    if (o->field_count)
        memcpy(c->fields, o->fields, o->field_count * sizeof *c->fields);
    c->variables = copy_terms(a, o->variables);
    c->facts = copy_terms(a, o->facts);
    c->nexts = copy_terms(a, o->nexts);
    for (int k = 0; k < GRAPH_ROWS; k++)
        c->rows[k] = copy_terms(a, o->rows[k]);
    c->stamp = g->stamp;
    return g->objects[id] = c;
}

void graph_remove(struct graph *g, uint32_t id)
{
    LAW(id && id < g->count);
    g->objects[id] = NULL;
}

bool graph_terms_have(const struct graph_terms *t, struct term x)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (term_same(t->data[i], x))
            return true;
    return false;
}

void graph_terms_add(struct arena *a, struct graph_terms *t, struct term x)
{
    LAW(term_is(x));
    struct term *more = t->data;
    if (!(t->count & (t->count + 1)) || !t->data) { /* full at 2^n - 1 */
        more = ARENA_ARRAY(a, struct term, 2 * t->count + 2);
        if (t->count)
            memcpy(more, t->data, t->count * sizeof *more);
    }
    more[t->count++] = x;
    t->data = more;
}

void object_add_variable(struct arena *a, struct terms *ts, struct graph_object *o,
                         struct term variable)
{
    LAW(!graph_terms_have(&o->variables, variable));
    LAW(o->nexts.count == o->variables.count);
    graph_terms_add(a, &o->variables, variable);
    graph_terms_add(a, &o->nexts, term_fresh(ts, term_sort(ts, variable), "n"));
}

void object_forget_elements(struct graph_object *o)
{
    o->length = TERM_NONE;
    o->variables = o->nexts = o->facts = (struct graph_terms){0};
    o->child[0] = o->child[1] = TERM_NONE;
    for (int k = 0; k < GRAPH_ROWS; k++)
        o->rows[k] = (struct graph_terms){0};
}

void graph_assume(struct arena *a, struct graph *g, struct term fact)
{
    LAW(term_is(fact));
    if (graph_terms_have(&g->facts, fact))
        return;
    struct graph_terms more = {ARENA_ARRAY(a, struct term, g->facts.count + 1),
                               g->facts.count};
    if (g->facts.count)
        memcpy(more.data, g->facts.data, g->facts.count * sizeof *more.data);
    more.data[more.count++] = fact;
    g->facts = more;
}

const struct graph_field *object_field(const struct graph_object *o, uint32_t at,
                                       uint32_t bytes)
{
    LAW(bytes);
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].at == at && o->fields[i].bytes == bytes)
            return &o->fields[i];
    return NULL;
}

void object_drop_fields(struct graph_object *o, uint32_t at, uint32_t bytes)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        bool apart = (uint64_t)f->at + f->bytes <= at || (uint64_t)at + bytes <= f->at;
        if (apart)
            o->fields[n++] = *f;
    }
    o->field_count = n;
}

void object_set_field(struct arena *a, struct graph_object *o, uint32_t at, uint32_t bytes,
                      struct graph_value value)
{
    LAW(bytes);
    LAW(value.kind != GRAPH_NUMBER || term_is(value.term));
    object_drop_fields(o, at, bytes);
    struct graph_field *more = ARENA_ARRAY(a, struct graph_field, o->field_count + 2);
    uint32_t n = 0, i = 0;
    for (; i < o->field_count && o->fields[i].at < at; i++)
        more[n++] = o->fields[i];
    more[n++] = (struct graph_field){at, bytes, value};
    for (; i < o->field_count; i++)
        more[n++] = o->fields[i];
    o->fields = more;
    o->field_count = n;
}

/* --- visits --- */

static void see_object(const struct graph_object *o, uint32_t id,
                       void (*see)(void *context, uint32_t from, struct graph_value),
                       void *context)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        see(context, id, o->fields[i].value);
    if (graph_has_other(o))
        see(context, id, o->after);
    if (!graph_is_segment(o))
        return;
    see(context, id, o->after);
    see(context, id, o->hang);
    if (o->link.prev >= 0)
        see(context, id, o->before);
}

void graph_each(const struct graph *g,
                void (*see)(void *context, uint32_t from, struct graph_value), void *context)
{
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            if (f->values[i].kind != GRAPH_NONE)
                see(context, 0, f->values[i]);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id])
            see_object(g->objects[id], id, see, context);
}

static void change_object(struct arena *a, struct graph *g, uint32_t id, graph_changer change,
                          void *context)
{
    const struct graph_object *o = g->objects[id];
    for (uint32_t i = 0; i < o->field_count; i++) {
        struct graph_value v = change(context, id, o->fields[i].value);
        if (graph_value_same(v, o->fields[i].value))
            continue;
        struct graph_object *e = graph_edit(a, g, id);
        e->fields[i].value = v;
        o = e;
    }
    if (!graph_is_segment(o) && !graph_has_other(o))
        return;
    struct graph_value after = change(context, id, o->after),
                       before = change(context, id, o->before);
    struct graph_value hang = change(context, id, o->hang);
    if (graph_value_same(after, o->after) && graph_value_same(before, o->before) &&
        graph_value_same(hang, o->hang))
        return;
    struct graph_object *e = graph_edit(a, g, id);
    e->after = after;
    e->before = before;
    e->hang = hang;
}

void graph_change(struct arena *a, struct graph *g, graph_changer change, void *context)
{
    for (struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            if (f->values[i].kind != GRAPH_NONE)
                f->values[i] = change(context, 0, f->values[i]);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id])
            change_object(a, g, id, change, context);
}

struct reach {
    bool *reached;
    uint32_t *todo, count;
};

static void reach_value(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    struct reach *r = context;
    if (!graph_is_pointer(v) || r->reached[v.object])
        return;
    r->reached[v.object] = true;
    r->todo[r->count++] = v.object;
}

static void follow(const struct graph *g, struct reach *r)
{
    while (r->count) {
        uint32_t id = r->todo[--r->count];
        if (g->objects[id] && g->objects[id]->alive)
            see_object(g->objects[id], id, reach_value, r);
    }
}

/* Null: from all of them. */
static void reach_globals(const struct graph *g, const bool *globals, struct reach *r)
{
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->storage == GRAPH_GLOBAL &&
            (!globals || globals[g->objects[id]->index]))
            reach_value(r, 0, graph_pointer(id, 0, (struct term){0}));
}

void graph_reach_from(const struct graph *g, const bool *globals,
                      const struct graph_value *values, size_t count, bool *reached)
{
    struct reach r = {reached, calloc(g->count + 1, sizeof(uint32_t)), 0};
    reach_globals(g, globals, &r);
    for (size_t i = 0; i < count; i++)
        reach_value(&r, 0, values[i]);
    follow(g, &r);
    free(r.todo);
}

void graph_reach(const struct graph *g, bool *reached)
{
    struct reach r = {reached, calloc(g->count + 1, sizeof(uint32_t)), 0};
    reach_globals(g, NULL, &r);
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            reach_value(&r, 0, f->values[i]);
    follow(g, &r);
    free(r.todo);
}

uint32_t graph_list_of(const struct graph *g, uint32_t id)
{
    LAW(id < g->count);
    while (id && !graph_is_segment(g->objects[id]))
        id = g->objects[id]->owner;
    return id;
}

void graph_make_sure(struct arena *a, struct graph *g, uint32_t id)
{
    LAW(graph_is_family(g->objects[id]));
    struct graph_object *o = graph_edit(a, g, id);
    o->least = 1;
    o->there = TERM_NONE;
    if (!graph_is_segment(o))
        o->after = (struct graph_value){0};
    for (uint32_t part = 1; !graph_is_segment(o) && part < g->count; part++)
        if (g->objects[part] && g->objects[part]->owner == id)
            graph_edit(a, g, part)->owner = o->owner;
}

static void check_value(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct graph *g = context;
    if (graph_is_pointer(v))
        CHECK_LAW(v.object < g->count && g->objects[v.object]);
}

void graph_check(const struct graph *g)
{
    graph_each(g, check_value, (void *)(uintptr_t)g);
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o)
            continue;
        CHECK_LAW(!o->owner ||
                  (g->objects[o->owner] && graph_is_family(g->objects[o->owner])));
        CHECK_LAW(o->nexts.count == o->variables.count);
        bool part = o->kind == GRAPH_CELL || o->kind == GRAPH_CELLS;
        CHECK_LAW(part == (o->storage == GRAPH_INSIDE));
        CHECK_LAW(!o->parted || o->kind == GRAPH_REGION);
        CHECK_LAW(!term_is(o->there) || (o->kind == GRAPH_REGION && !o->least));
        CHECK_LAW(o->kind != GRAPH_REGION || o->after.kind == GRAPH_NONE ||
                  graph_has_other(o));
        CHECK_LAW(!graph_is_segment(o) || part ||
                  (o->storage == GRAPH_HEAP && o->alive && o->link.next >= 0));
        CHECK_LAW(o->kind != GRAPH_TREE || (o->link.fork && o->least <= 1));
        for (uint32_t i = 1; i < o->field_count; i++)
            CHECK_LAW(o->fields[i - 1].at + o->fields[i - 1].bytes <= o->fields[i].at);
    }
}
