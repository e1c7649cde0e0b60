/* Part of bitcode_compare.c: types, constants and debug nodes of LLVM beside ours. */
#ifndef FUZZ_BITCODE_COMPARE_H
#define FUZZ_BITCODE_COMPARE_H
#include "base/map.h"
#include "base/text.h"
#include "load/bitcode/bitcode.h"
#include "load/ir/store.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparison {
    struct ir_store store;
    struct arena arena;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    struct map same; /* pairs known to be the same: theirs -> ours */
    struct map here; /* arguments and instructions of the body: theirs -> ours */
    struct map blocks;
    const char *function;
    const struct text *library; /* or null */
    bool linked;                /* then local names may differ by a number */
    unsigned differences;
    unsigned long compared;
};

#define DIFFER(c, ...)                                                                       \
    do {                                                                                     \
        if ((c)->differences++ < 20) {                                                       \
            printf("difference in %s: ", (c)->function);                                     \
            printf(__VA_ARGS__);                                                             \
            printf("\n");                                                                    \
        }                                                                                    \
    } while (0)
#define EXPECT(c, condition, ...)                                                            \
    do {                                                                                     \
        (c)->compared++;                                                                     \
        if (!(condition))                                                                    \
            DIFFER(c, __VA_ARGS__);                                                          \
    } while (0)

static bool met(struct comparison *c, const void *theirs, const void *ours)
{
    uint64_t known;
    if (map_get(&c->same, (uintptr_t)theirs, &known) && known == (uintptr_t)ours)
        return true;
    map_set(&c->same, (uintptr_t)theirs, (uintptr_t)ours);
    return false;
}

static void same_type(struct comparison *c, LLVMTypeRef theirs, const struct ir_type *ours);

static void same_layout(struct comparison *c, LLVMTypeRef theirs, const struct ir_type *ours)
{
    EXPECT(c, ours->laid_out, "a sized type has no layout");
    if (!ours->laid_out)
        return;
    EXPECT(c, LLVMABISizeOfType(c->layout, theirs) == ours->size, "size %llu, ours %llu",
           LLVMABISizeOfType(c->layout, theirs), (unsigned long long)ours->size);
    EXPECT(c, LLVMSizeOfTypeInBits(c->layout, theirs) == ours->size_bits, "size in bits");
    EXPECT(c, LLVMABIAlignmentOfType(c->layout, theirs) == ours->alignment,
           "alignment %u, ours %llu", LLVMABIAlignmentOfType(c->layout, theirs),
           (unsigned long long)ours->alignment);
    for (unsigned i = 0; ours->kind == IR_STRUCT && i < ours->count; i++)
        EXPECT(c, LLVMOffsetOfElement(c->layout, theirs, i) == ours->offsets[i],
               "offset of field %u", i);
}

static void same_function_type(struct comparison *c, LLVMTypeRef theirs,
                               const struct ir_type *ours)
{
    unsigned n = LLVMCountParamTypes(theirs);
    EXPECT(c, n == ours->count && LLVMIsFunctionVarArg(theirs) == ours->variadic,
           "parameters of a type");
    if (n != ours->count)
        return;
    LLVMTypeRef *parts = calloc(n + 1, sizeof *parts);
    LLVMGetParamTypes(theirs, parts);
    for (unsigned i = 0; i < n; i++)
        same_type(c, parts[i], ours->parts[i]);
    same_type(c, LLVMGetReturnType(theirs), ours->result);
    free(parts);
}

static int float_bits(LLVMTypeKind kind)
{
    switch ((int)kind) {
    case LLVMHalfTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMX86_FP80TypeKind:
        return 80;
    case LLVMFP128TypeKind:
        return 128;
    default:
        return 0;
    }
}

static void same_struct(struct comparison *c, LLVMTypeRef theirs, const struct ir_type *ours)
{
    unsigned n = LLVMIsOpaqueStruct(theirs) ? 0 : LLVMCountStructElementTypes(theirs);
    EXPECT(c,
           ours->kind == (LLVMIsOpaqueStruct(theirs) ? IR_OPAQUE : IR_STRUCT) &&
               n == ours->count && LLVMIsPackedStruct(theirs) == ours->packed,
           "a struct");
    for (unsigned i = 0; i < n && ours->count == n; i++)
        same_type(c, LLVMStructGetTypeAtIndex(theirs, i), ours->parts[i]);
}

