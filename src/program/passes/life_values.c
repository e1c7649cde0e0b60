/* Values of locals that have no lifetime markers. C leaves a value indeterminate at the start
 * of each life, and again whenever control reaches the declaration; clang keeps one variable
 * for all lives. (docs/decisions/329-values-end-with-their-life.md)
 *
 * Translation puts a LIFESTART at each declaration. Here the value is forgotten, too, where
 * control leaves the block and may come back to a place that reads it. Of a variable that is
 * declared where control never comes clang does not tell the block: that is unsupported. */
#include "program/passes/lives_internal.h"

enum touch { TOUCH_NONE, TOUCH_READ, TOUCH_WRITE };
struct lives {
    struct work *w;
    const struct scoped_local *l;
    uint32_t scope;
    bool *in, *out; /* per block: what the local holds may be read */
};
struct forgets { /* on edges */
    uint32_t from, to;
    bool doubtful;
};

/* --- reads and writes --- */

static bool constant_size(const struct program *p, struct value v, uint64_t *size)
{
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c || c->kind != CONSTANT_BITS)
        return false;
    *size = c->limbs[0] | (c->type.width > 32 ? (uint64_t)c->limbs[1] << 32 : 0);
    return true;
}

static uint64_t size_of_local(const struct work *w, uint32_t local)
{
    uint64_t size = 0;
    const struct instruction *made = &w->f->instructions.data[local];
    LAW(made->op == OP_ALLOCA);
    return constant_size(w->program, instruction_operand(w->f, made, 0), &size) ? size : 0;
}

static bool is_of_local(const struct work *w, const struct instruction *i, uint32_t k)
{
    return !instruction_operand_is_block(i, k) &&
           is_reached(w, instruction_operand(w->f, i, k));
}

static bool uses_local(const struct work *w, const struct instruction *i)
{
    bool uses = false;
    for (uint32_t k = 0; k < i->count; k++)
        uses |= is_of_local(w, i, k);
    return uses;
}

static bool writes_whole(const struct work *w, const struct instruction *i, uint32_t local)
{
    uint64_t size = 0;
    struct value to = instruction_operand(w->f, i, 0);
    if (to.id != local)
        return false;
    if (i->op == OP_STORE)
        size = type_bytes(value_type(w->program, w->f, instruction_operand(w->f, i, 1)));
    else
        constant_size(w->program, instruction_operand(w->f, i, 2), &size);
    return size && size >= size_of_local(w, local);
}

/* These use the address, and leave alone what is there. */
static const bool only_names[OP_COUNT] = {
    [OP_ALLOCA] = true, [OP_PTRADD] = true, [OP_SELECT] = true,  [OP_PHI] = true,
    [OP_ICMP] = true,   [OP_NOTE] = true,   [OP_LIFEEND] = true,
};
static const bool writes[OP_COUNT] = {
    [OP_STORE] = true,
    [OP_MEMSET] = true,
    [OP_MEMCPY] = true,
    [OP_MEMMOVE] = true,
};

static enum touch touch_of(const struct work *w, uint32_t id, uint32_t local)
{
    const struct instruction *i = &w->f->instructions.data[id];
    bool from = false;
    for (uint32_t k = 1; k < i->count; k++)
        from |= is_of_local(w, i, k);
    if (!uses_local(w, i))
        return TOUCH_NONE;
    if (only_names[i->op])
        return TOUCH_NONE;
    if (i->op == OP_LIFESTART)
        return TOUCH_WRITE;
    if (!writes[i->op] || from)
        return TOUCH_READ;
    return writes_whole(w, i, local) ? TOUCH_WRITE : TOUCH_NONE;
}

static bool is_used_in(const struct work *w, uint32_t block)
{
    return block < w->known_blocks && w->used[block];
}

/* Whether the value may be read from this position of the block on. */
static bool is_live_at(const struct lives *v, uint32_t block, size_t at)
{
    const struct block *b = &v->w->f->blocks.data[block];
    for (size_t k = at; k < b->instructions.count && is_used_in(v->w, block); k++) {
        enum touch t = touch_of(v->w, b->instructions.data[k], v->l->local);
        if (t != TOUCH_NONE)
            return t == TOUCH_READ;
    }
    return v->out[block];
}

