#include "trace/values.h"

#include "base/failure.h"

#include <stdio.h>
#include <string.h>

enum { MOST_POINTERS = 100000 };

void variable_values_init(struct variable_values *v, const struct program *p,
                          struct arena *arena)
{
    *v = (struct variable_values){.program = p, .arena = arena};
}

void variable_values_release(struct variable_values *v)
{
    map_release(&v->index);
    VECTOR_RELEASE(&v->list);
    VECTOR_RELEASE(&v->calls);
}

const char *pointer_text(struct arena *a, const struct interp *t, struct interp_value v)
{
    char name[200];
    int64_t offset = 0;
    if (!v.low)
        return "null";
    if (!t || !interp_describe_pointer(t, v, name, sizeof name, &offset))
        return arena_format(a, "0x%llx", (unsigned long long)v.low);
    const char *tick = strchr(name + 1, '`');
    bool named = name[0] == '`' && tick;
    uint32_t heap = interp_heap_number(t, v);
    if (heap)
        snprintf(name, sizeof name, "heap object %u", heap), named = false;
    const char *base = named ? arena_format(a, "&%.*s", (int)(tick - name - 1), name + 1)
                             : arena_text(a, name);
    return offset ? arena_format(a, "%s + %lld bytes", base, (long long)offset) : base;
}

uint32_t variable_at(const struct program *p, const struct function *f, struct value address)
{
    if (value_is_constant(address)) {
        const struct constant *c = program_constant(p, address);
        return c->kind == CONSTANT_GLOBAL && !c->offset ? p->globals.data[c->index].variable
                                                        : UINT32_MAX;
    }
    const struct instruction *in = &f->instructions.data[address.id];
    return in->op == OP_ALLOCA ? in->variable : UINT32_MAX;
}

/* --- which call --- */

static void begin_call(struct variable_values *v, uint32_t depth)
{
    LAW(depth > 0);
    while (v->calls.count <= depth)
        VECTOR_PUSH(&v->calls, 0);
    v->calls.data[depth] = ++v->call;
}

static uint64_t call_at(const struct variable_values *v, uint32_t depth)
{
    return depth && depth < v->calls.count ? v->calls.data[depth] : 0;
}

static uint32_t depth_of(const struct variable_values *v, const struct interp *t,
                         uint32_t variable)
{
    return v->program->variables.data[variable].function == UINT32_MAX ? 0 : interp_depth(t);
}

/* The entry of the variable in the call that runs, made anew if it is of an earlier one. */
static struct variable_value *entry_of(struct variable_values *v, const struct interp *t,
                                       uint32_t variable)
{
    LAW(variable < v->program->variables.count);
    uint32_t depth = depth_of(v, t, variable);
    uint64_t key = (uint64_t)depth << 32 | variable, at;
    if (!map_get(&v->index, key, &at)) {
        map_set(&v->index, key, at = v->list.count);
        VECTOR_PUSH(&v->list, (struct variable_value){.call = UINT64_MAX});
    }
    struct variable_value *e = &v->list.data[at];
    uint64_t call = call_at(v, depth);
    if (e->call != call)
        *e = (struct variable_value){.variable = variable, .depth = depth, .call = call};
    return e;
}

/* --- looking on --- */

static void see_value(struct variable_values *v, const struct interp *t, uint32_t function,
                      uint32_t id, uint32_t variable, struct value assigned)
{
    struct variable_value *e = entry_of(v, t, variable);
    e->function = function;
    e->instruction = id;
    e->type = value_type(v->program, &v->program->functions.data[function], assigned);
    e->value = interp_value_of(t, assigned);
    e->pointer = NULL;
    e->known = true;
    if (e->type.kind == TYPE_POINTER && v->pointers++ < MOST_POINTERS)
        e->pointer = pointer_text(v->arena, t, e->value);
}

