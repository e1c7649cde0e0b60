/* Writes a change that was learnt as two functions: inputs become parameters, a single output
 * the result, several are handed to sooth_output. Globals are declared under their plain
 * names. */
#include "diff/custom/learn_internal.h"

#include "diff/project/project.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct building {
    const struct learning *learning;
    int side;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    struct map values;
};

static LLVMValueRef global_here(struct building *b, LLVMValueRef global)
{
    size_t n = 0;
    const char *full = LLVMGetValueName2(global, &n);
    char *name = strndup(full, project_symbol_base(full));
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    bool function = LLVMIsAFunction(global);
    LLVMValueRef found = function ? LLVMGetNamedFunction(b->module, name)
                                  : LLVMGetNamedGlobal(b->module, name);
    if (!found)
        found = function ? LLVMAddFunction(b->module, name, type)
                         : LLVMAddGlobal(b->module, type, name);
    free(name);
    return found;
}

static LLVMValueRef value_here(struct building *b, LLVMValueRef value)
{
    uint64_t found;
    if (map_get(&b->values, (uintptr_t)value, &found))
        return (LLVMValueRef)(uintptr_t)found;
    return LLVMIsAGlobalValue(value) ? global_here(b, value) : value;
}

static void copy(struct building *b, LLVMValueRef i)
{
    LLVMContextRef context = LLVMGetModuleContext(b->module);
    LLVMValueRef made = LLVMInstructionClone(i);
    LLVMInsertIntoBuilder(b->builder, made);
    LLVMInstructionSetDebugLoc(made, NULL);
    static const char *const dropped[] = {"tbaa", "range", "srcloc", "tbaa.struct"};
    for (size_t k = 0; k < sizeof dropped / sizeof *dropped; k++)
        LLVMSetMetadata(
            made, LLVMGetMDKindIDInContext(context, dropped[k], (unsigned)strlen(dropped[k])),
            NULL);
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        LLVMSetOperand(made, k, value_here(b, LLVMGetOperand(i, k)));
    map_set(&b->values, (uintptr_t)i, (uintptr_t)made);
}

static void give_outputs(struct building *b)
{
    const struct learning *l = b->learning;
    LLVMContextRef context = LLVMGetModuleContext(b->module);
    size_t count = l->outputs.count;
    LLVMValueRef *values = calloc(count + 1, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = value_here(b, l->outputs.data[i].value[b->side]);
    if (count > 1) {
        LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, true);
        LLVMValueRef output = LLVMGetNamedFunction(b->module, "sooth_output");
        if (!output)
            output = LLVMAddFunction(b->module, "sooth_output", type);
        LLVMBuildCall2(b->builder, type, output, values, (unsigned)count, "");
    }
    if (count == 1)
        LLVMBuildRet(b->builder, values[0]);
    else
        LLVMBuildRetVoid(b->builder);
    free(values);
}

static void build_side(struct building *b, const char *prefix, const char *name)
{
    const struct learning *l = b->learning;
    LLVMContextRef context = LLVMGetModuleContext(b->module);
    LLVMTypeRef *types = calloc(l->inputs.count + 1, sizeof *types);
    for (size_t i = 0; i < l->inputs.count; i++)
        types[i] = LLVMTypeOf(l->inputs.data[i].value[b->side]);
    LLVMTypeRef result = l->outputs.count == 1 ? LLVMTypeOf(l->outputs.data[0].value[b->side])
                                               : LLVMVoidTypeInContext(context);
    char full[300];
    snprintf(full, sizeof full, "%s_%.250s", prefix, name);
    LLVMValueRef function = LLVMAddFunction(
        b->module, full, LLVMFunctionType(result, types, (unsigned)l->inputs.count, false));
    free(types);
    for (size_t i = 0; i < l->inputs.count; i++)
        map_set(&b->values, (uintptr_t)l->inputs.data[i].value[b->side],
                (uintptr_t)LLVMGetParam(function, (unsigned)i));
    b->builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(b->builder,
                             LLVMAppendBasicBlockInContext(context, function, ""));
    for (size_t i = 0; i < l->change[b->side].count; i++)
        copy(b, l->change[b->side].data[i]);
    give_outputs(b);
    LLVMDisposeBuilder(b->builder);
    map_release(&b->values);
}

LLVMModuleRef learn_build(const struct learning *l, const char *name)
{
    LLVMModuleRef from = LLVMGetGlobalParent(l->function[0]);
    LLVMModuleRef module =
        LLVMModuleCreateWithNameInContext("pattern", LLVMGetModuleContext(from));
    LLVMSetDataLayout(module, LLVMGetDataLayoutStr(from));
    LLVMSetTarget(module, LLVMGetTarget(from));
    for (int side = 0; side < 2; side++) {
        struct building b = {.learning = l, .side = side, .module = module};
        build_side(&b, side ? "new" : "old", name);
    }
    return module;
}
