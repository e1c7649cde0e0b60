/* Arrays of pointers: a region that is parted is a row of parts, each one word or any number of words that are alike,
 * as long as the region. Where the program reads or writes at an offset that is not constant, the part it falls
 * into is split in three: the words before, the one, the words after. */
#include "engine/shapes/unfold.h"

enum { MOST_ARRAYS = 8, MOST_PARTS = 12 };

uint32_t graph_part(const struct graph_object *region, uint32_t number)
{
    return region->fields[number].value.object;
}

struct term graph_part_start(struct shapes *s, const struct graph *g, uint32_t region, uint32_t number)
{
    const struct graph_object *o = g->objects[region];
    if (number >= o->field_count) return o->size;
    struct term from = g->objects[graph_part(o, number)]->from;
    if (term_is(from)) return from;
    struct term before = graph_part_start(s, g, region, number - 1);
    return term_2(s->terms, TERM_BV_ADD, before, shapes_offset(s, s->width / 8));
}

void graph_set_parts(struct shapes *s, struct graph *g, uint32_t region, const struct graph_start *parts,
                     uint32_t count)
{
    struct graph_object *o = graph_edit(&s->arena, g, region);
    uint32_t word = s->width / 8;
    o->parted = true;
    o->field_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        object_set_field(&s->arena, o, word * i, word, graph_pointer(parts[i].part, 0, shapes_offset(s, 0)));
        bool follows = i && g->objects[parts[i - 1].part]->kind == GRAPH_CELL;
        graph_edit(&s->arena, g, parts[i].part)->from = follows ? TERM_NONE : parts[i].from;
    }
}

/* --- which objects are parted --- */

static uint64_t kind_of(const struct graph_object *o)
{
    return o->site;
}

static bool is_array(const struct shapes *s, const struct graph_object *o)
{
    for (size_t i = 0; i < s->arrays; i++)
        if (s->tree_layouts->arrays.data[i] == kind_of(o)) return true;
    return false;
}

void shapes_note_array(struct shapes *s, const struct graph_object *o)
{
    if (o->kind != GRAPH_REGION || s->tree_layouts->arrays.count >= MOST_ARRAYS) return;
    for (size_t i = 0; i < s->tree_layouts->arrays.count; i++)
        if (s->tree_layouts->arrays.data[i] == kind_of(o)) return;
    VECTOR_PUSH(&s->tree_layouts->arrays, kind_of(o));
}

static uint32_t count_pointers(const struct shapes *s, const struct graph_object *o)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->field_count; i++)
        count += o->fields[i].value.kind == GRAPH_POINTER && o->fields[i].at % (s->width / 8) == 0;
    return count;
}

void shapes_look_for_arrays(struct shapes *s, const struct graph *g, bool crowded)
{
    enum { SOME = 4, MANY = 8 };
    size_t before = s->tree_layouts->arrays.count;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->kind != GRAPH_REGION || o->parted || !o->alive || o->owner) continue;
        uint32_t most = o->bytes == UINT64_MAX ? SOME : MANY;
        if ((crowded || o->bytes == UINT64_MAX) && count_pointers(s, o) >= most) shapes_note_array(s, o);
    }
    if (s->tree_layouts->arrays.count > before) shapes_give_up(s, g, "an array of pointers was seen");
}

static bool starts_as_zero(const struct shapes *s, const struct graph_object *o)
{
    const struct global *x = o->storage == GRAPH_GLOBAL ? &s->program->globals.data[o->index] : NULL;
    if (!x || o->background != GRAPH_INITIAL) return o->background == GRAPH_ZERO;
    for (uint64_t i = 0; i < x->size; i++)
        if (x->bytes[i]) return false;
    return true;
}

void shapes_begin_parts(struct shapes *s, struct graph *g, uint32_t region)
{
    const struct graph_object *o = g->objects[region];
    bool zero = starts_as_zero(s, o);
    if (!is_array(s, o) || (o->field_count && !o->parted) || (!zero && o->background != GRAPH_UNKNOWN)) return;
    uint32_t word = s->width / 8;
    if (o->bytes != UINT64_MAX && o->bytes >= word) shapes_add_threshold(s, (int64_t)o->bytes - word);
    struct graph_object all = {.kind = GRAPH_CELLS,
                               .storage = GRAPH_INSIDE,
                               .background = zero ? GRAPH_ZERO : GRAPH_UNKNOWN,
                               .alive = true,
                               .least = 1,
                               .site = o->site,
                               .size = shapes_offset(s, word),
                               .bytes = word,
                               .link = {0, 0, -1, 0}};
    struct graph_start part = {graph_add(&s->arena, g, &all), shapes_offset(s, 0)};
    graph_set_parts(s, g, region, &part, 1);
}

