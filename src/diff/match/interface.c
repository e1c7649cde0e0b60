/* What others rely on beside code and content: how values are passed, where a variable lies,
 * and what the loader does with it. Null stands for no difference, else a line that tells it.
 */
#include "diff/match/compare_internal.h"

#include "base/text.h"

#include <llvm-c/Target.h>
#include <string.h>

static const char *const passing[] = {"signext", "zeroext", "byval",   "sret",
                                      "inreg",   "nest",    "inalloca"};

/* Both values carry the same of the attributes that decide how values are passed, at INDEX.
 */
static bool passed_alike(LLVMValueRef a, LLVMValueRef b, LLVMAttributeIndex index,
                         LLVMAttributeRef (*get)(LLVMValueRef, LLVMAttributeIndex, unsigned))
{
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(passing[i], strlen(passing[i]));
        if (!get(a, index, kind) != !get(b, index, kind))
            return false;
    }
    return true;
}

static const char *passing_difference(LLVMValueRef a, LLVMValueRef b, unsigned parameters,
                                      LLVMAttributeRef (*get)(LLVMValueRef,
                                                              LLVMAttributeIndex, unsigned))
{
    if (!passed_alike(a, b, LLVMAttributeReturnIndex, get))
        return "the result is extended or returned in another way";
    for (unsigned i = 0; i < parameters; i++)
        if (!passed_alike(a, b, i + 1, get))
            return "a parameter is extended or passed in another way";
    return NULL;
}

const char *interface_difference(LLVMValueRef f, LLVMValueRef g)
{
    LAW(LLVMIsAFunction(f) && LLVMIsAFunction(g));
    if (LLVMGetFunctionCallConv(f) != LLVMGetFunctionCallConv(g))
        return "the calling convention differs";
    return passing_difference(f, g, LLVMCountParams(f), LLVMGetEnumAttributeAtIndex);
}

const char *call_difference(LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsACallInst(a) && LLVMIsACallInst(b));
    if (LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(a)) !=
        LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(b)))
        return "one version calls it as a variadic function";
    unsigned count = LLVMGetNumArgOperands(a);
    if (count != LLVMGetNumArgOperands(b))
        return "another number of arguments is passed";
    return passing_difference(a, b, count, LLVMGetCallSiteEnumAttribute);
}

static uint64_t size_of(LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    if (!LLVMTypeIsSized(type))
        return 0;
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(variable)), type);
}

const char *placement_difference(LLVMValueRef a, LLVMValueRef b)
{
    if (!LLVMIsGlobalConstant(a) && LLVMIsGlobalConstant(b))
        return "the variable became read-only";
    const char *x = LLVMGetSection(a), *y = LLVMGetSection(b);
    if (!text_same(x ? x : "", y ? y : ""))
        return "the variable is in another section";
    if (LLVMGetAlignment(b) < LLVMGetAlignment(a) && size_of(a) == size_of(b))
        return "the alignment of the variable got smaller";
    return NULL;
}

bool alignment_agrees(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    unsigned before = LLVMGetAlignment(a), after = LLVMGetAlignment(b);
    if (after <= before || extra_known_alignment(b) >= after)
        return true;
    LLVMTypeRef type = LLVMIsAStoreInst(a) ? LLVMTypeOf(LLVMGetOperand(a, 0)) : LLVMTypeOf(a);
    unsigned natural = LLVMABIAlignmentOfType(
        LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->body[OLD])), type);
    if (before < natural || m->comparer->options.strict)
        return match_hint(m, CAUSE_CODE, NULL,
                          "the new version needs memory that is aligned to %u", after);
    m->assumptions |= ASSUME_LAYOUT;
    return true;
}

static unsigned alignment_of_copy(LLVMValueRef call, unsigned index)
{
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(
        call, index + 1, LLVMGetEnumAttributeKindForName("align", 5));
    return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

bool copies_agree(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsAMemIntrinsic(a) && LLVMIsAMemIntrinsic(b));
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef pointer = LLVMGetOperand(b, i);
        unsigned before = alignment_of_copy(a, i), after = alignment_of_copy(b, i);
        if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind || after <= before ||
            extra_pointer_alignment(pointer, b) >= after)
            continue;
        return match_hint(m, CAUSE_CODE, NULL,
                          "the new version needs memory that is aligned to %u", after);
    }
    return true;
}

/* ---- roles: what happens to a global without a call or use of it ---- */

static const char *const role_lists[] = {"llvm.global_ctors", "llvm.global_dtors",
                                         "llvm.used", "llvm.compiler.used"};

/* The element of the list that stands for GLOBAL: the priority of a constructor, or 0; -1:
 * none does. */
static long role_in(LLVMValueRef global, const char *name)
{
    LLVMValueRef list = LLVMGetNamedGlobal(LLVMGetGlobalParent(global), name);
    LLVMValueRef content = list ? LLVMGetInitializer(list) : NULL;
    if (!content || LLVMGetTypeKind(LLVMTypeOf(content)) != LLVMArrayTypeKind)
        return -1;
    uint64_t count = LLVMGetArrayLength2(LLVMTypeOf(content));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(content, i);
        if (element == global)
            return 0;
        if (!element || LLVMGetTypeKind(LLVMTypeOf(element)) != LLVMStructTypeKind)
            continue;
        if (LLVMGetAggregateElement(element, 1) != global)
            continue;
        LLVMValueRef priority = LLVMGetAggregateElement(element, 0);
        return LLVMIsAConstantInt(priority) ? LLVMConstIntGetSExtValue(priority) : 0;
    }
    return -1;
}

const char *role_difference(const struct comparer *comparer, LLVMValueRef a, LLVMValueRef b)
{
    (void)comparer;
    if (role_in(a, role_lists[0]) != role_in(b, role_lists[0]))
        return "it is run before main in one version only, or with another priority";
    if (role_in(a, role_lists[1]) != role_in(b, role_lists[1]))
        return "it is run after main in one version only, or with another priority";
    for (int i = 2; i < 4; i++)
        if (role_in(a, role_lists[i]) >= 0 && role_in(b, role_lists[i]) < 0)
            return "the old version keeps it where nothing uses it, the new one does not";
    return NULL;
}

bool global_has_role(LLVMValueRef global)
{
    for (size_t i = 0; i < sizeof role_lists / sizeof *role_lists; i++)
        if (role_in(global, role_lists[i]) >= 0)
            return true;
    const char *section = LLVMIsAGlobalVariable(global) ? LLVMGetSection(global) : NULL;
    return section && *section;
}
