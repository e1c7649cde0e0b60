/* Arrays of pointers and of records: a region that is parted is a row of parts, each one
 * element or any number of elements that are alike, as long as the region. Where the program
 * reads or writes at an offset that is not constant, the part it falls into is split in
 * three: the elements before, the one, the elements after. */
#include "engine/shapes/unfold/unfold.h"

enum { MOST_ARRAYS = 8, MOST_PARTS = 12, MOST_STRIDE = 512, MOST_CHANGES = 2 };

uint32_t graph_part(const struct graph_object *region, uint32_t number)
{
    LAW(region->parted);
    LAW(number < region->field_count);
    return region->fields[number].value.object;
}

struct term graph_part_start(struct shapes *s, const struct graph *g, uint32_t region,
                             uint32_t number)
{
    LAW(g->objects[region]->parted);
    LAW(number <= g->objects[region]->field_count);
    const struct graph_object *o = g->objects[region];
    if (number >= o->field_count)
        return o->size;
    struct term from = g->objects[graph_part(o, number)]->from;
    if (term_is(from))
        return from;
    struct term before = graph_part_start(s, g, region, number - 1);
    return term_2(s->terms, TERM_BV_ADD, before, shapes_offset(s, o->stride));
}

void graph_set_parts(struct shapes *s, struct graph *g, uint32_t region,
                     const struct graph_start *parts, uint32_t count)
{
    LAW(g->objects[region]->kind == GRAPH_REGION);
    LAW(count || !g->objects[region]->bytes || g->objects[region]->bytes == UINT64_MAX);
    struct graph_object *o = graph_edit(&s->arena, g, region);
    uint32_t word = s->width / 8;
    o->parted = true;
    o->field_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        object_set_field(&s->arena, o, word * i, word,
                         graph_pointer(parts[i].part, 0, shapes_offset(s, 0)));
        bool follows = i && g->objects[parts[i - 1].part]->kind == GRAPH_CELL;
        struct term from =
            i ? parts[i].from
              : shapes_offset(s, 0); /* the first one is at the start, whatever shows it */
        graph_edit(&s->arena, g, parts[i].part)->from = follows ? TERM_NONE : from;
    }
}

/* --- which objects are parted --- */

static uint64_t kind_of(const struct graph_object *o)
{
    return o->site;
}

static struct graph_array *array_of(const struct shapes *s, const struct graph_object *o,
                                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (s->tree_layouts->arrays.data[i].site == kind_of(o))
            return &s->tree_layouts->arrays.data[i];
    return NULL;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

static bool is_pointer_at(const struct graph_object *o, uint32_t at)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].at == at)
            return o->fields[i].value.kind == GRAPH_POINTER;
    return false;
}

/* Where there is a pointer there is one an element further on, up to the last of them. */
static bool is_period(const struct graph_object *o, uint32_t stride)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind == GRAPH_POINTER)
            last = o->fields[i].at;
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        if (f->value.kind != GRAPH_POINTER || f->at + stride > last)
            continue;
        if (!is_pointer_at(o, f->at + stride))
            return false;
    }
    return true;
}

/* Records of several pointers: a constant that the program multiplies with is how far apart
 * they are. */
static uint32_t period_of_pointers(const struct shapes *s, const struct graph_object *o,
                                   uint32_t apart)
{
    for (size_t i = 0; apart && !is_period(o, apart) && i < s->scales.count; i++) {
        int64_t x = s->scales.data[i];
        if (x > apart && x <= MOST_STRIDE && x % apart == 0 && is_period(o, (uint32_t)x))
            return (uint32_t)x;
    }
    return apart;
}

static uint32_t distance_of_pointers(const struct graph_object *o)
{
    uint32_t apart = 0, first = UINT32_MAX;
    for (uint32_t i = 0; i < o->field_count; i++) {
        if (o->fields[i].value.kind != GRAPH_POINTER)
            continue;
        if (first == UINT32_MAX)
            first = o->fields[i].at;
        apart = common_divisor(apart, o->fields[i].at - first);
    }
    return apart;
}

