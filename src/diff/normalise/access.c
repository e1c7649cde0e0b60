/* Accesses whose value nothing uses. Passes drop them, which is right in the old version: where it fails,
 * nothing is claimed. A load or division that the new version added may fail where the old one does not, so
 * such functions have a second form in which a marker stands for every access that is dropped; it must have a
 * partner in the old version (access_partner). */
#include "diff/match/compare_internal.h"

#include "diff/normalise/normalise_internal.h"

#include <stdio.h>
#include <string.h>

static bool is_division(LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return opaque_kind_of(LLVMGetOperand(i, 1)) == OPAQUE_DIVISOR;
    default:
        return false;
    }
}

static bool may_fail(LLVMValueRef i)
{
    if (LLVMIsALoadInst(i)) return !is_effect(i) && !extra_is_safe_load(i);
    return is_division(i);
}

struct liveness {
    struct map live;
    VECTOR(LLVMValueRef) work;
};

static void touch(struct liveness *l, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || map_has(&l->live, (uint64_t)(uintptr_t)v)) return;
    map_set(&l->live, (uint64_t)(uintptr_t)v, 1);
    VECTOR_PUSH(&l->work, v);
}

static void find_live(struct liveness *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsATerminatorInst(i) || is_effect(i) || opaque_kind_of(i) == OPAQUE_TOUCH) touch(l, i);
    while (l->work.count) {
        LLVMValueRef i = VECTOR_POP(&l->work);
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            touch(l, LLVMGetOperand(i, (unsigned)k));
    }
}

/* The accesses of FUNCTION that may fail and whose value nothing uses. */
struct accesses {
    VECTOR(LLVMValueRef) list;
};

static bool has_candidates(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsALoadInst(i) || is_division(i)) return true;
    return false;
}

static void find_unused(struct accesses *unused, LLVMValueRef function)
{
    struct liveness l = {0};
    if (!has_candidates(function)) return;
    find_live(&l, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!map_has(&l.live, (uint64_t)(uintptr_t)i) && may_fail(i)) VECTOR_PUSH(&unused->list, i);
    map_release(&l.live);
    VECTOR_RELEASE(&l.work);
}

static const char *marker_name(LLVMValueRef access, char name[64])
{
    LLVMTypeRef type = LLVMTypeOf(access);
    unsigned width = LLVMIsALoadInst(access) ? 0 : LLVMGetIntTypeWidth(type);
    snprintf(name, 64, OPAQUE_PREFIX "access.%d.%u", (int)LLVMGetInstructionOpcode(access), width);
    return name;
}

/* Puts a marker in front of each: of the pointer, or of both operands. */
static void mark(LLVMValueRef access)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(access)));
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(access)));
    unsigned count = LLVMIsALoadInst(access) ? 1 : 2;
    LLVMValueRef operands[2] = {LLVMGetOperand(access, 0), count == 2 ? LLVMGetOperand(access, 1) : NULL};
    LLVMTypeRef types[2] = {LLVMTypeOf(operands[0]), count == 2 ? LLVMTypeOf(operands[1]) : NULL};
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetTypeContext(types[0])), types, count, false);
    char name[64];
    marker_name(access, name);
    LLVMPositionBuilderBefore(builder, access);
    LLVMBuildCall2(builder, type, opaque_declare(module, name, type), operands, count, "");
    LLVMDisposeBuilder(builder);
}

static void unmark(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (opaque_kind_of(i) == OPAQUE_ACCESS) LLVMInstructionEraseFromParent(i);
        }
    }
}

LLVMValueRef access_marked_form(LLVMValueRef function)
{
    struct accesses unused = {0};
    find_unused(&unused, function);
    LLVMValueRef marked = NULL;
    if (unused.list.count) {
        for (size_t i = 0; i < unused.list.count; i++)
            mark(unused.list.data[i]);
        marked = extra_clone(function);
        unmark(function);
    }
    VECTOR_RELEASE(&unused.list);
    return marked;
}

/* The old instruction A fails wherever the new marker B stands for a failure. */
static bool covers(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef f = LLVMGetCalledValue(b);
    struct match_mark before = match_mark(m);
    bool equal = false;
    if (opaque_kind_of(a) == OPAQUE_ACCESS) {
        equal = !strcmp(LLVMGetValueName(LLVMGetCalledValue(a)), LLVMGetValueName(f)) &&
                operands_equal(m, a, b, LLVMGetNumArgOperands(b));
    } else if (LLVMGetNumArgOperands(b) == 1) {
        int pointer = LLVMIsALoadInst(a) ? 0 : LLVMIsAStoreInst(a) ? 1 : -1;
        equal = pointer >= 0 && value_equal(m, LLVMGetOperand(a, (unsigned)pointer), LLVMGetOperand(b, 0));
    } else if (is_division(a)) {
        char name[64];
        equal = !strcmp(marker_name(a, name), LLVMGetValueName(f)) && operands_equal(m, a, b, 2);
    }
    equal = equal && executed_alike(m, a, b) && match_merges(m, before.merges);
    if (!equal) match_undo(m, before);
    return equal;
}

static bool has_partner(struct match *m, LLVMValueRef marker)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->body[OLD]); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (covers(m, i, marker)) return true;
    return false;
}

bool accesses_have_partners(struct match *m)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->body[NEW]); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (opaque_kind_of(i) == OPAQUE_ACCESS && !has_partner(m, i))
                return match_differ(m, NULL, i, "the new version makes an access here that may fail");
    return true;
}
