/* Normalisation: strip, neutralise, then LLVM passes, on both versions alike (T23 6.3, line 1 of Algorithm
 * 1). */
#include "diff/normalise/normalise.h"

#include "base/failure.h"
#include "diff/project/llvm_extra.h"
#include "diff/normalise/normalise_internal.h"

#include <llvm-c/Core.h>

/* No instcombine in the light list: it turns field accesses into byte offsets. */
static const char light_passes[] = "mem2reg,simplifycfg,early-cse<memssa>,sccp,instsimplify,"
                                   "gvn<no-pre;no-load-pre;no-split-backedge-load-pre>,dse,adce,simplifycfg";
#define COMBINE "instcombine<no-verify-fixpoint>,"
static const char strong_passes[] =
    "sroa,early-cse<memssa>,simplifycfg," COMBINE "reassociate,sccp,loop-simplify,lcssa,"
    "loop-mssa(loop-rotate,licm)," COMBINE "loop-simplify,lcssa,loop(indvars,loop-deletion),"
    "loop-unroll<full-unroll-max=64>,sroa,gvn,sccp," COMBINE "reassociate,gvn," COMBINE
    "dse,adce,simplifycfg," COMBINE "early-cse<memssa>,adce,simplifycfg";
/* LLVM's usual order at -O2, without vectorisation and without anything that moves loads or divisions down.
 */
static const char stronger_passes[] =
    "sroa,early-cse<memssa>,jump-threading,correlated-propagation,simplifycfg," COMBINE
    "tailcallelim,simplifycfg,reassociate,constraint-elimination,"
    "loop-mssa(loop-instsimplify,loop-simplifycfg,loop-rotate,licm,simple-loop-unswitch<nontrivial>),"
    "simplifycfg," COMBINE
    "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa,gvn,sccp,bdce," COMBINE
    "jump-threading,correlated-propagation,adce,dse,loop-mssa(licm),simplifycfg," COMBINE
    "loop(indvars,loop-deletion),reassociate,constraint-elimination,gvn,sccp," COMBINE
    "correlated-propagation,simplifycfg<switch-to-lookup>," COMBINE "early-cse<memssa>,adce,simplifycfg";

#define MAX_ROUNDS 3

void normaliser_init(struct normaliser *normaliser)
{
    *normaliser = (struct normaliser){
        .light = extra_pipeline_new(light_passes),
        .strong = extra_pipeline_new(strong_passes),
        .stronger = extra_pipeline_new(stronger_passes),
        .promote = extra_pipeline_new("mem2reg"),
    };
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
    map_release(&normaliser->done);
    map_release(&normaliser->marked);
}

/* Every use only reads the object: loads, address computations that only lead to loads, comparisons of the
 * address. */
static bool only_read(LLVMValueRef pointer, int depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            if (LLVMGetVolatile(user)) return false;
            continue;
        }
        bool address = LLVMIsAGetElementPtrInst(user) ||
                       (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
        if (!address || depth == 0 || !only_read(user, depth - 1)) return false;
    }
    return true;
}

void normalise_module(LLVMModuleRef module, enum normalise_role role)
{
    merge_never_called(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        strip_function_attributes(f, role);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMLinkage linkage = LLVMGetLinkage(g);
        bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
        if (internal && LLVMGetInitializer(g) && !LLVMIsGlobalConstant(g) && !LLVMIsThreadLocal(g) &&
            only_read(g, 4))
            LLVMSetGlobalConstant(g, true);
    }
}

void normalise_trust(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            strip_restore(i);
    widen_signed(function);
}

void normalise_again(struct normaliser *normaliser, LLVMValueRef function, enum normalise_strength strength)
{
    struct extra_pipeline *passes = strength == NORMALISE_LIGHT    ? normaliser->light
                                    : strength == NORMALISE_STRONG ? normaliser->strong
                                                                   : normaliser->stronger;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        extra_pipeline_run(passes, function);
        bool merged = merge_blocks(function);
        if (!neutralise_fold(function) && !merged) return;
    }
}

void normalise_function(struct normaliser *normaliser, LLVMValueRef function)
{
    uint64_t key = (uint64_t)(uintptr_t)function;
    if (map_has(&normaliser->done, key)) return;
    map_set(&normaliser->done, key, 1);
    extra_drop_variable_records(function);
    promise_note_code(function);
    if (normaliser->prepare) normaliser->prepare(normaliser->context, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            strip_instruction(i);
    neutralise_function(function);
    extra_pipeline_run(normaliser->promote, function);
    LLVMValueRef marked = access_marked_form(function);
    normalise_again(normaliser, function, NORMALISE_LIGHT);
    if (!marked) return;
    normalise_again(normaliser, marked, NORMALISE_LIGHT);
    map_set(&normaliser->marked, key, (uint64_t)(uintptr_t)marked);
}

LLVMValueRef normalise_marked(const struct normaliser *normaliser, LLVMValueRef function)
{
    uint64_t marked;
    if (!map_get(&normaliser->marked, (uint64_t)(uintptr_t)function, &marked)) return function;
    return (LLVMValueRef)(uintptr_t)marked;
}
