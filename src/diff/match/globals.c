/* Equality of global variables and of functions used as values. Objects correspond by name
 * and, when internal, by file; an internal one without a namesake may correspond to one under
 * another name, one to one in the whole run. A use of a variable makes its initial value
 * matter, whether it is constant or not. Unnamed constants are equal by content. */
#include "diff/match/compare_internal.h"
#include "diff/patterns/pattern.h"

#include "base/text.h"

#include <string.h>

#define BY_NAME_KEY (1ull << 63)

enum variable_state { VARIABLE_UNKNOWN, VARIABLE_OPEN, VARIABLE_SAME, VARIABLE_DIFFERENT };

static const char *name_of(LLVMValueRef global)
{
    size_t length;
    return LLVMGetValueName2(global, &length);
}

const char *base_name(struct arena *arena, LLVMValueRef global)
{
    const char *name = name_of(global);
    return arena_text_range(arena, name, project_symbol_base(name));
}

/* The object behind declarations, aliases and imports. */
LLVMValueRef global_definition(const struct comparer *comparer, enum side side,
                               LLVMValueRef value)
{
    for (int i = 0; i < 8; i++) {
        LLVMValueRef resolved = project_resolve(comparer->project[side], value);
        if (!LLVMIsAGlobalAlias(resolved))
            return resolved;
        value = LLVMAliasGetAliasee(resolved);
        if (!LLVMIsAGlobalValue(value))
            return resolved;
    }
    return value;
}

static const char *source_part(LLVMValueRef global)
{
    const char *at = strchr(name_of(global), '@');
    return at ? at + 1 : NULL;
}

/* Same name, and both internal to paired files or both exported. */
bool globals_named_alike(const struct comparer *comparer, LLVMValueRef a, LLVMValueRef b)
{
    const char *x = name_of(a), *y = name_of(b);
    size_t length = project_symbol_base(x);
    if (length != project_symbol_base(y) || strncmp(x, y, length))
        return false;
    const char *s = source_part(a), *t = source_part(b);
    if (!s || !t)
        return !s && !t;
    bool single =
        comparer->project[OLD]->units.count == 1 && comparer->project[NEW]->units.count == 1;
    return single || text_same(s, t);
}

static bool has_namesake(const struct comparer *comparer, LLVMValueRef global,
                         enum side other)
{
    const struct project *project = comparer->project[other];
    const char *source = source_part(global), *name = name_of(global);
    if (project->units.count != 1)
        return project_find(project, name) != NULL;
    char renamed[1024];
    snprintf(renamed, sizeof renamed, "%.*s@%s", (int)project_symbol_base(name), name,
             project->units.data[0].source);
    return source && project_find(project, renamed) != NULL;
}

/* Pairs internal objects without namesakes, for good. */
static bool renamed_pair(struct comparer *comparer, LLVMValueRef a, LLVMValueRef b)
{
    if (!source_part(a) || !source_part(b))
        return false;
    enum pairing pairing = match_pairing(comparer->renamed, a, b);
    if (pairing != PAIRING_NONE)
        return pairing == PAIRING_SAME;
    if (has_namesake(comparer, a, NEW) || has_namesake(comparer, b, OLD))
        return false;
    map_set(&comparer->renamed[OLD], (uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b);
    map_set(&comparer->renamed[NEW], (uint64_t)(uintptr_t)b, (uint64_t)(uintptr_t)a);
    return true;
}

static uint64_t run_key(struct comparer *comparer, LLVMValueRef a, LLVMValueRef b)
{
    uint64_t key = 0;
    LLVMValueRef both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        uint64_t handle = (uint64_t)(uintptr_t)both[i], id;
        if (!map_get(&comparer->ids, handle, &id))
            map_set(&comparer->ids, handle, id = comparer->ids.count + 1);
        key = key << 32 | id;
    }
    return key;
}

static bool initial_values_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef x = LLVMGetInitializer(a), y = LLVMGetInitializer(b);
    if (!x || !y)
        return !x && !y;
    return types_equal(m, LLVMGlobalGetValueType(a), LLVMGlobalGetValueType(b)) &&
           constant_equal(m, x, y);
}

/* Initial values once per pair; a pair met again while open is assumed equal (objects may
 * point to each other). An answer that leans on an open pair of variables or functions is not
 * kept, except by the outermost pair of variables, whose assumptions are then all discharged.
 * The rules used are kept with the verdict. */
static bool content_equal_once(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    struct comparer *comparer = m->comparer;
    uint64_t key = run_key(comparer, a, b) ^ (m->by_name ? BY_NAME_KEY : 0),
             known = map_or(&comparer->variable_pairs, key, VARIABLE_UNKNOWN);
    m->assumptions |= (unsigned)(known >> 8);
    if ((known & 255) == VARIABLE_OPEN)
        comparer->met_open_variables++;
    if ((known & 255) != VARIABLE_UNKNOWN)
        return (known & 255) != VARIABLE_DIFFERENT;
    map_set(&comparer->variable_pairs, key, VARIABLE_OPEN);
    unsigned before = m->assumptions;
    size_t met = comparer->met_open_variables;
    m->assumptions = 0;
    comparer->open_variables++;
    m->contents++;
    bool same = initial_values_equal(m, a, b);
    m->contents--;
    comparer->open_variables--;
    const struct function_pair *user = &comparer->pairs.data[m->pair];
    bool leans = user->low < user->depth ||
                 (comparer->open_variables && comparer->met_open_variables != met);
    if (same && leans)
        map_remove(&comparer->variable_pairs, key);
    else
        map_set(&comparer->variable_pairs, key,
                (uint64_t)m->assumptions << 8 | (same ? VARIABLE_SAME : VARIABLE_DIFFERENT));
    m->assumptions |= before;
    return same;
}

