/* Ranges of rows of numbers: whatever a copy or a fill of open length leaves is one stretch.
 */
#include "engine/shapes/unfold/unfold.h"

enum { MOST_PARTS = 12 };

/* No part leads anywhere, or owns anything. */
bool shapes_is_row_of_numbers(const struct graph *g, uint32_t region)
{
    LAW(g->objects[region]->parted);
    const struct graph_object *o = g->objects[region];
    for (uint32_t i = 0; i < o->field_count; i++) {
        uint32_t part = graph_part(o, i);
        for (uint32_t k = 0; k < g->objects[part]->field_count; k++)
            if (g->objects[part]->fields[k].value.kind != GRAPH_NUMBER)
                return false;
        for (uint32_t id = 1; id < g->count; id++)
            if (g->objects[id] && g->objects[id]->owner == part)
                return false;
    }
    return true;
}

static bool begins_element(struct shapes *s, const struct graph *g, struct term offset,
                           uint32_t stride)
{
    uint64_t rest;
    return stride == 1 || (shapes_has_stride(s, g, offset, stride, &rest) && !rest);
}

/* The stretch ends at the offset, and goes on behind it as another part. */
static void cut_stretch(struct shapes *s, struct graph *g, uint32_t region, uint32_t number,
                        struct term offset)
{
    struct graph_start parts[MOST_PARTS + 4];
    uint32_t count = 0, before = g->objects[region]->field_count;
    uint32_t after = unfold_copy(s, g, graph_part(g->objects[region], number));
    for (uint32_t i = 0; i < before; i++) {
        struct term from = graph_part_start(s, g, region, i);
        parts[count++] = (struct graph_start){graph_part(g->objects[region], i), from};
        if (i == number)
            parts[count++] = (struct graph_start){after, offset};
    }
    graph_set_parts(s, g, region, parts, count);
}

/* A part begins at the offset, and `number` says which. OVER: graphs were split on where it
 * lies. */
static enum step_result cut_at(struct shapes *s, struct graph *g, uint32_t region,
                               struct term offset, uint32_t *number)
{
    struct terms *ts = s->terms;
    *number = 0;
    for (uint32_t i = 1; i < g->objects[region]->field_count; i++) {
        struct term before =
            term_2(ts, TERM_BV_ULT, offset, graph_part_start(s, g, region, i));
        if (shapes_prove(s, g, before))
            break;
        if (!shapes_prove(s, g, term_not(ts, before))) {
            if (shapes_split(s, g, before) == STEP_MOVED)
                VECTOR_PUSH(&s->stack, g);
            return STEP_OVER;
        }
        *number = i;
    }
    if (shapes_prove(s, g, term_eq(ts, offset, graph_part_start(s, g, region, *number))))
        return STEP_MOVED;
    struct term end = graph_part_start(s, g, region, *number + 1);
    if (g->objects[graph_part(g->objects[region], *number)]->kind == GRAPH_CELLS)
        cut_stretch(s, g, region, *number, offset);
    else if (!shapes_prove(s, g, term_eq(ts, offset, end))) {
        shapes_give_up(s, g, "a range that begins or ends inside of an element");
        return STEP_OVER;
    }
    ++*number;
    return STEP_MOVED;
}

/* Of bytes that are any, or all this one. */
static uint32_t make_stretch(struct shapes *s, struct graph *g, uint32_t region,
                             struct term byte)
{
    uint64_t value = 1;
    const struct graph_object *o = g->objects[region];
    bool constant = term_is(byte) && term_const_u64(s->terms, byte, &value);
    bool zero = constant && !(value & 0xff);
    struct graph_object all = {.kind = GRAPH_CELLS,
                               .storage = GRAPH_INSIDE,
                               .background = zero ? GRAPH_ZERO : GRAPH_UNKNOWN,
                               .alive = true,
                               .least = 1,
                               .site = o->site,
                               .size = shapes_offset(s, o->stride),
                               .bytes = o->stride,
                               .link = {0, 0, -1, 0}};
    uint32_t made = graph_add(&s->arena, g, &all);
    struct term bits = term_bv(s->terms, 8, value & 0xff);
    if (constant && !zero && o->stride == 1)
        object_set_field(&s->arena, graph_edit(&s->arena, g, made), 0, 1, graph_number(bits));
    return made;
}

static void replace_parts(struct shapes *s, struct graph *g, uint32_t region, uint32_t first,
                          uint32_t last, struct graph_start with)
{
    struct graph_start parts[MOST_PARTS + 4];
    uint32_t gone[MOST_PARTS + 4], count = 0, dropped = 0;
    for (uint32_t i = 0; i < g->objects[region]->field_count; i++) {
        uint32_t part = graph_part(g->objects[region], i);
        if (i == first)
            parts[count++] = with;
        if (i >= first && i < last)
            gone[dropped++] = part;
        else
            parts[count++] = (struct graph_start){part, graph_part_start(s, g, region, i)};
    }
    graph_set_parts(s, g, region, parts, count);
    for (uint32_t i = 0; i < dropped; i++)
        unfold_remove(g, gone[i]);
}

enum step_result shapes_overwrite_row(struct shapes *s, struct graph *g,
                                      struct graph_value to, struct term bytes,
                                      struct term byte)
{
    LAW(g->objects[to.object]->parted);
    LAW(term_width(s->terms, bytes) == s->width);
    const struct graph_object *o = g->objects[to.object];
    struct term end = term_2(s->terms, TERM_BV_ADD, to.term, bytes);
    uint32_t first, last;
    if (o->field_count > MOST_PARTS || !shapes_is_row_of_numbers(g, to.object))
        return STEP_ON;
    if (!begins_element(s, g, to.term, o->stride) || !begins_element(s, g, end, o->stride))
        return STEP_ON;
    if (cut_at(s, g, to.object, to.term, &first) == STEP_OVER ||
        cut_at(s, g, to.object, end, &last) == STEP_OVER)
        return STEP_OVER;
    if (last <= first)
        return STEP_ON;
    struct graph_start with = {make_stretch(s, g, to.object, byte), to.term};
    replace_parts(s, g, to.object, first, last, with);
    return STEP_MOVED;
}