/* From what is read backwards. False: nothing is read that another block wrote. */
static bool find_lives(struct lives *v)
{
    const struct function *f = v->w->f;
    uint32_t *queue = ARENA_ARRAY(&v->w->arena, uint32_t, f->blocks.count + 1), count = 0;
    v->in = ARENA_ARRAY(&v->w->arena, bool, f->blocks.count + 1);
    v->out = ARENA_ARRAY(&v->w->arena, bool, f->blocks.count + 1);
    for (uint32_t b = 0; b < v->w->known_blocks; b++)
        if (is_used_in(v->w, b) && is_live_at(v, b, 0)) {
            v->in[b] = true;
            queue[count++] = b;
        }
    for (uint32_t done = 0; done < count; done++) {
        const struct block *b = &f->blocks.data[queue[done]];
        for (uint32_t k = 0; k < b->predecessors.count; k++) {
            uint32_t from = b->predecessors.data[k];
            v->out[from] = true;
            if (v->in[from] || !is_live_at(v, from, 0))
                continue;
            v->in[from] = true;
            queue[count++] = from;
        }
    }
    return count != 0;
}

/* --- from one life to the next --- */

static struct instruction forget(struct work *w, uint32_t block, bool doubtful)
{
    const struct block *b = &w->f->blocks.data[block];
    if (!doubtful)
        return instruction_make(OP_LIFESTART, type_void());
    struct instruction i = instruction_make(OP_UNSUPPORTED, type_void());
    i.text = arena_text(&w->program->arena,
                        "a local that a jump passes, in a block whose end is not known");
    i.place = w->f->instructions.data[VECTOR_LAST(&b->instructions)].place;
    return i;
}

static bool is_known(const struct lives *v)
{
    return v->l->declared && v->l->kind == SCOPED_IN_BLOCK;
}

/* Whether the value that goes along the edge may be one of an earlier life. `blind`: nothing
 * tells where the block at its end stands. */
static bool may_outlive(const struct lives *v, uint32_t from, uint32_t to, bool blind)
{
    const struct work *w = v->w;
    bool leaves = w->inside_out[from] && !w->inside_in[to];
    bool back = w->dominators.number[to] <= w->dominators.number[from];
    return v->in[to] && (leaves || back || blind);
}

static bool forget_on_edges(struct lives *v)
{
    struct work *w = v->w;
    bool matters = false;
    VECTOR(struct forgets) all = {0};
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t from = w->dominators.rpo[i];
        struct blocks to = successors(w, from);
        for (uint32_t k = 0; k < to.count; k++) {
            bool blind = !w->first_scope[to.data[k]], again = false;
            for (uint32_t m = 0; m < k; m++)
                again |= to.data[m] == to.data[k];
            if (again || !may_outlive(v, from, to.data[k], blind))
                continue;
            matters = true;
            if (v->l->kind != SCOPED_IN_BLOCK ||
                (w->inside_out[from] && !w->inside_in[to.data[k]]))
                VECTOR_PUSH(&all, (struct forgets){from, to.data[k], !is_known(v) || blind});
        }
    }
    for (size_t i = 0; i < all.count; i++)
        insert_on_edge(w, all.data[i].from, all.data[i].to,
                       forget(w, all.data[i].from, all.data[i].doubtful),
                       all.data[i].doubtful ? UINT32_MAX : v->l->local);
    VECTOR_RELEASE(&all);
    return matters;
}

static bool forget_within_blocks(struct lives *v)
{
    struct work *w = v->w;
    bool matters = false;
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        uint32_t block = w->dominators.rpo[i];
        bool inside = w->inside_in[block];
        for (size_t k = 0; k < w->f->blocks.data[block].instructions.count; k++) {
            uint32_t id = w->f->blocks.data[block].instructions.data[k];
            if (!is_evidence(w, id))
                continue;
            bool here = scope_within(w->scopes, scope_of(w, id), v->scope);
            if (inside && !here && is_live_at(v, block, k)) {
                function_insert(w->f, block, k++, forget(w, block, !is_known(v)),
                                &v->l->local, is_known(v));
                matters = true;
            }
            inside = here;
        }
    }
    return matters;
}

