/* The run: prepares both projects, answers for one function at a time, and explains the
 * answer. */
#include "diff/match/compare.h"

#include "base/text.h"
#include "diff/match/compare_internal.h"
#include "diff/prove/prove.h"

#include <stdlib.h>

static void prepare_side(struct comparer *comparer, enum side side)
{
    struct project *project = comparer->project[side];
    comparer->types[side] = calloc(project->units.count, sizeof *comparer->types[side]);
    for (size_t i = 0; i < project->units.count; i++) {
        LLVMModuleRef module = project->units.data[i].module;
        if (!module)
            continue;
        map_set(&comparer->units[side], (uint64_t)(uintptr_t)module, i + 1);
        normalise_module(module);
    }
}

struct comparer *comparer_new(struct project *old_project, struct project *new_project,
                              const struct compare_options *options)
{
    struct comparer *comparer = calloc(1, sizeof *comparer);
    if (!comparer)
        BUG("out of memory");
    comparer->project[OLD] = old_project;
    comparer->project[NEW] = new_project;
    comparer->options = *options;
    arena_init(&comparer->arena);
    normaliser_init(&comparer->normaliser);
    comparer->normaliser.prepare = field_keep_first;
    comparer->normaliser.context = comparer;
    prepare_side(comparer, OLD);
    prepare_side(comparer, NEW);
    return comparer;
}

void comparer_free(struct comparer *comparer)
{
    for (int side = OLD; side <= NEW; side++) {
        for (size_t i = 0; i < comparer->project[side]->units.count; i++)
            type_table_release(&comparer->types[side][i]);
        free(comparer->types[side]);
        map_release(&comparer->units[side]);
        map_release(&comparer->renamed[side]);
    }
    map_release(&comparer->ids);
    map_release(&comparer->pair_of);
    map_release(&comparer->variable_pairs);
    map_release(&comparer->loops_of);
    text_map_release(&comparer->asked);
    map_release(&comparer->hidden);
    text_map_release(&comparer->sources);
    VECTOR_RELEASE(&comparer->pairs);
    VECTOR_RELEASE(&comparer->open);
    normaliser_release(&comparer->normaliser);
    arena_release(&comparer->arena);
    free(comparer);
}

const struct type_table *types_of(const struct comparer *comparer, enum side side,
                                  LLVMValueRef global)
{
    LLVMModuleRef module = LLVMGetGlobalParent(global);
    uint64_t unit = map_or(&comparer->units[side], (uint64_t)(uintptr_t)module, 0);
    if (!unit)
        return NULL;
    struct type_table *table = &comparer->types[side][unit - 1];
    type_table_load(table, module);
    return table;
}

const struct project_symbol *comparer_counterpart(struct comparer *comparer,
                                                  const struct project_symbol *symbol)
{
    const struct project *old_project = comparer->project[OLD],
                         *new_project = comparer->project[NEW];
    size_t length = project_symbol_base(symbol->name);
    if (!symbol->name[length])
        return project_find(new_project, symbol->name);
    const char *source = old_project->units.data[symbol->unit].source;
    if (old_project->units.count == 1 && new_project->units.count == 1)
        source = new_project->units.data[0].source;
    return project_find(new_project, arena_format(&comparer->arena, "%.*s@%s", (int)length,
                                                  symbol->name, source));
}

static struct compare_result undecided(struct compare_result result,
                                       enum compare_verdict verdict, const char *reason)
{
    result.verdict = verdict;
    result.cause = CAUSE_MISSING;
    result.reason = reason;
    result.subject = result.name;
    return result;
}

/* A difference of the interface, not of the code. */
static struct compare_result differs(struct comparer *comparer, struct compare_result result,
                                     const struct project_symbol *old_symbol,
                                     const struct project_symbol *new_symbol,
                                     const char *reason)
{
    result = undecided(result, COMPARE_DIFFERENT, reason);
    result.cause = result.is_variable ? CAUSE_VARIABLE : CAUSE_SIGNATURE;
    result.old_place = place_of(comparer, NULL, old_symbol->value);
    result.new_place = place_of(comparer, NULL, new_symbol->value);
    return result;
}

static struct compare_result compare_variables(struct comparer *comparer,
                                               struct compare_result result,
                                               const struct project_symbol *old_variable,
                                               const struct project_symbol *new_variable)
{
    if (!new_variable || !LLVMIsAGlobalVariable(new_variable->value)) {
        bool role = global_has_role(old_variable->value);
        return undecided(result, role ? COMPARE_DIFFERENT : COMPARE_UNKNOWN,
                         "the variable is not defined in the new version");
    }
    if (!old_variable)
        return undecided(result, COMPARE_DIFFERENT,
                         "the new version keeps a variable that it adds");
    const char *reason = role_difference(comparer, old_variable->value, new_variable->value);
    if (!reason)
        reason = variable_difference(comparer, old_variable->value, new_variable->value,
                                     &result.assumptions);
    if (!reason && comparer->options.strict && result.assumptions)
        reason = "the same under an assumption only";
    return reason ? differs(comparer, result, old_variable, new_variable, reason) : result;
}

