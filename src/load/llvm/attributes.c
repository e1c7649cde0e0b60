/* Attributes of functions and calls: noreturn, allocsize, nonnull of results, and of
 * parameters byval, sret, align, nonnull, dereferenceable. */
#include "load/llvm/internal.h"

#include <string.h>

typedef LLVMAttributeRef get_attribute(LLVMValueRef, LLVMAttributeIndex, unsigned kind);

static LLVMAttributeRef find(get_attribute *get, LLVMValueRef v, LLVMAttributeIndex place,
                             const char *name)
{
    return get(v, place, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static uint64_t number(get_attribute *get, LLVMValueRef v, LLVMAttributeIndex place,
                       const char *name)
{
    LLVMAttributeRef a = find(get, v, place, name);
    return a ? LLVMGetEnumAttributeValue(a) : 0;
}

static const struct ir_type *type(struct llvm_module *m, LLVMAttributeRef a)
{
    return a ? llvm_type(m, LLVMGetTypeAttributeValue(a)) : NULL;
}

static struct ir_parameter read_parameter(struct llvm_module *m, get_attribute *get,
                                          LLVMValueRef v, LLVMAttributeIndex place)
{
    return (struct ir_parameter){
        .byval = type(m, find(get, v, place, "byval")),
        .sret = type(m, find(get, v, place, "sret")),
        .alignment = number(get, v, place, "align"),
        .non_null = find(get, v, place, "nonnull") != NULL,
        .dereferenceable = number(get, v, place, "dereferenceable"),
    };
}

/* Parameters after the last one of which something is said are left out. */
static const struct ir_attributes *read_all(struct llvm_module *m, get_attribute *get,
                                            LLVMValueRef v, unsigned count,
                                            struct arena *arena)
{
    struct ir_attributes all = {
        .no_return = find(get, v, LLVMAttributeFunctionIndex, "noreturn") != NULL,
        .result_non_null = find(get, v, LLVMAttributeReturnIndex, "nonnull") != NULL};
    uint64_t sizes = number(get, v, LLVMAttributeFunctionIndex, "allocsize");
    if (find(get, v, LLVMAttributeFunctionIndex, "allocsize")) {
        all.size_parameter = (uint32_t)(sizes >> 32) + 1;
        all.count_parameter = (uint32_t)sizes + 1; /* 0 if there is none */
    }
    struct ir_parameter *parameters = ARENA_ARRAY(arena, struct ir_parameter, count);
    uint32_t last = 0;
    for (unsigned i = 0; i < count; i++) {
        struct ir_parameter p = read_parameter(m, get, v, i + 1);
        parameters[i] = p;
        if (p.byval || p.sret || p.alignment || p.non_null || p.dereferenceable)
            last = i + 1;
    }
    if (!all.no_return && !all.result_non_null && !all.size_parameter && !last)
        return &ir_no_attributes;
    struct ir_attributes *a = ARENA_NEW(arena, struct ir_attributes);
    *a = all;
    a->count = last;
    a->parameters = parameters;
    return a;
}

const struct ir_attributes *llvm_function_attributes(struct llvm_module *m, LLVMValueRef f)
{
    return read_all(m, LLVMGetEnumAttributeAtIndex, f, LLVMCountParams(f),
                    &m->ir.store->arena);
}

const struct ir_attributes *llvm_call_attributes(struct llvm_module *m, LLVMValueRef call,
                                                 struct arena *arena)
{
    return read_all(m, LLVMGetCallSiteEnumAttribute, call, LLVMGetNumArgOperands(call),
                    arena);
}