/* --- one word --- */

/* Words before, the word itself, words after. */
static uint32_t give_cell(struct shapes *s, struct graph *g, uint32_t region, uint32_t number, struct term from)
{
    struct graph_start parts[MOST_PARTS + 2];
    uint32_t count = 0, before = g->objects[region]->field_count, all = graph_part(g->objects[region], number);
    struct term start = graph_part_start(s, g, region, number), end = graph_part_start(s, g, region, number + 1);
    struct term next = term_2(s->terms, TERM_BV_ADD, from, shapes_offset(s, s->width / 8));
    bool none_before = shapes_prove(s, g, term_eq(s->terms, from, start));
    bool none_after = shapes_prove(s, g, term_eq(s->terms, next, end));
    uint32_t cell = unfold_element(s, g, all, false, false), after = none_after ? 0 : unfold_copy(s, g, all);
    graph_edit(&s->arena, g, cell)->kind = GRAPH_CELL;
    for (uint32_t i = 0; i < before; i++) {
        if (i != number) {
            struct term at = graph_part_start(s, g, region, i);
            parts[count++] = (struct graph_start){graph_part(g->objects[region], i), at};
            continue;
        }
        if (!none_before) parts[count++] = (struct graph_start){all, start};
        parts[count++] = (struct graph_start){cell, from};
        if (after) parts[count++] = (struct graph_start){after, next};
    }
    graph_set_parts(s, g, region, parts, count);
    if (none_before) unfold_remove(g, all);
    return cell;
}

enum step_result shapes_find_cell(struct shapes *s, struct graph *g, struct graph_value p, uint32_t bytes,
                                  uint32_t *cell, uint32_t *at)
{
    struct terms *ts = s->terms;
    uint32_t word = s->width / 8, number = 0;
    uint64_t rest;
    struct term low = term_2(ts, TERM_BV_AND, p.term, shapes_offset(s, word - 1));
    bool within = shapes_constant(s, g, low, &rest) && rest + bytes <= word;
    if (!within || g->objects[p.object]->field_count > MOST_PARTS) {
        shapes_give_up(s, g, "an access across the words of an array of pointers");
        return STEP_OVER;
    }
    struct term from = term_2(ts, TERM_BV_SUB, p.term, shapes_offset(s, (int64_t)rest));
    for (uint32_t i = 1; i < g->objects[p.object]->field_count; i++) {
        struct term begin = graph_part_start(s, g, p.object, i);
        struct term before = term_2(ts, TERM_BV_ULT, from, begin);
        if (shapes_prove(s, g, before)) break;
        if (!shapes_prove(s, g, term_not(ts, before))) {
            if (shapes_split(s, g, before) == STEP_MOVED) VECTOR_PUSH(&s->stack, g);
            return STEP_OVER;
        }
        number = i;
    }
    *at = (uint32_t)rest;
    *cell = graph_part(g->objects[p.object], number);
    if (g->objects[*cell]->kind == GRAPH_CELLS) {
        *cell = give_cell(s, g, p.object, number, from);
    } else if (!shapes_prove(s, g, term_eq(ts, from, graph_part_start(s, g, p.object, number)))) {
        shapes_give_up(s, g, "an access across the words of an array of pointers");
        return STEP_OVER;
    }
    return STEP_MOVED;
}

void shapes_drop_empty_parts(struct shapes *s, struct graph *g, uint32_t region)
{
    struct graph_start parts[MOST_PARTS + 2];
    uint32_t gone[MOST_PARTS + 2], count = 0, dropped = 0, before = g->objects[region]->field_count;
    if (!g->objects[region]->parted || before > MOST_PARTS + 2) return;
    for (uint32_t i = 0; i < before; i++) {
        uint32_t part = graph_part(g->objects[region], i);
        struct term from = graph_part_start(s, g, region, i);
        struct term none = term_eq(s->terms, from, graph_part_start(s, g, region, i + 1));
        if (g->objects[part]->kind == GRAPH_CELLS && shapes_prove(s, g, none))
            gone[dropped++] = part;
        else
            parts[count++] = (struct graph_start){part, from};
    }
    if (dropped) graph_set_parts(s, g, region, parts, count);
    for (uint32_t i = 0; i < dropped; i++)
        unfold_remove(g, gone[i]);
}
