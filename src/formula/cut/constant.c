/* What a cut loop leaves alone: integers computed before it, and arrays and scalars in memory
 * that it does not change. */
#include "formula/cut/cut_internal.h"

#include "base/text.h"

enum { MOST_CONSTANTS = 24 }; /* with those in memory */

/* Where a value of a function that is on its way is: `above` calls above the loop. */
struct origin {
    const struct frame *frame;
    uint32_t above;
};

static void add_value(struct cut_attempt *a, struct origin o, uint32_t instruction)
{
    LAW(instruction < o.frame->f->instructions.count);
    struct sym s = o.frame->values[instruction];
    if (s.kind != SYM_BITS || term_is_const(a->e->terms, s.a) ||
        term_width(a->e->terms, s.a) < 8)
        return;
    for (size_t c = 0; c < a->out.constants.count; c++)
        if (a->out.constants.data[c].instruction == instruction &&
            a->out.constants.data[c].above == o.above)
            return;
    VECTOR_PUSH(&a->out.constants, ((struct loop_constant){.instruction = instruction,
                                                           .function = o.frame->function,
                                                           .above = o.above,
                                                           .value = s.a}));
}

static void add_constant(struct cut_attempt *a, uint32_t instruction)
{
    add_value(a, (struct origin){a->fr, 0}, instruction);
}

static bool dominates_header(struct cut_attempt *a, uint32_t instruction)
{
    return dominates(&a->fr->facts->dominators,
                     a->fr->f->instructions.data[instruction].block, a->header);
}

/* Integers computed before the loop and used inside it, or at its entry. */
void cut_find_constants(struct cut_attempt *a)
{
    const struct function *f = a->fr->f;
    const struct loop *l = &a->fr->facts->loops.loops[a->loop];
    for (uint32_t b = 0; b < l->block_count; b++) {
        const struct block *block = &f->blocks.data[l->blocks[b]];
        for (size_t i = 0; i < block->instructions.count; i++) {
            const struct instruction *in = &f->instructions.data[block->instructions.data[i]];
            for (uint32_t k = 0; k < in->count && in->op != OP_PHI && in->op != OP_NOTE;
                 k++) {
                struct value v = instruction_operand(f, in, k);
                if (value_is_constant(v) || value_is_none(v))
                    continue;
                if (loop_contains(&a->fr->facts->loops, a->loop,
                                  f->instructions.data[v.id].block))
                    continue;
                add_constant(a, v.id);
            }
        }
    }
    for (uint32_t i = 0; i < a->phis; i++) { /* what they are at entry */
        const struct instruction *phi = &f->instructions.data[cut_phi_at(a, i)];
        for (uint32_t k = 0; k + 1 < phi->count; k += 2) {
            struct value v = instruction_operand(f, phi, k);
            bool inside = loop_contains(&a->fr->facts->loops, a->loop,
                                        instruction_operand(f, phi, k + 1).id);
            if (!inside && !value_is_constant(v) && !value_is_none(v) &&
                dominates_header(a, v.id))
                add_constant(a, v.id);
        }
    }
}

/* Is the value made on every way to this block, which may be its own? */
static bool is_made(const struct frame *fr, uint32_t instruction, uint32_t block)
{
    uint32_t from = fr->f->instructions.data[instruction].block;
    return from != UINT32_MAX && dominates(&fr->facts->dominators, from, block);
}

/* The value that a cell holds, by the first instruction that makes it. */
static bool add_holder(struct cut_attempt *a, struct origin o, uint32_t block,
                       struct term value)
{
    const struct frame *fr = o.frame;
    for (uint32_t id = 0; id < fr->f->instructions.count; id++) {
        if (fr->values[id].kind != SYM_BITS || !term_same(fr->values[id].a, value))
            continue;
        if (!is_made(fr, id, block))
            continue;
        add_value(a, o, id);
        return true;
    }
    return false;
}

static bool is_inside(const struct cut_attempt *a, uint32_t block)
{
    return loop_contains(&a->fr->facts->loops, a->loop, block);
}

/* Integers that cells hold when the loop is entered, from this function or those that call
 * it. */