static void same_type(struct comparison *c, LLVMTypeRef theirs, const struct ir_type *ours)
{
    if (met(c, theirs, ours))
        return;
    LLVMTypeKind kind = LLVMGetTypeKind(theirs);
    enum ir_type_kind is = ours->kind;
    if (float_bits(kind)) {
        EXPECT(c, is == IR_FLOAT && ours->bits == (unsigned)float_bits(kind), "a float type");
    } else if (kind == LLVMIntegerTypeKind) {
        EXPECT(c,
               is == (LLVMGetIntTypeWidth(theirs) > 2048 ? IR_OTHER_TYPE : IR_INTEGER) &&
                   ours->bits == LLVMGetIntTypeWidth(theirs),
               "an integer type");
    } else if (kind == LLVMPointerTypeKind) {
        EXPECT(c, is == IR_POINTER && ours->bits == LLVMGetPointerAddressSpace(theirs),
               "a pointer type");
    } else if (kind == LLVMStructTypeKind) {
        same_struct(c, theirs, ours);
    } else if (kind == LLVMArrayTypeKind) {
        EXPECT(c, is == IR_ARRAY && LLVMGetArrayLength2(theirs) == ours->count,
               "an array type");
        if (is == IR_ARRAY)
            same_type(c, LLVMGetElementType(theirs), ours->parts[0]);
    } else if (kind == LLVMVectorTypeKind && is == IR_VECTOR) {
        EXPECT(c, LLVMGetVectorSize(theirs) == ours->count, "a vector type");
        same_type(c, LLVMGetElementType(theirs), ours->parts[0]);
    } else if (kind == LLVMFunctionTypeKind && is == IR_FUNCTION_TYPE) {
        same_function_type(c, theirs, ours);
    } else {
        EXPECT(c,
               is == (kind == LLVMVoidTypeKind       ? IR_VOID
                      : kind == LLVMLabelTypeKind    ? IR_LABEL
                      : kind == LLVMMetadataTypeKind ? IR_METADATA
                                                     : IR_OTHER_TYPE),
               "the kind of a type, LLVM's %d, ours %d", (int)kind, (int)is);
        return;
    }
    if (LLVMTypeIsSized(theirs) && ours->sized)
        same_layout(c, theirs, ours);
}

/* --- values --- */

static void same_value(struct comparison *c, LLVMValueRef theirs,
                       const struct ir_value *ours);

/* Constants are unique in LLVM, so that one made of our bits must be theirs. */
static void same_number(struct comparison *c, LLVMValueRef theirs,
                        const struct ir_number *ours)
{
    unsigned bits = ours->value.type->bits, words = (bits + 63) / 64;
    LLVMTypeRef whole = LLVMIntTypeInContext(c->context, bits);
    LLVMValueRef made = LLVMConstIntOfArbitraryPrecision(whole, words, ours->words);
    if (ours->value.type->kind == IR_FLOAT)
        made = LLVMConstBitCast(made, LLVMTypeOf(theirs));
    EXPECT(c, made == theirs, "a number");
    EXPECT(c, bits % 64 == 0 || !(ours->words[bits / 64] >> bits % 64),
           "bits beyond the width");
}

static void same_name(struct comparison *c, LLVMValueRef theirs, const struct ir_symbol *ours)
{
    size_t size;
    const char *name = LLVMGetValueName2(theirs, &size);
    if (size && *name == 1)
        name++;
    size_t n = strlen(ours->name);
    EXPECT(c,
           !strcmp(name, ours->name) || (c->linked && ours->linkage == IR_INTERNAL &&
                                         !strncmp(name, ours->name, n) && name[n] == '.'),
           "symbol %s, ours %s", name, ours->name);
}

static void same_elements(struct comparison *c, LLVMValueRef theirs,
                          const struct ir_value *ours, unsigned n)
{
    EXPECT(c, ours->type->count == n, "elements of a constant");
    for (unsigned i = 0; i < n && ours->type->count == n; i++) {
        const struct ir_value *element = ir_element(&c->store, &c->arena, ours, i);
        if (element)
            same_value(c, LLVMGetAggregateElement(theirs, i), element);
        else
            DIFFER(c, "an element is missing");
    }
}

