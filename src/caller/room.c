/* Buffers of which it is only assumed that they are large enough. The harness keeps each such
 * pointer in a global of its own; before every access that may be through it, the program is
 * made to say
 *
 *     assume(the pointer is not into that buffer || the bytes are inside)
 *
 * so that engines, interpreter and checker all see the assumption as part of the program. */
#include "caller/caller.h"
#include "caller/caller_internal.h"

#include <string.h>

struct marking {
    struct program *program;
    struct function *f;
    uint32_t block;
    size_t at;
    uint32_t place;
    uint32_t global, size,
        offset; /* the buffer's global, the functions that look at pointers */
};

static struct value put(struct marking *m, enum op op, struct type type, uint8_t sub,
                        struct value a, struct value b)
{
    struct instruction i = instruction_make(op, type);
    uint32_t operands[2] = {a.id, b.id};
    i.sub = sub;
    i.place = m->place;
    return (struct value){
        function_insert(m->f, m->block, m->at++, i, operands, value_is_none(b) ? 1 : 2)};
}

static struct value ask(struct marking *m, uint32_t function, struct value pointer)
{
    struct instruction i = instruction_make(OP_CALL, type_int(m->program->pointer_width));
    uint32_t operands[2] = {constant_function(m->program, function, 0).id, pointer.id};
    i.extra = 1;
    i.place = m->place;
    return (struct value){function_insert(m->f, m->block, m->at++, i, operands, 2)};
}

static void assume_room(struct marking *m, struct value pointer, struct value bytes)
{
    struct type word = type_int(m->program->pointer_width), bit = type_int(1);
    struct value none = VALUE_NONE, zero = constant_int(m->program, word, 0);
    struct value offset = ask(m, m->offset, pointer);
    struct value back = put(m, OP_SUB, word, 0, zero, offset);
    struct value base = put(m, OP_PTRADD, type_pointer(m->program), 0, pointer, back);
    struct value buffer = put(m, OP_LOAD, type_pointer(m->program), 0,
                              constant_global(m->program, m->global, 0), none);
    struct value other = put(m, OP_ICMP, bit, COMPARE_NE, base, buffer);
    struct value size = ask(m, m->size, pointer);
    struct value inside = put(m, OP_ICMP, bit, COMPARE_ULE, offset, size);
    struct value left = put(m, OP_SUB, word, 0, size, offset);
    struct value enough = put(m, OP_ICMP, bit, COMPARE_ULE, bytes, left);
    struct value fits = put(m, OP_AND, bit, 0, inside, enough);
    put(m, OP_ASSUME, type_void(), 0, put(m, OP_OR, bit, 0, other, fits), none);
}

static struct value bytes_of(struct marking *m, const struct instruction *i)
{
    struct type word = type_int(m->program->pointer_width);
    if (i->op != OP_LOAD && i->op != OP_STORE)
        return instruction_operand(m->f, i, 2);
    struct type type = i->type;
    if (i->op == OP_STORE)
        type = value_type(m->program, m->f, instruction_operand(m->f, i, 1));
    return constant_int(m->program, word, type_bytes(type));
}

static uint32_t pointers_of(const struct instruction *i)
{
    static const uint8_t pointers[OP_COUNT] = {
        [OP_LOAD] = 1, [OP_STORE] = 1, [OP_MEMSET] = 1, [OP_MEMCPY] = 2, [OP_MEMMOVE] = 2};
    return pointers[i->op];
}

static void mark_block(struct marking *m, const struct usage *usage, uint32_t function,
                       uint32_t use)
{
    for (m->at = 0; m->at < m->f->blocks.data[m->block].instructions.count; m->at++) {
        uint32_t id = m->f->blocks.data[m->block].instructions.data[m->at];
        struct instruction i = m->f->instructions.data[id];
        for (uint32_t k = 0; k < pointers_of(&i); k++) {
            struct value pointer = instruction_operand(m->f, &i, k);
            uint64_t known;
            if (value_is_constant(pointer))
                continue;
            if (!map_get(&usage->use_of, (uint64_t)function << 32 | pointer.id, &known) ||
                known != use)
                continue;
            m->place = i.place;
            assume_room(m, pointer, bytes_of(m, &i));
        }
    }
}

static bool find_parts(struct marking *m, struct caller *c, const struct spot *s)
{
    const char *name = caller_room_name(c, s);
    m->size = program_find_function(m->program, "__sooth_object_size");
    m->offset = program_find_function(m->program, "__sooth_object_offset");
    m->global = UINT32_MAX;
    for (uint32_t i = 0; i < m->program->globals.count; i++)
        if (!strcmp(m->program->globals.data[i].name, name))
            m->global = i;
    return m->size != UINT32_MAX && m->offset != UINT32_MAX && m->global != UINT32_MAX;
}

void caller_mark_rooms(struct caller *c, struct program *p, const struct usage *usage,
                       uint32_t harness)
{
    LAW(harness < p->functions.count);
    for (size_t k = 0; k < c->spots.count; k++) {
        const struct spot *s = &c->spots.data[k];
        struct marking m = {.program = p};
        if (s->shape != SPOT_ROOM || !find_parts(&m, c, s))
            continue;
        for (uint32_t f = 0; f < p->functions.count; f++) {
            m.f = &p->functions.data[f];
            if (f == harness || !m.f->has_body)
                continue;
            for (m.block = 0; m.block < m.f->blocks.count; m.block++)
                mark_block(&m, usage, f, s->use);
        }
    }
}
