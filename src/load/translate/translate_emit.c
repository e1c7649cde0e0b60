/* Small constructors of instructions, appended to the current block with the current place.
 */
#include "load/translate/translate.h"

#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>

uint32_t emit(struct translator *t, struct instruction i, const uint32_t *operands,
              uint32_t count)
{
    LAW(t->block < t->function->blocks.count);
    i.place = t->place;
    if (!t->before_terminator)
        return function_add(t->function, t->block, i, operands, count);
    size_t at = t->function->blocks.data[t->block].instructions.count - 1;
    LAW(block_terminator(t->function, &t->function->blocks.data[t->block]));
    return function_insert(t->function, t->block, at, i, operands, count);
}

static struct value emit_value(struct translator *t, struct instruction i,
                               const uint32_t *operands, uint32_t count)
{
    return (struct value){emit(t, i, operands, count)};
}

struct type type_of(struct translator *t, struct value v)
{
    return value_type(t->program, t->function, v);
}

struct value word(struct translator *t, uint64_t n)
{
    return constant_int(t->program, word_type(t), n);
}

struct value truth(struct translator *t, bool b)
{
    return constant_int(t->program, type_int(1), b);
}

struct value emit_unary(struct translator *t, enum op op, struct type type, struct value v)
{
    return emit_value(t, instruction_make(op, type), &v.id, 1);
}

struct value emit_binary(struct translator *t, enum op op, struct type type, struct value a,
                         struct value b)
{
    LAW(type_same(type_of(t, a), type_of(t, b)) || op == OP_PTRADD);
    return emit_value(t, instruction_make(op, type), (uint32_t[]){a.id, b.id}, 2);
}

struct value emit_compare(struct translator *t, enum compare predicate, struct value a,
                          struct value b)
{
    LAW(type_same(type_of(t, a), type_of(t, b)));
    struct instruction i = instruction_make(OP_ICMP, type_int(1));
    i.sub = (uint8_t)predicate;
    return emit_value(t, i, (uint32_t[]){a.id, b.id}, 2);
}

struct value emit_select(struct translator *t, struct value condition, struct value then,
                         struct value otherwise)
{
    LAW(type_same(type_of(t, condition), type_int(1)));
    LAW(type_same(type_of(t, then), type_of(t, otherwise)));
    struct instruction i = instruction_make(OP_SELECT, type_of(t, then));
    return emit_value(t, i, (uint32_t[]){condition.id, then.id, otherwise.id}, 3);
}

struct value emit_bits(struct translator *t, enum bits_function function, struct type type,
                       struct value a, struct value b)
{
    LAW(value_is_none(b) || type_same(type_of(t, a), type_of(t, b)));
    struct instruction i = instruction_make(OP_BITS, type);
    i.sub = (uint8_t)function;
    return emit_value(t, i, (uint32_t[]){a.id, b.id}, value_is_none(b) ? 1 : 2);
}

struct value emit_offset(struct translator *t, struct value pointer, uint64_t bytes)
{
    LAW(type_of(t, pointer).kind == TYPE_POINTER);
    if (!bytes)
        return pointer;
    if (value_is_constant(pointer)) {
        const struct constant *c = program_constant(t->program, pointer);
        if (c->kind == CONSTANT_GLOBAL)
            return constant_global(t->program, c->index, c->offset + (int64_t)bytes);
    }
    return emit_binary(t, OP_PTRADD, type_pointer(t->program), pointer, word(t, bytes));
}

struct value emit_resize(struct translator *t, struct value v, struct type to, enum op extend)
{
    uint32_t width = type_of(t, v).width;
    if (width == to.width)
        return v;
    return emit_unary(t, width < to.width ? extend : OP_TRUNC, to, v);
}

struct value emit_not(struct translator *t, struct value v)
{
    LAW(type_same(type_of(t, v), type_int(1)));
    return emit_binary(t, OP_XOR, type_int(1), v, truth(t, true));
}

struct value emit_input(struct translator *t, struct type type, const char *name)
{
    struct instruction i = instruction_make(OP_INPUT, type);
    i.text = arena_text(&t->program->arena, name);
    return emit_value(t, i, NULL, 0);
}

