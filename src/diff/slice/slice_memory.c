/* What instructions do to memory, for the slicer: a cheap view by base object and constant
 * offset.
 *
 * A callee with a body is summarised together with everything it calls: the globals it
 * touches, and whether it follows pointers; too many callees, an indirect call or assembly
 * count as touching anything. */
#include "diff/slice/slice_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <llvm-c/Target.h>
#include <string.h>

enum { MOST_CALLEES = 400, MOST_STEPS = 64 };

static bool stays_inside(LLVMValueRef pointer, int depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user))
            continue;
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
            continue;
        if (LLVMIsAGetElementPtrInst(user) && depth && stays_inside(user, depth - 1))
            continue;
        size_t n = 0;
        if (LLVMIsAIntrinsicInst(user) &&
            text_starts(LLVMGetValueName2(LLVMGetCalledValue(user), &n), "llvm.lifetime"))
            continue;
        return false;
    }
    return true;
}

static LLVMTargetDataRef layout_of(LLVMValueRef instruction)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    return LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetBasicBlockParent(block)));
}

/* Adds the offset of an address computation with constant indices; false if one is not
 * constant. */
static bool add_offset(LLVMTargetDataRef layout, LLVMValueRef address, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (int i = 1; i < LLVMGetNumOperands(address); i++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t value = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)value);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)value);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        if (!LLVMTypeIsSized(type))
            return false;
        *offset += value * (int64_t)LLVMABISizeOfType(layout, type);
    }
    return true;
}

static bool is_address(LLVMValueRef value)
{
    return LLVMIsAGetElementPtrInst(value) ||
           (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

/* The place a pointer leads to; size 0: of unknown extent. */
static struct slice_place place_of_pointer(LLVMTargetDataRef layout, LLVMValueRef pointer,
                                           uint64_t size)
{
    struct slice_place place = {.area = SLICE_POINTED, .exact = size > 0, .size = size};
    for (int steps = 0; steps < MOST_STEPS && is_address(pointer); steps++) {
        if (place.exact)
            place.exact = add_offset(layout, pointer, &place.offset);
        pointer = LLVMGetOperand(pointer, 0);
    }
    place.base = pointer;
    if (LLVMIsAAllocaInst(pointer))
        place.area = stays_inside(pointer, 8) ? SLICE_LOCAL : SLICE_NAMED;
    else if (LLVMIsAGlobalVariable(pointer))
        place.area = SLICE_NAMED;
    return place;
}

static bool is_place(const struct slice_place *p)
{
    return (p->area == SLICE_ANYWHERE) == !p->base && (!p->exact || p->size > 0);
}

bool slice_overlap(const struct slice_place *a, const struct slice_place *b)
{
    LAW(is_place(a) && is_place(b));
    if (a->base && a->base == b->base) {
        bool apart = a->exact && b->exact &&
                     (a->offset + (int64_t)a->size <= b->offset ||
                      b->offset + (int64_t)b->size <= a->offset);
        return !apart;
    }
    if (a->area == SLICE_LOCAL || b->area == SLICE_LOCAL)
        return false;
    return !(a->area == SLICE_NAMED && b->area == SLICE_NAMED);
}

static void touch_both(struct slice_touch *t, struct slice_place place)
{
    VECTOR_PUSH(&t->reads, place);
    VECTOR_PUSH(&t->writes, place);
}

static void touch_access(struct slice_touch *t, LLVMValueRef i)
{
    LLVMTargetDataRef layout = layout_of(i);
    if (LLVMIsALoadInst(i))
        VECTOR_PUSH(&t->reads, place_of_pointer(layout, LLVMGetOperand(i, 0),
                                                LLVMStoreSizeOfType(layout, LLVMTypeOf(i))));
    else if (LLVMIsAStoreInst(i))
        VECTOR_PUSH(
            &t->writes,
            place_of_pointer(layout, LLVMGetOperand(i, 1),
                             LLVMStoreSizeOfType(layout, LLVMTypeOf(LLVMGetOperand(i, 0)))));
    else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
        touch_both(t, place_of_pointer(layout, LLVMGetOperand(i, 0), 0));
}

static bool is_silent(LLVMValueRef callee)
{
    static const char *const silent[] = {
        "llvm.lifetime",    "llvm.dbg",  "llvm.expect", "llvm.assume", "llvm.bswap",
        "llvm.ct",          "llvm.fshl", "llvm.fshr",   "llvm.abs",    "llvm.smax",
        "llvm.smin",        "llvm.umax", "llvm.umin",   "llvm.sadd",   "llvm.uadd",
        "llvm.ssub",        "llvm.usub", "llvm.smul",   "llvm.umul",   "llvm.objectsize",
        "llvm.is.constant", "llvm.fabs", "llvm.fmuladd"};
    size_t n = 0;
    const char *name = LLVMGetValueName2(callee, &n);
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (text_starts(name, silent[i]))
            return true;
    return false;
}

/* What is passed to a function without a body: it may read and write what its arguments lead
 * to. */
static void touch_arguments(struct slice_touch *t, LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
            LLVMIsAFunction(argument))
            continue;
        struct slice_place place = place_of_pointer(layout_of(call), argument, 0);
        if (place.area == SLICE_LOCAL)
            place.area = SLICE_NAMED;
        touch_both(t, place);
    }
}

