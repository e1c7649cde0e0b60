/* The laws of states: checked in debug builds whenever one is taken up or comes to a block
 * with graphs. */
#include "check/shape/shape_internal.h"

enum { MOST_COMPARED = 64 }; /* cells of one object */

static bool is_there(const struct heap_state *s, uint32_t object)
{
    return object && object < s->objects.count && heap_at(s, object)->present;
}

static void value_holds(const struct heap_checker *c, const struct heap_state *s,
                        const struct heap_value *v)
{
    const struct terms *ts = c->base.terms;
    if (v->kind == HEAP_NUMBER || v->kind == HEAP_STATIC)
        CHECK_LAW(term_is(v->term));
    if (v->kind == HEAP_FUNCTION)
        CHECK_LAW(v->object < c->base.program->functions.count);
    if (v->kind != HEAP_POINTER)
        return;
    CHECK_LAW(is_there(s, v->object));
    CHECK_LAW(term_width(ts, v->term) == c->base.view.width);
}

static void cells_hold(const struct heap_checker *c, const struct heap_state *s,
                       const struct heap_object *o)
{
    for (size_t i = 0; i < o->cells.count; i++) {
        const struct heap_cell *a = &o->cells.data[i];
        CHECK_LAW(a->bytes);
        value_holds(c, s, &a->value);
        for (size_t k = i + 1; k < o->cells.count && o->cells.count <= MOST_COMPARED; k++) {
            const struct heap_cell *b = &o->cells.data[k];
            CHECK_LAW(a->at + a->bytes <= b->at || b->at + b->bytes <= a->at);
        }
    }
}

static void object_holds(const struct heap_checker *c, const struct heap_state *s,
                         uint32_t number)
{
    const struct heap_object *o = heap_at(s, number);
    bool part = o->kind == SHAPE_CELL || o->kind == SHAPE_CELLS;
    CHECK_LAW(term_width(c->base.terms, o->size) == c->base.view.width);
    CHECK_LAW(!o->owner || (o->owner != number && is_there(s, o->owner)));
    CHECK_LAW(!(o->alive && o->ended));
    CHECK_LAW(part == (o->storage == SHAPE_INSIDE));
    CHECK_LAW(!o->parted || o->kind == SHAPE_REGION);
    CHECK_LAW(o->nexts.count == o->numbers.count);
    CHECK_LAW(o->least <= 2);
    CHECK_LAW(o->storage != SHAPE_GLOBAL || o->index < c->base.program->globals.count);
    if (o->has_other)
        value_holds(c, s, &o->otherwise);
    cells_hold(c, s, o);
}

static void frame_holds(const struct heap_checker *c, const struct heap_state *s,
                        const struct heap_frame *f)
{
    CHECK_LAW(f->values.count == f->f->instructions.count);
    CHECK_LAW(f->f == &c->nobody || f->block < f->f->blocks.count);
    for (size_t i = 0; i < f->values.count; i++)
        value_holds(c, s, &f->values.data[i]);
    for (size_t i = 0; i < f->results.count; i++)
        value_holds(c, s, &f->results.data[i].value);
}

bool heap_is_lawful(const struct heap_checker *c, const struct heap_state *s)
{
    struct terms *ts = c->base.terms;
    CHECK_LAW(s->objects.count && s->frames.count);
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->present)
            object_holds(c, s, i);
    for (size_t i = 0; i < s->frames.count; i++)
        frame_holds(c, s, &s->frames.data[i]);
    for (size_t i = 0; i < s->facts.count; i++)
        CHECK_LAW(sort_kind(ts, term_sort(ts, s->facts.data[i])) == SORT_BOOL);
    return true;
}
