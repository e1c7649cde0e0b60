/* Building and looking at programs: constants are interned, instructions and operands go to
 * pools. */
#include "program/program.h"

#include "base/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct type type_int(uint32_t width)
{
    LAW(width > 0);
    return (struct type){TYPE_INT, width};
}

struct type type_float(uint32_t width)
{
    LAW(width == 16 || width == 32 || width == 64 || width == 80 || width == 128);
    return (struct type){TYPE_FLOAT, width};
}

struct type type_pointer(const struct program *p)
{
    return (struct type){TYPE_POINTER, p->pointer_width};
}

struct type type_void(void)
{
    return (struct type){TYPE_VOID, 0};
}

struct program *program_new(uint32_t pointer_width)
{
    LAW(pointer_width == 32 || pointer_width == 64);
    struct program *p = calloc(1, sizeof *p);
    if (!p)
        BUG("out of memory");
    arena_init(&p->arena);
    p->pointer_width = pointer_width;
    p->entry = UINT32_MAX;
    VECTOR_PUSH(&p->places, (struct place){0, 0, 0});
    program_file(p, "");
    VECTOR_PUSH(&p->ctypes, (struct ctype){.kind = CTYPE_OTHER, .name = ""});
    return p;
}

void function_release(struct function *f)
{
    for (size_t b = 0; b < f->blocks.count; b++) {
        VECTOR_RELEASE(&f->blocks.data[b].instructions);
        VECTOR_RELEASE(&f->blocks.data[b].predecessors);
    }
    VECTOR_RELEASE(&f->blocks);
    VECTOR_RELEASE(&f->instructions);
    VECTOR_RELEASE(&f->operands);
}

void program_free(struct program *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->functions.count; i++)
        function_release(&p->functions.data[i]);
    VECTOR_RELEASE(&p->functions);
    VECTOR_RELEASE(&p->globals);
    VECTOR_RELEASE(&p->constants);
    VECTOR_RELEASE(&p->places);
    VECTOR_RELEASE(&p->files);
    VECTOR_RELEASE(&p->ctypes);
    VECTOR_RELEASE(&p->variables);
    VECTOR_RELEASE(&p->annotations);
    map_release(&p->constant_index);
    text_map_release(&p->file_index);
    arena_release(&p->arena);
    free(p);
}

/* --- constants --- */

static uint32_t limb_count(struct type t)
{
    return (t.width + 31) / 32;
}

static bool constant_same(const struct constant *a, const struct constant *b)
{
    if (a->kind != b->kind || !type_same(a->type, b->type))
        return false;
    if (a->kind == CONSTANT_BITS)
        return !memcmp(a->limbs, b->limbs, limb_count(a->type) * sizeof(uint32_t));
    return a->index == b->index && a->offset == b->offset;
}

static uint64_t constant_hash(const struct constant *c)
{
    uint64_t h = hash_pair((uint64_t)c->kind << 8 | c->type.kind, c->type.width);
    if (c->kind != CONSTANT_BITS)
        return hash_pair(hash_pair(h, c->index), (uint64_t)c->offset);
    for (uint32_t i = 0; i < limb_count(c->type); i++)
        h = hash_pair(h, c->limbs[i]);
    return h;
}

/* Equal hashes of different constants are stored under the following keys. */
static struct value intern(struct program *p, struct constant c)
{
    uint64_t key = constant_hash(&c), id;
    while (map_get(&p->constant_index, key, &id)) {
        if (constant_same(&p->constants.data[id], &c))
            return (struct value){(uint32_t)id | VALUE_CONSTANT_BIT};
        key++;
    }
    if (c.kind == CONSTANT_BITS) {
        size_t bytes = limb_count(c.type) * sizeof(uint32_t);
        c.limbs = memcpy(arena_alloc(&p->arena, bytes), c.limbs, bytes);
    }
    id = p->constants.count;
    map_set(&p->constant_index, key, id);
    VECTOR_PUSH(&p->constants, c);
    LAW(p->constants.count < VALUE_CONSTANT_BIT);
    return (struct value){(uint32_t)id | VALUE_CONSTANT_BIT};
}

