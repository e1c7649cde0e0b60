/* Verdicts on pairs of functions. A pair is compared once; one that is met while it is being
 * compared is assumed to be the same, and every proof that leans on it waits until it is
 * closed (Tarjan's strongly connected components over pairs). When a pair turns out
 * different, the proofs made on top of it are forgotten. Several attempts are made at a pair:
 * as it is, with calls inlined by a pattern, and after strong normalisation. */
#include "diff/match/compare_internal.h"
#include "base/failure.h"
#include "diff/match/attempt.h"
#include "diff/project/module_assembly.h"
#include "diff/patterns/pattern.h"

#include <string.h>

#define MAX_OPEN 400
#define MAX_REPAIRS 24
#define MAX_TRIALS 40 /* of moved code */

static bool is_used(LLVMValueRef function, unsigned i)
{
    return LLVMGetFirstUse(LLVMGetParam(function, i)) != NULL;
}

bool parameters_pair(LLVMValueRef f, LLVMValueRef g, struct parameter_pairs *pairs)
{
    LAW(LLVMIsAFunction(f) && LLVMIsAFunction(g));
    LLVMValueRef function[2] = {f, g};
    LLVMTypeRef type[2] = {LLVMGlobalGetValueType(f), LLVMGlobalGetValueType(g)};
    size_t count[2] = {0, 0};
    if (LLVMIsFunctionVarArg(type[OLD]) != LLVMIsFunctionVarArg(type[NEW]))
        return false;
    if (LLVMIsFunctionVarArg(type[OLD]) && type[OLD] != type[NEW])
        return false;
    for (int side = OLD; side <= NEW; side++) {
        unsigned parameters = LLVMCountParams(function[side]);
        if (parameters > MAX_PARAMETERS)
            return false;
        for (unsigned i = 0; i < parameters; i++)
            if (is_used(function[side], i) ||
                (type[OLD] == type[NEW] && is_used(function[!side], i)))
                pairs->index[side][count[side]++] = i;
    }
    pairs->count = count[OLD];
    LAW(pairs->count <= MAX_PARAMETERS);
    if (count[OLD] != count[NEW])
        return false;
    for (size_t i = 0; i < pairs->count; i++) {
        LLVMValueRef a = LLVMGetParam(f, pairs->index[OLD][i]),
                     b = LLVMGetParam(g, pairs->index[NEW][i]);
        if (LLVMTypeOf(a) != LLVMTypeOf(b))
            return false;
    }
    return true;
}

static const char *copied(struct arena *arena, const char *text, unsigned length)
{
    return text && length ? arena_text_range(arena, text, length) : NULL;
}

struct compare_place place_of(struct comparer *comparer, LLVMValueRef instruction,
                              LLVMValueRef function)
{
    LLVMValueRef where =
        instruction && LLVMIsAInstruction(instruction) ? instruction : function;
    struct compare_place place = {.function = base_name(&comparer->arena, function)};
    unsigned line = LLVMGetDebugLocLine(where), length = 0, directory_length = 0;
    if (line == (unsigned)-1 || line == 0) {
        where = function;
        line = LLVMGetDebugLocLine(where);
    }
    place.line = line == (unsigned)-1 ? 0 : line;
    const char *file = LLVMGetDebugLocFilename(where, &length);
    const char *directory = LLVMGetDebugLocDirectory(where, &directory_length);
    place.file = copied(&comparer->arena, file, length);
    if (place.file && place.file[0] != '/' && directory && directory_length)
        place.file = arena_format(&comparer->arena, "%.*s/%s", (int)directory_length,
                                  directory, place.file);
    return place;
}

enum compare_verdict pair_verdict(const struct comparer *comparer, size_t pair)
{
    LAW(pair < comparer->pairs.count);
    const struct function_pair *p = &comparer->pairs.data[pair];
    return p->state == PAIR_FINAL ? p->verdict : COMPARE_SAME;
}

/* Writes what the first attempt found into the pair. */
static void record_difference(struct comparer *comparer, size_t pair,
                              const struct difference *difference)
{
    LAW(difference->callee != pair);
    LAW(pair < comparer->pairs.count && difference->reason);
    LAW(difference->callee == NO_PAIR || difference->callee < comparer->pairs.count);
    struct function_pair *p = &comparer->pairs.data[pair];
    p->cause = difference->cause;
    p->subject = difference->subject;
    p->reason = difference->reason;
    p->callee = difference->callee;
    p->verdict = COMPARE_DIFFERENT;
    if (p->cause == CAUSE_LIMIT || p->cause == CAUSE_MISSING)
        p->verdict = COMPARE_UNKNOWN;
    if (p->callee != NO_PAIR)
        p->verdict = pair_verdict(comparer, p->callee);
    for (int side = OLD; side <= NEW; side++) {
        p->place[side] = place_of(comparer, difference->instruction[side], p->function[side]);
        p->call[side] = p->place[side];
    }
}