static enum ir_op op_of(LLVMOpcode opcode);

static void same_expression(struct comparison *c, LLVMValueRef theirs,
                            const struct ir_value *ours)
{
    enum ir_op op = op_of(LLVMGetConstOpcode(theirs));
    if (ours->kind == IR_OTHER_CONSTANT) {
        EXPECT(c, op >= IR_EXTRACTELEMENT && op <= IR_SHUFFLEVECTOR,
               "an expression is not understood");
        return;
    }
    const struct ir_constant *k = (const struct ir_constant *)ours;
    EXPECT(c,
           ours->kind == IR_EXPRESSION && ours->op == op &&
               k->count == (unsigned)LLVMGetNumOperands(theirs),
           "an expression");
    if (ours->kind != IR_EXPRESSION || k->count != (unsigned)LLVMGetNumOperands(theirs))
        return;
    for (unsigned i = 0; i < k->count; i++)
        same_value(c, LLVMGetOperand(theirs, i), k->operands[i]);
    if (op == IR_GEP)
        same_type(c, LLVMGetGEPSourceElementType(theirs), k->subject);
}

static void same_assembly(struct comparison *c, LLVMValueRef theirs,
                          const struct ir_assembly *ours)
{
    size_t n, m;
    const char *text = LLVMGetInlineAsmAsmString(theirs, &n);
    const char *constraints = LLVMGetInlineAsmConstraintString(theirs, &m);
    EXPECT(c,
           ours->value.kind == IR_ASSEMBLY && strlen(ours->text) == n &&
               !memcmp(text, ours->text, n) && strlen(ours->constraints) == m &&
               !memcmp(constraints, ours->constraints, m),
           "inline assembly");
    same_type(c, LLVMGetInlineAsmFunctionType(theirs), ours->function_type);
}

static unsigned block_number(LLVMBasicBlockRef block)
{
    unsigned n = 0;
    while ((block = LLVMGetPreviousBasicBlock(block)))
        n++;
    return n;
}

static void same_constant(struct comparison *c, LLVMValueRef theirs,
                          const struct ir_value *ours)
{
    if (ours->kind != IR_DATA && met(c, theirs, ours))
        return;
    int kind = (int)LLVMGetValueKind(theirs);
    bool data =
        kind == LLVMConstantDataArrayValueKind || kind == LLVMConstantDataVectorValueKind;
    if (data && ours->kind == IR_OTHER_CONSTANT)
        return; /* of bfloat */
    switch (kind) {
    case LLVMConstantIntValueKind:
    case LLVMConstantFPValueKind:
        if (ours->kind == IR_NUMBER)
            same_number(c, theirs, (const struct ir_number *)ours);
        else
            EXPECT(c, ours->kind == IR_OTHER_CONSTANT && ours->type->kind == IR_OTHER_TYPE,
                   "a number's kind");
        break;
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind:
    case LLVMConstantTokenNoneValueKind:
        EXPECT(c, ours->kind == IR_ZERO || ours->type->kind == IR_OTHER_TYPE, "a zero");
        break;
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        EXPECT(c, ours->kind == IR_UNDEFINED, "an undefined value");
        break;
    case LLVMConstantDataArrayValueKind:
        EXPECT(c, ours->kind == IR_DATA, "the kind of data");
        same_elements(c, theirs, ours, (unsigned)LLVMGetArrayLength2(LLVMTypeOf(theirs)));
        break;
    case LLVMConstantDataVectorValueKind:
        EXPECT(c, ours->kind == IR_DATA, "the kind of data");
        same_elements(c, theirs, ours, LLVMGetVectorSize(LLVMTypeOf(theirs)));
        break;
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
        same_elements(c, theirs, ours, (unsigned)LLVMGetNumOperands(theirs));
        break;
    case LLVMConstantExprValueKind:
        same_expression(c, theirs, ours);
        break;
    case LLVMBlockAddressValueKind:
        EXPECT(c,
               ours->kind == IR_BLOCK_ADDRESS &&
                   block_number(LLVMGetBlockAddressBasicBlock(theirs)) ==
                       ((const struct ir_block_address *)ours)->block,
               "a block's address");
        break;
    case LLVMInlineAsmValueKind:
        same_assembly(c, theirs, (const struct ir_assembly *)ours);
        break;
    default:
        EXPECT(c, ours->kind == IR_OTHER_CONSTANT, "a constant of kind %d",
               (int)LLVMGetValueKind(theirs));
    }
}

