/* Where the operands of an instruction come from: numbers of callers, and what lies in their
 * buffers. */
#include "base/text.h"
#include "caller/usage/usage.h"

struct source_search {
    const struct usage *usage;
    const struct program *program;
    const struct code_place *places;
    size_t count;
    struct sources *found;
    struct map seen; /* by place and value */
    bool behind;     /* arguments of calls and places of tables: only texts are noted */
};

static const struct function *function_at(const struct source_search *s, size_t at)
{
    return &s->program->functions.data[s->places[at].function];
}

static bool use_at(const struct source_search *s, size_t at, const struct instruction *load,
                   uint64_t *use)
{
    struct value p = instruction_operand(function_at(s, at), load, 0);
    if (value_is_constant(p))
        return false;
    return map_get(&s->usage->use_of, (uint64_t)s->places[at].function << 32 | p.id, use);
}

/* Bytes of a text may be any; one that is a member of a record in a table may not. */
static bool is_content(const struct source_search *s, size_t at,
                       const struct instruction *load)
{
    uint64_t use;
    if (load->type.kind != TYPE_INT || !use_at(s, at, load, &use))
        return false;
    return load->type.width > 8 || s->usage->uses.data[use].stride > 1;
}

static bool is_byte(const struct source_search *s, size_t at, const struct instruction *load)
{
    uint64_t use;
    return load->type.kind == TYPE_INT && load->type.width == 8 && use_at(s, at, load, &use);
}

/* Reads a global as a whole. */
static void note_global(struct source_search *s, size_t at, const struct instruction *load)
{
    struct value p = instruction_operand(function_at(s, at), load, 0);
    if (!value_is_constant(p))
        return;
    const struct constant *c = program_constant(s->program, p);
    if (c->kind != CONSTANT_GLOBAL || c->offset)
        return;
    const struct global *g = &s->program->globals.data[c->index];
    if (!g->read_only && g->size == type_bytes(load->type))
        s->found->global = c->index + 1;
}

static void search_value(struct source_search *s, size_t at, struct value v, int depth);

/* The pointer leads to memory of callers, in functions that the usage did not follow. */
static bool is_of_callers(const struct source_search *s, size_t at, struct value v, int depth)
{
    uint64_t use;
    const struct function *f = function_at(s, at);
    while (!value_is_constant(v) && f->instructions.data[v.id].op == OP_PTRADD)
        v = instruction_operand(f, &f->instructions.data[v.id], 0);
    if (value_is_constant(v) || depth > 8)
        return false;
    if (map_get(&s->usage->use_of, (uint64_t)s->places[at].function << 32 | v.id, &use))
        return true;
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op == OP_LOAD)
        return is_of_callers(s, at, instruction_operand(f, i, 0), depth + 1);
    for (uint32_t k = 0; i->op == OP_PHI && k < i->count; k += 2)
        if (is_of_callers(s, at, instruction_operand(f, i, k), depth + 4))
            return true;
    if (i->op != OP_PARAM || at + 1 >= s->count)
        return false;
    const struct function *outer = function_at(s, at + 1);
    const struct instruction *call = &outer->instructions.data[s->places[at + 1].instruction];
    if (call->op != OP_CALL || i->extra + 1 >= call->count)
        return false;
    return is_of_callers(s, at + 1, instruction_operand(outer, call, (uint32_t)i->extra + 1),
                         depth + 1);
}

static bool is_unnamed(const struct source_search *s, size_t at,
                       const struct instruction *load)
{
    uint64_t use;
    if (load->type.kind != TYPE_INT || load->type.width <= 8 || use_at(s, at, load, &use))
        return false;
    return is_of_callers(s, at, instruction_operand(function_at(s, at), load, 0), 0);
}

