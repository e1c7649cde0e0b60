/* First both functions are run on many inputs; if they never differ, a program that reaches
 * an error iff they do is given to sooth verify, whose proof is a certificate. */
#include "diff/prove/prove.h"

#include "base/failure.h"
#include "diff/lockstep/lockstep.h"
#include "diff/match/compare_internal.h"
#include "diff/prove/product.h"
#include "diff/prove/search.h"
#include "diff/prove/verify.h"

/* Of the budget, for running. */
#define SEARCH_SHARE 0.3
#define SEARCH_FIRST                                                                         \
    1.0 /* at most so many seconds of it before a proof is tried: runs may be slow */
#define TRUST_SHARE 0.4 /* of that, again for runs that trust arithmetic not to overflow */
/* Of the budget, for what matches under an assumption. */
#define DISCHARGE_SHARE 0.5
#define AUDIT_SECONDS 0.5 /* of processor time, for each function */

static bool has_assembly(LLVMValueRef global)
{
    size_t length = 0;
    LLVMGetModuleInlineAsm(LLVMGetGlobalParent(global), &length);
    return length != 0;
}

struct resolving {
    struct comparer *comparer;
    /* a file that has assembly outside of functions: it may define or change anything */
    bool assembly;
    struct map seen[2];   /* functions of each side */
    unsigned outlived[2]; /* locals of theirs that end while their address may be used */
};

static void note_function(struct resolving *resolving, int side, LLVMValueRef definition)
{
    uint64_t key = (uint64_t)(uintptr_t)definition;
    const struct normaliser *normaliser = &resolving->comparer->normaliser;
    if (map_has(&resolving->seen[side], key))
        return;
    map_set(&resolving->seen[side], key, 1);
    resolving->outlived[side] += normalise_outlived(normaliser, definition);
}

static LLVMValueRef resolve(void *context, int side, LLVMValueRef global)
{
    struct resolving *resolving = context;
    struct comparer *comparer = resolving->comparer;
    if (LLVMIsAFunction(global) && LLVMGetIntrinsicID(global))
        return global;
    LLVMValueRef definition = global_definition(comparer, (enum side)side, global);
    resolving->assembly = resolving->assembly || has_assembly(definition);
    if (LLVMIsAFunction(definition) && !LLVMIsDeclaration(definition)) {
        normalise_function(&comparer->normaliser, definition);
        note_function(resolving, side, definition);
    }
    return definition;
}

static LLVMValueRef watched(void *context, LLVMValueRef definition)
{
    struct resolving *resolving = context;
    normalise_function(&resolving->comparer->normaliser, definition);
    return normalise_watched(&resolving->comparer->normaliser, definition);
}

/* ALIKE: runs without anything undefined in which both did the same. An assumption that no
 * run keeps says nothing. */
static void prove(struct comparer *comparer, struct product *p, LLVMValueRef f,
                  LLVMValueRef g, double seconds, struct verify_start since, unsigned alike,
                  struct compare_result *result)
{
    const char *obstacle = product_proof_obstacle(p);
    if (obstacle) {
        result->not_shown = obstacle;
        return;
    }
    struct verify_answer answer = verify_product(&comparer->arena, p, seconds, since);
    unsigned assumptions = 0;
    if (answer.excludes_overflow)
        assumptions |= ASSUME_OVERFLOW;
    if (answer.may_overflow)
        assumptions |= ASSUME_DEFINED;
    if (!answer.proved || ((assumptions & ASSUME_OVERFLOW) && !alike)) {
        result->not_shown =
            answer.proved ? "the old version overflows in every run" : answer.reason;
        return;
    }
    *result = (struct compare_result){.name = result->name,
                                      .source = result->source,
                                      .verdict = COMPARE_SAME,
                                      .assumptions = assumptions,
                                      .proof = answer.reason};
    if (normalise_promises_more(f, g))
        result->assumptions |= ASSUME_PROMISE;
}

/* The product of both, or null with the reason. */
static struct product *build(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g,
                             const char **obstacle)
{
    struct resolving resolving = {.comparer = comparer,
                                  .assembly = has_assembly(f) || has_assembly(g)};
    struct product_resolver resolver = {&resolving, resolve, watched};
    normalise_function(&comparer->normaliser, f);
    normalise_function(&comparer->normaliser, g);
    note_function(&resolving, OLD, f);
    note_function(&resolving, NEW, g);
    struct product *p = product_new(f, g, &resolver);
    if (resolving.outlived[NEW] > resolving.outlived[OLD])
        lockstep_keep_reason(p, "a local variable may be used after its block");
    for (int side = OLD; side <= NEW; side++)
        map_release(&resolving.seen[side]);
    *obstacle = resolving.assembly ? "assembly outside functions" : product_obstacle(p);
    if (!*obstacle)
        return p;
    *obstacle = arena_text(&comparer->arena, *obstacle);
    product_free(p);
    return NULL;
}

