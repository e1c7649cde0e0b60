/* Moves values to memory, the reverse of promotion, for those that a region of blocks makes
 * and others use. Every such value gets a slot that is stored once after its definition and
 * loaded before each use elsewhere. Every PHI of the region and of the blocks that follow it
 * gets a slot of its own, stored at the end of each predecessor (all loads before all stores,
 * as the PHIs of a block act at once), and becomes a load. */
#include "program/passes_internal.h"

#include "base/failure.h"

/* A value to store in a PHI's slot at the end of a block. */
struct copy {
    uint32_t slot, value;
};

struct demotion {
    struct program *program;
    struct function *function;
    const bool *region;
    struct arena scratch;
    bool *phis_go;                   /* of each block: its PHIs become loads */
    uint32_t *value_slot, *phi_slot; /* of each instruction: an ALLOCA, UINT32_MAX if none */
    uint32_t *fed;                   /* of each block: 1 + the last block that fed its PHIs */
    uint32_t count;                  /* instructions before */
    VECTOR(uint32_t) slots;
    VECTOR(uint32_t) list; /* of the block in work */
    VECTOR(struct copy) copies;
};

static uint32_t new_slot(struct demotion *d, struct type t, uint32_t variable)
{
    LAW(t.kind != TYPE_VOID);
    struct instruction i = instruction_make(OP_ALLOCA, type_pointer(d->program));
    struct value size =
        constant_int(d->program, type_int(d->program->pointer_width), type_bytes(t));
    i.variable = variable;
    i.block = 0;
    i.operand = (uint32_t)d->function->operands.count;
    i.count = 1;
    VECTOR_PUSH(&d->function->operands, size.id);
    VECTOR_PUSH(&d->function->instructions, i);
    VECTOR_PUSH(&d->slots, (uint32_t)d->function->instructions.count - 1);
    return VECTOR_LAST(&d->slots);
}

/* Whether a value is made in the region, in another block than the one that uses it. */
static bool crosses(const struct demotion *d, uint32_t value, uint32_t used_in)
{
    if (value >= d->count)
        return false;
    uint32_t home = d->function->instructions.data[value].block;
    return home != used_in && d->region[home];
}

/* The block where operand k acts: for a PHI the end of the predecessor. */
static uint32_t block_of_use(const struct demotion *d, const struct instruction *i,
                             uint32_t k)
{
    return i->op == OP_PHI ? d->function->operands.data[i->operand + k + 1] : i->block;
}

static bool results_are_near(const struct demotion *d)
{
    const struct function *f = d->function;
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *i = &f->instructions.data[n];
        if (i->op == OP_RESULT && i->block != UINT32_MAX &&
            crosses(d, f->operands.data[i->operand], i->block))
            return false;
    }
    return true;
}

static void choose_slots(struct demotion *d)
{
    struct function *f = d->function;
    for (uint32_t n = 0; n < d->count; n++) {
        struct instruction i = f->instructions.data[n];
        if (i.block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < i.count; k++) {
            uint32_t v = f->operands.data[i.operand + k];
            if (instruction_operand_is_block(&i, k) || !crosses(d, v, block_of_use(d, &i, k)))
                continue;
            if (d->value_slot[v] == UINT32_MAX)
                d->value_slot[v] = new_slot(d, f->instructions.data[v].type, UINT32_MAX);
        }
        if (i.op == OP_PHI && d->phis_go[i.block])
            d->phi_slot[n] = new_slot(d, i.type, i.variable);
    }
}

/* --- new lists of instructions --- */

static uint32_t emit(struct demotion *d, uint32_t block, enum op op, struct type t,
                     uint32_t a, uint32_t b)
{
    LAW(block < d->function->blocks.count);
    struct function *f = d->function;
    struct instruction i = instruction_make(op, t);
    i.block = block;
    i.operand = (uint32_t)f->operands.count;
    i.count = op == OP_STORE ? 2 : 1;
    VECTOR_PUSH(&f->operands, a);
    if (op == OP_STORE)
        VECTOR_PUSH(&f->operands, b);
    VECTOR_PUSH(&f->instructions, i);
    VECTOR_PUSH(&d->list, (uint32_t)f->instructions.count - 1);
    return VECTOR_LAST(&d->list);
}

/* The value as it can be used in the block: itself, or a load of its slot added here. */
static uint32_t fetch(struct demotion *d, uint32_t block, uint32_t value)
{
    LAW(block < d->function->blocks.count);
    if (!crosses(d, value, block))
        return value;
    return emit(d, block, OP_LOAD, d->function->instructions.data[value].type,
                d->value_slot[value], 0);
}

/* What the PHIs of one following block need from the end of this one. */
static void feed_phis(struct demotion *d, uint32_t block, uint32_t next)
{
    struct function *f = d->function;
    const struct block *to = &f->blocks.data[next];
    for (size_t k = 0; k < to->instructions.count; k++) {
        uint32_t id = to->instructions.data[k];
        bool goes = id < d->count && d->phi_slot[id] != UINT32_MAX;
        if (!goes && f->instructions.data[id].op != OP_PHI)
            break;
        struct instruction phi = f->instructions.data[id];
        for (uint32_t m = 0; m < phi.count; m += 2) {
            if (f->operands.data[phi.operand + m + 1] != block)
                continue;
            uint32_t v = fetch(d, block, f->operands.data[phi.operand + m]);
            if (goes)
                VECTOR_PUSH(&d->copies, (struct copy){d->phi_slot[id], v});
            else
                f->operands.data[phi.operand + m] = v;
        }
    }
}

