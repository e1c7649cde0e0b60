/* Globals: sizes, linkage and initialisers as bytes with relocations. */
#include "load/translate/translate.h"

#include <string.h>

/* The initialiser being laid out. */
struct image {
    struct translator *t;
    uint8_t *bytes;
    uint64_t size;
    VECTOR(struct relocation) relocations;
    const char *unsupported;
};

static void declare_global(struct translator *t, struct ir_global *v)
{
    const struct ir_type *type = v->symbol.content;
    uint32_t index = program_add_global(t->program, v->symbol.name, type_size(t, type));
    struct global *g = &t->program->globals.data[index];
    g->alignment = (uint32_t)(v->alignment ? v->alignment : type_alignment(t, type));
    g->internal = v->symbol.linkage == IR_INTERNAL;
    g->read_only = v->constant;
    g->external = !v->symbol.defined;
    g->thread_local_storage = v->thread_local_storage;
    if (v->variable)
        debug_global(t, v->variable, g);
    v->symbol.value.number = index;
}

void declare_globals(struct translator *t)
{
    for (size_t i = 0; i < t->store->appending.count; i++)
        t->store->appending.data[i]->symbol.value.number = UINT32_MAX;
    VECTOR_RESERVE(&t->program->globals, t->store->globals.count);
    for (size_t i = 0; i < t->store->globals.count; i++)
        declare_global(t, t->store->globals.data[i]);
}

static void put_limbs(struct image *image, uint64_t at, const uint32_t *limbs, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes && at + i < image->size; i++)
        image->bytes[at + i] = (uint8_t)(limbs[i / 4] >> (i % 4 * 8));
}

static void put_scalar(struct image *image, const struct ir_value *v, uint64_t at)
{
    struct translator *t = image->t;
    struct value value;
    bool pointer = v->type->kind == IR_POINTER;
    if (v->kind == IR_EXPRESSION && v->op == IR_INTTOPTR) { /* an address given as a number */
        const struct ir_value *number = ((const struct ir_constant *)v)->operands[0];
        if (number->kind == IR_NUMBER)
            v = number;
    }
    if (v->kind == IR_NUMBER) {
        uint32_t id;
        constant_parts(t, v, &id);
        const struct constant *c = program_constant(t->program, (struct value){id});
        uint64_t bytes = type_bytes(c->type), room = t->program->pointer_width / 8;
        put_limbs(image, at, c->limbs, pointer && bytes > room ? room : bytes);
    } else if (constant_address(t, v, &value)) {
        VECTOR_PUSH(&image->relocations, (struct relocation){at, value});
    } else {
        image->unsupported = "a constant expression";
    }
}

/* Elements that are no whole bytes lie side by side without gaps. */
static void put_bits(struct image *image, const struct ir_value *v, uint64_t at)
{
    LAW(at + (v->type->count * v->type->parts[0]->bits + 7) / 8 <= image->size);
    struct translator *t = image->t;
    uint64_t width = v->type->parts[0]->bits;
    for (uint64_t i = 0; i < v->type->count; i++) {
        const struct ir_value *element = ir_element(t->store, &t->body_arena, v, i);
        if (v->type->parts[0]->kind != IR_INTEGER || !ir_is_small_number(element)) {
            image->unsupported = "a vector expression";
            return;
        }
        for (uint64_t k = 0; k < width; k++)
            if (ir_unsigned(element) >> k & 1)
                image->bytes[at + (i * width + k) / 8] |= (uint8_t)(1 << (i * width + k) % 8);
    }
}

static void put(struct image *image, const struct ir_value *v, uint64_t at);

static void put_elements(struct image *image, const struct ir_value *v, uint64_t at)
{
    struct translator *t = image->t;
    const struct ir_type *type = v->type;
    const uint64_t *offsets =
        type->kind == IR_STRUCT ? ir_layout(t->store, type)->offsets : NULL;
    uint64_t step = offsets ? 0 : type_size(t, type->parts[0]);
    if (v->kind == IR_DATA && type->count &&
        ((const struct ir_data *)v)->bytes == type->count * step) {
        const struct ir_data *data = (const struct ir_data *)v;
        if (at + data->bytes <= image->size)
            memcpy(image->bytes + at, data->data, data->bytes);
        return;
    }
    if ((v->kind != IR_DATA && v->kind != IR_AGGREGATE) || (type->kind == IR_VECTOR && !step))
        image->unsupported = "a vector expression";
    else if (type->kind == IR_VECTOR && ir_layout(t->store, type->parts[0])->size_bits % 8) {
        put_bits(image, v, at);
        return;
    }
    for (uint64_t i = 0; i < type->count && !image->unsupported; i++)
        put(image, ir_element(t->store, &t->body_arena, v, i),
            at + (offsets ? offsets[i] : i * step));
}

static void put(struct image *image, const struct ir_value *v, uint64_t at)
{
    if (ir_is_null(v) || v->kind == IR_UNDEFINED)
        return; /* an undefined part of an initialiser is padding, which is zero */
    uint8_t kind = v->type->kind;
    if (kind == IR_STRUCT || kind == IR_ARRAY || kind == IR_VECTOR)
        put_elements(image, v, at);
    else
        put_scalar(image, v, at);
}

static void fill_global(struct translator *t, const struct ir_global *v)
{
    LAW(v->symbol.value.number < t->program->globals.count);
    struct global *g = &t->program->globals.data[v->symbol.value.number];
    if (!v->initializer || ir_is_null(v->initializer) || v->initializer->kind == IR_UNDEFINED)
        return;
    struct image image = {
        .t = t, .size = g->size, .bytes = arena_alloc(&t->program->arena, g->size + 1)};
    put(&image, v->initializer, 0);
    g->bytes = image.bytes;
    g->relocation_count = (uint32_t)image.relocations.count;
    g->relocations =
        ARENA_ARRAY(&t->program->arena, struct relocation, image.relocations.count + 1);
    if (image.relocations.count)
        memcpy(g->relocations, image.relocations.data,
               image.relocations.count * sizeof *g->relocations);
    VECTOR_RELEASE(&image.relocations);
    if (image.unsupported)
        translator_fail(t, FAILURE_UNSUPPORTED, "initialiser of '%s' holds %s", g->name,
                        image.unsupported);
}

void fill_globals(struct translator *t)
{
    for (size_t i = 0; i < t->store->globals.count; i++)
        fill_global(t, t->store->globals.data[i]);
}
