/* Whether a graph is one: everything that it names is there, in scope, and of the right size.
 *
 * The rules that keep its meaning clear: a pointer to the end of a list that may be empty
 * stands for the link behind it only at the offset `head`; what an empty list's pointers
 * stand for never leads around a ring of lists that may all be empty; cells of one object do
 * not overlap. */
#include "certificate/shape.h"

#include "base/failure.h"

#include <stdlib.h>

enum { MOST_STRIDE = 1 << 16 };

struct fitting {
    const struct shape_graph *g;
    uint32_t pointer_bytes;
    const char *why; /* null so far */
};

static bool expect(struct fitting *f, bool good, const char *why)
{
    if (!good && !f->why)
        f->why = why;
    return good;
}

static const struct shape_object *object_of(const struct shape_graph *g, uint32_t number)
{
    return &g->objects.data[number - 1];
}

static bool is_object(const struct fitting *f, uint32_t number)
{
    return number >= 1 && number <= f->g->objects.count;
}

static bool is_segment(const struct shape_object *o)
{
    return o->kind == SHAPE_LIST || o->kind == SHAPE_TREE || o->kind == SHAPE_CELLS;
}

static bool has_links(const struct shape_object *o)
{
    return o->kind == SHAPE_LIST || o->kind == SHAPE_TREE;
}

/* How many objects it stands for is open, so that it may own others. */
static bool is_family(const struct shape_object *o)
{
    return is_segment(o) || o->kind == SHAPE_MAYBE;
}

static bool is_part(const struct shape_object *o)
{
    return o->kind == SHAPE_CELL || o->kind == SHAPE_CELLS;
}

static bool is_number(const struct fitting *f, uint32_t number)
{
    return number >= 1 && number <= f->g->numbers.count;
}

/* Whether what belongs to the elements of `owner` can be named where `from` is: there, or in
 * what it owns. */
static bool in_scope(const struct fitting *f, uint32_t owner, uint32_t from)
{
    while (from && from != owner)
        from = object_of(f->g, from)->owner;
    return from == owner;
}

/* --- objects and numbers --- */

static bool apart(uint32_t a, uint32_t b, uint32_t bytes)
{
    return a + bytes <= b || b + bytes <= a;
}

/* Only a list has a length: the graph's number, or its owner's elements have one each. */
static void see_length(struct fitting *f, const struct shape_object *o)
{
    if (!o->length)
        return;
    expect(f, o->kind == SHAPE_LIST, "the length of what is no list");
    if (!expect(f, is_number(f, o->length), "a length that is no number"))
        return;
    const struct shape_number *n = &f->g->numbers.data[o->length - 1];
    expect(f, n->width == SHAPE_LENGTH_BITS && !n->is_float, "a length of another kind");
    expect(f, in_scope(f, n->owner, o->owner), "a number of elements outside of them");
}

/* Bits of each node of a tree, both or none; a link that holds anything needs them, and bytes
 * that may be anything. */
static void see_children(struct fitting *f, const struct shape_object *o)
{
    uint32_t number = (uint32_t)(o - f->g->objects.data) + 1;
    expect(f, o->kind == SHAPE_TREE || (!o->child[0] && !o->child[1] && !o->loose),
           "children of what is no tree");
    expect(f, !o->child[0] == !o->child[1], "one child that is told");
    expect(f, !o->loose || (o->child[0] && o->background == SHAPE_ANY),
           "loose links that nothing tells from others");
    for (int i = 0; i < 2; i++) {
        if (!o->child[i] ||
            !expect(f, is_number(f, o->child[i]), "a number that is not there"))
            continue;
        const struct shape_number *n = &f->g->numbers.data[o->child[i] - 1];
        expect(f, n->width == 1 && !n->is_float && n->owner == number,
               "a child that a number of another kind tells of");
    }
}