void cut_find_first_values(struct cut_attempt *a)
{
    uint32_t front = a->fr->facts->dominators.idom[a->header];
    if (front == UINT32_MAX || is_inside(a, front))
        return;
    for (size_t k = 0; k < a->out.slots.count; k++) {
        const struct slot *s = &a->out.slots.data[k];
        if (s->kind != SLOT_CELL || s->array || s->is_ghost || s->entry.kind != SYM_BITS ||
            term_is_const(a->e->terms, s->entry.a))
            continue;
        struct origin o = {a->fr, 0};
        uint32_t block = front;
        while (!add_holder(a, o, block, s->entry.a) && o.frame->caller) {
            block = o.frame->caller->f->instructions.data[o.frame->call].block;
            o = (struct origin){o.frame->caller, o.above + 1};
        }
    }
}

static bool is_slot(const struct cut_attempt *a, uint32_t object, uint32_t at)
{
    for (size_t i = 0; i < a->out.slots.count; i++) {
        const struct slot *s = &a->out.slots.data[i];
        if (s->object_id == object &&
            (s->kind == SLOT_OBJECT || (s->kind == SLOT_CELL && s->at == at)))
            return true;
    }
    return false;
}

/* An initialised table would be a long term, and says what it holds by itself. */
static bool is_table(const struct memory *m, const struct object *o)
{
    if (o->kind != OBJECT_GLOBAL)
        return false;
    const struct global *g = &m->program->globals.data[o->index];
    return g->read_only || g->bytes || g->relocation_count;
}

/* A harness keeps the place of a text's 0 there: loops over the text end at it. */
static bool is_end_of_text(const struct memory *m, const struct object *o)
{
    return o->kind == OBJECT_GLOBAL &&
           text_starts(m->program->globals.data[o->index].name, "sooth_end_");
}

static void see_left_alone(struct cut_attempt *a, const struct memory_state *entry,
                           uint32_t o, struct cell_range r, bool asked)
{
    LAW(o && o < a->old_objects);
    LAW(r.bytes);
    struct memory *m = a->e->memory;
    uint64_t name = m->objects.data[o].path;
    bool array;
    bool scalar = !memory_stride(m, o) || (r.at & PINNED);
    if (scalar ? r.bytes > 8 : r.kind != SYM_BITS)
        return;
    struct sym value = memory_cell(m, entry, o, r.at, &array);
    a->out.leaves_arrays |= array;
    if (!asked)
        return;
    if (array)
        VECTOR_PUSH(&a->out.arrays, (struct loop_array){name, o, r.at, r.bytes, value.a});
    else if (value.kind == SYM_BITS && !term_is_const(a->e->terms, value.a) &&
             a->out.constants.count < MOST_CONSTANTS)
        VECTOR_PUSH(&a->out.constants, ((struct loop_constant){.instruction = UINT32_MAX,
                                                               .value = value.a,
                                                               .object = name,
                                                               .object_id = o,
                                                               .at = r.at,
                                                               .bytes = r.bytes}));
}

/* Arrays and scalars in memory that the loop does not change; without arrays only ends of
 * texts. */
void cut_find_left_alone(struct cut_attempt *a, const struct memory_state *entry)
{
    struct memory *m = a->e->memory;
    for (uint32_t o = 1; o < a->old_objects; o++) {
        const struct object *object = &m->objects.data[o];
        bool asked = a->e->options->cuts->arrays || is_end_of_text(m, object);
        if (!asked && (a->out.leaves_arrays || !memory_stride(m, o)))
            continue;
        if (object->kind == OBJECT_FUNCTION || object->kind == OBJECT_WILD ||
            object->summary || is_table(m, object))
            continue;
        if (cut_find_object(a, object->path) != o ||
            term_is_false(a->e->terms, memory_alive(m, entry, o)))
            continue;
        bool ghost = false;
        for (size_t g = 0; g < a->e->options->cuts->ghosts.count; g++)
            ghost |= o == ghost_object(m, g);
        for (size_t i = 0; i < m->sites.data[object->site].cells.count && !ghost; i++) {
            struct cell_range r = m->sites.data[object->site].cells.data[i];
            if (!is_slot(a, o, r.at))
                see_left_alone(a, entry, o, r, asked);
        }
    }
}