/* A function that differs may be called through a pointer that was taken for the same. */
static bool calls_changed(unsigned used)
{
    return (used & FACT_ADDRESS) && (used & FACT_CALLS_POINTER);
}

/* One match of the bodies; when it fails, FAILED says where. */
static bool matches(struct comparer *comparer, size_t pair, const struct attempt *attempt,
                    struct difference *failed)
{
    LAW(pair < comparer->pairs.count && comparer->pairs.data[pair].state == PAIR_OPEN);
    struct match m;
    match_init(&m, comparer, pair, attempt->body[OLD], attempt->body[NEW]);
    bool same = match_run(&m);
    if (same && calls_changed(m.assumptions))
        same = match_differ(&m, NULL, NULL,
                            "a function that differs is called through a pointer");
    if (same && (m.assumptions & FACT_HIDDEN) && !hidden_functions_stay(&m))
        same = match_differ(&m, NULL, NULL,
                            "the address of a static function that differs is handed out");
    if (same)
        comparer->pairs.data[pair].assumptions |= m.assumptions;
    *failed = m.difference;
    failed->matched = m.effects[OLD].count + m.blocks[OLD].count;
    match_release(&m);
    return same;
}

/* The recorded difference lies in a callee that has the same name in both versions: nothing
 * tells more. */
static bool in_namesake(const struct comparer *comparer, size_t pair)
{
    LAW(pair < comparer->pairs.count);
    size_t callee = comparer->pairs.data[pair].callee;
    if (callee == NO_PAIR)
        return false;
    const struct function_pair *p = &comparer->pairs.data[callee];
    return globals_named_alike(comparer, p->function[OLD], p->function[NEW]);
}

static bool matches_strongly(struct comparer *comparer, size_t pair,
                             enum normalise_strength strength, enum attempt_trust trust)
{
    struct attempt attempt;
    struct difference unused;
    const struct function_pair *p = &comparer->pairs.data[pair];
    attempt_init(&attempt, comparer, p->function[OLD], p->function[NEW]);
    bool same = attempt_strengthen(&attempt, comparer, strength, trust) &&
                matches(comparer, pair, &attempt, &unused);
    attempt_release(&attempt);
    return same;
}

/* Where signed arithmetic of the old version overflows, nothing is claimed: that includes the
 * checks it makes for overflow by overflowing, so the verdict says it. */
static bool matches_trusting(struct comparer *comparer, size_t pair)
{
    if (comparer->options.strict)
        return false;
    if (!matches_strongly(comparer, pair, NORMALISE_STRONGER, TRUST_OLD))
        return false;
    comparer->pairs.data[pair].assumptions |= ASSUME_OVERFLOW;
    return true;
}

static bool trial_matches(struct trial *trial, const struct attempt *attempt,
                          struct difference *failed)
{
    return matches(trial->comparer, trial->pair, attempt, failed);
}

/* Moves code in the copied bodies until they match; what else repairs them is tried after
 * each move. */
static bool matches_relocated(struct comparer *comparer, size_t pair, struct attempt *attempt,
                              const struct difference *difference)
{
    struct trial trial = {comparer, pair, trial_matches, *difference, false, MAX_TRIALS};
    if (in_namesake(comparer, pair))
        return false;
    LAW(trial.left <= MAX_TRIALS);
    while (!trial.same && trial.left && pattern_relocate(comparer, &trial, attempt)) {
        while (!trial.same && trial.left &&
               pattern_repair(comparer, &trial.difference, attempt)) {
            trial.left--;
            trial.same = matches(comparer, pair, attempt, &trial.difference);
        }
    }
    return trial.same;
}

static bool decide(struct comparer *comparer, size_t pair)
{
    struct attempt attempt;
    struct difference difference;
    const struct function_pair *p = &comparer->pairs.data[pair];
    attempt_init(&attempt, comparer, p->function[OLD], p->function[NEW]);
    bool same = matches(comparer, pair, &attempt, &difference);
    if (!same)
        record_difference(comparer, pair, &difference);
    for (int i = 0;
         !same && i < MAX_REPAIRS && pattern_repair(comparer, &difference, &attempt); i++) {
        same = matches(comparer, pair, &attempt, &difference);
        if (!same && !in_namesake(comparer, pair))
            record_difference(comparer, pair, &difference);
    }
    if (!same)
        same = matches_relocated(comparer, pair, &attempt, &difference);
    if (same)
        comparer->pairs.data[pair].assumptions |= attempt.assumptions;
    attempt_release(&attempt);
    if (same || comparer->options.no_strong)
        return same;
    return matches_strongly(comparer, pair, NORMALISE_STRONG, TRUST_NOTHING) ||
           matches_strongly(comparer, pair, NORMALISE_STRONGER, TRUST_NOTHING) ||
           matches_trusting(comparer, pair);
}

