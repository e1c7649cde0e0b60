/* Removes from a module what is a promise of the program rather than its meaning: attributes
 * of functions, parameters and calls, metadata, and flags on arithmetic. What decides how
 * values are passed or where control goes stays. */
#include "diff/normalise/normalise_internal.h"

#include "base/text.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

static const char *const kept_names[] = {
    "noreturn",    "returns_twice",
    "naked",       "strictfp",
    "byval",       "sret",
    "zeroext",     "signext",
    "inreg",       "nest",
    "inalloca",    "preallocated",
    "elementtype", "null_pointer_is_valid",
};

static bool is_kept(unsigned kind)
{
    static unsigned kinds[sizeof kept_names / sizeof *kept_names];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!kinds[i])
            kinds[i] = LLVMGetEnumAttributeKindForName(kept_names[i], strlen(kept_names[i]));
        if (kinds[i] == kind)
            return true;
    }
    return false;
}

#define DEBUG_KIND 0 /* LLVM fixes the number of !dbg */
#define OVERFLOW_MARK                                                                        \
    "sooth.overflow" /* metadata: signed overflow of this instruction is undefined */

/* The function itself or one call of it. */
struct owner {
    LLVMValueRef value;
    bool is_call;
};

/* Copies and fills are of what their pointers' types say, as loads and stores are. */
static bool is_alignment_of_copy(struct owner owner, unsigned kind)
{
    return owner.is_call && LLVMIsAMemIntrinsic(owner.value) &&
           kind == LLVMGetEnumAttributeKindForName("align", 5);
}

static void strip_index(struct owner owner, LLVMAttributeIndex index)
{
    unsigned count = owner.is_call ? LLVMGetCallSiteAttributeCount(owner.value, index)
                                   : LLVMGetAttributeCountAtIndex(owner.value, index);
    if (!count)
        return;
    LLVMAttributeRef *attributes = calloc(count, sizeof *attributes);
    if (owner.is_call)
        LLVMGetCallSiteAttributes(owner.value, index, attributes);
    else
        LLVMGetAttributesAtIndex(owner.value, index, attributes);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMIsStringAttribute(attributes[i])) {
            unsigned length;
            const char *kind = LLVMGetStringAttributeKind(attributes[i], &length);
            char name[256];
            snprintf(name, sizeof name, "%.*s", (int)length, kind);
            if (owner.is_call)
                LLVMRemoveCallSiteStringAttribute(owner.value, index, name, length);
            else
                LLVMRemoveStringAttributeAtIndex(owner.value, index, name, length);
            continue;
        }
        unsigned kind = LLVMGetEnumAttributeKind(attributes[i]);
        if (is_kept(kind) || is_alignment_of_copy(owner, kind))
            continue;
        if (owner.is_call)
            LLVMRemoveCallSiteEnumAttribute(owner.value, index, kind);
        else
            LLVMRemoveEnumAttributeAtIndex(owner.value, index, kind);
    }
    free(attributes);
}

static void strip_owner(struct owner owner, unsigned parameters)
{
    strip_index(owner, LLVMAttributeFunctionIndex);
    strip_index(owner, LLVMAttributeReturnIndex);
    for (unsigned i = 0; i < parameters; i++)
        strip_index(owner, i + 1);
}

void strip_function_attributes(LLVMValueRef function)
{
    if (LLVMGetIntrinsicID(function) ||
        text_starts(LLVMGetValueName(function), OPAQUE_PREFIX))
        return;
    struct text promises = {0};
    promise_read(function, &promises);
    strip_owner((struct owner){function, false}, LLVMCountParams(function));
    promise_write(function, &promises);
    text_release(&promises);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    unsigned kind = LLVMGetEnumAttributeKindForName("null_pointer_is_valid", 21);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(context, "no-builtins", 11, "", 0));
}

static unsigned overflow_kind(LLVMValueRef instruction)
{
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)),
                                    OVERFLOW_MARK, strlen(OVERFLOW_MARK));
}

bool strip_is_marked(LLVMValueRef i)
{
    return LLVMIsABinaryOperator(i) && LLVMHasMetadata(i) &&
           LLVMGetMetadata(i, overflow_kind(i));
}

void strip_restore(LLVMValueRef i)
{
    if (strip_is_marked(i))
        LLVMSetNSW(i, true);
}

void strip_wrap_flags(LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNSW(i, false);
        LLVMSetNUW(i, false);
        break;
    default:
        break;
    }
}

static void strip_metadata(LLVMValueRef instruction)
{
    if (!LLVMHasMetadata(instruction))
        return;
    size_t count;
    LLVMValueMetadataEntry *entries =
        LLVMInstructionGetAllMetadataOtherThanDebugLoc(instruction, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(entries, (unsigned)i);
        if (kind != DEBUG_KIND)
            LLVMSetMetadata(instruction, kind, NULL); /* LLVM's list has the place, too */
    }
    LLVMDisposeValueMetadataEntries(entries);
}

static void strip_flags(LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    switch ((int)opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        if (LLVMGetNSW(i)) {
            LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
            LLVMMetadataRef empty = LLVMMDNodeInContext2(context, NULL, 0);
            LLVMSetMetadata(i, overflow_kind(i), LLVMMetadataAsValue(context, empty));
        }
        strip_wrap_flags(i);
        break;
    case LLVMTrunc:
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr:
        LLVMSetExact(i, false);
        break;
    case LLVMGetElementPtr:
        LLVMSetIsInBounds(i, false);
        break;
    case LLVMZExt:
    case LLVMUIToFP:
        LLVMSetNNeg(i, false);
        break;
    case LLVMOr:
        LLVMSetIsDisjoint(i, false);
        break;
    default:
        break;
    }
    if (LLVMCanValueUseFastMathFlags(i))
        LLVMSetFastMathFlags(i, LLVMFastMathNone);
}

void strip_instruction(LLVMValueRef instruction)
{
    strip_metadata(instruction);
    strip_flags(instruction);
    if (LLVMIsACallInst(instruction) || LLVMIsACallBrInst(instruction))
        strip_owner((struct owner){instruction, true}, LLVMGetNumArgOperands(instruction));
}