/* Literals and temporaries are made, as a whole or by parts, where all their uses follow. */
static bool is_made_first(const struct work *w, uint32_t local)
{
    uint32_t made = UINT32_MAX, all = UINT32_MAX;
    for (uint32_t i = 0; i < w->dominators.count; i++) {
        const struct block *b = &w->f->blocks.data[w->dominators.rpo[i]];
        for (size_t k = 0; k < b->instructions.count; k++) {
            const struct instruction *in = &w->f->instructions.data[b->instructions.data[k]];
            enum op_class class = op_class(in->op);
            if ((class != CLASS_MEMORY && class != CLASS_CALL) || in->op == OP_ALLOCA ||
                !uses_local(w, in))
                continue;
            all = common_dominator(w, all, w->dominators.rpo[i]);
            if (made == UINT32_MAX &&
                touch_of(w, b->instructions.data[k], local) != TOUCH_READ)
                made = w->dominators.rpo[i];
            if (made == UINT32_MAX)
                return false; /* read where it is not yet made */
        }
    }
    return made == all;
}

bool values_end_with_life(struct work *w, const struct scoped_local *l)
{
    struct lives v = {.w = w, .l = l, .scope = l->declared ? l->scope : l->around};
    if (w->stale)
        function_link(w->f);
    if (!find_lives(&v))
        return false;
    find_blocks(w);
    if (!l->declared && (!l->around || is_made_first(w, l->local)))
        return false;
    find_inside(w, v.scope);
    bool matters = forget_within_blocks(&v);
    return forget_on_edges(&v) || matters;
}

/* --- declarations --- */

/* Whether the local is used in the block before this mark; UINT32_MAX: anywhere. */
static bool is_used_until(struct work *w, uint32_t block, uint32_t mark)
{
    const struct block *b = &w->f->blocks.data[block];
    for (size_t k = 0; k < b->instructions.count && is_used_in(w, block); k++) {
        const struct instruction *i = &w->f->instructions.data[b->instructions.data[k]];
        if (b->instructions.data[k] == mark)
            return false;
        if (i->op != OP_LIFESTART && uses_local(w, i))
            return true;
    }
    return false;
}

/* Whether control may come from a use of the local to its declaration. */
static bool is_used_before(struct work *w, uint32_t mark)
{
    uint32_t block = w->f->instructions.data[mark].block;
    bool *seen = ARENA_ARRAY(&w->arena, bool, w->f->blocks.count + 1);
    uint32_t *queue = ARENA_ARRAY(&w->arena, uint32_t, w->f->blocks.count + 1), count = 0;
    bool used = is_used_until(w, block, mark);
    for (uint32_t done = 0; !used; done++) {
        const struct block *b = &w->f->blocks.data[block];
        for (uint32_t k = 0; k < b->predecessors.count; k++) {
            uint32_t from = b->predecessors.data[k];
            if (!seen[from])
                queue[count++] = from;
            seen[from] = true;
        }
        if (done == count)
            break;
        block = queue[done];
        used = is_used_until(w, block, UINT32_MAX);
    }
    return used;
}

static void take_out(struct function *f, uint32_t id)
{
    struct block *b = &f->blocks.data[f->instructions.data[id].block];
    size_t kept = 0;
    for (size_t k = 0; k < b->instructions.count; k++)
        if (b->instructions.data[k] != id)
            b->instructions.data[kept++] = b->instructions.data[k];
    b->instructions.count = kept;
    f->instructions.data[id].block = UINT32_MAX;
}

static size_t position_in(const struct block *b, uint32_t id)
{
    size_t at = 0;
    while (b->instructions.data[at] != id)
        at++;
    return at;
}

/* The object stays: pointers to it are good, and nobody knows whether it lives if nobody did
 * before. So a new object's content is copied into it instead of a LIFESTART. */
static void fill_anew(struct work *w, uint32_t local, uint32_t mark)
{
    struct function *f = w->f;
    struct instruction made = f->instructions.data[local],
                       copy = instruction_make(OP_MEMCPY, type_void());
    uint32_t size = instruction_operand(f, &made, 0).id,
             block = f->instructions.data[mark].block;
    made.variable = UINT32_MAX;
    uint32_t other = function_insert(
        f, made.block, position_in(&f->blocks.data[made.block], local), made, &size, 1);
    f->operands.data[f->instructions.data[mark].operand] = other;
    uint32_t operands[] = {local, other, size};
    function_insert(f, block, position_in(&f->blocks.data[block], mark) + 1, copy, operands,
                    3);
}

void values_end_at_declarations(struct work *w, uint32_t local, bool kept)
{
    for (uint32_t k = w->first_user[local]; k < w->first_user[local + 1]; k++) {
        uint32_t id = w->users[k];
        if (w->f->instructions.data[id].op != OP_LIFESTART)
            continue;
        if (!is_used_before(w, id))
            take_out(w->f, id);
        else if (kept)
            fill_anew(w, local, id);
    }
}
