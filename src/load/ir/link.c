/* Linking by name: of the symbols of a name one is chosen, and every module's table of values
 * is made to refer to it before constants and bodies are read. Of the library only what the
 * units need, directly or not, is kept. */
#include "load/ir/reader.h"

#include <string.h>

struct linker {
    struct ir_store *store;
    struct failure *failure;
    VECTOR(struct module_symbol *) chosen; /* by number; they stay in place from now on */
    struct text_map names;                 /* number in chosen */
    VECTOR(struct ir_symbol *) needed;     /* of the library, not looked into yet */
    struct map seen;                       /* constants that were looked into */
};

static struct module_symbol *said_of(const struct ir_symbol *symbol)
{
    return &symbol->module->symbols.data[symbol->value.number];
}

/* --- choice --- */

static enum ir_rank rank_of(const struct module_symbol *s)
{
    if (s->symbol->module->role == IR_UNIT || s->rank < RANK_AVAILABLE)
        return s->rank;
    return RANK_LIBRARY;
}

static bool is_larger(const struct ir_symbol *a, const struct ir_symbol *b)
{
    return a->content->laid_out && b->content->laid_out &&
           a->content->size > b->content->size;
}

static bool offer(struct linker *l, struct module_symbol *s)
{
    uint64_t k;
    if (!text_map_get(&l->names, s->symbol->name, &k)) {
        text_map_set(&l->names, s->symbol->name, l->chosen.count);
        VECTOR_PUSH(&l->chosen, s);
        return true;
    }
    struct module_symbol *old = l->chosen.data[k];
    enum ir_rank was = rank_of(old), is = rank_of(s);
    if (was == RANK_STRONG && is == RANK_STRONG)
        return failure_set(
            l->failure, FAILURE_INPUT, "%s: does not link: %s is defined in %s already",
            s->symbol->module->name, s->symbol->name, old->symbol->module->name);
    if (is > was ||
        (is == RANK_COMMON && was == RANK_COMMON && is_larger(s->symbol, old->symbol)))
        l->chosen.data[k] = s;
    return true;
}

static bool is_shared(const struct module_symbol *s)
{
    return !s->local && !s->appending && *s->symbol->name;
}

/* The library's own calls stay with its own functions where a unit defines one of the same
 * name, as those of a real C library do, unless the function is weak. */
static bool keeps_own(const struct module_symbol *s, const struct module_symbol *chosen)
{
    return s->symbol->module->role == IR_LIBRARY && chosen->symbol->module->role == IR_UNIT &&
           s->symbol->value.kind == IR_FUNCTION && s->rank == RANK_STRONG;
}

/* A unit that mentions errno sees it after malloc failed. */
static bool mentions_errno(const struct ir_store *store)
{
    for (size_t i = 0; i < store->modules.count; i++) {
        const struct ir_module *m = store->modules.data[i];
        for (size_t k = 0; m->role == IR_UNIT && k < m->symbols.count; k++)
            if (!strcmp(m->symbols.data[k].symbol->name, "__errno_location"))
                return true;
    }
    return false;
}

/* Where nothing defines malloc, the library's model of it that sets errno stands for it. */
static void replace_malloc(struct linker *l)
{
    uint64_t plain, replacement;
    if (!mentions_errno(l->store) || !text_map_get(&l->names, "malloc", &plain))
        return;
    if (l->chosen.data[plain]->symbol->defined)
        return;
    if (text_map_get(&l->names, "__sooth_malloc_with_errno", &replacement))
        l->chosen.data[plain] = l->chosen.data[replacement];
}

static void refer(struct linker *l, struct ir_module *m, size_t k)
{
    struct module_symbol *s = &m->symbols.data[k];
    uint64_t number;
    if (!is_shared(s) || !text_map_get(&l->names, s->symbol->name, &number))
        return;
    if (keeps_own(s, l->chosen.data[number]))
        s->symbol->linkage = IR_INTERNAL;
    else
        m->values.data[k] = &l->chosen.data[number]->symbol->value;
}

static bool choose(struct linker *l)
{
    for (size_t i = 0; i < l->store->modules.count; i++) {
        struct ir_module *m = l->store->modules.data[i];
        for (size_t k = 0; k < m->symbols.count; k++)
            if (is_shared(&m->symbols.data[k]) && !offer(l, &m->symbols.data[k]))
                return false;
    }
    replace_malloc(l);
    for (size_t i = 0; i < l->store->modules.count; i++) {
        struct ir_module *m = l->store->modules.data[i];
        for (size_t k = 0; k < m->symbols.count; k++)
            refer(l, m, k);
    }
    return true;
}

/* --- contents --- */

static bool read_contents(struct ir_module *m, struct failure *failure)
{
    if (m->contents_read)
        return true;
    m->contents_read = true;
    return m->reader->contents(m, failure);
}

/* --- need --- */

static void need(struct linker *l, struct ir_symbol *symbol)
{
    struct module_symbol *s = said_of(symbol);
    if (s->kept)
        return;
    s->kept = true;
    if (symbol->module->role == IR_LIBRARY)
        VECTOR_PUSH(&l->needed, symbol);
}

static void need_of_value(struct linker *l, struct ir_value *v)
{
    if (v->kind <= IR_ALIAS) {
        need(l, (struct ir_symbol *)v);
    } else if (v->kind == IR_BLOCK_ADDRESS) {
        need_of_value(l, ((struct ir_block_address *)v)->function);
    } else if (v->kind == IR_AGGREGATE || v->kind == IR_EXPRESSION) {
        if (map_has(&l->seen, (uintptr_t)v))
            return;
        map_set(&l->seen, (uintptr_t)v, 1);
        const struct ir_constant *k = (const struct ir_constant *)v;
        for (uint32_t i = 0; i < k->count; i++)
            need_of_value(l, k->operands[i]);
    }
}

