/* Turns local variables into SSA values, with C's meaning of uninitialised: a variable that
 * is born at its ALLOCA or LIFESTART holds one unknown value from there on, so that
 * instruction itself becomes an INPUT if anything reads it.
 *
 * Variables are independent. For each: the blocks where it is live on entry are found
 * backwards from its loads; then in reverse postorder the value on entry is the one all
 * predecessors agree on, else a PHI; PHIs that turn out to merge one value with themselves
 * are dropped (M. Braun et al., "Simple and Efficient Construction of SSA Form", CC 2013,
 * done over whole blocks). The cost is that of the live range; a PHI exists only where the
 * variable is live. */
#include "program/passes/promote_internal.h"

#include "base/failure.h"

#include <string.h>

/* --- which variables --- */

static bool is_size_constant(const struct program *p, struct value v, uint64_t *size)
{
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_BITS)
        return false;
    const struct constant *c = program_constant(p, v);
    *size = constant_low_bits(c);
    return true;
}

static void find_candidates(struct promotion *m)
{
    const struct function *f = m->function;
    uint32_t allocas = 0;
    for (uint32_t id = 0; id < f->instructions.count; id++)
        allocas += f->instructions.data[id].op == OP_ALLOCA;
    if (!allocas)
        return;
    m->slots = ARENA_ARRAY(m->scratch, struct slot, allocas);
    m->slot_of = ARENA_ARRAY(m->scratch, uint32_t, f->instructions.count + 1);
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const struct instruction *i = &f->instructions.data[id];
        struct slot s = {.alloca = id, .variable = i->variable};
        m->slot_of[id] = UINT32_MAX;
        if (i->op != OP_ALLOCA || i->block == UINT32_MAX)
            continue;
        if (!is_size_constant(m->program, instruction_operand(f, i, 0), &s.size))
            continue;
        m->slot_of[id] = m->slot_count;
        m->slots[m->slot_count++] = s;
    }
}

/* A use of a candidate's address: whole accesses of one type keep it a candidate. */
static bool use_is_good(struct promotion *m, struct slot *s, const struct instruction *i,
                        uint32_t k)
{
    const struct function *f = m->function;
    if (i->op == OP_LIFESTART || i->op == OP_LIFEEND || i->op == OP_NOTE)
        return true;
    if ((i->op != OP_LOAD && i->op != OP_STORE) || k != 0 || (i->flags & FLAG_VOLATILE))
        return false;
    struct type t =
        i->op == OP_LOAD ? i->type : value_type(m->program, f, instruction_operand(f, i, 1));
    if (s->type.kind == TYPE_VOID)
        s->type = t;
    return type_same(t, s->type) && type_bytes(t) <= s->size &&
           i->extra <= f->instructions.data[s->alloca].extra;
}

static void reject_bad_uses(struct promotion *m)
{
    const struct function *f = m->function;
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *i = &f->instructions.data[n];
        if (i->block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < i->count; k++) {
            struct value v = instruction_operand(f, i, k);
            if (instruction_operand_is_block(i, k) || value_is_constant(v))
                continue;
            uint32_t slot = m->slot_of[v.id];
            if (slot != UINT32_MAX && !use_is_good(m, &m->slots[slot], i, k))
                m->slots[slot].bad = true;
        }
    }
}

/* The slot an instruction reads, writes or gives birth to; UINT32_MAX if none that is
 * promoted. */
static uint32_t slot_touched(const struct promotion *m, uint32_t id)
{
    const struct instruction *i = &m->function->instructions.data[id];
    uint32_t slot = UINT32_MAX;
    if (i->op == OP_ALLOCA)
        slot = m->slot_of[id];
    if (i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_LIFESTART ||
        i->op == OP_LIFEEND || i->op == OP_NOTE) {
        struct value v = instruction_operand(m->function, i, 0);
        if (!value_is_constant(v))
            slot = m->slot_of[v.id];
    }
    return slot != UINT32_MAX && m->slots[slot].bad ? UINT32_MAX : slot;
}

/* Accesses of each slot in the order of blocks and positions: slot s owns accesses[first ..
 * first + count - 1]. */
static void collect_accesses(struct promotion *m)
{
    const struct function *f = m->function;
    size_t total = 0;
    for (int round = 0; round < 2; round++) {
        for (size_t b = 0; b < f->blocks.count; b++)
            for (size_t k = 0; k < f->blocks.data[b].instructions.count; k++) {
                uint32_t id = f->blocks.data[b].instructions.data[k],
                         slot = slot_touched(m, id);
                if (slot == UINT32_MAX)
                    continue;
                struct slot *s = &m->slots[slot];
                if (round)
                    m->accesses[s->first + s->count] = id;
                s->count++;
            }
        if (round)
            break;
        for (size_t s = 0; s < m->slot_count; s++) {
            m->slots[s].first = total;
            total += m->slots[s].count;
            m->slots[s].count = 0;
        }
        m->accesses = ARENA_ARRAY(m->scratch, uint32_t, total + 1);
    }
}

