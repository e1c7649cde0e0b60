/* Annotations of functions (`__attribute__((annotate("...")))`): clang lists them in
 * llvm.global.annotations, entries { function, text, file, line, arguments }. */
#include "load/translate/translate.h"

#include <string.h>

static const char *text_at(struct translator *t, const struct ir_value *v)
{
    if (!v || v->kind != IR_GLOBAL)
        return NULL;
    const struct ir_value *text = ((const struct ir_global *)v)->initializer;
    if (!text || text->kind != IR_DATA || text->type->kind != IR_ARRAY ||
        text->type->parts[0]->bits != 8)
        return NULL;
    const struct ir_data *data = (const struct ir_data *)text;
    return arena_text_range(&t->program->arena, (const char *)data->data, data->bytes);
}

static void read_annotations(struct translator *t, const struct ir_value *entries)
{
    for (uint64_t i = 0; entries && i < entries->type->count; i++) {
        const struct ir_value *entry = ir_element(t->store, &t->body_arena, entries, i);
        const struct ir_value *function = ir_element(t->store, &t->body_arena, entry, 0);
        const char *text = text_at(t, ir_element(t->store, &t->body_arena, entry, 1));
        function = function ? resolve_alias(function) : NULL;
        if (!text || !function || function->kind != IR_FUNCTION)
            continue;
        uint32_t index = function_index_of(function);
        const char *file = text_at(t, ir_element(t->store, &t->body_arena, entry, 2));
        if (index != UINT32_MAX)
            VECTOR_PUSH(&t->program->annotations, (struct annotation){index, text, file});
    }
}

void translate_annotations(struct translator *t)
{
    for (size_t i = 0; i < t->store->appending.count; i++)
        if (!strcmp(t->store->appending.data[i]->symbol.name, "llvm.global.annotations"))
            read_annotations(t, t->store->appending.data[i]->initializer);
}
