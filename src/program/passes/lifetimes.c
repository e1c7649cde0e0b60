/* Lifetimes that clang does not mark: variables whose declaration is jumped over, compound
 * literals, temporaries of calls. (docs/decisions/115-lifetimes-without-markers.md)
 *
 * The lexical block of each instruction is known. A variable ends where control leaves its
 * block, and so does a literal (blocks that clang does not show are written out:
 * load/blocks.h). A temporary may have ended as soon as its address was kept. In loops the
 * ALLOCA moves to where a life begins, so that each life has an object of its own. Where the
 * address is not kept, only the value ends (life_values.c). */
#include "program/passes/lives_internal.h"

struct ends { /* on edges: several may lead to one block */
    uint32_t from, to;
    enum life_end kind;
};

/* --- places --- */

/* Where a literal or temporary is made: before its first use. */
static struct spot start_of_uses(const struct work *w, uint32_t local)
{
    uint32_t block = UINT32_MAX;
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        const struct block *b = &w->f->blocks.data[w->dominators.rpo[i]];
        for (size_t k = 0; k < b->instructions.count; k++) {
            const struct instruction *in = &w->f->instructions.data[b->instructions.data[k]];
            if (in->op != OP_PHI && instruction_uses(w->f, in, local))
                block = common_dominator(w, block, w->dominators.rpo[i]);
        }
    }
    if (block == UINT32_MAX)
        return (struct spot){0, 0};
    const struct block *b = &w->f->blocks.data[block];
    for (size_t k = block_phi_count(w->f, b); k < b->instructions.count; k++)
        if (instruction_uses(w->f, &w->f->instructions.data[b->instructions.data[k]], local))
            return (struct spot){block, k};
    return (struct spot){block, before_terminator(w, block)};
}

/* Whether the value comes into the PHI only from blocks that the start dominates. */
static bool merges_after(const struct work *w, const struct instruction *phi, uint32_t start,
                         uint32_t value)
{
    for (uint32_t k = 0; k + 1 < phi->count; k += 2)
        if (instruction_operand(w->f, phi, k).id == value &&
            !dominates(&w->dominators, start, instruction_operand(w->f, phi, k + 1).id))
            return false;
    return true;
}

/* Whether the spot comes before every use. */
static bool precedes_uses(const struct work *w, struct spot s, uint32_t local)
{
    for (uint32_t b = 0; b < w->f->blocks.count; b++) {
        const struct block *have = &w->f->blocks.data[b];
        if (w->dominators.idom[b] == UINT32_MAX)
            continue;
        for (size_t k = 0; k < have->instructions.count; k++) {
            const struct instruction *in =
                &w->f->instructions.data[have->instructions.data[k]];
            if (!instruction_uses(w->f, in, local))
                continue;
            if (in->op == OP_PHI && merges_after(w, in, s.block, local))
                continue;
            if (in->op == OP_PHI || !dominates(&w->dominators, s.block, b) ||
                (b == s.block && k < s.at))
                return false;
        }
    }
    return true;
}

static void move_to(struct work *w, uint32_t local, struct spot s)
{
    struct instruction *made = &w->f->instructions.data[local];
    struct block *from = &w->f->blocks.data[made->block], *to = &w->f->blocks.data[s.block];
    size_t gap = 0;
    while (from->instructions.data[gap] != local)
        gap++;
    for (size_t i = gap + 1; i < from->instructions.count; i++)
        from->instructions.data[i - 1] = from->instructions.data[i];
    from->instructions.count--;
    if (from == to && gap < s.at)
        s.at--;
    VECTOR_PUSH(&to->instructions, local);
    for (size_t i = to->instructions.count - 1; i > s.at; i--)
        to->instructions.data[i] = to->instructions.data[i - 1];
    to->instructions.data[s.at] = local;
    made->block = s.block;
}

/* --- ends --- */

static struct instruction end_of_life(enum life_end kind)
{
    struct instruction end = instruction_make(OP_LIFEEND, type_void());
    end.sub = (uint8_t)kind;
    return end;
}

static void insert_end(struct work *w, uint32_t block, size_t at, uint32_t local,
                       enum life_end kind)
{
    function_insert(w->f, block, at, end_of_life(kind), &local, 1);
}

static void redirect(struct function *f, uint32_t from, uint32_t to, uint32_t instead)
{
    const struct block *b = &f->blocks.data[from];
    struct instruction *i = &f->instructions.data[VECTOR_LAST(&b->instructions)];
    for (unsigned k = 0; k < 2; k++)
        if (i->target[k] == to)
            i->target[k] = instead;
    for (uint32_t k = 2; i->op == OP_SWITCH && k < i->count; k += 2)
        if (f->operands.data[i->operand + k] == to)
            f->operands.data[i->operand + k] = instead;
}

void insert_on_edge(struct work *w, uint32_t from, uint32_t to, struct instruction made,
                    uint32_t local)
{
    uint32_t few[2], count = local != UINT32_MAX;
    if (block_successors(w->f, &w->f->blocks.data[from], few, 2) == 1) {
        function_insert(w->f, from, before_terminator(w, from), made, &local, count);
        return;
    }
    uint32_t between = function_add_block(w->program, w->f, NULL);
    struct instruction jump = instruction_make(OP_JUMP, type_void());
    jump.target[0] = to;
    function_add(w->f, between, jump, NULL, 0);
    function_insert(w->f, between, 0, made, &local, count);
    redirect(w->f, from, to, between);
    block_rename_predecessor(w->f, to, from, between);
    w->stale = true;
}

