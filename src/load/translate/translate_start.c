/* What happens before main: constructors are called at main's entry in the order of their
 * priorities. Before them destructors are handed to the model that keeps what is to run at
 * the end (models/exit.c), which calls those that came last first. Assembly outside functions
 * makes the start unsupported. */
#include "load/translate/translate.h"

#include "program/library.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct constructor { /* or destructor */
    uint64_t priority;
    size_t position;
    const struct ir_value *function;
};

struct constructor_list {
    VECTOR(struct constructor) items;
};

static int compare(const void *a, const void *b)
{
    const struct constructor *x = a, *y = b;
    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

/* Entries are { i32 priority, ptr function, ptr data }. */
static void read_constructors(struct translator *t, const struct ir_value *entries,
                              struct constructor_list *out)
{
    for (uint64_t i = 0; entries && i < entries->type->count; i++) {
        const struct ir_value *entry = ir_element(t->store, &t->body_arena, entries, i);
        const struct ir_value *priority = ir_element(t->store, &t->body_arena, entry, 0);
        const struct ir_value *function = ir_element(t->store, &t->body_arena, entry, 1);
        function = function ? resolve_alias(function) : NULL;
        if (!function || function->kind != IR_FUNCTION || !ir_is_small_number(priority))
            continue;
        VECTOR_PUSH(&out->items,
                    (struct constructor){ir_unsigned(priority), out->items.count, function});
    }
}

static bool has_assembly(struct translator *t)
{
    for (const char *text = t->store->assembly; *text; text++)
        if (!isspace((unsigned char)*text))
            return true;
    return false;
}

/* Each function in the order of priorities. */
static void emit_each(struct translator *t, struct constructor_list *list,
                      void emit_one(struct translator *, struct value function))
{
    if (list->items.count)
        qsort(list->items.data, list->items.count, sizeof *list->items.data, compare);
    for (size_t i = 0; i < list->items.count; i++) {
        uint32_t index = function_index_of(list->items.data[i].function);
        if (index == UINT32_MAX || t->program->functions.data[index].param_count)
            emit_unsupported(t, type_void(), "constructor with parameters");
        else
            emit_one(t, constant_function(t->program, index, 0));
    }
}

static void call_constructor(struct translator *t, struct value function)
{
    emit(t, instruction_make(OP_CALL, type_void()), &function.id, 1);
}

static void keep_destructor(struct translator *t, struct value function)
{
    uint32_t keeper = program_find_function(t->program, "__sooth_destructor");
    if (keeper == UINT32_MAX) {
        emit_unsupported(t, type_void(), "destructors run after main");
        return;
    }
    struct value operands[] = {constant_function(t->program, keeper, 0), function};
    emit(t, instruction_make(OP_CALL, type_void()), &operands[0].id, 2);
}

void emit_start(struct translator *t)
{
    struct constructor_list constructors = {0}, destructors = {0};
    for (size_t i = 0; i < t->store->appending.count; i++) {
        const struct ir_global *list = t->store->appending.data[i];
        if (!strcmp(list->symbol.name, "llvm.global_ctors"))
            read_constructors(t, list->initializer, &constructors);
        if (!strcmp(list->symbol.name, "llvm.global_dtors"))
            read_constructors(t, list->initializer, &destructors);
    }
    t->has_constructors = constructors.items.count || destructors.items.count;
    emit_each(t, &destructors, keep_destructor);
    emit_each(t, &constructors, call_constructor);
    VECTOR_RELEASE(&constructors.items);
    VECTOR_RELEASE(&destructors.items);
    if (has_assembly(t))
        emit_unsupported(t, type_void(), "assembly outside functions");
}

static bool names(struct translator *t, struct value v, uint32_t function)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(t->program, v);
    return c->kind == CONSTANT_FUNCTION && c->index == function;
}

static bool body_names(struct translator *t, const struct function *f, uint32_t function)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        for (uint32_t k = 0; in->block != UINT32_MAX && k < in->count; k++)
            if (!instruction_operand_is_block(in, k) &&
                names(t, instruction_operand(f, in, k), function))
                return true;
    }
    return false;
}

static bool global_names(struct translator *t, const struct global *g, uint32_t function)
{
    for (uint32_t i = 0; i < g->relocation_count; i++)
        if (names(t, g->relocations[i].value, function))
            return true;
    return false;
}

void check_start(struct translator *t)
{
    const struct program *p = t->program;
    bool named = false;
    if (!t->has_constructors)
        return;
    for (size_t i = 0; i < p->functions.count && !named; i++)
        named = !library_unit(p->functions.data[i].unit) &&
                body_names(t, &p->functions.data[i], p->entry);
    for (size_t i = 0; i < p->globals.count && !named; i++)
        named = global_names(t, &p->globals.data[i], p->entry);
    if (named)
        translator_fail(t, FAILURE_UNSUPPORTED,
                        "a call of main, before which constructors ran");
}