void emit_jump(struct translator *t, uint32_t block)
{
    LAW(block < t->function->blocks.count);
    struct instruction i = instruction_make(OP_JUMP, type_void());
    i.target[0] = block;
    emit(t, i, NULL, 0);
    t->ended = true;
}

void emit_branch(struct translator *t, struct value condition, uint32_t then,
                 uint32_t otherwise)
{
    LAW(type_same(type_of(t, condition), type_int(1)));
    LAW(then < t->function->blocks.count && otherwise < t->function->blocks.count);
    struct instruction i = instruction_make(OP_BRANCH, type_void());
    i.target[0] = then;
    i.target[1] = otherwise;
    emit(t, i, &condition.id, 1);
    t->ended = true;
}

void emit_stop(struct translator *t, enum stop_kind kind)
{
    struct instruction i = instruction_make(OP_STOP, type_void());
    i.sub = (uint8_t)kind;
    emit(t, i, NULL, 0);
    t->ended = true;
}

void emit_check(struct translator *t, enum check_kind kind, struct value condition,
                const char *text)
{
    LAW(kind < CHECK_KIND_COUNT);
    LAW(type_same(type_of(t, condition), type_int(1)));
    struct instruction i = instruction_make(OP_CHECK, type_void());
    i.sub = (uint8_t)kind;
    i.text = text ? arena_text(&t->program->arena, text) : NULL;
    emit(t, i, &condition.id, 1);
}

void emit_assume(struct translator *t, struct value condition)
{
    LAW(type_same(type_of(t, condition), type_int(1)));
    emit(t, instruction_make(OP_ASSUME, type_void()), &condition.id, 1);
}

struct value emit_unsupported(struct translator *t, struct type type, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct instruction i = instruction_make(OP_UNSUPPORTED, type);
    i.text = arena_text(&t->program->arena, text);
    return emit_value(t, i, NULL, 0);
}

void emit_unsupported_unless(struct translator *t, struct value condition, const char *text)
{
    uint32_t open = function_add_block(t->program, t->function, NULL);
    uint32_t rest = function_add_block(t->program, t->function, NULL);
    emit_branch(t, condition, rest, open);
    t->block = open;
    t->ended = false;
    emit_unsupported(t, type_void(), "%s", text);
    emit_jump(t, rest);
    t->block = rest;
    t->ended = false;
}

/* Integers that are no whole bytes are read and written as the next larger whole bytes, their
 * upper bits zero. */
static struct type stored_type(struct type type)
{
    return type.kind == TYPE_INT && type.width % 8 ? type_int((type.width + 7) / 8 * 8)
                                                   : type;
}

struct value emit_load(struct translator *t, struct type type, struct value pointer,
                       uint64_t alignment, unsigned flags)
{
    LAW(type_of(t, pointer).kind == TYPE_POINTER);
    LAW(type.kind != TYPE_VOID);
    struct type stored = stored_type(type);
    struct instruction i = instruction_make(OP_LOAD, stored);
    i.extra = alignment;
    i.flags = (uint16_t)flags;
    struct value v = emit_value(t, i, &pointer.id, 1);
    return type_same(stored, type) ? v : emit_unary(t, OP_TRUNC, type, v);
}

void emit_store(struct translator *t, struct value pointer, struct value v,
                uint64_t alignment, unsigned flags)
{
    LAW(type_of(t, pointer).kind == TYPE_POINTER);
    LAW(type_of(t, v).kind != TYPE_VOID);
    struct type type = type_of(t, v), stored = stored_type(type);
    if (!type_same(stored, type))
        v = emit_unary(t, OP_ZEXT, stored, v);
    struct instruction i = instruction_make(OP_STORE, type_void());
    i.extra = alignment;
    i.flags = (uint16_t)flags;
    emit(t, i, (uint32_t[]){pointer.id, v.id}, 2);
}

struct value emit_temporary(struct translator *t, uint64_t bytes, uint64_t alignment)
{
    struct instruction i = instruction_make(OP_ALLOCA, type_pointer(t->program));
    i.extra = alignment;
    i.place = t->place;
    struct value size = word(t, bytes);
    return (struct value){function_add(t->function, 0, i, &size.id, 1)};
}

uint32_t start_block(struct translator *t, const char *name)
{
    t->ended = false;
    return t->block = function_add_block(t->program, t->function, name);
}
