/* Looking at programs: types of values, edges between blocks, functions by name; and
 * program_link, which recomputes what follows from the instructions alone. */
#include "program/program.h"

#include "base/failure.h"
#include "base/text.h"

#include <string.h>

struct type value_type(const struct program *p, const struct function *f, struct value v)
{
    LAW(value_is_none(v) || value_is_constant(v) || v.id < f->instructions.count);
    if (value_is_none(v))
        return type_void();
    return value_is_constant(v) ? program_constant(p, v)->type
                                : f->instructions.data[v.id].type;
}

/* "name" prefers the function with external linkage; "unit:name" names a static one. */
uint32_t program_find_function(const struct program *p, const char *name)
{
    uint32_t internal = UINT32_MAX;
    const char *colon = strrchr(name, ':');
    for (uint32_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        if (text_same(f->name, name)) {
            if (!f->internal)
                return i;
            if (internal == UINT32_MAX)
                internal = i;
        } else if (colon && text_same(f->name, colon + 1)) {
            size_t n = (size_t)(colon - name);
            if (strlen(f->unit) == n && !memcmp(f->unit, name, n))
                return i;
        }
    }
    return internal;
}

uint32_t block_successors(const struct function *f, const struct block *b, uint32_t *out,
                          uint32_t room)
{
    LAW(out || !room);
    const struct instruction *last = block_terminator(f, b);
    if (!last || last->op == OP_RETURN || last->op == OP_STOP)
        return 0;
    uint32_t count = 0;
    if (room > count)
        out[count] = last->target[0];
    count++;
    if (last->op == OP_BRANCH && last->target[1] != last->target[0]) {
        if (room > count)
            out[count] = last->target[1];
        count++;
    }
    if (last->op == OP_SWITCH)
        for (uint32_t k = 2; k < last->count; k += 2, count++)
            if (room > count)
                out[count] = f->operands.data[last->operand + k];
    return count;
}

/* Blocks come in order, so that a repeated edge is the last one. */
static void add_edge(struct function *f, uint32_t from, uint32_t to)
{
    LAW(from < f->blocks.count);
    if (to >= f->blocks.count)
        return;
    struct block *b = &f->blocks.data[to];
    if (b->predecessors.count && VECTOR_LAST(&b->predecessors) == from)
        return;
    VECTOR_PUSH(&b->predecessors, from);
}

static void add_edges(struct function *f, uint32_t from)
{
    const struct instruction *last = block_terminator(f, &f->blocks.data[from]);
    if (!last || last->op == OP_RETURN || last->op == OP_STOP)
        return;
    add_edge(f, from, last->target[0]);
    if (last->op == OP_BRANCH)
        add_edge(f, from, last->target[1]);
    if (last->op == OP_SWITCH)
        for (uint32_t k = 2; k < last->count; k += 2)
            add_edge(f, from, f->operands.data[last->operand + k]);
}

/* An instruction is listed once. */
static bool is_listed_once(const struct function *f, uint32_t id)
{
    return id < f->instructions.count && f->instructions.data[id].block == UINT32_MAX;
}

void function_link(struct function *f)
{
    for (size_t i = 0; i < f->instructions.count; i++)
        f->instructions.data[i].block = UINT32_MAX;
    for (size_t b = 0; b < f->blocks.count; b++) {
        struct block *block = &f->blocks.data[b];
        VECTOR_CLEAR(&block->predecessors);
        for (size_t k = 0; k < block->instructions.count; k++) {
            LAW(is_listed_once(f, block->instructions.data[k]));
            f->instructions.data[block->instructions.data[k]].block = (uint32_t)b;
        }
    }
    for (uint32_t b = 0; b < f->blocks.count; b++)
        add_edges(f, b);
}

static void take_address(struct program *p, struct value v)
{
    if (!value_is_constant(v) || (v.id & ~VALUE_CONSTANT_BIT) >= p->constants.count)
        return;
    const struct constant *c = program_constant(p, v);
    if (c->kind == CONSTANT_FUNCTION && c->index < p->functions.count)
        p->functions.data[c->index].address_taken = true;
}

void function_note_addresses(struct program *p, const struct function *f)
{
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *i = &f->instructions.data[n];
        if (i->block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < i->count; k++) {
            struct value v = instruction_operand(f, i, k);
            bool direct = i->op == OP_CALL && k == 0 && value_is_constant(v) &&
                          !program_constant(p, v)->offset;
            if (!direct && !instruction_operand_is_block(i, k))
                take_address(p, v);
        }
    }
}

void program_note_addresses(struct program *p)
{
    for (size_t g = 0; g < p->globals.count; g++)
        for (uint32_t r = 0; r < p->globals.data[g].relocation_count; r++)
            take_address(p, p->globals.data[g].relocations[r].value);
}

void program_link(struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.data[i].address_taken = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        function_link(&p->functions.data[i]);
        function_note_addresses(p, &p->functions.data[i]);
    }
    program_note_addresses(p);
}

size_t program_bytes(const struct program *p)
{
    size_t bytes = sizeof *p + p->arena.total;
    bytes += p->functions.capacity * sizeof *p->functions.data +
             p->globals.capacity * sizeof *p->globals.data;
    bytes += p->constants.capacity * sizeof *p->constants.data +
             p->places.capacity * sizeof *p->places.data;
    bytes += p->ctypes.capacity * sizeof *p->ctypes.data +
             p->variables.capacity * sizeof *p->variables.data;
    bytes += p->constant_index.capacity * sizeof *p->constant_index.slots;
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        bytes += f->instructions.capacity * sizeof *f->instructions.data;
        bytes += f->operands.capacity * sizeof *f->operands.data +
                 f->blocks.capacity * sizeof *f->blocks.data;
        for (size_t b = 0; b < f->blocks.count; b++)
            bytes += (f->blocks.data[b].instructions.capacity +
                      f->blocks.data[b].predecessors.capacity) *
                     4;
    }
    return bytes;
}
