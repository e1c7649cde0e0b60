/* Lifetimes that clang does not mark: variables whose declaration is jumped over, compound
 * literals, temporaries of calls. (docs/decisions/115-lifetimes-without-markers.md)
 *
 * The lexical block of each instruction is known. A variable ends where control leaves its
 * block, and so does a literal (blocks that clang does not show are written out:
 * load/blocks.h). A temporary may have ended as soon as its address was kept. In loops the
 * ALLOCA moves to where a life begins, so that each life has an object of its own. */
#include "program/passes_internal.h"

struct work {
    struct program *program;
    struct function *f;
    const struct block_scopes *scopes;
    struct arena arena;
    struct dominators dominators;
    struct loop_forest loops;
    bool *inside_in, *inside_out; /* per block, of the scope at work */
    bool *reached;                /* per value: made from the local's address */
};
struct ends { /* on edges: several may lead to one block */
    uint32_t from, to;
    enum life_end kind;
};

/* --- scopes --- */

static bool within(const struct block_scopes *s, uint32_t scope, uint32_t outer)
{
    while (scope && scope != outer)
        scope = s->parent[scope];
    return scope == outer;
}

static uint32_t scope_of(const struct work *w, uint32_t id)
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

/* Marks, and what may use an object: branches, and what clang computes of conditions, stand
 * wherever it likes. */
static bool is_evidence(const struct work *w, uint32_t id)
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

/* Which blocks begin and end inside the scope; where no instruction says, as what comes
 * before. */
static void find_inside(struct work *w, uint32_t scope)
{
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t b = w->dominators.rpo[i], first = border_scope(w, b, false);
        w->inside_in[b] =
            first ? within(w->scopes, first, scope) : all_come_from_inside(w, b);
        w->inside_out[b] =
            first ? within(w->scopes, border_scope(w, b, true), scope) : w->inside_in[b];
    }
}

static bool is_inside(const struct work *w, uint32_t id, uint32_t scope)
{
    return is_evidence(w, id) && within(w->scopes, scope_of(w, id), scope);
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

struct spot { /* before the instruction at this position of a block */
    uint32_t block;
    size_t at;
};

static uint32_t common_dominator(const struct work *w, uint32_t a, uint32_t b)
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

static size_t before_terminator(const struct work *w, uint32_t block)
{
    return w->f->blocks.data[block].instructions.count - 1;
}

/* Where the block of a variable is entered: control passes there once for each life of it. */
static struct spot start_of_scope(const struct work *w, uint32_t scope)
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

static bool uses(const struct function *f, const struct instruction *i, uint32_t value)
{
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k) && instruction_operand(f, i, k).id == value)
            return true;
    return false;
}

/* Where a literal or temporary is made: before its first use. */
static struct spot start_of_uses(const struct work *w, uint32_t local)
{
    uint32_t block = UINT32_MAX;
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        const struct block *b = &w->f->blocks.data[w->dominators.rpo[i]];
        for (size_t k = 0; k < b->instructions.count; k++) {
            const struct instruction *in = &w->f->instructions.data[b->instructions.data[k]];
            if (in->op != OP_PHI && uses(w->f, in, local))
                block = common_dominator(w, block, w->dominators.rpo[i]);
        }
    }
    if (block == UINT32_MAX)
        return (struct spot){0, 0};
    const struct block *b = &w->f->blocks.data[block];
    for (size_t k = block_phi_count(w->f, b); k < b->instructions.count; k++)
        if (uses(w->f, &w->f->instructions.data[b->instructions.data[k]], local))
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
            if (!uses(w->f, in, local))
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