/* Rounds that were skipped changed it, with no note. */
static void see_phi(struct variable_values *v, const struct interp *t, uint32_t function,
                    uint32_t id, uint32_t variable)
{
    const struct variable_value *known = variable_values_find(v, variable, interp_depth(t));
    struct interp_value now = interp_value_of(t, (struct value){id});
    if (known && (known->value.low != now.low || known->value.high != now.high))
        see_value(v, t, function, id, variable, (struct value){id});
}

/* The type of a scalar as it lies in memory; void for all else. */
static struct type scalar_type(const struct program *p, uint32_t ctype)
{
    const struct ctype *c = &p->ctypes.data[ctype];
    uint32_t width = c->bytes <= 8 ? (uint32_t)c->bytes * 8 : 0;
    switch ((enum ctype_kind)c->kind) {
    case CTYPE_BOOL:
    case CTYPE_SIGNED:
    case CTYPE_UNSIGNED:
    case CTYPE_CHAR:
    case CTYPE_ENUM:
        return (struct type){width ? TYPE_INT : TYPE_VOID, width};
    case CTYPE_FLOAT:
        return (struct type){width ? TYPE_FLOAT : TYPE_VOID, width};
    case CTYPE_POINTER:
        return (struct type){TYPE_POINTER, p->pointer_width};
    case CTYPE_VOID:
    case CTYPE_STRUCT:
    case CTYPE_UNION:
    case CTYPE_ARRAY:
    case CTYPE_FUNCTION:
    case CTYPE_OTHER:
        break;
    }
    return (struct type){TYPE_VOID, 0};
}

static void see_address(struct variable_values *v, const struct interp *t, uint32_t function,
                        uint32_t id, struct value address)
{
    uint32_t variable =
        variable_at(v->program, &v->program->functions.data[function], address);
    if (variable >= v->program->variables.count)
        return;
    struct variable_value *e = entry_of(v, t, variable);
    if (!e->in_memory) {
        e->function = function;
        e->instruction = id;
        e->type = scalar_type(v->program, v->program->variables.data[variable].ctype);
    }
    e->in_memory = true;
    e->address = interp_value_of(t, address);
}

void variable_values_saw(struct variable_values *v, const struct interp *t, uint32_t function,
                         uint32_t id)
{
    const struct function *f = &v->program->functions.data[function];
    const struct instruction *in = &f->instructions.data[id];
    if (in->block == 0 && f->blocks.data[0].instructions.data[0] == id)
        begin_call(v, interp_depth(t));
    if (in->op == OP_NOTE) {
        if (in->variable < v->program->variables.count)
            see_value(v, t, function, id, in->variable, instruction_operand(f, in, 0));
        return;
    }
    if (in->op == OP_PHI && in->variable < v->program->variables.count)
        see_phi(v, t, function, id, in->variable);
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k))
            see_address(v, t, function, id, instruction_operand(f, in, k));
    if (in->op != OP_STORE)
        return;
    uint32_t variable = variable_at(v->program, f, instruction_operand(f, in, 0));
    if (variable < v->program->variables.count)
        see_value(v, t, function, id, variable, instruction_operand(f, in, 1));
}

/* --- the end --- */

void variable_values_end(struct variable_values *v, const struct interp *t)
{
    for (size_t i = 0; i < v->list.count; i++) {
        struct variable_value *e = &v->list.data[i];
        if (!e->in_memory)
            continue;
        e->known =
            e->type.kind != TYPE_VOID && interp_peek(t, e->address, e->type, &e->value);
        e->pointer = e->known && e->type.kind == TYPE_POINTER
                         ? pointer_text(v->arena, t, e->value)
                         : NULL;
    }
}

const struct variable_value *variable_values_find(const struct variable_values *v,
                                                  uint32_t variable, uint32_t depth)
{
    LAW(variable < v->program->variables.count);
    uint64_t at;
    if (!map_get(&v->index, (uint64_t)depth << 32 | variable, &at))
        return NULL;
    const struct variable_value *e = &v->list.data[at];
    return e->known && e->call == call_at(v, depth) ? e : NULL;
}