static void see_segment(struct fitting *f, const struct shape_object *o)
{
    uint32_t bytes = f->pointer_bytes, most = SHAPE_LARGEST_SEGMENT;
    uint64_t size = o->size_number
                        ? most
                        : o->size; /* links outside of its size are those of no element */
    expect(f, o->storage == SHAPE_HEAP && !o->dead, "a segment that is not live heap memory");
    expect(f, !o->size_number || (o->kind == SHAPE_LIST && o->next_count == 1),
           "a tree of elements of many sizes");
    if (!expect(f, size <= most && o->head <= most, "a segment of large elements"))
        return;
    expect(f, o->head < size, "links that lead outside of an element");
    expect(f, o->next_count == (o->kind == SHAPE_TREE ? 2 : o->next_count),
           "a tree with one child");
    expect(f, o->next_count >= 1, "a segment without links");
    for (uint32_t i = 0; i < o->next_count; i++)
        if (!expect(f, o->next[i] <= most && o->next[i] + bytes <= size,
                    "a link outside of an element"))
            return;
    expect(f, o->next_count == 1 || apart(o->next[0], o->next[1], bytes),
           "links that overlap");
    expect(f, o->least <= (o->kind == SHAPE_LIST ? 2u : 1u),
           "a least length that is too large");
    expect(f, o->kind == SHAPE_TREE || o->next_count == 1 || o->least,
           "a path that may be empty");
    expect(f, o->next_count == 1 || !o->length, "the length of a path");
    see_length(f, o);
    if (!o->has_prev)
        return;
    if (!expect(f, o->prev <= most && o->prev + bytes <= size,
                "a link outside of an element"))
        return;
    for (uint32_t i = 0; i < o->next_count; i++)
        expect(f, apart(o->next[i], o->prev, bytes), "links that overlap");
}

/* The part before it; 0: it is the first. */
static uint32_t part_before(const struct fitting *f, uint32_t number)
{
    uint32_t array = object_of(f->g, number)->array;
    for (uint32_t i = number - 1; i > 0; i--)
        if (is_part(object_of(f->g, i)) && object_of(f->g, i)->array == array)
            return i;
    return 0;
}

static void see_part(struct fitting *f, uint32_t number)
{
    const struct shape_object *o = object_of(f->g, number);
    expect(f, o->storage == SHAPE_INSIDE && !o->dead && !o->outer && !o->size_number,
           "a part that is none");
    expect(f, o->size && o->size <= MOST_STRIDE && o->background != SHAPE_INITIAL,
           "a part that is no record");
    if (!expect(f, o->array >= 1 && o->array < number, "a part of what is not there"))
        return;
    const struct shape_object *region = object_of(f->g, o->array);
    expect(f, region->kind == SHAPE_REGION && !region->dead && region->owner == o->owner,
           "a part of what is no region");
    expect(f, region->background == SHAPE_ANY, "a region that has content besides its parts");
    for (size_t i = 0; i < f->g->cells.count; i++)
        expect(f, f->g->cells.data[i].object != o->array,
               "a region that has content besides its parts");
    uint32_t before = part_before(f, number);
    expect(f, !before || object_of(f->g, before)->size == o->size,
           "records of several sizes");
    bool follows = before && object_of(f->g, before)->kind == SHAPE_CELL;
    expect(f, o->follows == follows, "a part that does not say where it begins, or need not");
    expect(f, before || (!o->from_number && !o->from),
           "a first part that is not at the start");
    if (!o->from_number)
        return;
    if (!expect(f, is_number(f, o->from_number), "a number that is not there"))
        return;
    const struct shape_number *n = &f->g->numbers.data[o->from_number - 1];
    expect(f, n->width == 8 * f->pointer_bytes && !n->is_float, "an offset of another kind");
    expect(f, in_scope(f, n->owner, o->owner), "a number of elements outside of them");
}

/* What may be missing, and where a number tells whether it is, or pointers to it are
 * something else then. */
