/* What happens before main: constructors are called at main's entry in the order of their priorities.
 * Destructors, which would run after it, and assembly outside functions make the start unsupported. */
#include "frontend/translate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct constructor {
    uint64_t priority;
    unsigned position;
    LLVMValueRef function;
};

static int compare(const void *a, const void *b)
{
    const struct constructor *x = a, *y = b;
    if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

/* Entries are { i32 priority, ptr function, ptr data }. */
static unsigned read_constructors(struct translator *t, LLVMValueRef list, struct constructor **out)
{
    LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
    unsigned count = entries ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(entries)) : 0, n = 0;
    *out = ARENA_ARRAY(&t->arena, struct constructor, count + 1);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(entries, i);
        LLVMValueRef priority = LLVMGetAggregateElement(entry, 0);
        LLVMValueRef function = resolve_alias(LLVMGetAggregateElement(entry, 1));
        if (!LLVMIsAFunction(function)) continue;
        (*out)[n++] = (struct constructor){LLVMConstIntGetZExtValue(priority), i, function};
    }
    qsort(*out, n, sizeof **out, compare);
    return n;
}

static bool has_assembly(struct translator *t)
{
    size_t length;
    const char *text = LLVMGetModuleInlineAsm(t->module, &length);
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)text[i])) return true;
    return false;
}

void emit_start(struct translator *t)
{
    struct constructor *list;
    unsigned count = read_constructors(t, LLVMGetNamedGlobal(t->module, "llvm.global_ctors"), &list);
    for (unsigned i = 0; i < count; i++) {
        uint32_t index = function_index_of(t, list[i].function);
        if (index == UINT32_MAX || t->program->functions.data[index].param_count) {
            emit_unsupported(t, type_void(), "constructor with parameters");
            continue;
        }
        struct value callee = constant_function(t->program, index, 0);
        emit(t, instruction_make(OP_CALL, type_void()), &callee.id, 1);
    }
    if (LLVMGetNamedGlobal(t->module, "llvm.global_dtors"))
        emit_unsupported(t, type_void(), "destructors run after main");
    if (has_assembly(t)) emit_unsupported(t, type_void(), "assembly outside functions");
}