/* Offsets in it, its size, or distances of pointers are multiples of the size of an element;
 * else it holds what is accessed. */
static uint32_t guess_stride(struct shapes *s, const struct graph_object *o,
                             struct term offset, uint32_t bytes)
{
    uint64_t by_offset = term_is(offset) ? term_factor(s->terms, offset) : 0,
             by_size = term_factor(s->terms, o->size);
    if (by_offset > 1 && by_offset <= MOST_STRIDE)
        return (uint32_t)by_offset;
    if (by_offset == 1 && bytes == 1)
        return 1; /* bytes of a text, whatever its size is computed from */
    if (by_size > 1 && by_size <= MOST_STRIDE)
        return (uint32_t)by_size;
    uint32_t apart = period_of_pointers(s, o, distance_of_pointers(o));
    return apart > 1 && apart <= MOST_STRIDE ? apart : bytes;
}

static bool is_short_row(const struct graph_object *o, uint32_t stride)
{
    enum { MOST_ELEMENTS = 16 };
    return o->bytes / stride <= MOST_ELEMENTS;
}

static void note_stride(struct shapes *s, const struct graph_object *o, uint32_t stride)
{
    struct graph_array *known = array_of(s, o, s->tree_layouts->arrays.count);
    if (!known && s->tree_layouts->arrays.count < MOST_ARRAYS) {
        VECTOR_PUSH(&s->tree_layouts->arrays,
                    ((struct graph_array){.site = kind_of(o),
                                          .stride = stride,
                                          .few = is_short_row(o, stride)}));
        s->tree_layouts->changes++;
    } else if (known && known->stride != stride && known->changes < MOST_CHANGES &&
               array_of(s, o, s->arrays)) {
        known->stride = stride;
        known->changes++;
        s->tree_layouts->changes++;
    }
}

void shapes_note_array(struct shapes *s, const struct graph_object *o, struct term offset,
                       uint32_t bytes)
{
    if (s->strayed || o->kind != GRAPH_REGION)
        return; /* what follows an access that is not valid shows nothing */
    note_stride(s, o, guess_stride(s, o, offset, bytes));
}

/* --- arrays of numbers --- */

static const struct graph_array *suspect_of(const struct shapes *s,
                                            const struct graph_object *o)
{
    for (size_t i = 0; i < s->suspects.count; i++)
        if (s->suspects.data[i].site == kind_of(o))
            return &s->suspects.data[i];
    return array_of(s, o, s->tree_layouts->arrays.count);
}

/* A node with a few numbers beside its pointers: its offsets are split on. */
static bool is_small_node(const struct graph_object *o)
{
    enum { MOST_BYTES = 64 };
    if (o->bytes > MOST_BYTES)
        return false;
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind == GRAPH_POINTER)
            return true;
    return false;
}

static void suspect(struct shapes *s, const struct graph_object *o, uint32_t stride)
{
    enum { MOST_SUSPECTS = 4 };
    bool words = o->storage == GRAPH_GLOBAL &&
                 stride == s->width / 8; /* a table of pointers, rather than of numbers */
    bool own = o->storage == GRAPH_HEAP || o->storage == GRAPH_STACK || words;
    if (s->settings.bare || o->kind != GRAPH_REGION || !own || is_small_node(o))
        return;
    if (s->suspects.count >= MOST_SUSPECTS || suspect_of(s, o))
        return;
    VECTOR_PUSH(&s->suspects, ((struct graph_array){.site = kind_of(o),
                                                    .stride = stride,
                                                    .few = is_short_row(o, stride),
                                                    .numbers = true}));
}

void shapes_suspect_array(struct shapes *s, const struct graph_object *o, struct term offset,
                          uint32_t bytes)
{
    if (!term_is_const(s->terms, offset))
        suspect(s, o, guess_stride(s, o, offset, bytes));
}

void shapes_suspect_alike(struct shapes *s, const struct graph_object *a,
                          const struct graph_object *b)
{
    const struct graph_array *x = suspect_of(s, a), *y = suspect_of(s, b);
    if (x && !y)
        suspect(s, b, x->stride);
    if (y && !x)
        suspect(s, a, y->stride);
}

