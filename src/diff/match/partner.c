/* Markers of the watched form: what may fail or be undefined in the new version must be so in
 * the old one, too. Each marker of the new body needs a partner in the old one that is
 * executed whenever it is. An access without one is a difference; arithmetic without one
 * gives the same result on machines, so the verdict says what it rests on. */
#include "diff/match/compare_internal.h"

#include <string.h>

static bool is_commutative(const char *subject)
{
    return !strncmp(subject, "add.", 4) || !strncmp(subject, "mul.", 4);
}

static bool markers_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (strcmp(watch_subject(a), watch_subject(b)))
        return false;
    struct match_mark before = match_mark(m);
    if (operands_equal(m, a, b, LLVMGetNumArgOperands(b)))
        return true;
    match_undo(m, before);
    return is_commutative(watch_subject(a)) &&
           value_equal(m, LLVMGetOperand(a, 0), LLVMGetOperand(b, 1)) &&
           value_equal(m, LLVMGetOperand(a, 1), LLVMGetOperand(b, 0));
}

/* What the access A needs to be allowed is at least what the marker B asks for. */
static bool access_allows(LLVMValueRef a, LLVMValueRef b)
{
    char name[64];
    if (access_is_division(a))
        return !strcmp(access_marker_name(a, name), watch_subject(b));
    if (LLVMGetNumArgOperands(b) != 1 || opaque_kind_of(b) != OPAQUE_ACCESS)
        return false;
    if (LLVMIsAStoreInst(a))
        return true;
    return LLVMIsALoadInst(a) && !strcmp(access_marker_name(a, name), watch_subject(b));
}

static bool access_covers(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (!access_allows(a, b))
        return false;
    if (access_is_division(a))
        return operands_equal(m, a, b, 2);
    return value_equal(m, LLVMGetOperand(a, LLVMIsALoadInst(a) ? 0 : 1),
                       LLVMGetOperand(b, 0));
}

static bool is_marker(LLVMValueRef i)
{
    enum opaque_kind kind = opaque_kind_of(i);
    return kind == OPAQUE_ACCESS || kind == OPAQUE_WATCH;
}

/* The old instruction A fails, or is undefined, wherever the new marker B stands for that. */
static bool covers(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    struct match_mark before = match_mark(m);
    bool equal = is_marker(a) ? markers_equal(m, a, b) : access_covers(m, a, b);
    equal = equal && executed_alike(m, a, b) && match_merges(m, before.merges);
    if (!equal)
        match_undo(m, before);
    return equal;
}

/* What terminators and effects of a body need: that was compared. Markers need nothing. */
struct liveness {
    struct map live;
    VECTOR(LLVMValueRef) work;
};

static void touch(struct liveness *l, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || map_has(&l->live, (uint64_t)(uintptr_t)v))
        return;
    map_set(&l->live, (uint64_t)(uintptr_t)v, 1);
    VECTOR_PUSH(&l->work, v);
}

static void find_live(struct liveness *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsATerminatorInst(i) || is_effect(i))
                touch(l, i);
    while (l->work.count) {
        LLVMValueRef i = VECTOR_POP(&l->work);
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            touch(l, LLVMGetOperand(i, (unsigned)k));
    }
    VECTOR_RELEASE(&l->work);
}

/* Something in the new body that is compared itself stands for the same failure. */
static bool is_repeated(struct match *m, const struct liveness *l, LLVMValueRef marker)
{
    LLVMValueRef pointer = LLVMGetOperand(marker, 0);
    LLVMBasicBlockRef home = LLVMGetInstructionParent(marker);
    if (LLVMGetNumArgOperands(marker) != 1 || opaque_kind_of(marker) != OPAQUE_ACCESS)
        return false;
    for (LLVMUseRef use = LLVMIsConstant(pointer) ? NULL : LLVMGetFirstUse(pointer); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool access = LLVMIsALoadInst(user) || LLVMIsAStoreInst(user);
        if (!access || LLVMGetOperand(user, LLVMIsALoadInst(user) ? 0 : 1) != pointer)
            continue;
        LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
        if (!access_allows(user, marker) || !map_has(&l->live, (uint64_t)(uintptr_t)user))
            continue;
        if (block != home && extra_dominates(match_memory(m, NEW), block, home))
            return true;
        if (block == home && executed_together(user, marker))
            return true;
    }
    return false;
}

static bool has_partner(struct match *m, const struct liveness *l, LLVMValueRef marker)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->body[OLD]); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (covers(m, i, marker))
                return true;
    return is_repeated(m, l, marker);
}

static bool have_partners(struct match *m, const struct liveness *l)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->body[NEW]); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_marker(i) || watch_is_spare(i) || has_partner(m, l, i))
                continue;
            m->assumptions |= ASSUME_DEFINED;
            if (opaque_kind_of(i) == OPAQUE_WATCH)
                continue;
            m->comparer->mode.lonely_access = true;
            return match_differ(m, NULL, i,
                                "the new version makes an access here that may fail");
        }
    }
    return true;
}

bool markers_have_partners(struct match *m)
{
    struct liveness l = {0};
    find_live(&l, m->body[NEW]);
    bool have = have_partners(m, &l);
    map_release(&l.live);
    return have;
}
