/* The store: which modules it has, of which target, and who reads them. */
#include "load/ir/reader.h"

#include <string.h>

void ir_store_init(struct ir_store *store)
{
    memset(store, 0, sizeof *store);
    arena_init(&store->arena);
    store->target = store->data_layout = store->assembly = "";
    store->state = ARENA_NEW(&store->arena, struct ir_state);
    store->state->metadata_value =
        ir_value_new(&store->arena, IR_METADATA_VALUE, ir_type_simple(store, IR_METADATA, 0));
    store->state->nothing = ir_type_simple(store, IR_VOID, 0);
    store->state->truth = ir_type_simple(store, IR_INTEGER, 1);
}

static void module_close(struct ir_module *m)
{
    m->reader->close(m);
    VECTOR_RELEASE(&m->symbols);
    VECTOR_RELEASE(&m->values);
}

void ir_store_release(struct ir_store *store)
{
    for (size_t i = 0; i < store->modules.count; i++)
        module_close(store->modules.data[i]);
    struct ir_state *s = store->state;
    VECTOR_RELEASE(&s->types);
    VECTOR_RELEASE(&s->next);
    map_release(&s->by_hash);
    VECTOR_RELEASE(&s->integers);
    VECTOR_RELEASE(&s->floats);
    VECTOR_RELEASE(&s->vectors);
    VECTOR_RELEASE(&s->pointers);
    VECTOR_RELEASE(&s->locals);
    VECTOR_RELEASE(&s->instructions);
    VECTOR_RELEASE(&s->blocks);
    VECTOR_RELEASE(&s->references);
    VECTOR_RELEASE(&store->modules);
    VECTOR_RELEASE(&store->functions);
    VECTOR_RELEASE(&store->globals);
    VECTOR_RELEASE(&store->appending);
    VECTOR_RELEASE(&store->aliases);
    arena_release(&store->arena);
    memset(store, 0, sizeof *store);
}

/* --- symbols --- */

struct module_symbol *ir_module_symbol(struct ir_module *m, struct ir_symbol *symbol,
                                       enum ir_kind kind, uint32_t space)
{
    symbol->value.kind = (uint8_t)kind;
    symbol->value.number = (uint32_t)m->symbols.count;
    symbol->value.type = ir_type_simple(m->store, IR_POINTER, space);
    symbol->module = m;
    symbol->name = "";
    VECTOR_PUSH(&m->symbols, (struct module_symbol){.symbol = symbol});
    VECTOR_PUSH(&m->values, &symbol->value);
    return &VECTOR_LAST(&m->symbols);
}

void ir_symbol_link(struct module_symbol *s, enum ir_linkage linkage, enum ir_rank rank,
                    bool defined)
{
    if (!defined)
        rank = linkage == IR_EXTERNAL_WEAK ? RANK_DECLARED_WEAKLY : RANK_DECLARED;
    s->local = linkage == IR_INTERNAL;
    s->appending = linkage == IR_APPENDING;
    s->symbol->linkage = (uint8_t)linkage;
    s->symbol->defined = defined;
    s->rank = (uint8_t)rank;
}

void ir_symbol_name(struct module_symbol *s, const char *name, size_t size)
{
    struct ir_symbol *symbol = s->symbol;
    if (size && *name == 1) {
        name++;
        size--;
    }
    symbol->name = arena_text_range(&symbol->module->store->arena, size ? name : "", size);
    if (symbol->value.kind == IR_FUNCTION)
        ((struct ir_function *)symbol)->intrinsic = !strncmp(symbol->name, "llvm.", 5);
}

/* --- modules --- */

static bool take_target(struct ir_store *store, struct ir_module *m, struct failure *failure)
{
    store->target = m->target;
    store->data_layout = m->data_layout;
    bool good = ir_layout_parse(store, m->data_layout);
    for (size_t i = 0; i < store->state->types.count; i++)
        ir_layout(store, store->state->types.data[i]);
    return good ||
           failure_set(failure, FAILURE_INPUT, "%s: data layout not understood: %.200s",
                       m->name, m->data_layout);
}

static void add_assembly(struct ir_store *store, const struct ir_module *m)
{
    if (m->role != IR_UNIT || !*m->assembly)
        return;
    store->assembly =
        *store->assembly ? arena_format(&store->arena, "%s\n%s", store->assembly, m->assembly)
                         : m->assembly;
}

static struct ir_module *new_module(struct ir_store *store, const struct ir_reader *reader,
                                    const char *name, enum ir_role role)
{
    struct ir_module *m = arena_alloc(&store->arena, reader->module_size);
    m->reader = reader;
    m->store = store;
    m->name = arena_text(&store->arena, name);
    m->role = role;
    m->target = m->data_layout = m->assembly = "";
    VECTOR_PUSH(&store->modules, m);
    return m;
}

bool ir_store_add(struct ir_store *store, const struct ir_reader *reader, const void *data,
                  size_t bytes, const char *name, enum ir_role role, struct failure *failure)
{
    struct ir_module *m = new_module(store, reader, name, role);
    m->data = data;
    m->bytes = bytes;
    if (!reader->read(m, failure))
        return false;
    if (!store->state->layout_known && !take_target(store, m, failure))
        return false;
    if (*m->data_layout && strcmp(m->data_layout, store->data_layout)) {
        if (role == IR_UNIT)
            return failure_set(failure, FAILURE_INPUT,
                               "%s: made for another target than the files before it", name);
        module_close(VECTOR_POP(&store->modules));
        return true;
    }
    add_assembly(store, m);
    return true;
}

/* --- what is read when it is asked for --- */

bool ir_body_read(struct ir_store *store, const struct ir_function *function,
                  struct arena *arena, struct ir_body *body, struct failure *failure)
{
    struct ir_module *m = function->symbol.module;
    if (!function->symbol.defined)
        BUG("the body of a declaration was asked for");
    if (m->store != store)
        BUG("a function of another store");
    memset(body, 0, sizeof *body);
    VECTOR_CLEAR(&store->state->locals);
    VECTOR_CLEAR(&store->state->instructions);
    VECTOR_CLEAR(&store->state->blocks);
    VECTOR_CLEAR(&store->state->references);
    return m->reader->body(m, function, arena, body, failure);
}

const struct ir_node *ir_child(const struct ir_node *node, uint32_t number_plus_1)
{
    return number_plus_1 ? node->module->reader->node(node, number_plus_1 - 1) : NULL;
}