void shapes_note_alike(struct shapes *s, const struct graph_object *a,
                       const struct graph_object *b)
{
    if (s->strayed)
        return;
    if (a->parted && !b->parted)
        note_stride(s, b, a->stride);
    if (b->parted && !a->parted)
        note_stride(s, a, b->stride);
}

void shapes_note_suspects(struct shapes *s, const struct graph *g)
{
    for (size_t i = 0; i < s->suspects.count && s->tree_layouts->arrays.count < MOST_ARRAYS;
         i++) {
        VECTOR_PUSH(&s->tree_layouts->arrays, s->suspects.data[i]);
        s->tree_layouts->changes++;
        shapes_give_up(s, g, "an array of numbers was seen");
    }
    VECTOR_CLEAR(&s->suspects);
}

static void refuse(struct shapes *s, const struct graph_object *o)
{
    struct graph_array *a = array_of(s, o, s->arrays);
    if (!a || !a->numbers || a->refused)
        return;
    a->refused = true;
    s->tree_layouts->changes++;
}

void shapes_refuse_array(struct shapes *s, const struct graph_object *o)
{
    LAW(o->parted);
    if (s->settings.refuses)
        refuse(s, o);
}

static uint32_t count_alike(const struct graph *g, uint32_t id)
{
    uint32_t count = 0;
    for (uint32_t k = 1; k < g->count; k++) {
        const struct graph_object *o = g->objects[k];
        count +=
            o && o->parted && o->alive && !o->owner && kind_of(o) == kind_of(g->objects[id]);
    }
    return count;
}

/* Not all rows are folded: where several nodes have one each, graphs would grow without
 * end. */
static void refuse_several(struct shapes *s, const struct graph *g)
{
    enum { SEVERAL = 4 };
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->parted && count_alike(g, id) >= SEVERAL)
            refuse(s, g->objects[id]);
}

static uint32_t count_pointers(const struct shapes *s, const struct graph_object *o)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->field_count; i++)
        count +=
            o->fields[i].value.kind == GRAPH_POINTER && o->fields[i].at % (s->width / 8) == 0;
    return count;
}

void shapes_look_for_arrays(struct shapes *s, const struct graph *g, bool crowded)
{
    enum { SOME = 4, MANY = 8 };
    uint32_t before = s->tree_layouts->changes;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->kind != GRAPH_REGION || o->parted || !o->alive || o->owner)
            continue;
        uint32_t most = o->bytes == UINT64_MAX ? SOME : MANY;
        if ((crowded || o->bytes == UINT64_MAX) && count_pointers(s, o) >= most)
            shapes_note_array(s, o, TERM_NONE, s->width / 8);
    }
    if (s->arrays)
        refuse_several(s, g);
    if (s->tree_layouts->changes > before)
        shapes_give_up(s, g, "an array of pointers was seen");
}

static bool starts_as_zero(const struct shapes *s, const struct graph_object *o)
{
    const struct global *x =
        o->storage == GRAPH_GLOBAL ? &s->program->globals.data[o->index] : NULL;
    if (!x || o->background != GRAPH_INITIAL)
        return o->background == GRAPH_ZERO;
    for (uint64_t i = 0; i < x->size; i++)
        if (x->bytes[i])
            return false;
    return true;
}

void shapes_begin_parts(struct shapes *s, struct graph *g, uint32_t region)
{
    LAW(region < g->count && g->objects[region]);
    const struct graph_object *o = g->objects[region];
    bool zero = starts_as_zero(s, o);
    const struct graph_array *array = array_of(s, o, s->arrays);
    if (!array || array->refused || (o->field_count && !o->parted) ||
        (!zero && o->background != GRAPH_UNKNOWN))
        return;
    uint32_t stride = array->stride;
    if (o->bytes != UINT64_MAX && o->bytes >= stride)
        shapes_add_threshold(s, (int64_t)(o->bytes - stride));
    struct graph_object all = {.kind = GRAPH_CELLS,
                               .storage = GRAPH_INSIDE,
                               .background = zero ? GRAPH_ZERO : GRAPH_UNKNOWN,
                               .alive = true,
                               .least = 1,
                               .site = o->site,
                               .size = shapes_offset(s, stride),
                               .bytes = stride,
                               .link = {0, 0, -1, 0}};
    struct graph_start part = {graph_add(&s->arena, g, &all), shapes_offset(s, 0)};
    graph_edit(&s->arena, g, region)->stride = stride;
    graph_set_parts(s, g, region, &part, 1);
}