/* Within one block: the scope is left between two instructions. */
static void end_within_blocks(struct work *w, const struct scoped_local *l, uint32_t start,
                              enum life_end kind)
{
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t block = w->dominators.rpo[i];
        bool inside = w->inside_in[block];
        if (!dominates(&w->dominators, start, block))
            continue;
        for (size_t k = 0; k < w->f->blocks.data[block].instructions.count; k++) {
            uint32_t id = w->f->blocks.data[block].instructions.data[k],
                     scope = scope_of(w, id);
            if (!is_evidence(w, id))
                continue;
            bool here = scope_within(w->scopes, scope, l->scope);
            if (inside && !here)
                insert_end(w, block, k++, l->local, kind);
            inside = here;
        }
    }
}

static void end_on_edges(struct work *w, const struct scoped_local *l, uint32_t start,
                         enum life_end kind)
{
    VECTOR(struct ends) all = {0};
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t from = w->dominators.rpo[i],
                 count = block_successors(w->f, &w->f->blocks.data[from], NULL, 0);
        if (!w->inside_out[from] || !dominates(&w->dominators, start, from))
            continue;
        uint32_t *to = ARENA_ARRAY(&w->arena, uint32_t, count + 1);
        block_successors(w->f, &w->f->blocks.data[from], to, count);
        for (uint32_t k = 0; k < count; k++) {
            bool again = false, leaves = !w->inside_in[to[k]];
            for (uint32_t m = 0; m < k; m++)
                again |= to[m] == to[k];
            if (!again && leaves)
                VECTOR_PUSH(&all, (struct ends){from, to[k], kind});
        }
    }
    for (size_t i = 0; i < all.count; i++)
        insert_on_edge(w, all.data[i].from, all.data[i].to, end_of_life(all.data[i].kind),
                       l->local);
    VECTOR_RELEASE(&all);
}

/* --- one local --- */

/* After what keeps the address of a temporary; the instruction that makes it does not. */
static void end_after_keeping(struct work *w, uint32_t local, uint32_t maker)
{
    for (uint32_t b = 0; b < w->f->blocks.count; b++)
        for (size_t k = 0; k < w->f->blocks.data[b].instructions.count; k++) {
            uint32_t id = w->f->blocks.data[b].instructions.data[k];
            if (id == maker || !uses_keep(w, &w->f->instructions.data[id]))
                continue;
            insert_end(w, b, k + 1, local, LIFE_MAY_END);
            k++;
        }
}

static void end_lifetime(struct work *w, const struct scoped_local *l)
{
    find_inside(w, l->scope);
    bool temporary = l->kind != SCOPED_IN_BLOCK;
    struct spot start = temporary ? start_of_uses(w, l->local) : start_of_scope(w, l->scope);
    uint32_t first = w->f->blocks.data[start.block].instructions.data[start.at];
    bool repeated = w->loops.loop_of[start.block] != UINT32_MAX, moved = false;
    bool doubtful = is_entered_elsewhere(w, l->scope, start.block) || is_passed_unseen(w);
    uint32_t dominating = temporary ? start.block : 0;
    if (repeated && precedes_uses(w, start, l->local)) {
        move_to(w, l->local, start);
        dominating = start.block;
        moved = true;
    }
    enum life_end kind = doubtful || (repeated && !moved) ? LIFE_MAY_END : LIFE_ENDS;
    if (temporary) {
        end_after_keeping(w, l->local, first);
        return;
    }
    end_within_blocks(w, l, dominating, kind);
    end_on_edges(w, l, dominating, kind);
}

static bool settle(struct work *w, const struct scoped_local *l)
{
    bool kept, matters = l->kind == SCOPED_IN_BLOCK;
    arena_clear(&w->arena);
    uses_follow(w, l->local);
    kept = uses_are_kept(w);
    if (kept) {
        find_blocks(w);
        end_lifetime(w, l);
    } else {
        matters = values_end_with_life(w, l);
    }
    return matters;
}

bool function_end_lifetimes(struct program *p, struct function *f,
                            const struct block_scopes *scopes,
                            const struct scoped_local *locals, size_t count)
{
    struct work w = {.program = p, .f = f, .scopes = scopes, .stale = true};
    bool matters = false;
    if (!count)
        return false;
    arena_init(&w.whole);
    arena_init(&w.arena);
    function_link(f);
    uses_find(&w);
    for (size_t i = 0; i < count; i++) {
        arena_clear(&w.arena);
        uses_follow(&w, locals[i].local);
        values_end_at_declarations(&w, locals[i].local, uses_are_kept(&w));
    }
    for (size_t i = 0; i < count; i++)
        if (locals[i].kind != SCOPED_IN_FUNCTION)
            matters |= settle(&w, &locals[i]);
    function_link(f);
    arena_release(&w.arena);
    arena_release(&w.whole);
    return matters;
}