/* Once more with custom change patterns, which come last: rewriting what needs no pattern can
 * only hide that.
 */
static bool decide_custom(struct comparer *comparer, size_t pair)
{
    struct attempt attempt;
    struct difference difference;
    if (!comparer->options.custom || comparer->options.strict)
        return false;
    comparer->mode.custom_on = true; /* until compare_bodies ends */
    attempt_init(&attempt, comparer, comparer->pairs.data[pair].function[OLD],
                 comparer->pairs.data[pair].function[NEW]);
    bool same = matches(comparer, pair, &attempt, &difference);
    for (int i = 0;
         !same && i < MAX_REPAIRS && pattern_repair(comparer, &difference, &attempt); i++)
        same = matches(comparer, pair, &attempt, &difference);
    if (same)
        comparer->pairs.data[pair].assumptions |= attempt.assumptions;
    attempt_release(&attempt);
    return same;
}

static unsigned accesses_in(LLVMValueRef function)
{
    unsigned count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            count += opaque_kind_of(i) == OPAQUE_ACCESS && !watch_is_spare(i);
    return count;
}

/* An access or a division that only the new version has may fail. */
static bool has_more_accesses(struct comparer *comparer, size_t pair)
{
    LLVMValueRef *f = comparer->pairs.data[pair].function;
    unsigned of_old = accesses_in(normalise_watched(&comparer->normaliser, f[OLD]));
    return accesses_in(normalise_watched(&comparer->normaliser, f[NEW])) > of_old;
}

/* Bodies that match are matched again with markers for what may fail or be undefined. If only
 * the markers are in the way, the verdict rests on what was not shown; that a new access does
 * not fail has to be shown. */
static bool decide_watched(struct comparer *comparer, size_t pair)
{
    LAW(!comparer->mode.watched_on);
    LLVMValueRef g = comparer->pairs.data[pair].function[NEW];
    bool nothing =
        !comparer->mode.inlined && normalise_watched(&comparer->normaliser, g) == g;
    if (nothing || (comparer->pairs.data[pair].assumptions & ASSUME_PATTERN))
        return true;
    comparer->mode.watched_on = true;
    comparer->mode.custom_on = false;
    if (decide(comparer, pair) || decide_custom(comparer, pair))
        return true;
    if (comparer->mode.lonely_access || has_more_accesses(comparer, pair))
        return false;
    comparer->pairs.data[pair].assumptions |= ASSUME_DEFINED;
    return true;
}

/* Equal, or a pointer and an integer of its width. */
static bool return_types_agree(LLVMValueRef f, LLVMValueRef g)
{
    struct match m = {.body = {f, g}};
    LLVMTypeRef a = LLVMGetReturnType(LLVMGlobalGetValueType(f)),
                b = LLVMGetReturnType(LLVMGlobalGetValueType(g));
    return a == b || (LLVMGetTypeKind(a) != LLVMGetTypeKind(b) && same_bits(&m, a, b));
}

static void fail(struct comparer *comparer, size_t pair, enum compare_cause cause,
                 const char *reason)
{
    struct difference difference = {.cause = cause, .reason = reason, .callee = NO_PAIR};
    record_difference(comparer, pair, &difference);
}

static bool compare_bodies(struct comparer *comparer, size_t pair)
{
    LAW(comparer->open.count && VECTOR_LAST(&comparer->open) == pair);
    LLVMValueRef f = comparer->pairs.data[pair].function[OLD],
                 g = comparer->pairs.data[pair].function[NEW];
    if (comparer->open.count > MAX_OPEN)
        return fail(comparer, pair, CAUSE_LIMIT, "the chain of calls is too long"), false;
    if (!module_assembly_equal(LLVMGetGlobalParent(f), LLVMGetGlobalParent(g)))
        return fail(comparer, pair, CAUSE_CODE,
                    "assembly outside functions differs in the file"),
               false;
    if (!return_types_agree(f, g))
        return fail(comparer, pair, CAUSE_SIGNATURE, "the return types differ"), false;
    normalise_function(&comparer->normaliser, f);
    normalise_function(&comparer->normaliser, g);
    if (normalise_ends_earlier(&comparer->normaliser, f, g))
        return fail(comparer, pair, CAUSE_CODE,
                    "a local variable ends earlier, while its address may still be used"),
               false;
    struct comparer_mode before = comparer->mode; /* of the attempt that asks */
    comparer->mode = (struct comparer_mode){0};
    bool same = decide(comparer, pair) || decide_custom(comparer, pair);
    if (same &&
        (comparer->mode.inlined || !normalise_shaped_alike(&comparer->normaliser, f, g)))
        same = decide_watched(comparer, pair);
    comparer->mode = before;
    return same;
}