static void see_maybe(struct fitting *f, const struct shape_object *o)
{
    uint32_t bits = 8 * f->pointer_bytes;
    bool list = o->kind == SHAPE_LIST && !o->has_prev && !o->least;
    expect(f, o->kind == SHAPE_MAYBE || (!o->when && (list || !o->has_other)),
           "what is never missing says when it is");
    if (o->when && expect(f, is_number(f, o->when), "a number that is not there")) {
        const struct shape_number *n = &f->g->numbers.data[o->when - 1];
        expect(f, n->width == 1 && !n->is_float,
               "a number that does not tell whether something is there");
        expect(f, in_scope(f, n->owner, o->owner), "a number of elements outside of them");
    }
    const struct shape_value *v = &o->other;
    if (!o->has_other)
        return;
    if (v->kind == SHAPE_NUMBER &&
        expect(f, is_number(f, v->number), "a number that is not there")) {
        const struct shape_number *n = &f->g->numbers.data[v->number - 1];
        expect(f, n->width == bits && !n->is_float, "a pointer of another width");
        expect(f, in_scope(f, n->owner, o->owner), "a number of elements outside of them");
    }
    if (v->kind == SHAPE_POINTER &&
        expect(f, is_object(f, v->object), "an object that is not there")) {
        const struct shape_object *to = object_of(f->g, v->object);
        expect(f,
               to->storage == SHAPE_GLOBAL && to->kind == SHAPE_REGION && !v->number &&
                   v->target == SHAPE_AT_NODE,
               "a pointer to no global where something is missing");
    }
    bool known = v->kind == SHAPE_NUMBER || v->kind == SHAPE_FUNCTION ||
                 v->kind == SHAPE_POINTER || (v->kind == SHAPE_BITS && v->width == bits);
    expect(f, known, "something else that is not known");
}

static void see_object(struct fitting *f, uint32_t number)
{
    const struct shape_object *o = object_of(f->g, number);
    bool owned = o->owner != 0;
    expect(f, o->owner < number, "an owner that comes later");
    if (f->why)
        return;
    expect(f, !owned || is_family(object_of(f->g, o->owner)),
           "an owner of which there is always one");
    bool heap = o->storage == SHAPE_HEAP || is_part(o);
    expect(f, !owned || (heap && !o->dead), "an owned object that is not live heap memory");
    expect(f, o->background != SHAPE_INITIAL || o->storage == SHAPE_GLOBAL,
           "initial content of no global");
    expect(f, o->storage != SHAPE_GLOBAL || !o->dead, "a dead global");
    expect(f, o->kind == SHAPE_LIST || !o->length, "the length of what is no list");
    expect(f, o->storage == SHAPE_STACK || !o->outer, "an outer object that is no local");
    expect(f, o->kind != SHAPE_MAYBE || (o->storage == SHAPE_HEAP && !o->dead),
           "a maybe that is not live heap memory");
    if (o->size_number && expect(f, is_number(f, o->size_number), "the size of an object")) {
        uint32_t owner = f->g->numbers.data[o->size_number - 1].owner;
        expect(f, in_scope(f, owner, is_segment(o) ? number : o->owner),
               "the size of elements outside of them");
    }
    see_maybe(f, o);
    see_children(f, o);
    expect(f, is_part(o) == (o->storage == SHAPE_INSIDE), "a part of nothing");
    if (is_part(o))
        see_part(f, number);
    if (has_links(o))
        see_segment(f, o);
}

static void see_number(struct fitting *f, const struct shape_number *n)
{
    expect(f, n->width >= 1 && n->width <= 1024, "the width of a number");
    bool owner =
        !n->owner || (is_object(f, n->owner) && is_segment(object_of(f->g, n->owner)));
    expect(f, owner, "a number of what is no segment");
}

/* --- values --- */

static bool open_end(const struct shape_object *o, const struct shape_value *v)
{
    return v->offset != o->head || v->number;
}

