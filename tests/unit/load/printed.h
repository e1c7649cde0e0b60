/* A linked store as text: everything that ir.h tells, so that two readers can be compared
 * line by line.
 *
 * Types and debug nodes are numbered as they are met and told at the end; constants are
 * written out at every use. Left out: numbers of constants and symbols, and declarations of
 * llvm.dbg.*, which LLVM drops. */
#ifndef TESTS_LOAD_PRINTED_H
#define TESTS_LOAD_PRINTED_H
#include "base/map.h"
#include "base/text.h"
#include "load/ir/reader.h"

#include <string.h>

struct printing {
    struct ir_store *store;
    struct text *out;
    struct map types, nodes; /* 1 + number */
    VECTOR(const struct ir_type *) type_list;
    VECTOR(const struct ir_node *) node_list;
};

/* --- types and nodes --- */

static inline uint64_t printed_type(struct printing *p, const struct ir_type *t)
{
    if (!t)
        return 0;
    uint64_t known = map_or(&p->types, (uintptr_t)t, 0);
    if (known)
        return known;
    VECTOR_PUSH(&p->type_list, t);
    map_set(&p->types, (uintptr_t)t, p->type_list.count);
    return p->type_list.count;
}

static inline uint64_t printed_node(struct printing *p, const struct ir_node *n)
{
    if (!n)
        return 0;
    uint64_t known = map_or(&p->nodes, (uintptr_t)n, 0);
    if (known)
        return known;
    VECTOR_PUSH(&p->node_list, n);
    map_set(&p->nodes, (uintptr_t)n, p->node_list.count);
    return p->node_list.count;
}

static inline uint64_t printed_child(struct printing *p, const struct ir_node *n,
                                     uint32_t number)
{
    return printed_node(p, ir_child(n, number));
}

static inline bool printed_has_one_part(const struct ir_type *t)
{
    return t->kind == IR_ARRAY || t->kind == IR_VECTOR;
}

static inline void print_type(struct printing *p, const struct ir_type *t)
{
    ir_layout(p->store, t);
    text_add(p->out, "kind %u packed %d variadic %d sized %d bits %u count %llu result T%llu",
             t->kind, t->packed, t->variadic, t->sized, t->bits, (unsigned long long)t->count,
             (unsigned long long)printed_type(p, t->result));
    bool several = t->kind == IR_STRUCT || t->kind == IR_FUNCTION_TYPE;
    uint64_t parts = several ? t->count : printed_has_one_part(t);
    for (uint64_t i = 0; i < parts; i++)
        text_add(p->out, " T%llu", (unsigned long long)printed_type(p, t->parts[i]));
    if (t->laid_out)
        text_add(p->out, " size %llu bits %llu align %llu", (unsigned long long)t->size,
                 (unsigned long long)t->size_bits, (unsigned long long)t->alignment);
    for (uint64_t i = 0; t->laid_out && t->kind == IR_STRUCT && i < t->count; i++)
        text_add(p->out, " @%llu", (unsigned long long)t->offsets[i]);
}

static inline void print_node(struct printing *p, const struct ir_node *n)
{
    text_add(p->out,
             "kind %u tag %x encoding %u line %u name '%s' size %llu offset %llu value %lld",
             n->kind, n->tag, n->encoding, n->line, n->name, (unsigned long long)n->size_bits,
             (unsigned long long)n->offset_bits, (long long)n->value);
    text_add(p->out, " type N%llu", (unsigned long long)printed_child(p, n, n->type));
    text_add(p->out, " elements N%llu", (unsigned long long)printed_child(p, n, n->elements));
    text_add(p->out, " file N%llu", (unsigned long long)printed_child(p, n, n->file));
    text_add(p->out, " parent N%llu", (unsigned long long)printed_child(p, n, n->parent));
    for (uint32_t i = 0; i < n->count; i++)
        text_add(p->out, " N%llu", (unsigned long long)printed_child(p, n, n->items[i]));
}

/* --- values --- */

static inline void print_value(struct printing *, const struct ir_value *);