/* Takes the pairs from position DEPTH of the stack on off it. */
static void close_pairs(struct comparer *comparer, size_t depth, enum pair_state state)
{
    LAW(state == PAIR_FINAL || state == PAIR_RESET);
    LAW(depth < comparer->open.count);
    unsigned assumptions = 0;
    for (size_t i = depth; i < comparer->open.count; i++)
        assumptions |= comparer->pairs.data[comparer->open.data[i]].assumptions;
    for (size_t i = depth; i < comparer->open.count; i++) {
        struct function_pair *p = &comparer->pairs.data[comparer->open.data[i]];
        LAW(p->depth == i);
        LAW(state == PAIR_RESET || p->low >= depth); /* leans on nothing that stays open */
        p->state = state;
        p->assumptions = assumptions;
    }
    comparer->open.count = depth;
}

static bool group_calls_changed(const struct comparer *comparer, size_t depth)
{
    LAW(depth < comparer->open.count);
    unsigned used = 0;
    for (size_t i = depth; i < comparer->open.count; i++)
        used |= comparer->pairs.data[comparer->open.data[i]].assumptions;
    return calls_changed(used);
}

static void finish(struct comparer *comparer, size_t pair, size_t user, bool same)
{
    struct function_pair *p = &comparer->pairs.data[pair];
    LAW(p->state == PAIR_OPEN);
    LAW(p->low <= p->depth && comparer->open.data[p->depth] == pair);
    if (same && p->low == p->depth && group_calls_changed(comparer, p->depth)) {
        fail(comparer, pair, CAUSE_CODE,
             "a function that differs is called through a pointer");
        same = false;
    }
    if (!same) {
        close_pairs(comparer, p->depth, PAIR_RESET);
        p->state = PAIR_FINAL;
        p->assumptions = ASSUME_NOTHING;
        return;
    }
    p->verdict = COMPARE_SAME;
    if (normalise_promises_more(p->function[OLD], p->function[NEW]))
        p->assumptions |= ASSUME_PROMISE;
    if (p->low == p->depth) {
        close_pairs(comparer, p->depth, PAIR_FINAL);
        return;
    }
    LAW(p->low < p->depth);
    p->state = PAIR_PROVISIONAL;
    if (user != NO_PAIR && p->low < comparer->pairs.data[user].low)
        comparer->pairs.data[user].low = p->low;
}

static uint64_t pair_key(struct comparer *comparer, LLVMValueRef f, LLVMValueRef g)
{
    LAW(LLVMIsAGlobalValue(f) && LLVMIsAGlobalValue(g));
    LLVMValueRef both[2] = {f, g};
    uint64_t key = 0, id;
    for (int i = 0; i < 2; i++) {
        uint64_t handle = (uint64_t)(uintptr_t)both[i];
        if (!map_get(&comparer->ids, handle, &id))
            map_set(&comparer->ids, handle, id = comparer->ids.count + 1);
        key = key << 32 | id;
    }
    return key;
}

size_t pair_compare(struct comparer *comparer, size_t user, LLVMValueRef f, LLVMValueRef g)
{
    LAW(user == NO_PAIR || user < comparer->pairs.count);
    uint64_t key = pair_key(comparer, f, g), known;
    size_t pair;
    if (map_get(&comparer->pair_of, key, &known)) {
        pair = (size_t)known;
        struct function_pair *p = &comparer->pairs.data[pair];
        if (p->state == PAIR_FINAL)
            return pair;
        if (p->state != PAIR_RESET) {
            size_t low = p->state == PAIR_OPEN ? p->depth : p->low;
            if (user != NO_PAIR && low < comparer->pairs.data[user].low)
                comparer->pairs.data[user].low = low;
            return pair;
        }
    } else {
        pair = comparer->pairs.count;
        map_set(&comparer->pair_of, key, pair);
        VECTOR_PUSH(&comparer->pairs, (struct function_pair){.function = {f, g}});
    }
    struct function_pair *p = &comparer->pairs.data[pair];
    p->state = PAIR_OPEN;
    p->assumptions = ASSUME_NOTHING;
    p->depth = p->low = comparer->open.count;
    p->callee = NO_PAIR;
    LAW(p->function[OLD] == f && p->function[NEW] == g);
    VECTOR_PUSH(&comparer->open, pair);
    bool same = compare_bodies(comparer, pair);
    finish(comparer, pair, user, same);
    return pair;
}