static void see_pointer(struct fitting *f, const struct shape_value *v, uint32_t from)
{
    if (!expect(f, is_object(f, v->object), "an object that is not there"))
        return;
    const struct shape_object *o = object_of(f->g, v->object);
    if (!expect(f, !is_part(o), "a pointer to a part"))
        return;
    bool list = o->kind == SHAPE_LIST,
         maybe = o->kind == SHAPE_MAYBE || (o->kind == SHAPE_TREE && !o->least);
    if (v->number && expect(f, is_number(f, v->number), "a number that is not there")) {
        const struct shape_number *n = &f->g->numbers.data[v->number - 1];
        expect(f, n->width == 8 * f->pointer_bytes && !n->is_float,
               "an offset of another width");
        expect(f, in_scope(f, n->owner, from), "a number of elements outside of them");
    }
    if (v->target == SHAPE_AT_SELF) {
        expect(f, from && is_segment(o) && in_scope(f, v->object, from),
               "self outside of an element");
        return;
    }
    expect(f, in_scope(f, o->owner, from), "an owned object outside of its element");
    expect(f, (v->target == SHAPE_AT_NODE) == !list,
           "a pointer to a list that does not say where");
    if (maybe)
        expect(f, !open_end(o, v), "a pointer to what may be null, at another offset");
    if (!list || o->least > 0)
        return;
    expect(f, v->target != SHAPE_AT_SOME, "an element of a list that may be empty");
    expect(f, !open_end(o, v), "a pointer into a list that may be empty, at another offset");
}

/* Only in cells of heap objects, apart from links: these are always read by an instruction.
 */
static void see_static(struct fitting *f, const struct shape_cell *c, bool link)
{
    const struct shape_value *v = &c->value;
    if (v->kind != SHAPE_STATIC)
        return;
    expect(f, object_of(f->g, c->object)->storage == SHAPE_HEAP && !link,
           "a static that is in no node");
    if (!v->number || !expect(f, is_number(f, v->number), "a number that is not there"))
        return;
    const struct shape_number *n = &f->g->numbers.data[v->number - 1];
    expect(f, n->width == SHAPE_STATIC_BITS && !n->is_float, "the number of a static");
    expect(f, in_scope(f, n->owner, c->object), "a number of elements outside of them");
}

static void see_value(struct fitting *f, const struct shape_value *v, uint32_t from)
{
    if (v->kind == SHAPE_POINTER)
        see_pointer(f, v, from);
    if (v->kind == SHAPE_BITS)
        expect(f, v->width >= 1 && v->width <= 64, "the width of a constant");
    if (v->kind != SHAPE_NUMBER ||
        !expect(f, is_number(f, v->number), "a number that is not there"))
        return;
    expect(f, in_scope(f, f->g->numbers.data[v->number - 1].owner, from),
           "a number of elements outside of them");
}

static void see_root(struct fitting *f, const struct shape_value *v)
{
    expect(f, v->kind != SHAPE_STATIC, "a static that is in no node");
    see_value(f, v, 0);
}

static uint32_t value_bits(const struct fitting *f, const struct shape_value *v,
                           uint32_t otherwise)
{
    switch (v->kind) {
    case SHAPE_UNKNOWN:
        return otherwise;
    case SHAPE_NUMBER:
        return f->g->numbers.data[v->number - 1].width;
    case SHAPE_BITS:
        return v->width;
    case SHAPE_NULL:
    case SHAPE_DANGLING:
    case SHAPE_FUNCTION:
    case SHAPE_POINTER:
    case SHAPE_STATIC:
        break;
    }
    return 8 * f->pointer_bytes;
}

/* --- cells --- */

static bool over(uint32_t at, uint32_t bytes, uint32_t other, uint32_t other_bytes)
{
    return (uint64_t)at < (uint64_t)other + other_bytes &&
           (uint64_t)other < (uint64_t)at + bytes;
}

