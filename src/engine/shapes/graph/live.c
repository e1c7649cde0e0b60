/* Of each function: which values are live at each block, and an order of blocks in which
 * loops are contiguous. */
#include "engine/shapes/shapes.h"

#include "program/analysis/live.h"

static void number_region(const struct function_facts *facts, uint32_t region,
                          uint32_t *number, uint32_t *next)
{
    const struct region *r = &facts->region[region];
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t b = r->blocks[i], inner = facts->child_of[b];
        if (inner != UINT32_MAX && inner != region)
            number_region(facts, inner, number, next);
        else
            number[b] = (*next)++;
    }
}

struct graph_function *shapes_function(struct shapes *s, uint32_t function)
{
    LAW(function < s->program->functions.count);
    struct graph_function *sf = &s->functions[function];
    if (sf->ready)
        return sf;
    const struct function *f = &s->program->functions.data[function];
    sf->number = ARENA_ARRAY(&s->arena, uint32_t, f->blocks.count + 1);
    const struct function_facts *facts = facts_of(s->facts, function);
    uint32_t next = 0;
    number_region(facts, facts->loops.count, sf->number, &next);
    sf->live = liveness_find(f, &s->arena);
    sf->selects = shapes_selectors(s, f);
    sf->flags = shapes_flags(s, f);
    sf->ready = true;
    return sf;
}

/* Live just before the instruction at a position of a block. */
void shapes_live_at(struct shapes *s, const struct graph_frame *fr, uint32_t position,
                    uint64_t *set)
{
    LAW(fr->block < fr->f->blocks.count);
    liveness_at(shapes_function(s, fr->function)->live, fr->block, position, set);
}