struct summary {
    const struct project *project;
    struct map seen, reads, writes; /* functions; globals */
    VECTOR(LLVMValueRef) work;
    bool reads_anywhere, writes_anywhere;
};

static void anything(struct summary *s)
{
    s->reads_anywhere = s->writes_anywhere = true;
    s->work.count = 0;
}

static void note_places(const slice_places *places, struct map *globals, bool *anywhere)
{
    for (size_t i = 0; i < places->count; i++) {
        const struct slice_place *p = &places->data[i];
        if (p->area == SLICE_NAMED && LLVMIsAGlobalVariable(p->base))
            map_set(globals, (uintptr_t)p->base, 1);
        else if (p->area == SLICE_POINTED || p->area == SLICE_ANYWHERE)
            *anywhere = true;
    }
}

static void summarise_call(struct summary *s, struct slice_touch *t, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee)) {
        anything(s);
        return;
    }
    if (is_silent(callee))
        return;
    callee = project_resolve(s->project, callee);
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) {
        touch_arguments(t, call);
        return;
    }
    if (map_has(&s->seen, (uintptr_t)callee))
        return;
    map_set(&s->seen, (uintptr_t)callee, 1);
    if (s->seen.count > MOST_CALLEES)
        anything(s);
    else
        VECTOR_PUSH(&s->work, callee);
}

static bool is_call(LLVMValueRef i)
{
    return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) ||
           LLVMGetInstructionOpcode(i) == LLVMCallBr;
}

static void summarise(struct summary *s, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            struct slice_touch t = {0};
            if (is_call(i))
                summarise_call(s, &t, i);
            else
                touch_access(&t, i);
            note_places(&t.reads, &s->reads, &s->reads_anywhere);
            note_places(&t.writes, &s->writes, &s->writes_anywhere);
            slice_touch_release(&t);
        }
}

/* Globals are named alike in all units: the callee's handle is turned into the one of the
 * caller's module, or, where the caller does not know it, into the one of its definition.
 * What nobody defines may be any memory. */
static struct slice_place place_of_global(const struct project *project, LLVMModuleRef module,
                                          LLVMValueRef global)
{
    size_t n = 0;
    LLVMValueRef here = LLVMGetNamedGlobal(module, LLVMGetValueName2(global, &n));
    if (!here)
        here = project_resolve(project, global);
    if (LLVMGetGlobalParent(here) != module && LLVMIsDeclaration(here))
        return (struct slice_place){.area = SLICE_ANYWHERE};
    return (struct slice_place){.area = SLICE_NAMED, .base = here};
}

static void take_globals(slice_places *places, const struct map *globals,
                         const struct project *project, LLVMModuleRef module)
{
    for (size_t k = 0; k < globals->capacity; k++) {
        if (!globals->slots[k].used)
            continue;
        LLVMValueRef global = (LLVMValueRef)(uintptr_t)globals->slots[k].key;
        VECTOR_PUSH(places, place_of_global(project, module, global));
    }
}

static void touch_body(struct slice_touch *t, const struct project *project,
                       LLVMValueRef call, LLVMValueRef callee)
{
    struct summary s = {.project = project};
    map_set(&s.seen, (uintptr_t)callee, 1);
    VECTOR_PUSH(&s.work, callee);
    while (s.work.count)
        summarise(&s, VECTOR_POP(&s.work));
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    take_globals(&t->reads, &s.reads, project, module);
    take_globals(&t->writes, &s.writes, project, module);
    struct slice_touch arguments = {0};
    touch_arguments(&arguments, call);
    for (size_t i = 0; i < arguments.reads.count; i++) {
        if (s.reads_anywhere)
            VECTOR_PUSH(&t->reads, arguments.reads.data[i]);
        if (s.writes_anywhere)
            VECTOR_PUSH(&t->writes, arguments.reads.data[i]);
    }
    if (s.reads_anywhere)
        VECTOR_PUSH(&t->reads, (struct slice_place){.area = SLICE_ANYWHERE});
    if (s.writes_anywhere)
        VECTOR_PUSH(&t->writes, (struct slice_place){.area = SLICE_ANYWHERE});
    slice_touch_release(&arguments);
    VECTOR_RELEASE(&s.work);
    map_release(&s.seen);
    map_release(&s.reads);
    map_release(&s.writes);
}

void slice_touch(struct slice_touch *t, const struct project *project, LLVMValueRef i)
{
    *t = (struct slice_touch){0};
    if (!is_call(i)) {
        touch_access(t, i);
        return;
    }
    LLVMValueRef callee = LLVMGetCalledValue(i);
    bool direct = LLVMIsAFunction(callee);
    if (direct && is_silent(callee))
        return;
    if (direct)
        callee = project_resolve(project, callee);
    if (direct && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee)) {
        touch_body(t, project, i, callee);
        return;
    }
    touch_arguments(t, i);
    if (!direct)
        touch_both(t, (struct slice_place){.area = SLICE_ANYWHERE});
}

void slice_touch_release(struct slice_touch *t)
{
    VECTOR_RELEASE(&t->reads);
    VECTOR_RELEASE(&t->writes);
}
