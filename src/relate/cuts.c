#include "relate/relate_internal.h"

#include "base/failure.h"
#include "program/passes.h"

#include <string.h>

enum { UNROLLED_WAYS = 40, UNROLLED_LENGTH = 1500 };

struct gathering {
    struct pair_side *side;
    struct arena *arena;
    struct loops *loops;
    bool good;
};

static void add_loop(struct gathering *g, const struct pair_cut *here, uint32_t block,
                     uint32_t nesting)
{
    if (g->loops->count == PAIR_MOST_CUTS) {
        g->good = false;
        return;
    }
    struct pair_cut cut = *here;
    cut.block = block;
    g->loops->nesting[g->loops->count] = nesting;
    g->loops->cuts[g->loops->count++] = cut;
}

static void gather(struct gathering *g, uint32_t function, const struct pair_cut *here,
                   uint32_t around)
{
    const struct function *f = &g->side->program->functions.data[function];
    struct dominators dominators;
    struct loop_forest forest;
    dominators_find(f, g->arena, &dominators);
    loops_find(f, &dominators, g->arena, &forest);
    for (uint32_t n = 0; n < dominators.count && g->good; n++) {
        uint32_t block = dominators.rpo[n], loop = forest.loop_of[block];
        uint32_t depth = loop == UINT32_MAX ? 0 : forest.loops[loop].depth;
        if (loop != UINT32_MAX && forest.loops[loop].header == block)
            add_loop(g, here, block, around + depth - 1);
        for (size_t i = 0; i < f->blocks.data[block].instructions.count; i++) {
            uint32_t id = f->blocks.data[block].instructions.data[i];
            const struct instruction *in = &f->instructions.data[id];
            uint32_t callee = in->op == OP_CALL ? pair_callee(g->side, f, in) : UINT32_MAX;
            if (callee == UINT32_MAX || callee == function || here->depth + 1 >= PAIR_DEPTH)
                continue;
            struct pair_cut inner = *here;
            inner.calls[inner.depth++] = id;
            gather(g, callee, &inner, around + depth);
        }
    }
}

static bool is_same_cut(const struct pair_cut *a, const struct pair_cut *b)
{
    if (a->block != b->block || a->depth != b->depth)
        return false;
    return !memcmp(a->calls, b->calls, a->depth * sizeof *a->calls);
}

static bool are_apart(const struct loops *loops)
{
    for (size_t i = 0; i < loops->count; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same_cut(&loops->cuts[i], &loops->cuts[k]))
                return false;
    return true;
}

bool relate_loops(struct pair_side *s, struct arena *arena, struct loops *loops)
{
    LAW(!loops->count);
    struct pair_cut here = {0};
    struct gathering g = {s, arena, loops, true};
    gather(&g, s->function, &here, 0);
    LAW(!g.good || are_apart(loops));
    return g.good;
}

/* All ways from one place have an end with these cuts. */
static bool has_end(struct pair_side *s, uint32_t place)
{
    struct pair_way start;
    pair_ways ways = {0};
    bool good = pair_way_start(s, place, &start) && pair_walk(s, &start, 1, &ways);
    pair_way_release(&start);
    pair_ways_release(&ways);
    s->failed = NULL;
    return good;
}

static bool have_ends(struct pair_side *s, const struct loops *loops)
{
    s->cuts = loops->cuts;
    s->cut_count = loops->count;
    for (uint32_t place = 0; place <= loops->count; place++)
        if (!has_end(s, place))
            return false;
    return true;
}

static struct loops without(const struct loops *loops, size_t i)
{
    LAW(i < loops->count);
    struct loops fewer = *loops;
    memmove(&fewer.cuts[i], &fewer.cuts[i + 1], (fewer.count - i - 1) * sizeof *fewer.cuts);
    memmove(&fewer.nesting[i], &fewer.nesting[i + 1],
            (fewer.count - i - 1) * sizeof *fewer.nesting);
    fewer.count--;
    return fewer;
}

void relate_unroll(struct pair_side *s, struct loops *loops)
{
    struct pair_side plain = *s;
    plain.solver = NULL;
    plain.objects = NULL;
    plain.most_ways = UNROLLED_WAYS;
    plain.most_length = UNROLLED_LENGTH;
    for (size_t i = loops->count; i-- > 0;) {
        struct loops fewer = without(loops, i);
        if (have_ends(&plain, &fewer))
            *loops = fewer;
    }
    s->cuts = loops->cuts;
    s->cut_count = loops->count;
}

/* The block that the head of a loop always goes on to, unless it leaves the loop. */
static uint32_t after_test(const struct function *f, const struct loop_forest *forest,
                           uint32_t head)
{
    LAW(head < f->blocks.count);
    const struct instruction *last = block_terminator(f, &f->blocks.data[head]);
    uint32_t loop = forest->loop_of[head];
    if (!last || last->op != OP_BRANCH || loop == UINT32_MAX ||
        forest->loops[loop].header != head)
        return head;
    bool inside[2] = {loop_contains(forest, loop, last->target[0]),
                      loop_contains(forest, loop, last->target[1])};
    if (inside[0] == inside[1])
        return head;
    return last->target[inside[0] ? 0 : 1];
}

void relate_rotate(struct pair_side *s, struct arena *arena, struct loops *loops)
{
    for (size_t i = 0; i < loops->count; i++) {
        struct pair_way w;
        struct dominators dominators;
        struct loop_forest forest;
        s->cuts = loops->cuts;
        s->cut_count = loops->count;
        if (pair_way_start(s, (uint32_t)i + 1, &w)) {
            const struct function *f =
                &s->program->functions.data[w.frames[w.depth - 1].function];
            dominators_find(f, arena, &dominators);
            loops_find(f, &dominators, arena, &forest);
            loops->cuts[i].block = after_test(f, &forest, loops->cuts[i].block);
        }
        pair_way_release(&w);
    }
}
