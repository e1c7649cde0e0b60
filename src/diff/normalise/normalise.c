/* Normalisation: strip, neutralise, then LLVM passes, on both versions alike (T23 6.3, line 1
 * of Algorithm 1). */
#include "diff/normalise/normalise.h"

#include "base/failure.h"
#include "base/vector.h"
#include "diff/project/llvm_extra.h"
#include "diff/normalise/normalise_internal.h"

#include <llvm-c/Core.h>
#include <stdio.h>

/* No instcombine in the light list: it turns field accesses into byte offsets. */
static const char light_passes[] =
    "mem2reg,simplifycfg,early-cse<memssa>,sccp,instsimplify,"
    "gvn<no-pre;no-load-pre;no-split-backedge-load-pre>,dse,adce,simplifycfg";
#define COMBINE "instcombine<no-verify-fixpoint>,"
static const char strong_passes[] =
    "sroa,early-cse<memssa>,simplifycfg," COMBINE "reassociate,sccp,loop-simplify,lcssa,"
    "loop-mssa(loop-rotate,licm)," COMBINE "loop-simplify,lcssa,loop(indvars,loop-deletion),"
    "loop-unroll<full-unroll-max=64>,sroa,gvn,sccp," COMBINE "reassociate,gvn," COMBINE
    "dse,adce,simplifycfg," COMBINE "early-cse<memssa>,adce,simplifycfg";
/* LLVM's usual order at -O2, without vectorisation and without anything that moves loads or
 * divisions down.
 */
static const char stronger_passes[] =
    "sroa,early-cse<memssa>,jump-threading,correlated-propagation,simplifycfg," COMBINE
    "tailcallelim,simplifycfg,reassociate,constraint-elimination,"
    "loop-mssa(loop-instsimplify,loop-simplifycfg,loop-rotate,licm,simple-loop-unswitch<"
    "nontrivial>),"
    "simplifycfg," COMBINE
    "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa,gvn,sccp,bdce," COMBINE
    "jump-threading,correlated-propagation,adce,dse,loop-mssa(licm),simplifycfg," COMBINE
    "loop(indvars,loop-deletion),reassociate,constraint-elimination,gvn,sccp," COMBINE
    "correlated-propagation,simplifycfg<switch-to-lookup>," COMBINE
    "early-cse<memssa>,adce,simplifycfg";

#define MAX_ROUNDS 3

void normaliser_init(struct normaliser *normaliser)
{
    *normaliser = (struct normaliser){
        .light = extra_pipeline_new(light_passes),
        .strong = extra_pipeline_new(strong_passes),
        .stronger = extra_pipeline_new(stronger_passes),
        .promote = extra_pipeline_new("mem2reg"),
        .infer = extra_pipeline_new("correlated-propagation"),
    };
    CHECK_LAW(normaliser->infer);
    CHECK_LAW(normaliser->promote);
    CHECK_LAW(normaliser->light);
    CHECK_LAW(normaliser->strong);
    CHECK_LAW(normaliser->stronger);
}

void normaliser_release(struct normaliser *normaliser)
{
    extra_pipeline_free(normaliser->light);
    extra_pipeline_free(normaliser->strong);
    extra_pipeline_free(normaliser->stronger);
    extra_pipeline_free(normaliser->promote);
    extra_pipeline_free(normaliser->infer);
    map_release(&normaliser->done);
    map_release(&normaliser->raw);
    map_release(&normaliser->watched);
    map_release(&normaliser->shapes);
    map_release(&normaliser->outlived);
}

/* Every use only reads the object: loads, address computations that only lead to loads,
 * comparisons of the address. */
static bool only_read(LLVMValueRef pointer, int depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            if (LLVMGetVolatile(user))
                return false;
            continue;
        }
        bool address =
            LLVMIsAGetElementPtrInst(user) ||
            (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
        if (!address || depth == 0 || !only_read(user, depth - 1))
            return false;
    }
    return true;
}