struct value constant_bits(struct program *p, struct type t, const uint32_t *limbs)
{
    LAW(t.kind == TYPE_INT || t.kind == TYPE_FLOAT);
    LAW(t.width > 0);
    uint32_t n = limb_count(t), few[8];
    uint32_t *copy = n <= 8 ? few : ARENA_ARRAY(&p->arena, uint32_t, n);
    memcpy(copy, limbs, n * sizeof *copy);
    if (t.width % 32)
        copy[n - 1] &= (1u << t.width % 32) - 1;
    return intern(p, (struct constant){.kind = CONSTANT_BITS, .type = t, .limbs = copy});
}

static struct value intern_integer(struct program *p, struct type t, uint64_t value)
{
    uint32_t n = limb_count(t), few[8] = {(uint32_t)value, (uint32_t)(value >> 32)};
    if (n <= 8)
        return constant_bits(p, t, few);
    uint32_t *many = ARENA_ARRAY(&p->arena, uint32_t, n);
    memcpy(many, few, 2 * sizeof *many);
    return constant_bits(p, t, many);
}

struct value constant_int(struct program *p, struct type t, uint64_t value)
{
    LAW(t.kind == TYPE_INT || t.kind == TYPE_FLOAT);
    LAW(t.width > 0);
    if (t.width > 64)
        return intern_integer(p, t, value);
    if (t.width < 64)
        value &= ((uint64_t)1 << t.width) - 1;
    uint64_t hash = (value ^ value >> 8) * 5 + t.width;
    uint32_t *recent =
        &p->recent_integers[hash % (sizeof p->recent_integers / sizeof *p->recent_integers)];
    if (*recent) {
        const struct constant *c = program_constant(p, (struct value){*recent});
        if (type_same(c->type, t) && constant_low_bits(c) == value)
            return (struct value){*recent};
    }
    struct value v = intern_integer(p, t, value);
    *recent = v.id;
    return v;
}

struct value constant_null(struct program *p)
{
    return intern(p, (struct constant){.kind = CONSTANT_NULL, .type = type_pointer(p)});
}

struct value constant_global(struct program *p, uint32_t global, int64_t offset)
{
    return intern(p, (struct constant){.kind = CONSTANT_GLOBAL,
                                       .type = type_pointer(p),
                                       .index = global,
                                       .offset = offset});
}

struct value constant_function(struct program *p, uint32_t function, int64_t offset)
{
    return intern(p, (struct constant){.kind = CONSTANT_FUNCTION,
                                       .type = type_pointer(p),
                                       .index = function,
                                       .offset = offset});
}

struct value constant_block(struct program *p, uint32_t function, uint32_t block)
{
    return intern(p, (struct constant){.kind = CONSTANT_BLOCK,
                                       .type = type_pointer(p),
                                       .index = function,
                                       .offset = (int64_t)block});
}

uint64_t program_function_room(const struct program *p)
{
    int64_t last = 0;
    for (size_t i = 0; i < p->constants.count; i++) {
        const struct constant *c = &p->constants.data[i];
        if (c->kind == CONSTANT_BLOCK && constant_label_offset(c) > last)
            last = constant_label_offset(c);
    }
    return (uint64_t)last + 1;
}

struct value constant_undef(struct program *p, struct type t)
{
    LAW(t.kind != TYPE_VOID);
    return intern(p, (struct constant){.kind = CONSTANT_UNDEF, .type = t});
}

/* --- places and files --- */

uint32_t program_place(struct program *p, struct place place)
{
    LAW(place.file < p->files.count);
    if (!place.line && !place.file && !place.column)
        return 0;
    uint32_t hash = place.line * 31 + place.column * 7 + place.file;
    uint32_t *recent =
        &p->recent_places[hash % (sizeof p->recent_places / sizeof *p->recent_places)];
    const struct place *other = &p->places.data[*recent];
    if (other->line == place.line && other->column == place.column &&
        other->file == place.file)
        return *recent;
    VECTOR_PUSH(&p->places, place);
    return *recent = (uint32_t)p->places.count - 1;
}

uint32_t program_file(struct program *p, const char *path)
{
    LAW(path);
    uint64_t id;
    if (text_map_get(&p->file_index, path, &id))
        return (uint32_t)id;
    const char *copy = arena_text(&p->arena, path);
    text_map_set(&p->file_index, copy, p->files.count);
    VECTOR_PUSH(&p->files, copy);
    return (uint32_t)p->files.count - 1;
}