/* With arithmetic that wraps, as machines have it, and then as compilers may read it. */
static struct search_result search(struct comparer *comparer, struct product *p,
                                   double seconds)
{
    const char *harness = comparer->options.harness;
    struct search_result found = search_difference(&comparer->arena, p, seconds, harness);
    if (found.found || !product_has_overflow(p, 1))
        return found;
    product_trust(p, true);
    struct search_result trusting =
        search_difference(&comparer->arena, p, seconds * TRUST_SHARE, harness);
    product_trust(p, false);
    return trusting.found ? trusting : found;
}

static bool refute(struct comparer *comparer, struct product *p, double seconds,
                   unsigned *alike, struct compare_result *result)
{
    struct search_result found = search(comparer, p, seconds);
    *alike += found.alike;
    if (!found.found)
        return false;
    result->input = found.input_text;
    result->effect = found.effect_text;
    return true;
}

void prove_or_refute(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g,
                     struct compare_result *result)
{
    LAW(result->verdict == COMPARE_DIFFERENT);
    double seconds = comparer->options.prove_seconds, share = seconds * SEARCH_SHARE;
    struct verify_start since = verify_start();
    struct product *p = build(comparer, f, g, &result->not_shown);
    if (!p)
        return;
    unsigned alike = 0;
    if (!refute(comparer, p, share < SEARCH_FIRST ? share : SEARCH_FIRST, &alike, result)) {
        prove(comparer, p, f, g, seconds - share, since, alike, result);
        if (result->not_shown)
            result->not_shown = arena_text(&comparer->arena, result->not_shown);
        if (result->not_shown && share > SEARCH_FIRST &&
            refute(comparer, p, share, &alike, result))
            result->not_shown = NULL;
    }
    product_free(p);
}

/* Both match, but not when they are run. */
static void report_run(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g,
                       const struct search_result *found, struct compare_result *result)
{
    *result = (struct compare_result){.name = result->name,
                                      .source = result->source,
                                      .verdict = COMPARE_DIFFERENT,
                                      .cause = CAUSE_CODE,
                                      .subject = result->name,
                                      .reason = "both match, but runs tell them apart",
                                      .old_place = place_of(comparer, NULL, f),
                                      .new_place = place_of(comparer, NULL, g),
                                      .input = found->input_text,
                                      .effect = found->effect_text};
}

/* What runs and proofs know of; the others are about names. */
static bool is_about_runs(const struct compare_result *result)
{
    return !(result->assumptions &
             ~(unsigned)(ASSUME_OVERFLOW | ASSUME_DEFINED | ASSUME_PROMISE));
}

static bool audit(struct comparer *comparer, struct product *p, LLVMValueRef f,
                  LLVMValueRef g, double seconds, struct compare_result *result)
{
    struct search_result found = search(comparer, p, seconds);
    if (found.found)
        report_run(comparer, f, g, &found, result);
    return found.found;
}

void prove_audit(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g,
                 struct compare_result *result)
{
    LAW(result->verdict == COMPARE_SAME);
    const char *obstacle;
    struct product *p = is_about_runs(result) ? build(comparer, f, g, &obstacle) : NULL;
    if (!p)
        return;
    audit(comparer, p, f, g, AUDIT_SECONDS, result);
    product_free(p);
}

void prove_without_assuming(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g,
                            struct compare_result *result)
{
    LAW(result->verdict == COMPARE_SAME && (result->assumptions & ASSUME_DEFINED));
    const char *obstacle;
    double seconds = comparer->options.prove_seconds * DISCHARGE_SHARE;
    struct verify_start since = verify_start();
    struct product *p = is_about_runs(result) ? build(comparer, f, g, &obstacle) : NULL;
    if (!p)
        return;
    double first = seconds < AUDIT_SECONDS ? seconds : AUDIT_SECONDS;
    if (!audit(comparer, p, f, g, first, result) && !product_proof_obstacle(p)) {
        struct verify_answer answer = verify_product(&comparer->arena, p, seconds, since);
        if (answer.proved && !answer.may_overflow && !answer.excludes_overflow) {
            result->assumptions &= ~(unsigned)(ASSUME_DEFINED | ASSUME_OVERFLOW);
            result->proof = answer.reason;
        }
    }
    product_free(p);
}