static inline void print_operands(struct printing *p, struct ir_value *const *operands,
                                  uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        text_add(p->out, i ? ", " : "(");
        print_value(p, operands[i]);
    }
    if (count)
        text_add(p->out, ")");
}

static inline void print_constant(struct printing *p, const struct ir_value *v)
{
    const struct ir_constant *k = (const struct ir_constant *)v;
    const struct ir_data *d = (const struct ir_data *)v;
    const struct ir_assembly *a = (const struct ir_assembly *)v;
    const struct ir_block_address *b = (const struct ir_block_address *)v;
    switch ((enum ir_kind)v->kind) {
    case IR_NUMBER:
        for (uint32_t i = 0; i < (v->type->bits + 63) / 64; i++)
            text_add(p->out, " %llx",
                     (unsigned long long)((const struct ir_number *)v)->words[i]);
        break;
    case IR_DATA:
        for (size_t i = 0; i < d->bytes; i++)
            text_add(p->out, "%02x", d->data[i]);
        break;
    case IR_AGGREGATE:
    case IR_EXPRESSION:
        text_add(p->out, " op %u flags %u T%llu", v->op, v->flags,
                 (unsigned long long)printed_type(p, k->subject));
        print_operands(p, k->operands, k->count);
        break;
    case IR_BLOCK_ADDRESS:
        print_value(p, b->function);
        text_add(p->out, " block %u", b->block);
        break;
    case IR_ASSEMBLY:
        text_add(p->out, " '%s' '%s' T%llu", a->text, a->constraints,
                 (unsigned long long)printed_type(p, a->function_type));
        break;
    case IR_GLOBAL:
    case IR_FUNCTION:
    case IR_ALIAS:
    case IR_ARGUMENT:
    case IR_INSTRUCTION:
    case IR_ZERO:
    case IR_UNDEFINED:
    case IR_METADATA_VALUE:
    case IR_OTHER_CONSTANT:
        break;
    }
}

static inline void print_value(struct printing *p, const struct ir_value *v)
{
    if (!v) {
        text_add(p->out, "nothing");
    } else if (ir_symbol(v)) {
        text_add(p->out, "@%u:%s:%s", v->kind, ir_symbol(v)->module->name,
                 ir_symbol(v)->name);
    } else if (!ir_is_constant(v)) {
        text_add(p->out, "%%%u", v->number);
    } else {
        text_add(p->out, "K%u T%llu", v->kind, (unsigned long long)printed_type(p, v->type));
        print_constant(p, v);
    }
}

static inline void print_attributes(struct printing *p, const struct ir_attributes *a)
{
    text_add(p->out, " noreturn %d", a->no_return);
    for (uint32_t i = 0; i < a->count; i++) {
        const struct ir_parameter *r = &a->parameters[i];
        text_add(p->out, " [T%llu T%llu align %llu nonnull %d bytes %llu]",
                 (unsigned long long)printed_type(p, r->byval),
                 (unsigned long long)printed_type(p, r->sret),
                 (unsigned long long)r->alignment, r->non_null,
                 (unsigned long long)r->dereferenceable);
    }
}

/* --- bodies --- */

static inline void print_instruction(struct printing *p, const struct ir_instruction *i)
{
    text_add(p->out, "  %%%u = op %u T%llu flags %u predicate %u at %u:%u N%llu in N%llu",
             i->value.number, i->value.op, (unsigned long long)printed_type(p, i->value.type),
             i->value.flags, i->value.predicate, i->line, i->column,
             (unsigned long long)printed_node(p, i->file),
             (unsigned long long)printed_node(p, i->within));
    text_add(p->out, " subject T%llu align %llu variable N%llu ",
             (unsigned long long)printed_type(p, i->subject),
             (unsigned long long)i->alignment,
             (unsigned long long)printed_node(p, i->variable));
    print_operands(p, i->operands, i->count);
    for (uint32_t k = 0; k < i->target_count; k++)
        text_add(p->out, " b%u", i->targets[k]);
    if (i->value.op == IR_CALL) {
        text_add(p->out, " callee ");
        print_value(p, i->callee);
        print_attributes(p, i->attributes);
    }
    text_add(p->out, "\n");
}