static void same_value(struct comparison *c, LLVMValueRef theirs, const struct ir_value *ours)
{
    if (!theirs || !ours) {
        DIFFER(c, "a value is missing");
        return;
    }
    switch ((int)LLVMGetValueKind(theirs)) {
    case LLVMArgumentValueKind:
    case LLVMInstructionValueKind:
        if (ours->kind == IR_OTHER_CONSTANT)
            return; /* LLVM's C API has no kind for some constants */
        EXPECT(c, map_or(&c->here, (uintptr_t)theirs, 0) == (uintptr_t)ours, "an operand");
        break;
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind:
    case LLVMGlobalAliasValueKind:
    case LLVMGlobalIFuncValueKind:
        if (ir_symbol(ours))
            same_name(c, theirs, ir_symbol(ours));
        else
            DIFFER(c, "no symbol");
        return;
    case LLVMMetadataAsValueValueKind:
        EXPECT(c, ours->kind == IR_METADATA_VALUE, "a value of metadata");
        return;
    case LLVMBasicBlockValueKind:
        return;
    default:
        same_constant(c, theirs, ours);
    }
    same_type(c, LLVMTypeOf(theirs), ours->type);
}

/* --- debug nodes --- */

static void same_node(struct comparison *c, LLVMMetadataRef theirs,
                      const struct ir_node *ours);

static LLVMMetadataRef operand_of(LLVMValueRef *operands, unsigned n, unsigned k)
{
    if (k >= n || !operands[k] || !LLVMIsAMDNode(operands[k]))
        return NULL;
    return LLVMValueAsMetadata(operands[k]);
}

static void same_text(struct comparison *c, LLVMValueRef *operands, unsigned n, unsigned k,
                      const char *ours)
{
    unsigned size = 0;
    const char *text = k < n && operands[k] ? LLVMGetMDString(operands[k], &size) : "";
    EXPECT(c, size == strlen(ours) && (!size || !memcmp(text, ours, size)),
           "name of a node: %.*s, ours %s", (int)size, text, ours);
}

static void same_child(struct comparison *c, LLVMValueRef *operands, unsigned n, unsigned k,
                       const struct ir_node *ours, uint32_t child)
{
    LLVMMetadataRef theirs = operand_of(operands, n, k);
    const struct ir_node *node = ir_child(ours, child);
    EXPECT(c, !theirs == !node, "a child of a node");
    if (theirs && node)
        same_node(c, theirs, node);
}

static void same_enumerator(struct comparison *c, LLVMMetadataRef theirs,
                            const struct ir_node *ours)
{
    if (c->linked)
        return;
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(c->context, theirs));
    const char *value = strstr(text, ", value: ");
    long long is = value && value[9] == '-' ? strtoll(value + 9, NULL, 10)
                   : value                  ? (long long)strtoull(value + 9, NULL, 10)
                                            : 0;
    EXPECT(c, is == ours->value, "an enumerator's value");
    LLVMDisposeMessage(text);
}

static void same_type_node(struct comparison *c, LLVMMetadataRef theirs,
                           LLVMValueRef *operands, unsigned n, const struct ir_node *ours)
{
    EXPECT(c, ours->kind == IR_NODE_TYPE && ours->tag == LLVMGetDINodeTag(theirs),
           "a type's tag");
    EXPECT(c, LLVMDITypeGetSizeInBits(theirs) == ours->size_bits, "a type's size");
    EXPECT(c, LLVMDITypeGetOffsetInBits(theirs) == ours->offset_bits, "a type's offset");
    EXPECT(c, LLVMDITypeGetLine(theirs) == ours->line, "a type's line");
    same_text(c, operands, n, 2, ours->name);
    LLVMMetadataKind kind = LLVMGetMetadataKind(theirs);
    if (kind == LLVMDISubroutineTypeMetadataKind) {
        same_child(c, operands, n, 3, ours, ours->elements);
        return;
    }
    if (kind == LLVMDIBasicTypeMetadataKind)
        return;
    same_child(c, operands, n, 0, ours, ours->file);
    same_child(c, operands, n, 3, ours, ours->type);
    if (kind == LLVMDICompositeTypeMetadataKind)
        same_child(c, operands, n, 4, ours, ours->elements);
}

