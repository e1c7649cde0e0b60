/* Which functions to compare: those named, those a snapshot asks for, or all exported ones. */
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
    arena_release(&p->arena);
}

/* The symbol as a function that can be compared: itself, or what an alias stands for under the alias's name.
 * Null: it is no function. */
static const struct project_symbol *as_function(struct plan *p, const struct project_symbol *symbol)
{
    if (!symbol || project_symbol_is_function(symbol)) return symbol;
    LLVMValueRef target = LLVMIsAGlobalAlias(symbol->value) ? LLVMAliasGetAliasee(symbol->value) : NULL;
    if (!target || !LLVMIsAFunction(target) || LLVMIsDeclaration(target)) return NULL;
    struct project_symbol *function = ARENA_NEW(&p->arena, struct project_symbol);
    *function = *symbol;
    function->value = target;
    return function;
}

/* Of several definitions of an exported name, the one in the file of the same name. */
static const struct project_symbol *in_same_file(const struct project *project,
                                                 const struct project_symbol *found, const char *source)
{
    if (!found || text_same(project->units.data[found->unit].source, source)) return found;
    uint64_t unit;
    if (!text_map_get(&project->by_source, source, &unit)) return found;
    for (size_t i = 0; i < project->symbols.count; i++) {
        const struct project_symbol *s = &project->symbols.data[i];
        if (s->unit == unit && text_same(s->name, found->name)) return s;
    }
    return found;
}

const struct project_symbol *plan_counterpart(struct plan *p, const struct project_symbol *old)
{
    const struct project *from = p->project[0], *to = p->project[1];
    size_t length = project_symbol_base(old->name);
    const char *base = arena_text_range(&p->arena, old->name, length);
    const char *source = from->units.data[old->unit].source;
    if (from->units.count == 1 && to->units.count == 1) source = to->units.data[0].source;
    const char *name = old->name[length] ? arena_format(&p->arena, "%s@%s", base, source) : old->name;
    const struct project_symbol *found = in_same_file(to, project_find(to, name), source);
    if (!found) found = project_function(to, base, NULL);
    return as_function(p, found);
}

static void add(struct plan *p, const struct project_symbol *old)
{
    VECTOR_PUSH(&p->entries, (struct plan_entry){.function = {old, plan_counterpart(p, old)}});
}

static void add_defined(struct plan *p, enum plan_scope scope)
{
    const struct project *old = p->project[0];
    for (size_t i = 0; i < old->symbols.count; i++) {
        const struct project_symbol *s = &old->symbols.data[i];
        bool exported = !s->name[project_symbol_base(s->name)];
        const struct project_symbol *function = as_function(p, s);
        if (!function || (scope != PLAN_ALL && !exported)) continue;
        if (project_find(old, s->name) == s) add(p, function);
    }
}

static bool add_named(struct plan *p, const char *name, const char *source)
{
    size_t length = project_symbol_base(name);
    if (name[length]) source = name + length + 1;
    const char *base = arena_text_range(&p->arena, name, length);
    const struct project_symbol *old = project_function(p->project[0], base, source);
    if (!old && source) old = project_function(p->project[0], base, NULL);
    old = as_function(p, old);
    if (old) {
        add(p, old);
        return true;
    }
    const struct project_symbol *other = as_function(p, project_function(p->project[1], base, source));
    if (!other) return false;
    VECTOR_PUSH(&p->entries, (struct plan_entry){.function = {NULL, other}});
    return true;
}

bool plan_functions(struct plan *p, const char *const *names, size_t count, enum plan_scope scope,
                    struct failure *f)
{
    const struct project *old = p->project[0];
    bool asked = !count && scope == PLAN_ASKED_FOR && old->requests.count;
    for (size_t i = 0; i < count; i++)
        if (!add_named(p, names[i], NULL))
            return failure_set(f, FAILURE_INPUT,
                               "no function '%s' in either version (or several: say NAME@FILE)", names[i]);
    for (size_t i = 0; asked && i < old->requests.count; i++) {
        const struct project_request *r = &old->requests.data[i];
        if (!add_named(p, r->function, r->source))
            VECTOR_PUSH(&p->notes,
                        arena_format(&p->arena, "%s: not found, or in several files", r->function));
    }
    if (!count && !asked) add_defined(p, scope);
    return true;
}

static bool has_entry(const struct plan *p, const char *function)
{
    for (size_t i = 0; i < p->entries.count; i++) {
        const struct plan_entry *e = &p->entries.data[i];
        const char *name = (e->function[0] ? e->function[0] : e->function[1])->name;
        size_t length = project_symbol_base(name);
        if (strlen(function) == length && !strncmp(name, function, length)) return true;
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