/* What is left of the offset in its element, if that is known. */
bool shapes_has_stride(struct shapes *s, const struct graph *g, struct term offset,
                       uint32_t stride, uint64_t *rest)
{
    LAW(stride);
    LAW(term_width(s->terms, offset) == s->width);
    struct term quotient;
    if (term_guess_multiple(s->terms, offset, stride, g->facts.data, g->facts.count,
                            &quotient, rest) &&
        shapes_prove(s, g, term_is_multiple(s->terms, offset, stride, quotient, *rest)))
        return true;
    if (stride & (stride - 1))
        return false;
    return shapes_constant(
        s, g, term_2(s->terms, TERM_BV_AND, offset, shapes_offset(s, stride - 1)), rest);
}

/* --- a copy of all words --- */

/* Of which nothing is known yet. */
static bool is_blank(const struct graph *g, const struct graph_object *o)
{
    if (!o->parted || o->field_count != 1)
        return false;
    const struct graph_object *all = g->objects[graph_part(o, 0)];
    return all->kind == GRAPH_CELLS && !all->field_count;
}

bool shapes_move_parts(struct shapes *s, struct graph *g, uint32_t to, uint32_t from)
{
    LAW(to != from);
    LAW(g->objects[to] && g->objects[from]);
    const struct graph_object *o = g->objects[from];
    uint32_t count = o->field_count,
             rest = is_blank(g, g->objects[to]) ? graph_part(g->objects[to], 0) : 0;
    if (!rest || count > MOST_PARTS)
        return false;
    uint64_t odd;
    if (o->stride != g->objects[to]->stride ||
        !shapes_has_stride(s, g, o->size, o->stride, &odd) || odd)
        return false;
    struct graph_start parts[MOST_PARTS + 1];
    for (uint32_t i = 0; i < count; i++) {
        parts[i] = (struct graph_start){graph_part(o, i), graph_part_start(s, g, from, i)};
        graph_edit(&s->arena, g, parts[i].part)->site = g->objects[to]->site;
    }
    parts[count] = (struct graph_start){rest, o->size};
    struct graph_object blank = *g->objects[rest];
    blank.site = o->site;
    blank.background = GRAPH_UNKNOWN;
    struct graph_start all = {graph_add(&s->arena, g, &blank), shapes_offset(s, 0)};
    graph_set_parts(s, g, from, &all, 1);
    graph_set_parts(s, g, to, parts, count + 1);
    shapes_drop_empty_parts(s, g, to);
    return true;
}

/* --- one word --- */

/* Words before, the word itself, words after. */
static uint32_t give_cell(struct shapes *s, struct graph *g, uint32_t region, uint32_t number,
                          struct term from)
{
    struct graph_start parts[MOST_PARTS + 2];
    uint32_t count = 0, before = g->objects[region]->field_count,
             all = graph_part(g->objects[region], number);
    struct term start = graph_part_start(s, g, region, number),
                end = graph_part_start(s, g, region, number + 1);
    struct term next =
        term_2(s->terms, TERM_BV_ADD, from, shapes_offset(s, g->objects[region]->stride));
    bool none_before = shapes_prove(s, g, term_eq(s->terms, from, start));
    bool none_after = shapes_prove(s, g, term_eq(s->terms, next, end));
    uint32_t cell = unfold_element(s, g, all, false, false),
             after = none_after ? 0 : unfold_copy(s, g, all);
    graph_edit(&s->arena, g, cell)->kind = GRAPH_CELL;
    for (uint32_t i = 0; i < before; i++) {
        if (i != number) {
            struct term at = graph_part_start(s, g, region, i);
            parts[count++] = (struct graph_start){graph_part(g->objects[region], i), at};
            continue;
        }
        if (!none_before)
            parts[count++] = (struct graph_start){all, start};
        parts[count++] = (struct graph_start){cell, from};
        if (after)
            parts[count++] = (struct graph_start){after, next};
    }
    graph_set_parts(s, g, region, parts, count);
    if (none_before)
        unfold_remove(g, all);
    return cell;
}