/* What the call gave for the parameter. */
static void search_argument(struct source_search *s, size_t at, uint64_t parameter, int depth)
{
    if (at + 1 >= s->count)
        return;
    const struct function *f = function_at(s, at + 1);
    const struct instruction *call = &f->instructions.data[s->places[at + 1].instruction];
    if (call->op != OP_CALL || parameter + 1 >= call->count)
        return;
    search_value(s, at + 1, instruction_operand(f, call, (uint32_t)parameter + 1), depth + 1);
}

/* Texts that a call is given a part of, or that say where in a table a load looks. */
static void search_behind(struct source_search *s, size_t at, const struct instruction *i,
                          int depth)
{
    const struct function *f = function_at(s, at);
    bool before = s->behind;
    s->behind = true;
    for (uint32_t k = i->op == OP_CALL; k < i->count; k++)
        search_value(s, at, instruction_operand(f, i, k), depth + 1);
    s->behind = before;
}

static void note_called(struct source_search *s, size_t at, const struct instruction *call)
{
    struct value callee = instruction_operand(function_at(s, at), call, 0);
    uint64_t use;
    if (s->behind)
        return;
    if (!value_is_constant(callee)) {
        if (map_get(&s->usage->use_of, (uint64_t)s->places[at].function << 32 | callee.id,
                    &use))
            s->found->called_use = (uint32_t)use + 1;
        return;
    }
    const struct constant *c = program_constant(s->program, callee);
    if (c->kind == CONSTANT_FUNCTION)
        s->found->called = c->index + 1;
}

/* The function at the place is called by one that belongs to the program, not by the harness.
 */
static bool is_inner(const struct source_search *s, size_t at)
{
    return at + 1 < s->count && !text_same(function_at(s, at + 1)->name, "sooth_harness");
}

static void search_value(struct source_search *s, size_t at, struct value v, int depth)
{
    uint64_t number, key = (uint64_t)at << 32 | v.id;
    if (value_is_constant(v) || value_is_none(v) || depth > 40)
        return;
    if (s->behind)
        key |= (uint64_t)1 << 63;
    if (map_has(&s->seen, key))
        return;
    map_set(&s->seen, key, 1);
    const struct function *f = function_at(s, at);
    const struct instruction *i = &f->instructions.data[v.id];
    bool known =
        map_get(&s->usage->number_of, (uint64_t)s->places[at].function << 32 | v.id, &number);
    if (i->op == OP_PARAM && is_inner(s, at))
        known = false; /* it is known of the first call only */
    if (known && !s->behind)
        s->found->numbers[number] = true;
    if (!known && i->op == OP_PARAM)
        search_argument(s, at, i->extra, depth);
    bool load = i->op == OP_LOAD;
    if (!known && load && !s->behind)
        s->found->content |= is_content(s, at, i);
    if (!known && load && !s->behind)
        s->found->unnamed |= is_unnamed(s, at, i);
    if (load)
        s->found->text |= is_byte(s, at, i);
    if (load && !s->behind)
        note_global(s, at, i);
    if (i->op == OP_CALL)
        note_called(s, at, i);
    if (load || i->op == OP_CALL) {
        search_behind(s, at, i, depth);
        return;
    }
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k))
            search_value(s, at, instruction_operand(f, i, k), depth + 1);
}

void usage_sources(const struct usage *u, const struct program *p,
                   const struct code_place *places, size_t count, struct sources *found)
{
    LAW(count);
    LAW(places[0].function < p->functions.count);
    LAW(places[0].instruction < p->functions.data[places[0].function].instructions.count);
    struct source_search s = {u, p, places, count, found, {0}, false};
    const struct function *f = function_at(&s, 0);
    const struct instruction *i = &f->instructions.data[places[0].instruction];
    uint32_t operands =
        i->op == OP_STORE ? 1 : i->count; /* what is stored does not say where */
    for (uint32_t k = 0; k < operands; k++)
        if (!instruction_operand_is_block(i, k))
            search_value(&s, 0, instruction_operand(f, i, k), 0);
    map_release(&s.seen);
}
