/* Pointers of nodes that differ from node to node and lead to functions, to globals or
 * nowhere: each is told by a number (program/statics.h), about which facts are found as about
 * others. A load splits on what it can be. */
#include "engine/shapes/shapes.h"

#include "program/statics.h"

static bool is_start(struct shapes *s, struct term offset)
{
    uint64_t at;
    return term_const_u64(s->terms, offset, &at) && !at;
}

bool shapes_static_number(struct shapes *s, const struct graph *g, struct graph_value v,
                          struct term *out)
{
    uint32_t number;
    struct static_thing t = {STATIC_NULL, 0};
    if (v.kind == GRAPH_STATIC)
        return *out = v.term, true;
    bool bits =
        v.kind == GRAPH_NUMBER && sort_kind(s->terms, term_sort(s->terms, v.term)) == SORT_BV;
    if (v.kind != GRAPH_FUNCTION && v.kind != GRAPH_POINTER && !bits)
        return false;
    if (!is_start(s, v.term) || (bits && term_width(s->terms, v.term) != s->width))
        return false;
    if (v.kind == GRAPH_FUNCTION)
        t = (struct static_thing){STATIC_FUNCTION, v.object};
    if (graph_is_pointer(v)) {
        if (g->objects[v.object]->storage != GRAPH_GLOBAL)
            return false;
        t = (struct static_thing){STATIC_GLOBAL, g->objects[v.object]->index};
    }
    if (!statics_number(s->program, t, &number))
        return false;
    *out = term_bv(s->terms, STATIC_BITS, number);
    return true;
}

static void note(struct shapes *s, struct term number)
{
    uint64_t x;
    if (!term_const_u64(s->terms, number, &x))
        return;
    for (size_t i = 0; i < s->statics.count; i++)
        if (s->statics.data[i] == x)
            return;
    VECTOR_PUSH(&s->statics, x);
    shapes_note_atom(s, COMPARE_EQ, (int64_t)x);
}

bool shapes_make_static(struct shapes *s, const struct graph *g, struct graph_value v,
                        struct graph_value *out)
{
    *out = (struct graph_value){.kind = GRAPH_STATIC};
    if (!shapes_static_number(s, g, v, &out->term))
        return false;
    note(s, out->term);
    return true;
}

/* In nodes functions are told by numbers from now on. */
void shapes_number_functions(struct shapes *s, struct graph *g)
{
    struct graph_value v;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->storage != GRAPH_HEAP)
            continue;
        for (uint32_t i = 0; i < o->field_count; i++) {
            if (o->fields[i].value.kind != GRAPH_FUNCTION)
                continue;
            if (shapes_make_static(s, g, o->fields[i].value, &v)) {
                graph_edit(&s->arena, g, id)->fields[i].value = v;
                o = g->objects[id];
            }
        }
    }
}

static struct graph_value value_of(struct shapes *s, struct graph *g, struct static_thing t)
{
    struct term start = shapes_offset(s, 0);
    switch (t.kind) {
    case STATIC_NULL:
        break;
    case STATIC_FUNCTION:
        return (struct graph_value){.kind = GRAPH_FUNCTION, .object = t.index, .term = start};
    case STATIC_GLOBAL:
        return graph_pointer(shapes_global(s, g, t.index), 0, start);
    }
    return graph_pointer(0, 0, start);
}

/* Once it is known what the field holds. */
static void settle(struct shapes *s, struct graph *g, uint32_t object, uint32_t field,
                   uint64_t number)
{
    struct static_thing t;
    if (!statics_at(s->program, number, &t)) {
        shapes_give_up(s, g, "a pointer to nothing that there is");
        return;
    }
    struct graph_value v = value_of(s, g, t);
    graph_edit(&s->arena, g, object)->fields[field].value = v;
}

bool shapes_split_static(struct shapes *s, struct graph *g, uint32_t object, uint32_t field)
{
    LAW(object < g->count && g->objects[object]);
    LAW(field < g->objects[object]->field_count);
    LAW(g->objects[object]->fields[field].value.kind == GRAPH_STATIC);
    uint64_t number;
    struct term t = g->objects[object]->fields[field].value.term;
    if (shapes_constant(s, g, t, &number)) {
        settle(s, g, object, field, number);
        return s->why[0] != 0;
    }
    struct solver_limits limits = {.seconds = 0.2};
    enum answer a =
        solver_solve_under(shapes_solver(s), g->facts.data, g->facts.count, &limits);
    if (a == ANSWER_UNSAT)
        return true;
    if (a != ANSWER_SAT) {
        shapes_give_up(s, g, "a pointer to one of many functions");
        return true;
    }
    struct term is = term_eq(s->terms, t, solver_value(s->questions->solver, t));
    if (shapes_split(s, g, is) == STEP_MOVED)
        VECTOR_PUSH(&s->stack, g);
    return true;
}
