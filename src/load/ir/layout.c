/* Sizes, alignments and offsets as LLVM's data layout string gives them; text: LLVM's
 * language reference, "Data Layout". What a type is made of was laid out before it. */
#include "load/ir/reader.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

static void set_rule(struct layout_rule *rules, size_t *count, uint32_t bits,
                     uint64_t alignment)
{
    size_t k = 0;
    while (k < *count && rules[k].bits < bits)
        k++;
    if (k == *count || rules[k].bits != bits) {
        memmove(rules + k + 1, rules + k, (*count - k) * sizeof *rules);
        ++*count;
    }
    rules[k] = (struct layout_rule){bits, alignment};
}

#define SET_RULE(list, bits, alignment)                                                      \
    do {                                                                                     \
        VECTOR_RESERVE(list, (list)->count + 1);                                             \
        set_rule((list)->data, &(list)->count, bits, alignment);                             \
    } while (0)

static void set_pointer(struct ir_state *s, uint32_t space, uint32_t bits, uint64_t alignment)
{
    for (size_t i = 0; i < s->pointers.count; i++) {
        if (s->pointers.data[i].space != space)
            continue;
        s->pointers.data[i] = (struct pointer_rule){space, bits, alignment};
        return;
    }
    VECTOR_PUSH(&s->pointers, (struct pointer_rule){space, bits, alignment});
}

static void set_defaults(struct ir_state *s)
{
    static const struct layout_rule integers[] = {{1, 1}, {8, 1}, {16, 2}, {32, 4}, {64, 4}};
    static const struct layout_rule floats[] = {{16, 2}, {32, 4}, {64, 8}, {128, 16}};
    static const struct layout_rule vectors[] = {{64, 8}, {128, 16}};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        SET_RULE(&s->integers, integers[i].bits, integers[i].alignment);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        SET_RULE(&s->floats, floats[i].bits, floats[i].alignment);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        SET_RULE(&s->vectors, vectors[i].bits, vectors[i].alignment);
    set_pointer(s, 0, 64, 8);
    s->struct_alignment = 1;
}

/* One part of the string: a letter, a number, then numbers after colons. */
static bool parse_part(struct ir_store *store, const char *part)
{
    struct ir_state *s = store->state;
    char *rest;
    if (part[0] == 'e' || part[0] == 'E')
        store->little_endian = part[0] == 'e';
    if (!part[0] || !strchr("pifva", part[0]))
        return true;
    unsigned long size = strtoul(part + 1, &rest, 10);
    if (*rest != ':')
        return true;
    unsigned long first = strtoul(rest + 1, &rest, 10);
    unsigned long second =
        part[0] == 'p' && *rest == ':' ? strtoul(rest + 1, &rest, 10) : first;
    uint64_t alignment = second / 8;
    if (size > 1u << 24 || first > 1u << 16 || second > 1u << 16 ||
        alignment & (alignment - 1))
        return false;
    if (!alignment && part[0] != 'a')
        return false;
    switch (part[0]) {
    case 'p':
        set_pointer(s, (uint32_t)size, (uint32_t)first, alignment);
        return first && first % 8 == 0;
    case 'i':
        SET_RULE(&s->integers, (uint32_t)size, alignment);
        break;
    case 'f':
        SET_RULE(&s->floats, (uint32_t)size, alignment);
        break;
    case 'v':
        SET_RULE(&s->vectors, (uint32_t)size, alignment);
        break;
    default:
        s->struct_alignment = alignment ? alignment : 1;
    }
    return true;
}

bool ir_layout_parse(struct ir_store *store, const char *text)
{
    bool good = true;
    store->little_endian = false;
    set_defaults(store->state);
    char *copy = arena_text(&store->arena, text), *at = NULL;
    for (char *part = strtok_r(copy, "-", &at); part; part = strtok_r(NULL, "-", &at))
        good = parse_part(store, part) && good;
    store->pointer_bits = ir_pointer_bits(store, 0);
    store->state->layout_known = true;
    return good;
}

static const struct pointer_rule *pointer_rule(const struct ir_store *store, uint32_t space)
{
    const struct ir_state *s = store->state;
    for (size_t i = 0; i < s->pointers.count; i++)
        if (s->pointers.data[i].space == space)
            return &s->pointers.data[i];
    return &s->pointers.data[0];
}