bool promotion_is_birth(const struct promotion *m, const struct instruction *i)
{
    LAW(i->op < OP_COUNT);
    if (i->op != OP_STORE)
        return i->op == OP_ALLOCA || i->op == OP_LIFESTART || i->op == OP_LIFEEND;
    struct value v = instruction_operand(m->function, i, 1);
    return value_is_constant(v) && program_constant(m->program, v)->kind == CONSTANT_UNDEF;
}

/* --- rewriting --- */

static const char *name_of(struct promotion *m, uint32_t variable)
{
    const struct program *p = m->program;
    const char *name =
        variable < p->variables.count ? p->variables.data[variable].name : NULL;
    return arena_format(&m->program->arena, "uninitialised %s",
                        name && *name ? name : "value");
}

/* A birth that is read becomes the unknown value; one that is not vanishes. */
static void settle_birth(struct promotion *m, const struct slot *s, struct instruction *i,
                         uint32_t id)
{
    if (!m->read[id]) {
        i->block = UINT32_MAX;
        return;
    }
    struct instruction made = instruction_make(OP_INPUT, s->type);
    made.block = i->block;
    made.place = i->place;
    made.variable = s->variable;
    made.text = name_of(m, s->variable);
    *i = made;
}

/* A store becomes a note of the value under the variable's name. */
static void settle_store(const struct slot *s, struct instruction *i)
{
    LAW(i->op == OP_STORE);
    if (s->variable == UINT32_MAX) {
        i->block = UINT32_MAX;
        return;
    }
    uint32_t place = i->place, block = i->block, operand = i->operand + 1;
    *i = instruction_make(OP_NOTE, type_void());
    i->place = place;
    i->block = block;
    i->operand = operand;
    i->count = 1;
    i->variable = s->variable;
}

static void settle_accesses(struct promotion *m)
{
    for (size_t k = 0; k < m->slot_count; k++) {
        const struct slot *s = &m->slots[k];
        for (size_t a = 0; !s->bad && a < s->count; a++) {
            uint32_t id = m->accesses[s->first + a];
            struct instruction *i = &m->function->instructions.data[id];
            if (promotion_is_birth(m, i))
                settle_birth(m, s, i, id);
            else if (i->op == OP_STORE)
                settle_store(s, i);
            else
                i->block = UINT32_MAX;
        }
    }
}

/* Lists of blocks: new PHIs first, then what stays. */
static void rebuild_lists(struct promotion *m)
{
    struct function *f = m->function;
    struct pass_memory *memory = m->memory;
    for (size_t b = 0; b < f->blocks.count; b++) {
        struct block *block = &f->blocks.data[b];
        VECTOR_CLEAR(&memory->list);
        for (uint32_t phi = m->first_phi[b]; phi != UINT32_MAX;
             phi = m->memory->phis.data[phi].next)
            VECTOR_PUSH(&memory->list, m->memory->phis.data[phi].id);
        for (size_t k = 0; k < block->instructions.count; k++) {
            uint32_t id = block->instructions.data[k];
            if (f->instructions.data[id].block != UINT32_MAX)
                VECTOR_PUSH(&memory->list, id);
        }
        VECTOR_RESERVE(&block->instructions, memory->list.count);
        block->instructions.count = memory->list.count;
        if (memory->list.count)
            memcpy(block->instructions.data, memory->list.data,
                   memory->list.count * sizeof(uint32_t));
    }
}

static bool find_slots(struct promotion *m)
{
    find_candidates(m);
    if (!m->slot_count)
        return false;
    reject_bad_uses(m);
    collect_accesses(m);
    return true;
}

void function_promote(struct program *p, struct function *f, struct pass_memory *memory)
{
    struct promotion m = {
        .program = p, .function = f, .memory = memory, .scratch = &memory->scratch};
    arena_clear(m.scratch);
    if (find_slots(&m)) {
        promotion_start(&m);
        for (size_t k = 0; k < m.slot_count; k++)
            if (!m.slots[k].bad)
                promotion_rename(&m, &m.slots[k]);
        settle_accesses(&m);
        rebuild_lists(&m);
        replacement_apply(&m.replacement, f);
        function_link(f);
    }
}

void program_promote(struct program *p)
{
    program_each_body(p, function_promote);
}