static void insert_end(struct work *w, uint32_t block, size_t at, uint32_t local,
                       enum life_end kind)
{
    struct instruction end = instruction_make(OP_LIFEEND, type_void());
    end.sub = (uint8_t)kind;
    function_insert(w->f, block, at, end, &local, 1);
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

static void end_on_edge(struct work *w, const struct ends *e, uint32_t local)
{
    uint32_t few[2];
    if (block_successors(w->f, &w->f->blocks.data[e->from], few, 2) == 1) {
        insert_end(w, e->from, before_terminator(w, e->from), local, e->kind);
        return;
    }
    uint32_t between = function_add_block(w->program, w->f, NULL);
    struct instruction jump = instruction_make(OP_JUMP, type_void());
    jump.target[0] = e->to;
    function_add(w->f, between, jump, NULL, 0);
    insert_end(w, between, 0, local, e->kind);
    redirect(w->f, e->from, e->to, between);
    block_rename_predecessor(w->f, e->to, e->from, between);
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
            bool here = within(w->scopes, scope, l->scope);
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
        end_on_edge(w, &all.data[i], l->local);
    VECTOR_RELEASE(&all);
}

/* --- doubts --- */

struct blocks {
    uint32_t *data;
    uint32_t count;
};

static struct blocks successors(struct work *w, uint32_t block)
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

/* A block that a jump enters in the middle has no place where all its lives begin. */
static bool is_entered_elsewhere(struct work *w, uint32_t scope, uint32_t start)
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

/* Computed jumps share a block that stands nowhere: whether they stay inside is not known. */
static bool is_passed_unseen(struct work *w)
{
    bool unseen = false;
    for (uint32_t i = 0; i < w->dominators.count && !unseen; i++) {
        uint32_t b = w->dominators.rpo[i];
        const struct block *have = &w->f->blocks.data[b];
        struct blocks to = successors(w, b);
        bool comes = false, goes = false;
        if (w->inside_in[b] || border_scope(w, b, false))
            continue;
        for (size_t k = 0; k < have->predecessors.count; k++)
            comes |= w->inside_out[have->predecessors.data[k]];
        for (uint32_t k = 0; k < to.count; k++)
            goes |= w->inside_in[to.data[k]];
        unseen = comes && goes;
    }
    return unseen;
}

/* --- addresses that are kept --- */

static bool keeps(const struct work *w, const struct instruction *i)
{
    if (i->op == OP_CALL) {
        for (uint32_t k = 1; k < i->count; k++) {
            struct value v = instruction_operand(w->f, i, k);
            if (!value_is_constant(v) && w->reached[v.id])
                return true;
        }
        return false;
    }
    if (i->op != OP_STORE && i->op != OP_PTRTOINT)
        return false;
    struct value v = instruction_operand(w->f, i, i->op == OP_STORE ? 1 : 0);
    return !value_is_constant(v) && w->reached[v.id];
}

/* The values that are made from the address. */
static void follow(struct work *w, uint32_t local)
{
    for (size_t i = 0; i < w->f->instructions.count; i++)
        w->reached[i] = i == local;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 0; id < w->f->instructions.count; id++) {
            const struct instruction *i = &w->f->instructions.data[id];
            bool passes = i->op == OP_PTRADD || i->op == OP_SELECT || i->op == OP_PHI;
            if (!passes || w->reached[id])
                continue;
            for (uint32_t k = 0; k < i->count; k++) {
                struct value v = instruction_operand(w->f, i, k);
                if (instruction_operand_is_block(i, k) || value_is_constant(v) ||
                    !w->reached[v.id])
                    continue;
                changed = w->reached[id] = true;
            }
        }
    }
}

static bool is_kept(struct work *w, uint32_t local)
{
    follow(w, local);
    for (size_t i = 0; i < w->f->instructions.count; i++)
        if (keeps(w, &w->f->instructions.data[i]))
            return true;
    return false;
}

/* After what keeps the address of a temporary; the instruction that makes it does not. */
static void end_after_keeping(struct work *w, uint32_t local, uint32_t maker)
{
    for (uint32_t b = 0; b < w->f->blocks.count; b++)
        for (size_t k = 0; k < w->f->blocks.data[b].instructions.count; k++) {
            uint32_t id = w->f->blocks.data[b].instructions.data[k];
            if (id == maker || !keeps(w, &w->f->instructions.data[id]))
                continue;
            insert_end(w, b, k + 1, local, LIFE_MAY_END);
            k++;
        }
}

/* --- one local --- */

static void end_lifetime(struct work *w, const struct scoped_local *l)
{
    find_inside(w, l->scope);
    bool temporary = l->kind == SCOPED_TEMPORARY;
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

bool function_end_lifetimes(struct program *p, struct function *f,
                            const struct block_scopes *scopes,
                            const struct scoped_local *locals, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        struct work w = {.program = p, .f = f, .scopes = scopes};
        arena_init(&w.arena);
        w.reached = ARENA_ARRAY(&w.arena, bool, f->instructions.count + 1);
        if (!is_kept(&w, locals[i].local)) {
            arena_release(&w.arena);
            continue;
        }
        any |= locals[i].kind == SCOPED_IN_BLOCK;
        function_link(f);
        dominators_find(f, &w.arena, &w.dominators);
        loops_find(f, &w.dominators, &w.arena, &w.loops);
        w.inside_in = ARENA_ARRAY(&w.arena, bool, f->blocks.count + 1);
        w.inside_out = ARENA_ARRAY(&w.arena, bool, f->blocks.count + 1);
        end_lifetime(&w, &locals[i]);
        arena_release(&w.arena);
    }
    return any;
}
