/* The first field of a structure lies where the structure does, so passes drop the step to
 * it, and with it the name that was used. Where the other version has another layout of the
 * structure, the step is kept as a call of an opaque function that returns its argument;
 * alias analysis looks through it. */
#include "diff/match/compare_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/normalise/normalise_internal.h"

#include <stdio.h>
#include <string.h>

#define FIELD_PREFIX OPAQUE_PREFIX "field."

/* The types of the paired file in the other version; null: none. */
static const struct type_table *other_types(struct comparer *comparer, enum side side,
                                            LLVMModuleRef module)
{
    struct project *here = comparer->project[side], *there = comparer->project[!side];
    uint64_t unit = map_or(&comparer->units[side], (uint64_t)(uintptr_t)module, 0), other;
    if (!unit)
        return NULL;
    if (here->units.count == 1 && there->units.count == 1)
        other = 0;
    else if (!text_map_get(&there->by_source, here->units.data[unit - 1].source, &other))
        return NULL;
    if (!there->units.data[other].module)
        return NULL;
    struct type_table *table = &comparer->types[!side][other];
    type_table_load(table, there->units.data[other].module);
    return table;
}

static bool has_changed(const struct type_table *here, const struct type_table *there,
                        LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return false;
    const struct type_structure *s = type_table_structure(here, type);
    uint64_t index;
    if (!s || s->is_union || !text_map_get(&there->by_name, s->name, &index))
        return false;
    return !type_structure_same_layout(s, &there->structures.data[index]);
}

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && LLVMIsNull(v);
}

/* A step to the first field of a structure. */
static bool is_first_field(LLVMValueRef i)
{
    return LLVMIsAGetElementPtrInst(i) && LLVMGetNumOperands(i) == 3 &&
           is_zero(LLVMGetOperand(i, 1)) && is_zero(LLVMGetOperand(i, 2)) &&
           LLVMGetTypeKind(LLVMGetGEPSourceElementType(i)) == LLVMStructTypeKind;
}

static LLVMValueRef insert_field(LLVMValueRef before, LLVMTypeRef structure,
                                 LLVMValueRef pointer)
{
    LAW(LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
        LLVMGetStructName(structure));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(structure));
    LLVMPositionBuilderBefore(builder, before);
    char name[512];
    snprintf(name, sizeof name, FIELD_PREFIX "%s", LLVMGetStructName(structure));
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(before)));
    LLVMTypeRef address = LLVMTypeOf(pointer);
    LLVMTypeRef type = LLVMFunctionType(address, &address, 1, false);
    LLVMValueRef call =
        LLVMBuildCall2(builder, type, opaque_declare(module, name, type), &pointer, 1, "");
    LLVMDisposeBuilder(builder);
    return call;
}

/* The operand of a load or store that names a global structure itself, where its first field
 * is meant. */
static int plain_global_operand(LLVMValueRef i, LLVMTypeRef *structure)
{
    int operand = LLVMIsAStoreInst(i) ? 1 : -1;
    if (LLVMIsALoadInst(i))
        operand = 0;
    LLVMValueRef global = operand < 0 ? NULL : LLVMGetOperand(i, (unsigned)operand);
    if (!global || !LLVMIsAGlobalVariable(global))
        return -1;
    *structure = LLVMGlobalGetValueType(global);
    return LLVMGetTypeKind(*structure) == LLVMStructTypeKind && LLVMGetStructName(*structure)
               ? operand
               : -1;
}

static void mark_instruction(LLVMValueRef i, const struct type_table *here,
                             const struct type_table *there)
{
    LLVMTypeRef structure;
    int operand = plain_global_operand(i, &structure);
    if (operand >= 0 && has_changed(here, there, structure)) {
        LLVMValueRef pointer = LLVMGetOperand(i, (unsigned)operand);
        LLVMSetOperand(i, (unsigned)operand, insert_field(i, structure, pointer));
    } else if (is_first_field(i) &&
               has_changed(here, there, LLVMGetGEPSourceElementType(i))) {
        LLVMValueRef call =
            insert_field(i, LLVMGetGEPSourceElementType(i), LLVMGetOperand(i, 0));
        LLVMReplaceAllUsesWith(i, call);
        LLVMInstructionEraseFromParent(i);
    }
}

void field_keep_first(void *context, LLVMValueRef function)
{
    struct comparer *comparer = context;
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    enum side side = map_has(&comparer->units[OLD], (uint64_t)(uintptr_t)module) ? OLD : NEW;
    const struct type_table *here = NULL, *there = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMTypeRef structure;
            if (!is_first_field(i) && plain_global_operand(i, &structure) < 0)
                continue;
            if (!here)
                here = types_of(comparer, side, function);
            if (!there)
                there = here ? other_types(comparer, side, module) : NULL;
            if (!there)
                return;
            mark_instruction(i, here, there);
        }
    }
}

LLVMTypeRef field_structure(LLVMValueRef v)
{
    if (opaque_kind_of(v) != OPAQUE_FIELD)
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(v);
    return LLVMGetTypeByName2(LLVMGetTypeContext(LLVMTypeOf(v)),
                              LLVMGetValueName(callee) + strlen(FIELD_PREFIX));
}

bool address_is_step(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) ||
           opaque_kind_of(v) == OPAQUE_FIELD;
}

LLVMTypeRef address_step_type(LLVMValueRef v)
{
    LAW(address_is_step(v));
    LLVMTypeRef structure = field_structure(v);
    return structure ? structure : LLVMGetGEPSourceElementType(v);
}

unsigned address_step_count(LLVMValueRef v)
{
    return field_structure(v) ? 3 : (unsigned)LLVMGetNumOperands(v);
}

LLVMValueRef address_step_operand(LLVMValueRef v, unsigned i)
{
    LAW(address_is_step(v) && i < address_step_count(v));
    if (i == 0 || !field_structure(v))
        return LLVMGetOperand(v, i);
    return LLVMConstNull(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v))));
}