static void same_subrange(struct comparison *c, LLVMValueRef *operands, unsigned n,
                          const struct ir_node *ours)
{
    LLVMValueRef count = n ? operands[0] : NULL;
    bool constant = count && LLVMIsAConstantInt(count);
    EXPECT(c,
           ours->kind == IR_NODE_SUBRANGE &&
               ours->value == (constant ? LLVMConstIntGetSExtValue(count) : -1),
           "a subrange");
}

static void same_node(struct comparison *c, LLVMMetadataRef theirs,
                      const struct ir_node *ours)
{
    if (met(c, theirs, ours))
        return;
    LLVMValueRef value = LLVMMetadataAsValue(c->context, theirs);
    unsigned n = LLVMGetMDNodeNumOperands(value);
    LLVMValueRef *operands = calloc(n + 1, sizeof *operands);
    LLVMGetMDNodeOperands(value, operands);
    switch ((int)LLVMGetMetadataKind(theirs)) {
    case LLVMDIBasicTypeMetadataKind:
    case LLVMDIDerivedTypeMetadataKind:
    case LLVMDICompositeTypeMetadataKind:
    case LLVMDISubroutineTypeMetadataKind:
        same_type_node(c, theirs, operands, n, ours);
        break;
    case LLVMDIFileMetadataKind:
        EXPECT(c, ours->kind == IR_NODE_FILE, "a file");
        same_text(c, operands, n, 0, ours->name);
        break;
    case LLVMDISubprogramMetadataKind:
        EXPECT(c,
               ours->kind == IR_NODE_SCOPE && LLVMDISubprogramGetLine(theirs) == ours->line,
               "a subprogram");
        same_text(c, operands, n, 2, ours->name);
        same_child(c, operands, n, 0, ours, ours->file);
        same_child(c, operands, n, 4, ours, ours->type);
        break;
    case LLVMDILexicalBlockMetadataKind:
    case LLVMDILexicalBlockFileMetadataKind:
    case LLVMDICompileUnitMetadataKind:
        EXPECT(c, ours->kind == IR_NODE_SCOPE, "a scope");
        same_child(c, operands, n, 0, ours, ours->file);
        break;
    case LLVMDILocalVariableMetadataKind:
    case LLVMDIGlobalVariableMetadataKind:
        EXPECT(c,
               ours->kind == IR_NODE_VARIABLE && LLVMDIVariableGetLine(theirs) == ours->line,
               "a variable");
        same_text(c, operands, n, 1, ours->name);
        same_child(c, operands, n, 2, ours, ours->file);
        same_child(c, operands, n, 3, ours, ours->type);
        break;
    case LLVMDIEnumeratorMetadataKind:
        EXPECT(c, ours->kind == IR_NODE_ENUMERATOR, "an enumerator");
        same_text(c, operands, n, 0, ours->name);
        same_enumerator(c, theirs, ours);
        break;
    case LLVMDISubrangeMetadataKind:
        same_subrange(c, operands, n, ours);
        break;
    case LLVMMDTupleMetadataKind:
        if (!n && ours->count == 1 && !ours->items[0])
            break; /* LLVM shows a tuple of null as an empty one */
        EXPECT(c, ours->kind == IR_NODE_TUPLE && ours->count == n, "a tuple");
        for (unsigned i = 0; i < n && ours->count == n; i++)
            same_child(c, operands, n, i, ours, ours->items[i]);
        break;
    default:
        EXPECT(c, ours->kind == IR_NODE_OTHER, "a node of kind %d",
               (int)LLVMGetMetadataKind(theirs));
    }
    free(operands);
}

#endif