static bool need_of_body(struct linker *l, const struct ir_function *f)
{
    struct arena arena;
    struct ir_body body;
    arena_init(&arena);
    bool good = ir_body_read(l->store, f, &arena, &body, l->failure);
    for (uint32_t i = 0; good && i < body.instruction_count; i++) {
        const struct ir_instruction *n = body.instructions[i];
        if (n->callee)
            need_of_value(l, n->callee);
        for (uint32_t k = 0; k < n->count; k++)
            need_of_value(l, n->operands[k]);
    }
    map_clear(&l->seen); /* the body's constants are gone */
    arena_release(&arena);
    return good;
}

static bool need_transitively(struct linker *l)
{
    while (l->needed.count) {
        struct ir_symbol *symbol = VECTOR_POP(&l->needed);
        if (!read_contents(symbol->module, l->failure))
            return false;
        if (!symbol->defined)
            continue;
        if (symbol->value.kind == IR_FUNCTION) {
            if (!need_of_body(l, (struct ir_function *)symbol))
                return false;
        } else {
            need_of_value(l, symbol->value.kind == IR_GLOBAL
                                 ? ((struct ir_global *)symbol)->initializer
                                 : ((struct ir_alias *)symbol)->aliasee);
        }
    }
    return true;
}

/* --- the lists --- */

static void list(struct ir_store *store, struct module_symbol *s)
{
    struct ir_symbol *symbol = s->symbol;
    if (symbol->value.kind == IR_FUNCTION)
        VECTOR_PUSH(&store->functions, (struct ir_function *)symbol);
    else if (symbol->value.kind == IR_ALIAS)
        VECTOR_PUSH(&store->aliases, (struct ir_alias *)symbol);
    else if (s->appending)
        VECTOR_PUSH(&store->appending, (struct ir_global *)symbol);
    else if (strncmp(symbol->name, "llvm.", 5))
        VECTOR_PUSH(&store->globals, (struct ir_global *)symbol);
}

static void list_kept(struct ir_store *store, enum ir_role role)
{
    for (size_t i = 0; i < store->modules.count; i++) {
        struct ir_module *m = store->modules.data[i];
        if (m->role != role)
            continue;
        for (size_t k = 0; k < m->symbols.count; k++)
            if (m->symbols.data[k].kept)
                list(store, &m->symbols.data[k]);
    }
}

static bool is_kept(struct linker *l, const char *name)
{
    uint64_t number;
    return text_map_get(&l->names, name, &number) &&
           said_of(l->chosen.data[number]->symbol)->kept;
}

/* The models of what happens before main, where a unit has one; which of them is the start
 * shows later. */
static void need_start(struct linker *l)
{
    static const struct {
        const char *name;
        size_t parameters; /* of main */
        bool environment;  /* getenv is there */
    } starts[] = {
        {"__sooth_start_count_1", 1, false},
        {"__sooth_start_count_2", 2, false},
        {"__sooth_start_count_3", 3, false},
        {"__sooth_start_2", 2, false},
        {"__sooth_start_3", 3, false},
        {"__sooth_start_0_environment", 0, true},
        {"__sooth_start_2_environment", 2, true},
    };
    uint64_t number;
    if (!text_map_get(&l->names, "main", &number))
        return;
    const struct ir_symbol *main = l->chosen.data[number]->symbol;
    if (!main->defined || main->value.kind != IR_FUNCTION || main->module->role != IR_UNIT)
        return;
    bool environment = is_kept(l, "getenv") || is_kept(l, "secure_getenv");
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        bool fits = starts[i].parameters == main->content->count &&
                    starts[i].environment == environment;
        if (fits && text_map_get(&l->names, starts[i].name, &number))
            need(l, l->chosen.data[number]->symbol);
    }
}

static bool has_destructors(const struct ir_module *m)
{
    for (size_t k = 0; k < m->symbols.count; k++)
        if (m->symbols.data[k].appending &&
            !strcmp(m->symbols.data[k].symbol->name, "llvm.global_dtors"))
            return true;
    return false;
}

/* What keeps them until the program ends. */
static void need_destructors(struct linker *l)
{
    uint64_t number;
    if (!text_map_get(&l->names, "__sooth_destructor", &number))
        return;
    for (size_t i = 0; i < l->store->modules.count; i++)
        if (l->store->modules.data[i]->role == IR_UNIT &&
            has_destructors(l->store->modules.data[i]))
            need(l, l->chosen.data[number]->symbol);
}

static bool link_chosen(struct linker *l)
{
    for (size_t i = 0; i < l->store->modules.count; i++) {
        struct ir_module *m = l->store->modules.data[i];
        if (m->role != IR_UNIT)
            continue;
        if (!read_contents(m, l->failure))
            return false;
        for (size_t k = 0; k < m->symbols.count; k++)
            need_of_value(l, m->values.data[k]);
    }
    if (!need_transitively(l))
        return false;
    need_start(l);
    need_destructors(l);
    if (!need_transitively(l))
        return false;
    list_kept(l->store, IR_UNIT);
    list_kept(l->store, IR_LIBRARY);
    return true;
}

bool ir_store_link(struct ir_store *store, struct failure *failure)
{
    struct linker l = {.store = store, .failure = failure};
    bool good = choose(&l) && link_chosen(&l);
    VECTOR_RELEASE(&l.chosen);
    VECTOR_RELEASE(&l.needed);
    text_map_release(&l.names);
    map_release(&l.seen);
    return good;
}