/* An access that is not one of an element: its elements may be of another size, or it is no
 * row. */
static void lose_row(struct shapes *s, struct graph *g, struct graph_value p, uint32_t bytes)
{
    const struct graph_object *o = g->objects[p.object];
    uint32_t before = s->tree_layouts->changes;
    if (bytes && !term_is_const(s->terms, p.term))
        shapes_note_array(s, o, p.term, bytes);
    if (s->tree_layouts->changes == before)
        shapes_refuse_array(s, o);
    shapes_give_up(s, g, "an access across the words of an array of pointers");
}

enum step_result shapes_find_cell(struct shapes *s, struct graph *g, struct graph_value p,
                                  uint32_t bytes, uint32_t *cell, uint32_t *at)
{
    LAW(graph_is_pointer(p));
    LAW(g->objects[p.object]->parted);
    LAW(bytes);
    struct terms *ts = s->terms;
    uint32_t stride = g->objects[p.object]->stride, number = 0;
    uint64_t rest;
    if (!g->objects[p.object]->field_count) { /* no word is left: the row has no bytes */
        if (!shapes_prove(s, g, term_bool(ts, false)))
            lose_row(s, g, p, bytes);
        return STEP_OVER; /* no run comes here */
    }
    bool within = shapes_has_stride(s, g, p.term, stride, &rest) && rest + bytes <= stride;
    if (!within || g->objects[p.object]->field_count > MOST_PARTS) {
        lose_row(s, g, p, within ? 0 : bytes);
        return STEP_OVER;
    }
    struct term from = term_2(ts, TERM_BV_SUB, p.term, shapes_offset(s, (int64_t)rest));
    for (uint32_t i = 1; i < g->objects[p.object]->field_count; i++) {
        struct term begin = graph_part_start(s, g, p.object, i);
        struct term before = term_2(ts, TERM_BV_ULT, from, begin);
        if (shapes_prove(s, g, before))
            break;
        if (!shapes_prove(s, g, term_not(ts, before))) {
            if (shapes_split(s, g, before) == STEP_MOVED)
                VECTOR_PUSH(&s->stack, g);
            return STEP_OVER;
        }
        number = i;
    }
    *at = (uint32_t)rest;
    *cell = graph_part(g->objects[p.object], number);
    if (g->objects[*cell]->kind == GRAPH_CELLS) {
        *cell = give_cell(s, g, p.object, number, from);
    } else if (!shapes_prove(s, g,
                             term_eq(ts, from, graph_part_start(s, g, p.object, number)))) {
        lose_row(s, g, p, 0);
        return STEP_OVER;
    }
    return STEP_MOVED;
}

void shapes_drop_empty_parts(struct shapes *s, struct graph *g, uint32_t region)
{
    struct graph_start parts[MOST_PARTS + 2];
    uint32_t gone[MOST_PARTS + 2], count = 0, dropped = 0,
                                   before = g->objects[region]->field_count;
    if (!g->objects[region]->parted || before > MOST_PARTS + 2)
        return;
    for (uint32_t i = 0; i < before; i++) {
        uint32_t part = graph_part(g->objects[region], i);
        struct term from = graph_part_start(s, g, region, i);
        struct term none = term_eq(s->terms, from, graph_part_start(s, g, region, i + 1));
        if (g->objects[part]->kind == GRAPH_CELLS && shapes_prove(s, g, none))
            gone[dropped++] = part;
        else
            parts[count++] = (struct graph_start){part, from};
    }
    if (dropped)
        graph_set_parts(s, g, region, parts, count);
    for (uint32_t i = 0; i < dropped; i++)
        unfold_remove(g, gone[i]);
}
