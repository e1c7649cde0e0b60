#include "lists/cuts.h"

#include "base/failure.h"
#include "base/text.h"

const char *call_name(const struct program *p, const struct function *f,
                      const struct instruction *in)
{
    struct value callee = instruction_operand(f, in, 0);
    if (!value_is_constant(callee))
        return "";
    const struct constant *c = program_constant(p, callee);
    return c->kind == CONSTANT_FUNCTION ? p->functions.data[c->index].name : "";
}

static bool unsupported(const struct program *p, const struct instruction *in,
                        struct failure *f, const char *what)
{
    char place[200];
    return failure_set(f, FAILURE_UNSUPPORTED, "%s, %s", what,
                       place_text(p, instruction_place(p, in), place, sizeof place));
}

struct finding {
    const struct program *p;
    const struct function *f;
    struct arena *arena;
    struct cuts *cuts;
    struct failure *failure;
};

static const struct instruction *at(const struct finding *w, uint32_t block,
                                    uint32_t position)
{
    LAW(position < w->f->blocks.data[block].instructions.count);
    return &w->f->instructions.data[w->f->blocks.data[block].instructions.data[position]];
}

static uint32_t after_phis(const struct finding *w, uint32_t block)
{
    uint32_t n = 0;
    while (at(w, block, n)->op == OP_PHI)
        n++;
    return n;
}

/* An annotation moves the point behind it. They must come one after the other on every way
 * round. */
static bool take_annotation(struct finding *w, struct cut *c, uint32_t block,
                            uint32_t position)
{
    const struct instruction *in = at(w, block, position);
    bool ranking = text_same(call_name(w->p, w->f, in), "__sooth_ranking");
    if (c->annotated && !dominates(&w->cuts->dominators, c->block, block))
        return unsupported(w->p, in, w->failure,
                           "annotations on different ways through a loop");
    if (ranking && c->ranking != UINT32_MAX)
        return unsupported(w->p, in, w->failure, "a second ranking of a loop");
    uint32_t id = w->f->blocks.data[block].instructions.data[position];
    if (ranking)
        c->ranking = id;
    else
        VECTOR_PUSH(&c->invariants, id);
    c->annotated = true;
    c->block = block;
    c->after = position + 1;
    return true;
}

static bool is_annotation(const struct finding *w, const struct instruction *in)
{
    if (in->op != OP_CALL)
        return false;
    const char *name = call_name(w->p, w->f, in);
    return text_same(name, "__sooth_invariant") || text_same(name, "__sooth_ranking");
}

static bool annotations(struct finding *w, struct cut *c)
{
    const struct dominators *d = &w->cuts->dominators;
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t b = d->rpo[i];
        if (w->cuts->forest.loop_of[b] != c->loop)
            continue;
        for (uint32_t k = 0; k < w->f->blocks.data[b].instructions.count; k++)
            if (is_annotation(w, at(w, b, k)) && !take_annotation(w, c, b, k))
                return false;
    }
    return true;
}

/* Backwards from the point to the header. */
static void mark_prefix(const struct finding *w, struct cut *c)
{
    VECTOR(uint32_t) work = {0};
    c->prefix = ARENA_ARRAY(w->arena, bool, w->f->blocks.count);
    c->prefix[c->block] = true;
    VECTOR_PUSH(&work, c->block);
    while (work.count) {
        uint32_t b = VECTOR_POP(&work);
        if (b == c->header)
            continue;
        const struct block *block = &w->f->blocks.data[b];
        for (size_t i = 0; i < block->predecessors.count; i++) {
            uint32_t from = block->predecessors.data[i];
            if (c->prefix[from])
                continue;
            c->prefix[from] = true;
            VECTOR_PUSH(&work, from);
        }
    }
    VECTOR_RELEASE(&work);
}

static bool check_cut(struct finding *w, struct cut *c)
{
    const struct loop *loop = &w->cuts->forest.loops[c->loop];
    const struct instruction *in = at(w, c->block, c->after ? c->after - 1 : 0);
    if (loop->irreducible)
        return unsupported(w->p, in, w->failure, "a loop with two entries");
    for (uint32_t i = 0; i < loop->latch_count; i++)
        if (!dominates(&w->cuts->dominators, c->block, loop->latches[i]))
            return unsupported(w->p, in, w->failure,
                               "a way round the loop without its annotation");
    for (uint32_t b = 0; b < w->f->blocks.count; b++)
        if (c->prefix[b] && w->cuts->forest.loop_of[b] != c->loop)
            return unsupported(w->p, in, w->failure,
                               "a loop between the head of a loop and its annotation");
    return true;
}

static bool find_cut(struct finding *w, uint32_t loop)
{
    struct cut c = {
        .loop = loop, .header = w->cuts->forest.loops[loop].header, .ranking = UINT32_MAX};
    c.block = c.header;
    c.after = after_phis(w, c.header);
    bool fine = annotations(w, &c);
    mark_prefix(w, &c);
    fine = fine && check_cut(w, &c);
    LAW(!fine || c.prefix[c.header]);
    LAW(!fine ||
        w->cuts->cut_of[c.block] == UINT32_MAX); /* a block holds the point of one loop */
    w->cuts->cut_of[c.block] = (uint32_t)w->cuts->list.count;
    VECTOR_PUSH(&w->cuts->list, c);
    return fine;
}

bool cuts_find(const struct program *p, const struct function *f, struct arena *arena,
               struct cuts *cuts, struct failure *failure)
{
    struct finding w = {p, f, arena, cuts, failure};
    *cuts = (struct cuts){0};
    dominators_find(f, arena, &cuts->dominators);
    loops_find(f, &cuts->dominators, arena, &cuts->forest);
    cuts->cut_of = ARENA_ARRAY(arena, uint32_t, f->blocks.count);
    for (size_t b = 0; b < f->blocks.count; b++)
        cuts->cut_of[b] = UINT32_MAX;
    for (uint32_t l = 0; l < cuts->forest.count; l++)
        if (!find_cut(&w, l))
            return false;
    return true;
}

void cuts_release(struct cuts *cuts)
{
    for (size_t i = 0; i < cuts->list.count; i++)
        VECTOR_RELEASE(&cuts->list.data[i].invariants);
    VECTOR_RELEASE(&cuts->list);
}