bool instruction_uses(const struct function *f, const struct instruction *in, uint32_t id)
{
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k) && instruction_operand(f, in, k).id == id)
            return true;
    return false;
}

bool function_uses(const struct function *f, uint32_t id)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block != UINT32_MAX && in->op != OP_NOTE && instruction_uses(f, in, id))
            return true;
    }
    return false;
}

const struct place *instruction_place(const struct program *p, const struct instruction *i)
{
    return &p->places.data[i->place < p->places.count ? i->place : 0];
}

const char *place_text(const struct program *p, const struct place *place, char *buffer,
                       size_t room)
{
    const char *file = place->file < p->files.count ? p->files.data[place->file] : "";
    if (!place->line)
        return snprintf(buffer, room, "%s", *file ? file : "unknown place"), buffer;
    return snprintf(buffer, room, "%s:%u", file, place->line), buffer;
}

/* --- functions, globals, blocks, instructions --- */

uint32_t program_add_function(struct program *p, const char *name)
{
    LAW(name);
    VECTOR_PUSH(&p->functions,
                (struct function){.name = arena_text(&p->arena, name), .unit = ""});
    VECTOR_LAST(&p->functions).builtin = (uint8_t)builtin_find(name);
    return (uint32_t)p->functions.count - 1;
}

uint32_t program_add_global(struct program *p, const char *name, uint64_t size)
{
    LAW(name);
    VECTOR_PUSH(&p->globals, (struct global){.name = arena_text(&p->arena, name),
                                             .unit = "",
                                             .size = size,
                                             .alignment = 1,
                                             .variable = UINT32_MAX});
    return (uint32_t)p->globals.count - 1;
}

uint32_t function_add_block(struct program *p, struct function *f, const char *name)
{
    f->has_body = true;
    VECTOR_PUSH(&f->blocks,
                (struct block){.name = name && *name ? arena_text(&p->arena, name) : NULL});
    LAW(f->blocks.count < UINT32_MAX);
    return (uint32_t)f->blocks.count - 1;
}

struct instruction instruction_make(enum op op, struct type type)
{
    return (struct instruction){.op = (uint8_t)op,
                                .type = type,
                                .block = UINT32_MAX,
                                .variable = UINT32_MAX,
                                .target = {UINT32_MAX, UINT32_MAX}};
}

/* The operands may themselves lie in the pool. */
static uint32_t pool(struct function *f, uint32_t block, struct instruction i,
                     const uint32_t *operands, uint32_t count)
{
    bool inside = count && f->operands.count && operands >= f->operands.data &&
                  operands < f->operands.data + f->operands.count;
    size_t from = inside ? (size_t)(operands - f->operands.data) : 0;
    VECTOR_RESERVE(&f->operands, f->operands.count + count);
    if (inside)
        operands = f->operands.data + from;
    if (count)
        memcpy(f->operands.data + f->operands.count, operands, count * sizeof *operands);
    i.operand = (uint32_t)f->operands.count;
    i.count = count;
    i.block = block;
    f->operands.count += count;
    VECTOR_PUSH(&f->instructions, i);
    LAW(f->instructions.count < VALUE_NONE.id);
    LAW(i.operand + i.count <= f->operands.count);
    return (uint32_t)f->instructions.count - 1;
}

uint32_t function_add(struct function *f, uint32_t block, struct instruction i,
                      const uint32_t *operands, uint32_t count)
{
    LAW(block < f->blocks.count);
    LAW(i.op < OP_COUNT);
    uint32_t id = pool(f, block, i, operands, count);
    VECTOR_PUSH(&f->blocks.data[block].instructions, id);
    return id;
}

uint32_t function_insert(struct function *f, uint32_t block, size_t at, struct instruction i,
                         const uint32_t *operands, uint32_t count)
{
    LAW(block < f->blocks.count);
    LAW(i.op < OP_COUNT);
    struct block *b = &f->blocks.data[block];
    CHECK_LAW(at <= b->instructions.count);
    uint32_t id = pool(f, block, i, operands, count);
    VECTOR_PUSH(&b->instructions, id);
    uint32_t *list = b->instructions.data;
    memmove(list + at + 1, list + at, (b->instructions.count - 1 - at) * sizeof *list);
    list[at] = id;
    return id;
}