/* A cell that touches a link is that link; a tree has none at its children. */
static void see_link_cell(struct fitting *f, const struct shape_object *o,
                          const struct shape_cell *c)
{
    for (uint32_t i = 0; i < o->next_count; i++) {
        if (!over(c->at, c->bytes, o->next[i], f->pointer_bytes))
            continue;
        expect(f,
               o->kind == SHAPE_LIST && c->at == o->next[i] && c->bytes == f->pointer_bytes,
               "a cell over a link");
    }
    if (o->has_prev && over(c->at, c->bytes, o->prev, f->pointer_bytes))
        expect(f, c->at == o->prev && c->bytes == f->pointer_bytes, "a cell over a link");
}

static bool is_link(const struct shape_object *o, uint32_t at)
{
    return (o->has_prev && at == o->prev) || at == o->next[0] ||
           (o->next_count > 1 && at == o->next[1]);
}

static void see_cell(struct fitting *f, size_t index)
{
    const struct shape_cell *c = &f->g->cells.data[index];
    if (!expect(f, is_object(f, c->object), "a cell of an object that is not there"))
        return;
    const struct shape_object *o = object_of(f->g, c->object);
    expect(f, !o->dead && c->bytes >= 1 && c->bytes <= 64, "a cell that is none");
    expect(f, o->size_number || (uint64_t)c->at + c->bytes <= o->size,
           "a cell outside of its object");
    bool hangs = o->kind == SHAPE_LIST && o->next_count == 2 &&
                 c->at == o->next[1]; /* each element has its own */
    bool link = has_links(o) && is_link(o, c->at) && !hangs;
    if (has_links(o))
        see_link_cell(f, o, c);
    see_static(f, c, has_links(o) && is_link(o, c->at));
    see_value(f, &c->value,
              link ? o->owner : c->object); /* links lead outside of the segment */
    if (f->why)
        return;
    expect(f, value_bits(f, &c->value, 8 * c->bytes) == 8 * c->bytes,
           "a cell of another width");
    for (size_t i = 0; i < index; i++) {
        const struct shape_cell *d = &f->g->cells.data[i];
        expect(f, d->object != c->object || !over(d->at, d->bytes, c->at, c->bytes),
               "cells that overlap");
    }
}

static const struct shape_value *cell_value(const struct shape_graph *g, uint32_t object,
                                            uint32_t at)
{
    for (size_t i = 0; i < g->cells.count; i++)
        if (g->cells.data[i].object == object && g->cells.data[i].at == at)
            return &g->cells.data[i].value;
    return NULL;
}

/* What the pointer stands for if the list is empty. */
static const struct shape_value *behind(const struct shape_graph *g,
                                        const struct shape_value *v)
{
    const struct shape_object *o;
    if (!v || v->kind != SHAPE_POINTER)
        return NULL;
    o = object_of(g, v->object);
    if (o->kind != SHAPE_LIST || o->least > 0)
        return NULL;
    if (v->target == SHAPE_AT_FIRST)
        return cell_value(g, v->object, o->next[0]);
    return v->target == SHAPE_AT_LAST ? cell_value(g, v->object, o->prev) : NULL;
}

static void see_list_ends(struct fitting *f, uint32_t number)
{
    const struct shape_object *o = object_of(f->g, number);
    if (o->kind != SHAPE_LIST)
        return;
    for (uint32_t i = 0; i < o->next_count; i++)
        expect(f, cell_value(f->g, number, o->next[i]),
               "a list that does not say where its end leads");
    expect(f, !o->has_prev || cell_value(f->g, number, o->prev),
           "a list that does not say what precedes it");
    for (int side = 0; side < 2; side++) {
        struct shape_value end = {.kind = SHAPE_POINTER,
                                  .target = side ? SHAPE_AT_LAST : SHAPE_AT_FIRST,
                                  .object = number};
        const struct shape_value *v = &end;
        size_t steps = 0;
        while (v && steps++ <= 2 * f->g->objects.count)
            v = side && v == &end && !o->has_prev ? NULL : behind(f->g, v);
        expect(f, !v, "a ring of lists that may all be empty");
    }
}