void normalise_module(LLVMModuleRef module)
{
    merge_never_called(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        strip_function_attributes(f);
        format_respell(module, f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMLinkage linkage = LLVMGetLinkage(g);
        bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
        if (internal && LLVMGetInitializer(g) && !LLVMIsGlobalConstant(g) &&
            !LLVMIsThreadLocal(g) && only_read(g, 4))
            LLVMSetGlobalConstant(g, true);
    }
}

void normalise_trust(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            strip_restore(i);
    widen_signed(function);
}

void normalise_again(struct normaliser *normaliser, LLVMValueRef function,
                     enum normalise_strength strength)
{
    struct extra_pipeline *const passes[] = {[NORMALISE_LIGHT] = normaliser->light,
                                             [NORMALISE_STRONG] = normaliser->strong,
                                             [NORMALISE_STRONGER] = normaliser->stronger};
    for (int round = 0; round < MAX_ROUNDS; round++) {
        extra_pipeline_run(passes[strength], function);
        bool merged = merge_blocks(function), dropped = extra_drop_zeros(function);
        if (!neutralise_fold(function) && !merged && !dropped)
            return;
    }
}

void normalise_function(struct normaliser *normaliser, LLVMValueRef function)
{
    LAW(LLVMIsAFunction(function) && !LLVMIsDeclaration(function));
    uint64_t key = (uint64_t)(uintptr_t)function;
    if (map_has(&normaliser->done, key))
        return;
    map_set(&normaliser->done, key, 1);
    extra_drop_variable_records(function);
    promise_note_code(function);
    map_set(&normaliser->outlived, key, extra_outlived(function));
    if (normaliser->prepare)
        normaliser->prepare(normaliser->context, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            strip_instruction(i);
    neutralise_function(function);
    extra_pipeline_run(normaliser->promote, function);
    map_set(&normaliser->shapes, key, normalise_shape_of(function));
    if (watch_is_needed(function))
        map_set(&normaliser->raw, key, (uint64_t)(uintptr_t)extra_clone(function));
    normalise_again(normaliser, function, NORMALISE_LIGHT);
}

/* Flags the arithmetic of FORM that is seen not to overflow. It is seen in a copy, since
 * passes that see such things rewrite, too; names say which instruction is which. */
static void infer_overflow(struct normaliser *normaliser, LLVMValueRef form)
{
    VECTOR(LLVMValueRef) list = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(form); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!strip_is_marked(i))
                continue;
            char name[32];
            int length = snprintf(name, sizeof name, "sooth.%zu.", list.count);
            LLVMSetValueName2(i, name, (size_t)length);
            VECTOR_PUSH(&list, i);
        }
    }
    LLVMValueRef copy = list.count ? extra_clone(form) : NULL;
    if (copy)
        extra_pipeline_run(normaliser->infer, copy);
    for (LLVMBasicBlockRef b = copy ? LLVMGetFirstBasicBlock(copy) : NULL; b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            size_t index;
            if (!strip_is_marked(i) || !LLVMGetNSW(i))
                continue;
            if (sscanf(LLVMGetValueName(i), "sooth.%zu.", &index) == 1 && index < list.count)
                LLVMSetNSW(list.data[index], true);
        }
    }
    if (copy)
        LLVMDeleteFunction(copy);
    VECTOR_RELEASE(&list);
}

LLVMValueRef normalise_watched(struct normaliser *normaliser, LLVMValueRef function)
{
    LAW(map_has(&normaliser->done, (uint64_t)(uintptr_t)function));
    uint64_t key = (uint64_t)(uintptr_t)function, known;
    if (map_get(&normaliser->watched, key, &known))
        return (LLVMValueRef)(uintptr_t)known;
    if (!map_get(&normaliser->raw, key, &known))
        return function;
    LLVMValueRef form = (LLVMValueRef)(uintptr_t)known;
    infer_overflow(normaliser, form);
    watch_mark(form);
    normalise_again(normaliser, form, NORMALISE_LIGHT);
    map_set(&normaliser->watched, key, (uint64_t)(uintptr_t)form);
    return form;
}

bool normalise_shaped_alike(const struct normaliser *normaliser, LLVMValueRef f,
                            LLVMValueRef g)
{
    uint64_t x, y;
    return map_get(&normaliser->shapes, (uint64_t)(uintptr_t)f, &x) &&
           map_get(&normaliser->shapes, (uint64_t)(uintptr_t)g, &y) && x == y;
}

unsigned normalise_outlived(const struct normaliser *normaliser, LLVMValueRef function)
{
    LAW(map_has(&normaliser->done, (uint64_t)(uintptr_t)function));
    return (unsigned)map_or(&normaliser->outlived, (uint64_t)(uintptr_t)function, 0);
}

bool normalise_ends_earlier(const struct normaliser *normaliser, LLVMValueRef f,
                            LLVMValueRef g)
{
    return normalise_outlived(normaliser, g) > normalise_outlived(normaliser, f);
}