/* Follows the differing callees to the innermost one. */
static void explain(struct comparer *comparer, struct compare_result *result, size_t pair)
{
    VECTOR(struct compare_frame) chain = {0};
    const struct function_pair *p = &comparer->pairs.data[pair];
    while (p->callee != NO_PAIR && chain.count < comparer->pairs.count) {
        VECTOR_PUSH(&chain, (struct compare_frame){p->call[OLD], p->call[NEW]});
        p = &comparer->pairs.data[p->callee];
    }
    result->cause = p->cause;
    result->reason = p->reason;
    result->subject = p->subject ? p->subject : base_name(&comparer->arena, p->function[OLD]);
    result->old_place = p->place[OLD];
    result->new_place = p->place[NEW];
    struct compare_frame *frames =
        ARENA_ARRAY(&comparer->arena, struct compare_frame, chain.count);
    for (size_t i = 0; i < chain.count; i++)
        frames[i] = chain.data[i];
    result->chain = frames;
    result->chain_count = chain.count;
    VECTOR_RELEASE(&chain);
}

struct compare_result comparer_compare(struct comparer *comparer,
                                       const struct project_symbol *old_function,
                                       const struct project_symbol *new_function)
{
    const struct project_symbol *any = old_function ? old_function : new_function;
    enum side side = old_function ? OLD : NEW;
    struct compare_result result = {
        .name = arena_text_range(&comparer->arena, any->name, project_symbol_base(any->name)),
        .source = comparer->project[side]->units.data[any->unit].source,
        .is_variable = LLVMIsAGlobalVariable(any->value) != NULL,
    };
    if (result.is_variable)
        return compare_variables(comparer, result, old_function, new_function);
    enum compare_verdict missing =
        global_has_role(any->value) ? COMPARE_DIFFERENT : COMPARE_UNKNOWN;
    if (!new_function)
        return undecided(result, missing, "the function is not defined in the new version");
    if (!old_function && missing == COMPARE_DIFFERENT)
        return undecided(result, missing,
                         "the new version runs or keeps a function that it adds");
    if (!old_function)
        return undecided(result, COMPARE_UNKNOWN,
                         "the function is not defined in the old version");
    const char *roles = role_difference(comparer, old_function->value, new_function->value);
    if (roles)
        return differs(comparer, result, old_function, new_function, roles);
    LLVMValueRef f = global_definition(comparer, OLD, old_function->value);
    LLVMValueRef g = global_definition(comparer, NEW, new_function->value);
    if (!LLVMIsAFunction(f) || !LLVMIsAFunction(g) || LLVMIsDeclaration(f) ||
        LLVMIsDeclaration(g))
        return undecided(result, COMPARE_UNKNOWN, "the function has no body in one version");
    if (LLVMGlobalGetValueType(f) != LLVMGlobalGetValueType(g))
        return differs(comparer, result, old_function, new_function,
                       "the parameters or the return type differ");
    const char *convention = interface_difference(f, g);
    if (convention)
        return differs(comparer, result, old_function, new_function, convention);
    size_t pair = pair_compare(comparer, NO_PAIR, f, g);
    result.verdict = pair_verdict(comparer, pair);
    result.assumptions = comparer->pairs.data[pair].assumptions & ASSUME_SHOWN;
    if (result.verdict != COMPARE_SAME)
        explain(comparer, &result, pair);
    if (result.verdict == COMPARE_DIFFERENT && comparer->options.prove_seconds > 0)
        prove_or_refute(comparer, f, g, &result);
    else if (result.verdict == COMPARE_SAME && comparer->options.audit)
        prove_audit(comparer, f, g, &result);
    if (result.verdict == COMPARE_SAME && !result.proof &&
        (result.assumptions & ASSUME_DEFINED) && comparer->options.prove_seconds > 0)
        prove_without_assuming(comparer, f, g, &result);
    enum promise_state promises =
        result.verdict == COMPARE_SAME ? promises_compared(comparer, f, g) : PROMISE_KEPT;
    if (promises == PROMISE_BROKEN)
        return differs(comparer, result, old_function, new_function,
                       "the new version breaks a promise that it makes");
    if (promises == PROMISE_ADDED)
        result.assumptions |= ASSUME_PROMISE;
    if (comparer->options.strict && result.verdict == COMPARE_SAME && result.assumptions)
        return differs(comparer, result, old_function, new_function,
                       "the same under an assumption only");
    return result;
}

const struct compare_assumption_word compare_assumption_words[] = {
    {ASSUME_LAYOUT, "layout"},   {ASSUME_ENUM, "enum"},       {ASSUME_LOCATION, "location"},
    {ASSUME_PATTERN, "pattern"}, {ASSUME_PROMISE, "promise"}, {ASSUME_OVERFLOW, "overflow"},
    {ASSUME_SLICE, "slice"},     {ASSUME_DEFINED, "defined"}, {ASSUME_NOTHING, NULL},
};

const char *compare_verdict_text(struct arena *arena, const struct compare_result *result)
{
    if (result->verdict == COMPARE_UNKNOWN)
        return "unknown";
    if (result->verdict == COMPARE_DIFFERENT)
        return result->not_shown
                   ? arena_format(arena, "different (not shown: %s)", result->not_shown)
                   : "different";
    if (!result->assumptions)
        return result->proof ? "same (proved)" : "same";
    struct text text = {0};
    text_put(&text, result->proof ? "same (proved, assuming " : "same (assuming ");
    bool first = true;
    for (const struct compare_assumption_word *w = compare_assumption_words; w->word; w++) {
        if (!(result->assumptions & w->bit))
            continue;
        text_add(&text, "%s%s", first ? "" : ", ", w->word);
        first = false;
    }
    text_put(&text, ")");
    const char *copy = arena_text(arena, text_of(&text));
    text_release(&text);
    return copy;
}
