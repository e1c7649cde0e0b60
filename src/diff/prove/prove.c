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

/* What became of two functions: an input, a proof, or neither for a reason. */
struct outcome {
    const char *input, *effect;
    const char *proof;
    unsigned assumptions; /* of the proof */
    const char *not_shown;
};

static bool is_one(const struct outcome *o)
{
    return (o->input != NULL) + (o->proof != NULL) + (o->not_shown != NULL) == 1;
}

/* ALIKE: runs without anything undefined in which both did the same. An assumption that no
 * run keeps says nothing. False: there was nothing to ask. */
static bool prove(struct comparer *comparer, struct product *p, double seconds,
                  struct verify_start since, unsigned alike, struct outcome *o)
{
    const char *obstacle = product_proof_obstacle(p);
    if (obstacle) {
        o->not_shown = arena_text(&comparer->arena, obstacle);
        return false;
    }
    struct verify_answer answer = verify_product(&comparer->arena, p, seconds, since);
    if (answer.excludes_overflow)
        o->assumptions |= ASSUME_OVERFLOW;
    if (answer.may_overflow)
        o->assumptions |= ASSUME_DEFINED;
    bool empty = answer.proved && (o->assumptions & ASSUME_OVERFLOW) && !alike;
    if (empty)
        o->not_shown = "the old version overflows in every run";
    else if (answer.proved)
        o->proof = answer.reason;
    else
        o->not_shown = answer.reason;
    return answer.in_question;
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

/* With arithmetic that wraps, as machines have it. */
static struct search_result search_wrapping(struct comparer *comparer, struct product *p,
                                            double seconds, bool patient)
{
    struct search_way way = {seconds, comparer->options.harness, patient};
    return search_difference(&comparer->arena, p, way);
}

/* As compilers may read the new version, where it may overflow. */
static struct search_result search_trusting(struct comparer *comparer, struct product *p,
                                            double seconds, bool patient)
{
    struct search_way way = {seconds * TRUST_SHARE, comparer->options.harness, patient};
    struct search_result found = {0};
    if (!product_has_overflow(p, 1))
        return found;
    product_trust(p, true);
    found = search_difference(&comparer->arena, p, way);
    product_trust(p, false);
    return found;
}

static struct search_result search(struct comparer *comparer, struct product *p,
                                   double seconds, bool patient)
{
    struct search_result found = search_wrapping(comparer, p, seconds, patient);
    if (found.found)
        return found;
    struct search_result trusting = search_trusting(comparer, p, seconds, patient);
    return trusting.found ? trusting : found;
}

static bool is_refuted(const struct search_result *found, struct outcome *o)
{
    if (found->found)
        *o = (struct outcome){.input = found->input_text, .effect = found->effect_text};
    return found->found;
}

/* Runs first, until they come to nothing new. Compilers are asked where a proof assumes
 * something or might have been found; where it was not, runs get all of their time. */
static void inquire(struct comparer *comparer, struct product *p, struct verify_start since,
                    struct outcome *o)
{
    double seconds = comparer->options.prove_seconds, share = seconds * SEARCH_SHARE;
    double first = share < SEARCH_FIRST ? share : SEARCH_FIRST;
    struct search_result found = search_wrapping(comparer, p, first, false);
    if (is_refuted(&found, o))
        return;
    bool asked = prove(comparer, p, seconds - share, since, found.alike, o);
    bool patient = o->not_shown && (asked || share > SEARCH_FIRST);
    if (o->proof && o->assumptions)
        found = search_trusting(comparer, p, first, false);
    else if (patient)
        found = search(comparer, p, share, true);
    is_refuted(&found, o);
}

/* What was asked before of the same code is not asked again: libraries are built twice, and
 * files are part of several programs. A harness is written each time. */
static const struct outcome *outcome_of(struct comparer *comparer, struct product *p,
                                        struct verify_start since)
{
    char digest[PRODUCT_DIGEST];
    uint64_t known;
    product_digest(p, digest);
    if (!comparer->options.harness && text_map_get(&comparer->asked, digest, &known))
        return (const struct outcome *)(uintptr_t)known;
    struct outcome *o = ARENA_NEW(&comparer->arena, struct outcome);
    inquire(comparer, p, since, o);
    LAW(is_one(o));
    text_map_set(&comparer->asked, arena_text(&comparer->arena, digest),
                 (uint64_t)(uintptr_t)o);
    return o;
}

static void report_proof(const struct outcome *o, LLVMValueRef f, LLVMValueRef g,
                         struct compare_result *result)
{
    *result = (struct compare_result){.name = result->name,
                                      .source = result->source,
                                      .verdict = COMPARE_SAME,
                                      .assumptions = o->assumptions,
                                      .proof = o->proof};
    if (normalise_promises_more(f, g))
        result->assumptions |= ASSUME_PROMISE;
}

void prove_or_refute(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g,
                     struct compare_result *result)
{
    LAW(result->verdict == COMPARE_DIFFERENT);
    struct verify_start since = verify_start();
    struct product *p = build(comparer, f, g, &result->not_shown);
    if (!p)
        return;
    const struct outcome *o = outcome_of(comparer, p, since);
    product_free(p);
    if (o->proof) {
        report_proof(o, f, g, result);
        return;
    }
    result->input = o->input;
    result->effect = o->effect;
    result->not_shown = o->not_shown;
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
    struct search_result found = search(comparer, p, seconds, true);
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
