/* Lexical blocks of instructions: where control is inside of the block of a local, where it
 * enters and leaves it, and where nobody can tell. */
#include "program/passes/lives_internal.h"

bool scope_within(const struct block_scopes *s, uint32_t scope, uint32_t outer)
{
    while (scope && scope != outer)
        scope = s->parent[scope];
    return scope == outer;
}

uint32_t scope_of(const struct work *w, uint32_t id)
{
    return id < w->scopes->count ? w->scopes->scope_of[id] & ~SCOPE_ENTERS : 0;
}

static bool enters(const struct work *w, uint32_t id)
{
    return id < w->scopes->count && w->scopes->scope_of[id] & SCOPE_ENTERS;
}

/* Room for locals and for arguments is made where the function starts, whichever block they
 * belong to. */
static bool is_made_early(const struct work *w, uint32_t id)
{
    const struct instruction *in = &w->f->instructions.data[id];
    return in->op == OP_ALLOCA && in->block == 0;
}

bool is_evidence(const struct work *w, uint32_t id)
{
    enum op_class class = op_class(w->f->instructions.data[id].op);
    if (is_made_early(w, id))
        return false;
    bool tells = class == CLASS_MEMORY || class == CLASS_CALL || enters(w, id);
    return tells && scope_of(w, id);
}

/* The first or last scope that shows in a block; 0: none. */
static uint32_t border_scope(const struct work *w, uint32_t block, bool last)
{
    const struct block *b = &w->f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[last ? b->instructions.count - 1 - i : i];
        if (is_evidence(w, id))
            return scope_of(w, id);
    }
    return 0;
}

void find_blocks(struct work *w)
{
    const struct function *f = w->f;
    if (!w->stale)
        return;
    w->stale = false;
    function_link(w->f);
    dominators_find(f, &w->whole, &w->dominators);
    loops_find(f, &w->dominators, &w->whole, &w->loops);
    w->inside_in = ARENA_ARRAY(&w->whole, bool, f->blocks.count + 1);
    w->inside_out = ARENA_ARRAY(&w->whole, bool, f->blocks.count + 1);
    w->first_scope = ARENA_ARRAY(&w->whole, uint32_t, f->blocks.count + 1);
    w->last_scope = ARENA_ARRAY(&w->whole, uint32_t, f->blocks.count + 1);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        w->first_scope[b] = border_scope(w, b, false);
        w->last_scope[b] = border_scope(w, b, true);
    }
}

static bool all_come_from_inside(const struct work *w, uint32_t block)
{
    const struct block *b = &w->f->blocks.data[block];
    bool any = false;
    for (uint32_t i = 0; i < b->predecessors.count; i++) {
        uint32_t from = b->predecessors.data[i];
        if (w->dominators.idom[from] == UINT32_MAX || dominates(&w->dominators, block, from))
            continue;
        if (!w->inside_out[from])
            return false;
        any = true;
    }
    return any;
}

void find_inside(struct work *w, uint32_t scope)
{
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t b = w->dominators.rpo[i], first = w->first_scope[b];
        w->inside_in[b] =
            first ? scope_within(w->scopes, first, scope) : all_come_from_inside(w, b);
        w->inside_out[b] =
            first ? scope_within(w->scopes, w->last_scope[b], scope) : w->inside_in[b];
    }
}

static bool is_inside(const struct work *w, uint32_t id, uint32_t scope)
{
    return is_evidence(w, id) && scope_within(w->scopes, scope_of(w, id), scope);
}

/* Whether any of the block is inside. */
static bool touches(const struct work *w, uint32_t block, uint32_t scope)
{
    const struct block *b = &w->f->blocks.data[block];
    bool any = w->inside_in[block] || w->inside_out[block];
    for (size_t k = 0; k < b->instructions.count && !any; k++)
        any = is_inside(w, b->instructions.data[k], scope);
    return any;
}

/* --- places --- */

uint32_t common_dominator(const struct work *w, uint32_t a, uint32_t b)
{
    if (a == UINT32_MAX)
        return b;
    while (a != b) {
        bool later = w->dominators.number[a] > w->dominators.number[b];
        if (later)
            a = w->dominators.idom[a];
        else
            b = w->dominators.idom[b];
    }
    return a;
}

size_t before_terminator(const struct work *w, uint32_t block)
{
    return w->f->blocks.data[block].instructions.count - 1;
}

struct spot start_of_scope(const struct work *w, uint32_t scope)
{
    uint32_t block = UINT32_MAX;
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t b = w->dominators.rpo[i];
        if (touches(w, b, scope))
            block = common_dominator(w, block, b);
    }
    if (block == UINT32_MAX)
        return (struct spot){0, 0};
    for (uint32_t loop; (loop = w->loops.loop_of[block]) != UINT32_MAX;) {
        uint32_t header = w->loops.loops[loop].header;
        if (!w->inside_in[header])
            break;
        block = w->dominators.idom[header];
    }
    const struct block *b = &w->f->blocks.data[block];
    for (size_t k = block_phi_count(w->f, b);
         k < b->instructions.count && !w->inside_in[block]; k++)
        if (is_inside(w, b->instructions.data[k], scope))
            return (struct spot){block, k};
    return (struct spot){block, w->inside_in[block] ? block_phi_count(w->f, b)
                                                    : before_terminator(w, block)};
}

/* --- doubts --- */

struct blocks successors(struct work *w, uint32_t block)
{
    const struct block *b = &w->f->blocks.data[block];
    struct blocks to = {.count = block_successors(w->f, b, NULL, 0)};
    to.data = ARENA_ARRAY(&w->arena, uint32_t, to.count + 1);
    block_successors(w->f, b, to.data, to.count);
    return to;
}

/* Whether control gets from there into the scope but not through the start, where a new life
 * begins. Some instructions of clang's own stand inside though they come after it; they fill
 * no block. */
static bool comes_back(struct work *w, uint32_t from, uint32_t start, bool *seen)
{
    if (from == start || seen[from])
        return false;
    if (w->inside_in[from] || w->inside_out[from])
        return true;
    seen[from] = true;
    struct blocks to = successors(w, from);
    bool back = false;
    for (uint32_t k = 0; k < to.count && !back; k++)
        back = comes_back(w, to.data[k], start, seen);
    return back;
}

bool is_entered_elsewhere(struct work *w, uint32_t scope, uint32_t start)
{
    bool *seen = ARENA_ARRAY(&w->arena, bool, w->f->blocks.count + 1);
    bool back = false;
    for (uint32_t i = 0; i < w->dominators.count && !back; i++) {
        uint32_t from = w->dominators.rpo[i];
        if (!touches(w, from, scope))
            continue;
        struct blocks to = successors(w, from);
        for (uint32_t k = 0; k < to.count && !back; k++)
            back = !w->inside_in[to.data[k]] && comes_back(w, to.data[k], start, seen);
    }
    return back;
}

bool is_passed_unseen(struct work *w)
{
    bool unseen = false;
    for (uint32_t i = 0; i < w->dominators.count && !unseen; i++) {
        uint32_t b = w->dominators.rpo[i];
        const struct block *have = &w->f->blocks.data[b];
        struct blocks to = successors(w, b);
        bool comes = false, goes = false;
        if (w->inside_in[b] || w->first_scope[b])
            continue;
        for (size_t k = 0; k < have->predecessors.count; k++)
            comes |= w->inside_out[have->predecessors.data[k]];
        for (uint32_t k = 0; k < to.count; k++)
            goes |= w->inside_in[to.data[k]];
        unseen = comes && goes;
    }
    return unseen;
}