static inline bool print_body(struct printing *p, const struct ir_function *f,
                              struct failure *failure)
{
    struct arena arena;
    struct ir_body body;
    arena_init(&arena);
    bool good = ir_body_read(p->store, f, &arena, &body, failure);
    for (uint32_t b = 0; good && b < body.block_count; b++) {
        text_add(p->out, " b%u:\n", b);
        for (uint32_t i = 0; i < body.blocks[b].count; i++)
            print_instruction(p, body.instructions[body.blocks[b].first + i]);
    }
    if (good)
        text_add(p->out, " arguments %u values %u N%llu\n", body.argument_count,
                 body.value_count, (unsigned long long)printed_node(p, body.subprogram));
    arena_release(&arena);
    return good;
}

/* --- symbols --- */

static inline void print_symbol(struct printing *p, const char *what,
                                const struct ir_symbol *s)
{
    text_add(p->out, "%s '%s' T%llu of T%llu linkage %u defined %d", what, s->name,
             (unsigned long long)printed_type(p, s->value.type),
             (unsigned long long)printed_type(p, s->content), s->linkage, s->defined);
}

static inline void print_global(struct printing *p, const struct ir_global *g)
{
    print_symbol(p, "global", &g->symbol);
    text_add(p->out, " constant %d thread %d align %llu N%llu = ", g->constant,
             g->thread_local_storage, (unsigned long long)g->alignment,
             (unsigned long long)printed_node(p, g->variable));
    print_value(p, g->initializer);
    text_add(p->out, "\n");
}

static inline bool print_function(struct printing *p, const struct ir_function *f,
                                  struct failure *failure)
{
    if (!strncmp(f->symbol.name, "llvm.dbg.", 9))
        return true;
    print_symbol(p, "function", &f->symbol);
    text_add(p->out, " intrinsic %d N%llu", f->intrinsic,
             (unsigned long long)printed_node(p, f->subprogram));
    print_attributes(p, f->attributes);
    text_add(p->out, "\n");
    return !f->symbol.defined || print_body(p, f, failure);
}

static inline bool print_symbols(struct printing *p, struct failure *failure)
{
    const struct ir_store *s = p->store;
    bool good = true;
    for (size_t i = 0; i < s->globals.count; i++)
        print_global(p, s->globals.data[i]);
    for (size_t i = 0; i < s->appending.count; i++)
        print_global(p, s->appending.data[i]);
    for (size_t i = 0; i < s->aliases.count; i++) {
        print_symbol(p, "alias", &s->aliases.data[i]->symbol);
        print_value(p, s->aliases.data[i]->aliasee);
        text_add(p->out, "\n");
    }
    for (size_t i = 0; good && i < s->functions.count; i++)
        good = print_function(p, s->functions.data[i], failure);
    return good;
}

/* Both lists grow while they are printed. */
static inline void print_lists(struct printing *p)
{
    for (size_t i = 0; i < p->node_list.count; i++) {
        text_add(p->out, "N%zu ", i + 1);
        print_node(p, p->node_list.data[i]);
        text_add(p->out, "\n");
    }
    for (size_t i = 0; i < p->type_list.count; i++) {
        text_add(p->out, "T%zu ", i + 1);
        print_type(p, p->type_list.data[i]);
        text_add(p->out, "\n");
    }
}

static inline bool print_store(struct ir_store *store, struct text *out,
                               struct failure *failure)
{
    struct printing p = {.store = store, .out = out};
    text_add(out, "target %s layout %s pointers %u little %d assembly '%s'\n", store->target,
             store->data_layout, store->pointer_bits, store->little_endian, store->assembly);
    bool good = print_symbols(&p, failure);
    print_lists(&p);
    map_release(&p.types);
    map_release(&p.nodes);
    VECTOR_RELEASE(&p.type_list);
    VECTOR_RELEASE(&p.node_list);
    return good;
}

#endif