/* First with the functions that it points to, then with those by name. */
static bool content_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    struct match_mark mark = match_mark(m);
    if (content_equal_once(m, a, b))
        return true;
    match_undo(m, mark);
    if (m->by_name || m->contents)
        return false;
    m->by_name = true;
    bool same = content_equal_once(m, a, b);
    m->by_name = false;
    return same;
}

static bool is_unnamed_constant(LLVMValueRef global)
{
    return LLVMIsGlobalConstant(global) &&
           LLVMGetUnnamedAddress(global) != LLVMNoUnnamedAddr && LLVMGetInitializer(global);
}

static bool variable_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    const char *name = base_name(&m->comparer->arena, a);
    if (is_unnamed_constant(a) && is_unnamed_constant(b)) {
        if (content_equal(m, a, b))
            return true;
        return match_hint(m, CAUSE_CODE, NULL,
                          "a constant such as a string has another content");
    }
    if (!globals_named_alike(m->comparer, a, b) && !renamed_pair(m->comparer, a, b))
        return match_hint(m, CAUSE_VARIABLE, name, "another variable is used: %s",
                          base_name(&m->comparer->arena, b));
    if (LLVMIsThreadLocal(a) != LLVMIsThreadLocal(b))
        return match_hint(m, CAUSE_VARIABLE, name,
                          "variable is thread-local in one version only");
    if (!LLVMGetInitializer(a) != !LLVMGetInitializer(b))
        return match_hint(m, CAUSE_MISSING, name, "variable is defined in one version only");
    const char *placement = placement_difference(a, b);
    if (placement)
        return match_hint(m, CAUSE_VARIABLE, name, "%s", placement);
    if (content_equal(m, a, b))
        return true;
    return match_hint(m, CAUSE_VARIABLE, name,
                      "the initial value or type of the variable differs");
}

static bool function_value_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    bool alike = globals_named_alike(m->comparer, a, b);
    if (LLVMGlobalGetValueType(a) != LLVMGlobalGetValueType(b))
        return false;
    const char *convention = interface_difference(a, b);
    if (convention)
        return match_hint(m, CAUSE_SIGNATURE, base_name(&m->comparer->arena, a), "%s",
                          convention);
    if (LLVMIsDeclaration(a) || LLVMIsDeclaration(b))
        return alike && LLVMIsDeclaration(a) && LLVMIsDeclaration(b);
    if (!alike && !renamed_pair(m->comparer, a, b))
        return false;
    bool by_name = alike && (m->by_name || !m->contents);
    size_t pair = pair_compare(m->comparer, m->pair, a, b);
    m->assumptions |= m->comparer->pairs.data[pair].assumptions &
                      ~(FACT_CALLS_POINTER | FACT_CALLS_PARAMETER);
    if (pair_verdict(m->comparer, pair) == COMPARE_SAME)
        return true;
    if (by_name) {
        m->assumptions |= FACT_ADDRESS;
        if (source_part(a) || !m->comparer->options.by_file) {
            m->assumptions |= FACT_HIDDEN;
            map_set(&m->comparer->hidden, (uint64_t)(uintptr_t)a, 1);
        }
        return true;
    }
    m->hint_callee = pair;
    return match_hint(m, CAUSE_CODE, base_name(&m->comparer->arena, a),
                      "the function whose address is taken differs");
}

bool globals_external_alike(const struct comparer *comparer, LLVMValueRef a, LLVMValueRef b)
{
    return comparer->options.by_file && LLVMIsDeclaration(a) && LLVMIsDeclaration(b) &&
           !source_part(a) && !source_part(b) && globals_named_alike(comparer, a, b);
}

bool global_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (globals_external_alike(m->comparer, a, b))
        return true;
    a = global_definition(m->comparer, OLD, a);
    b = global_definition(m->comparer, NEW, b);
    if (LLVMIsAFunction(a) && LLVMIsAFunction(b))
        return function_value_equal(m, a, b);
    if (LLVMIsAGlobalVariable(a) && LLVMIsAGlobalVariable(b))
        return variable_equal(m, a, b);
    return false;
}

/* Compared like a use of it, on behalf of nobody. */
const char *variable_difference(struct comparer *comparer, LLVMValueRef a, LLVMValueRef b,
                                unsigned *assumptions)
{
    struct function_pair nobody = {.function = {a, b},
                                   .state = PAIR_OPEN,
                                   .depth = comparer->open.count,
                                   .low = comparer->open.count,
                                   .callee = NO_PAIR};
    size_t pair = comparer->pairs.count;
    VECTOR_PUSH(&comparer->pairs, nobody);
    VECTOR_PUSH(&comparer->open, pair);
    struct match m;
    match_init(&m, comparer, pair, a, b);
    bool same = variable_equal(&m, a, b);
    const char *reason = m.hint_reason ? m.hint_reason : "the variable differs";
    if (same && (m.assumptions & FACT_HIDDEN)) {
        same = false;
        reason = "a static function that it points to differs";
    }
    *assumptions = m.assumptions & ASSUME_SHOWN;
    match_release(&m);
    comparer->open.count--;
    comparer->pairs.data[pair].state = PAIR_FINAL;
    return same ? NULL : reason;
}
