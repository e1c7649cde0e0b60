/* Which functions to compare: those named, those a snapshot asks for, or all exported ones.
 */
#include "diff/project/plan.h"

#include "base/text.h"

#include <string.h>

void plan_init(struct plan *p, struct project *old_project, struct project *new_project)
{
    *p = (struct plan){.project = {old_project, new_project}};
    arena_init(&p->arena);
}

void plan_release(struct plan *p)
{
    VECTOR_RELEASE(&p->entries);
    VECTOR_RELEASE(&p->notes);
    VECTOR_RELEASE(&p->added);
    arena_release(&p->arena);
}

/* What an alias stands for, or the function that chooses at load time; else null. */
static LLVMValueRef target_of(LLVMValueRef value)
{
    if (LLVMIsAGlobalAlias(value))
        return LLVMAliasGetAliasee(value);
    return LLVMIsAGlobalIFunc(value) ? LLVMGetGlobalIFuncResolver(value) : NULL;
}

/* The symbol as a function that can be compared: itself, or what an alias stands for under
 * the alias's name. Null: it is no function. */
static const struct project_symbol *as_function(struct plan *p,
                                                const struct project_symbol *symbol)
{
    if (!symbol || project_symbol_is_function(symbol))
        return symbol;
    LLVMValueRef target = target_of(symbol->value);
    if (!target || !LLVMIsAFunction(target) || LLVMIsDeclaration(target))
        return NULL;
    struct project_symbol *function = ARENA_NEW(&p->arena, struct project_symbol);
    *function = *symbol;
    function->value = target;
    return function;
}

/* Of several definitions of an exported name, the one in the file of the same name. */
static const struct project_symbol *in_same_file(const struct project *project,
                                                 const struct project_symbol *found,
                                                 const char *source)
{
    if (!found || text_same(project->units.data[found->unit].source, source))
        return found;
    uint64_t unit;
    if (!text_map_get(&project->by_source, source, &unit))
        return found;
    for (size_t i = 0; i < project->symbols.count; i++) {
        const struct project_symbol *s = &project->symbols.data[i];
        if (s->unit == unit && text_same(s->name, found->name))
            return s;
    }
    return found;
}

static bool is_variable(const struct project_symbol *symbol)
{
    return symbol && LLVMIsAGlobalVariable(symbol->value);
}

const struct project_symbol *plan_counterpart(struct plan *p,
                                              const struct project_symbol *old)
{
    const struct project *from = p->project[0], *to = p->project[1];
    size_t length = project_symbol_base(old->name);
    const char *base = arena_text_range(&p->arena, old->name, length);
    const char *source = from->units.data[old->unit].source;
    if (from->units.count == 1 && to->units.count == 1)
        source = to->units.data[0].source;
    const char *name =
        old->name[length] ? arena_format(&p->arena, "%s@%s", base, source) : old->name;
    const struct project_symbol *found = in_same_file(to, project_find(to, name), source);
    if (is_variable(old))
        return is_variable(found) ? found : NULL;
    if (!found)
        found = project_function(to, base, NULL);
    return as_function(p, found);
}

static void add(struct plan *p, const struct project_symbol *old)
{
    VECTOR_PUSH(&p->entries,
                (struct plan_entry){.function = {old, plan_counterpart(p, old)}});
}

static bool is_exported(const struct project_symbol *symbol)
{
    return !symbol->name[project_symbol_base(symbol->name)] &&
           !text_starts(symbol->name, "llvm.");
}

/* The symbol as an entry: a function, or a variable that others see; else null. */
static const struct project_symbol *as_entry(struct plan *p, const struct project_symbol *s,
                                             enum plan_scope scope)
{
    bool seen =
        is_exported(s) || (!text_starts(s->name, "llvm.") && global_has_role(s->value));
    if (is_variable(s))
        return seen ? s : NULL;
    return seen || scope == PLAN_ALL ? as_function(p, s) : NULL;
}

/* What the old version does not have: exported names are told, and what acts without a call
 * has an entry. */
static void add_added(struct plan *p)
{
    const struct project *old = p->project[0], *new = p->project[1];
    bool single = old->units.count == 1 && new->units.count == 1;
    for (size_t i = 0; i < new->symbols.count; i++) {
        const struct project_symbol *s = &new->symbols.data[i];
        const struct project_symbol *entry = as_entry(p, s, PLAN_ASKED_FOR);
        size_t length = project_symbol_base(s->name);
        const char *name = s->name;
        if (single && name[length])
            name = arena_format(&p->arena, "%.*s@%s", (int)length, name,
                                old->units.data[0].source);
        if (!entry || project_find(old, name))
            continue;
        if (global_has_role(s->value))
            VECTOR_PUSH(&p->entries, (struct plan_entry){.function = {NULL, entry}});
        else
            VECTOR_PUSH(&p->added, s);
    }
}

static void add_defined(struct plan *p, enum plan_scope scope)
{
    const struct project *old = p->project[0];
    for (size_t i = 0; i < old->symbols.count; i++) {
        const struct project_symbol *s = &old->symbols.data[i];
        const struct project_symbol *entry = as_entry(p, s, scope);
        if (entry && project_find(old, s->name) == s)
            add(p, entry);
    }
    add_added(p);
}

static bool add_named(struct plan *p, const char *name, const char *source)
{
    size_t length = project_symbol_base(name);
    if (name[length])
        source = name + length + 1;
    const char *base = arena_text_range(&p->arena, name, length);
    const struct project_symbol *old = project_function(p->project[0], base, source);
    if (!old && source)
        old = project_function(p->project[0], base, NULL);
    old = as_function(p, old);
    if (old) {
        add(p, old);
        return true;
    }
    const struct project_symbol *other =
        as_function(p, project_function(p->project[1], base, source));
    if (!other)
        return false;
    VECTOR_PUSH(&p->entries, (struct plan_entry){.function = {NULL, other}});
    return true;
}

bool plan_functions(struct plan *p, const char *const *names, size_t count,
                    enum plan_scope scope, struct failure *f)
{
    const struct project *old = p->project[0];
    bool asked = !count && scope == PLAN_ASKED_FOR && old->requests.count;
    for (size_t i = 0; i < count; i++)
        if (!add_named(p, names[i], NULL))
            return failure_set(
                f, FAILURE_INPUT,
                "no function '%s' in either version (or several: say NAME@FILE)", names[i]);
    for (size_t i = 0; asked && i < old->requests.count; i++) {
        const struct project_request *r = &old->requests.data[i];
        if (!add_named(p, r->function, r->source))
            VECTOR_PUSH(
                &p->notes,
                arena_format(&p->arena, "%s: not found, or in several files", r->function));
    }
    if (!count && !asked)
        add_defined(p, scope);
    return true;
}

static bool has_entry(const struct plan *p, const char *function)
{
    for (size_t i = 0; i < p->entries.count; i++) {
        const struct plan_entry *e = &p->entries.data[i];
        const char *name = (e->function[0] ? e->function[0] : e->function[1])->name;
        size_t length = project_symbol_base(name);
        if (strlen(function) == length && !strncmp(name, function, length))
            return true;
    }
    return false;
}

void plan_rest(struct plan *p)
{
    const struct project *old = p->project[0];
    for (size_t i = 0; i < old->requests.count; i++)
        if (!has_entry(p, old->requests.data[i].function))
            add_named(p, old->requests.data[i].function, old->requests.data[i].source);
}
