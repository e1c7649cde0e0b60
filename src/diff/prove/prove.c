/* First both functions are run on many inputs; if they never differ, a program that reaches an error iff they do
 * is given to sooth verify, whose proof is a certificate. */
#include "diff/prove/prove.h"

#include "diff/match/compare_internal.h"
#include "diff/prove/product.h"
#include "diff/prove/search.h"
#include "diff/prove/verify.h"

/* Of the budget, for running. */
#define SEARCH_SHARE 0.3

static bool has_assembly(LLVMValueRef global)
{
    size_t length = 0;
    LLVMGetModuleInlineAsm(LLVMGetGlobalParent(global), &length);
    return length != 0;
}

struct resolving {
    struct comparer *comparer;
    bool assembly; /* a file that has assembly outside of functions: it may define or change anything */
};

static LLVMValueRef resolve(void *context, int side, LLVMValueRef global)
{
    struct resolving *resolving = context;
    struct comparer *comparer = resolving->comparer;
    if (LLVMIsAFunction(global) && LLVMGetIntrinsicID(global)) return global;
    LLVMValueRef definition = global_definition(comparer, (enum side)side, global);
    resolving->assembly = resolving->assembly || has_assembly(definition);
    if (LLVMIsAFunction(definition) && !LLVMIsDeclaration(definition))
        normalise_function(&comparer->normaliser, definition);
    return definition;
}

static const char *proof_obstacle(const struct comparer *comparer, const struct product *p, LLVMValueRef g)
{
    if (normalise_marked(&comparer->normaliser, g) != g) return "the new version has accesses that nothing uses";
    return product_proof_obstacle(p);
}

static void prove(struct comparer *comparer, struct product *p, LLVMValueRef f, LLVMValueRef g, double seconds,
                  struct compare_result *result)
{
    const char *obstacle = proof_obstacle(comparer, p, g);
    if (obstacle) {
        result->not_shown = obstacle;
        return;
    }
    struct verify_answer answer = verify_product(&comparer->arena, p, seconds);
    if (!answer.proved) {
        result->not_shown = answer.reason;
        return;
    }
    *result = (struct compare_result){.name = result->name,
                                      .source = result->source,
                                      .verdict = COMPARE_SAME,
                                      .assumptions = answer.excludes_overflow ? ASSUME_OVERFLOW : ASSUME_NOTHING,
                                      .proof = answer.reason};
    if (normalise_promises_more(f, g)) result->assumptions |= ASSUME_PROMISE;
}

void prove_or_refute(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g, struct compare_result *result)
{
    double seconds = comparer->options.prove_seconds;
    struct resolving resolving = {comparer, has_assembly(f) || has_assembly(g)};
    struct product_resolver resolver = {&resolving, resolve};
    normalise_function(&comparer->normaliser, f);
    normalise_function(&comparer->normaliser, g);
    struct product *p = product_new(f, g, &resolver);
    if (product_obstacle(p) || resolving.assembly) {
        const char *obstacle = resolving.assembly ? "assembly outside functions" : product_obstacle(p);
        result->not_shown = arena_text(&comparer->arena, obstacle);
        product_free(p);
        return;
    }
    struct search_result found =
        search_difference(&comparer->arena, p, seconds * SEARCH_SHARE, comparer->options.harness);
    if (found.found) {
        result->input = found.input_text;
        result->effect = found.effect_text;
    } else {
        prove(comparer, p, f, g, seconds * (1 - SEARCH_SHARE), result);
        if (result->not_shown) result->not_shown = arena_text(&comparer->arena, result->not_shown);
    }
    product_free(p);
}
