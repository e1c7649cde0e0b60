/* Comparing the use of a global variable (T23 chapter 9): every function that mentions it,
 * sliced on both sides.
 *
 * Slices are new functions beside the originals, so a callee met while a slice is compared is
 * compared as a whole. The variable counts as set from outside: its initial value must not be
 * folded into the code that is to be kept. */
#include "diff/project/plan.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "diff/project/llvm_extra.h"
#include "diff/normalise/normalise.h"
#include "diff/slice/slice.h"

#include <string.h>

struct slicing {
    struct plan *plan;
    const char *variable;
    struct normaliser normaliser;
    struct map modules; /* those that were normalised */
    struct map met;     /* functions of the new version that have their entry */
    /* deleted at the end: the normaliser knows functions by their handles */
    VECTOR(LLVMValueRef) copies;
    size_t found;
};

static bool names_variable(const char *name, const char *variable)
{
    if (text_same(name, variable))
        return true;
    size_t n = project_symbol_base(name);
    return !strchr(variable, '@') && strlen(variable) == n && !strncmp(name, variable, n);
}

/* The variable as FUNCTION's module knows it, if the function mentions it. */
static LLVMValueRef mentioned(const struct slicing *s, LLVMValueRef function)
{
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        size_t n = 0;
        if (names_variable(LLVMGetValueName2(g, &n), s->variable) &&
            slice_mentions(function, g))
            return g;
    }
    return NULL;
}

static const struct project_symbol *sliced(struct slicing *s, const struct project *project,
                                           const struct project_symbol *symbol,
                                           LLVMValueRef variable)
{
    LAW(slice_mentions(symbol->value, variable));
    LLVMModuleRef module = LLVMGetGlobalParent(symbol->value);
    LLVMSetExternallyInitialized(variable, true);
    if (!map_has(&s->modules, (uintptr_t)module)) {
        map_set(&s->modules, (uintptr_t)module, 1);
        normalise_module(module);
    }
    LLVMValueRef copy = extra_clone(symbol->value);
    normalise_function(&s->normaliser, copy);
    size_t base = project_symbol_base(symbol->name);
    const char *name = arena_format(&s->plan->arena, "%.*s@%s+%s", (int)base, symbol->name,
                                    project->units.data[symbol->unit].source, s->variable);
    LLVMValueRef slice = slice_function(project, copy, variable, name);
    VECTOR_PUSH(&s->copies, copy);
    struct project_symbol *result = ARENA_NEW(&s->plan->arena, struct project_symbol);
    *result = (struct project_symbol){.name = name, .unit = symbol->unit, .value = slice};
    return result;
}

static void add_one_sided(struct slicing *s, enum compare_cause cause,
                          const struct project_symbol *symbol, int side, const char *reason)
{
    struct plan_entry entry = {.decided = true};
    entry.function[side] = symbol;
    const char *name =
        arena_text_range(&s->plan->arena, symbol->name, project_symbol_base(symbol->name));
    entry.result = (struct compare_result){
        .name = name,
        .source = s->plan->project[side]->units.data[symbol->unit].source,
        .verdict = COMPARE_DIFFERENT,
        .cause = cause,
        .subject = s->variable,
        .reason = reason};
    entry.result.old_place.function = entry.result.new_place.function = name;
    VECTOR_PUSH(&s->plan->entries, entry);
}

static void add_user(struct slicing *s, const struct project_symbol *old,
                     LLVMValueRef old_variable)
{
    LAW(LLVMIsAFunction(old->value));
    const struct project *newer = s->plan->project[1];
    const struct project_symbol *other = plan_counterpart(s->plan, old);
    LLVMValueRef new_variable =
        other && LLVMIsAFunction(other->value) ? mentioned(s, other->value) : NULL;
    if (!other)
        add_one_sided(s, CAUSE_MISSING, old, 0, "the function is not in the new version");
    else if (!new_variable)
        add_one_sided(s, CAUSE_VARIABLE, old, 0,
                      "the variable is used in the old version only");
    if (other)
        map_set(&s->met, (uintptr_t)other->value, 1);
    if (!new_variable)
        return;
    struct plan_entry entry = {.function = {sliced(s, s->plan->project[0], old, old_variable),
                                            sliced(s, newer, other, new_variable)}};
    VECTOR_PUSH(&s->plan->entries, entry);
}

/* Slicing adds functions to the modules but not to the project's symbols, so going through
 * those is safe. */
static void add_users(struct slicing *s, int side)
{
    const struct project *project = s->plan->project[side];
    for (size_t i = 0; i < project->symbols.count; i++) {
        const struct project_symbol *symbol = &project->symbols.data[i];
        if (!LLVMIsAFunction(symbol->value))
            continue;
        LLVMValueRef variable = mentioned(s, symbol->value);
        if (!variable)
            continue;
        s->found++;
        if (side == 0)
            add_user(s, symbol, variable);
        else if (!map_has(&s->met, (uintptr_t)symbol->value))
            add_one_sided(s, CAUSE_VARIABLE, symbol, 1,
                          "the variable is used in the new version only");
    }
}

bool plan_variable(struct plan *p, const char *variable, struct failure *f)
{
    struct slicing s = {.plan = p, .variable = arena_text(&p->arena, variable)};
    p->variable = s.variable;
    normaliser_init(&s.normaliser);
    add_users(&s, 0);
    add_users(&s, 1);
    normaliser_release(&s.normaliser);
    for (size_t i = 0; i < s.copies.count; i++)
        LLVMDeleteFunction(s.copies.data[i]);
    VECTOR_RELEASE(&s.copies);
    map_release(&s.modules);
    map_release(&s.met);
    return s.found ||
           failure_set(f, FAILURE_INPUT,
                       "%s: no function in either version uses a global of this name",
                       variable);
}