static void feed_followers(struct demotion *d, uint32_t block)
{
    struct function *f = d->function;
    const struct block *b = &f->blocks.data[block];
    uint32_t count = block_successors(f, b, NULL, 0);
    uint32_t *next = ARENA_ARRAY(&d->scratch, uint32_t, count + 1);
    block_successors(f, b, next, count);
    VECTOR_CLEAR(&d->copies);
    for (uint32_t k = 0; k < count; k++) {
        if (d->fed[next[k]] == block + 1)
            continue; /* a SWITCH may repeat a block */
        d->fed[next[k]] = block + 1;
        feed_phis(d, block, next[k]);
    }
    for (size_t k = 0; k < d->copies.count; k++)
        emit(d, block, OP_STORE, type_void(), d->copies.data[k].slot,
             d->copies.data[k].value);
}

/* Before position k of the block: slots after the entry's parameters, stores of PHIs after
 * the last of them. */
static void emit_before(struct demotion *d, uint32_t block, size_t k, size_t phis)
{
    const struct block *b = &d->function->blocks.data[block];
    size_t params = 0;
    if (!block)
        while (d->function->instructions.data[b->instructions.data[params]].op == OP_PARAM)
            params++;
    if (!block && k == params)
        for (size_t s = 0; s < d->slots.count; s++)
            VECTOR_PUSH(&d->list, d->slots.data[s]);
    for (size_t n = 0; k == phis && n < phis; n++) {
        uint32_t id = b->instructions.data[n];
        if (d->value_slot[id] != UINT32_MAX)
            emit(d, block, OP_STORE, type_void(), d->value_slot[id], id);
    }
}

static void rebuild(struct demotion *d, uint32_t block)
{
    struct function *f = d->function;
    struct block *b = &f->blocks.data[block];
    size_t phis = block_phi_count(f, b);
    VECTOR_CLEAR(&d->list);
    for (size_t k = 0; k < b->instructions.count; k++) {
        uint32_t id = b->instructions.data[k];
        struct instruction i = f->instructions.data[id];
        emit_before(d, block, k, phis);
        if (op_is_terminator((enum op)i.op))
            feed_followers(d, block);
        for (uint32_t m = 0; i.op != OP_PHI && m < i.count; m++)
            if (!instruction_operand_is_block(&i, m)) {
                uint32_t v = fetch(d, block, f->operands.data[i.operand + m]);
                f->operands.data[i.operand + m] = v;
            }
        VECTOR_PUSH(&d->list, id);
        if (k >= phis && d->value_slot[id] != UINT32_MAX)
            emit(d, block, OP_STORE, type_void(), d->value_slot[id], id);
    }
    VECTOR_CLEAR(&b->instructions);
    for (size_t k = 0; k < d->list.count; k++)
        VECTOR_PUSH(&b->instructions, d->list.data[k]);
}

/* Last, because until then they must be found as PHIs. Loads and the stores between them may
 * come in any order. */
static void turn_phis_into_loads(struct demotion *d)
{
    struct function *f = d->function;
    for (uint32_t id = 0; id < d->count; id++) {
        if (d->phi_slot[id] == UINT32_MAX)
            continue;
        struct instruction *i = &f->instructions.data[id];
        i->op = OP_LOAD;
        i->operand = (uint32_t)f->operands.count;
        i->count = 1;
        i->variable = UINT32_MAX;
        VECTOR_PUSH(&f->operands, d->phi_slot[id]);
    }
}

static void mark_blocks(struct demotion *d)
{
    const struct function *f = d->function;
    for (size_t b = 0; b < f->blocks.count; b++) {
        const struct block *block = &f->blocks.data[b];
        d->phis_go[b] = d->region[b];
        for (size_t k = 0; k < block->predecessors.count; k++)
            d->phis_go[b] |= d->region[block->predecessors.data[k]];
    }
}

bool function_demote(struct program *p, struct function *f, const bool *region)
{
    struct demotion d = {.program = p, .function = f, .region = region};
    d.count = (uint32_t)f->instructions.count;
    arena_init(&d.scratch);
    bool good = results_are_near(&d);
    if (good) {
        d.fed = ARENA_ARRAY(&d.scratch, uint32_t, f->blocks.count + 1);
        d.phis_go = ARENA_ARRAY(&d.scratch, bool, f->blocks.count + 1);
        d.value_slot = ARENA_ARRAY(&d.scratch, uint32_t, d.count + 1);
        d.phi_slot = ARENA_ARRAY(&d.scratch, uint32_t, d.count + 1);
        for (uint32_t k = 0; k < d.count; k++)
            d.value_slot[k] = d.phi_slot[k] = UINT32_MAX;
        mark_blocks(&d);
        choose_slots(&d);
        for (uint32_t b = 0; b < f->blocks.count; b++)
            rebuild(&d, b);
        turn_phis_into_loads(&d);
        function_link(f);
    }
    VECTOR_RELEASE(&d.slots);
    VECTOR_RELEASE(&d.list);
    VECTOR_RELEASE(&d.copies);
    arena_release(&d.scratch);
    return good;
}