static void see_row(struct fitting *f, const struct shape_row *r)
{
    if (r->kind == SHAPE_FACT)
        return;
    if (!expect(f, is_object(f, r->object), "a row of an object that is not there"))
        return;
    const struct shape_object *o = object_of(f->g, r->object);
    expect(f, o->kind == SHAPE_LIST || (is_segment(o) && r->kind == SHAPE_EACH),
           "a row of no list");
}

static bool counts(const struct fitting *f, uint32_t object)
{
    if (!is_object(f, object))
        return false;
    const struct shape_object *o = object_of(f->g, object);
    return o->storage == SHAPE_HEAP && !o->owner && !o->dead &&
           (o->kind == SHAPE_REGION || o->kind == SHAPE_LIST);
}

static uint32_t operand_width(struct fitting *f, const struct shape_value *v)
{
    if (v->kind == SHAPE_BITS)
        return v->width;
    if (!expect(f, v->number && v->number <= f->g->numbers.count, "a measure of no number"))
        return 0;
    const struct shape_number *n = &f->g->numbers.data[v->number - 1];
    expect(f, !n->is_float && !n->owner, "a measure of a number that is not one");
    return n->width;
}

static void see_measure(struct fitting *f, size_t number)
{
    const struct shape_measure *m = &f->g->measures.data[number];
    expect(f, m->name > 0 && m->name <= SHAPE_MOST_MEASURES, "a measure without name");
    for (size_t i = 0; i < number; i++)
        expect(f, f->g->measures.data[i].name != m->name, "a measure twice");
    for (uint32_t i = 0; m->kind == SHAPE_LENGTH && i < m->count; i++) {
        expect(f, counts(f, m->counted[i]), "a measure of what has no length");
        for (uint32_t k = 0; k < i; k++)
            expect(f, m->counted[i] != m->counted[k], "a measure that counts twice");
    }
    if (shape_is_difference(m))
        expect(f, operand_width(f, &m->from) == operand_width(f, &m->by),
               "a measure of two widths");
}

static void see_doubles(struct fitting *f)
{
    const struct shape_graph *g = f->g;
    for (size_t i = 0; i < g->roots.count; i++)
        for (size_t k = 0; k < i; k++)
            expect(f,
                   g->roots.data[i].depth != g->roots.data[k].depth ||
                       g->roots.data[i].instruction != g->roots.data[k].instruction,
                   "a root twice");
    for (size_t i = 0; i < g->objects.count; i++)
        for (size_t k = 0; k < i; k++)
            expect(f,
                   g->objects.data[i].storage != SHAPE_GLOBAL ||
                       g->objects.data[k].storage != SHAPE_GLOBAL ||
                       g->objects.data[i].site != g->objects.data[k].site,
                   "a global twice");
}

bool shape_graph_fits(const struct shape_graph *g, uint32_t pointer_bytes, const char **why)
{
    LAW(pointer_bytes == 4 || pointer_bytes == 8);
    struct fitting f = {g, pointer_bytes, NULL};
    expect(&f,
           g->objects.count <= SHAPE_MOST_OBJECTS && g->numbers.count <= SHAPE_MOST_NUMBERS,
           "a large graph");
    for (uint32_t i = 1; i <= g->objects.count && !f.why; i++)
        see_object(&f, i);
    for (size_t i = 0; i < g->numbers.count && !f.why; i++)
        see_number(&f, &g->numbers.data[i]);
    for (size_t i = 0; i < g->cells.count && !f.why; i++)
        see_cell(&f, i);
    for (size_t i = 0; i < g->roots.count && !f.why; i++)
        see_root(&f, &g->roots.data[i].value);
    for (uint32_t i = 1; i <= g->objects.count && !f.why; i++)
        see_list_ends(&f, i);
    for (size_t i = 0; i < g->rows.count && !f.why; i++)
        see_row(&f, &g->rows.data[i]);
    for (size_t i = 0; i < g->measures.count && !f.why; i++)
        see_measure(&f, i);
    if (!f.why)
        see_doubles(&f);
    *why = f.why;
    return !f.why;
}