unsigned ir_pointer_bits(const struct ir_store *store, uint32_t space)
{
    return pointer_rule(store, space)->bits;
}

static uint64_t ceil_power(uint64_t n)
{
    uint64_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

static uint64_t exact_rule(const struct layout_rule *rules, size_t count, uint64_t bits)
{
    for (size_t i = 0; i < count; i++)
        if (rules[i].bits == bits)
            return rules[i].alignment;
    return ceil_power((bits + 7) / 8);
}

/* Of the next wider integer that has a rule, or else of the widest. */
static uint64_t integer_alignment(const struct ir_state *s, uint32_t bits)
{
    for (size_t i = 0; i < s->integers.count; i++)
        if (s->integers.data[i].bits >= bits)
            return s->integers.data[i].alignment;
    return VECTOR_LAST(&s->integers).alignment;
}

static uint64_t align_up(uint64_t n, uint64_t alignment)
{
    LAW(alignment && !(alignment & (alignment - 1)));
    return (n + alignment - 1) & ~(alignment - 1);
}

enum {
    LARGEST_BITS = 61
}; /* 2^61 bytes are more than any memory holds, and their bits can be counted */

static bool scale(uint64_t count, uint64_t unit, uint64_t *product)
{
    return !__builtin_mul_overflow(count, unit, product) && *product < 1ull << LARGEST_BITS;
}

static bool lay_struct(struct ir_store *store, struct ir_type *t)
{
    LAW(t->kind == IR_STRUCT);
    uint64_t at = 0, largest = 1, *offsets = ARENA_ARRAY(&store->arena, uint64_t, t->count);
    for (uint64_t i = 0; i < t->count; i++) {
        const struct ir_type *part = t->parts[i];
        uint64_t alignment = t->packed ? 1 : part->alignment;
        if (alignment > largest)
            largest = alignment;
        offsets[i] = at = align_up(at, alignment);
        at += part->size;
        if (at >= 1ull << (LARGEST_BITS - 3))
            return false;
    }
    t->offsets = offsets;
    t->size = align_up(at, largest);
    t->size_bits = t->size * 8;
    t->alignment = t->packed || largest > store->state->struct_alignment
                       ? largest
                       : store->state->struct_alignment;
    LAW(t->size % largest == 0);
    return true;
}

static bool lay_out(struct ir_store *store, struct ir_type *t)
{
    struct ir_state *s = store->state;
    const struct ir_type *element;
    switch ((enum ir_type_kind)t->kind) {
    case IR_INTEGER:
        t->size_bits = t->bits;
        t->alignment = integer_alignment(s, t->bits);
        break;
    case IR_FLOAT:
        t->size_bits = t->bits;
        t->alignment = exact_rule(s->floats.data, s->floats.count, t->bits);
        break;
    case IR_POINTER:
        t->size_bits = pointer_rule(store, t->bits)->bits;
        t->alignment = pointer_rule(store, t->bits)->alignment;
        break;
    case IR_VECTOR:
        element = t->parts[0];
        if (!scale(t->count, element->size_bits, &t->size_bits))
            return false;
        t->alignment = exact_rule(s->vectors.data, s->vectors.count, t->size_bits);
        break;
    case IR_ARRAY:
        element = t->parts[0];
        if (!scale(t->count, element->size * 8, &t->size_bits))
            return false;
        t->alignment = element->alignment;
        break;
    case IR_STRUCT:
        return lay_struct(store, t);
    case IR_VOID:
    case IR_FUNCTION_TYPE:
    case IR_LABEL:
    case IR_METADATA:
    case IR_OPAQUE:
    case IR_OTHER_TYPE:
        return false;
    }
    t->size = align_up((t->size_bits + 7) / 8, t->alignment);
    return true;
}

const struct ir_type *ir_layout(struct ir_store *store, const struct ir_type *type)
{
    struct ir_type *t = (struct ir_type *)type;
    if (t->laid_out || !t->sized || !store->state->layout_known)
        return t;
    for (size_t i = 0, n = t->kind == IR_STRUCT ? t->count
                                                : t->kind == IR_ARRAY || t->kind == IR_VECTOR;
         i < n && t->sized; i++)
        t->sized = t->parts[i]->sized;
    t->sized = t->sized && lay_out(store, t);
    t->laid_out = t->sized;
    return t;
}
