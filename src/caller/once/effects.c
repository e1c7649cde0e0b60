/* What a function, and what it calls, may change that others see: the least that is told by
 * where pointers come from. */
#include "caller/once/once.h"

#include "base/text.h"

#include <string.h>

enum { MOST_STEPS = 12 };

uint32_t once_local(const struct program *p, const struct function *f, struct value v,
                    uint64_t *offset)
{
    *offset = 0;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        if (value_is_constant(v) || value_is_none(v))
            return UINT32_MAX;
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op == OP_ALLOCA)
            return v.id;
        if (i->op != OP_PTRADD)
            return UINT32_MAX;
        struct value by = instruction_operand(f, i, 1);
        const struct constant *c = value_is_constant(by) ? program_constant(p, by) : NULL;
        if (!c || c->kind != CONSTANT_BITS)
            return UINT32_MAX;
        *offset += constant_low_bits(c);
        v = instruction_operand(f, i, 0);
    }
    return UINT32_MAX;
}

uint64_t once_local_size(const struct program *p, const struct function *f,
                         const struct instruction *local)
{
    LAW(local->op == OP_ALLOCA);
    struct value size = instruction_operand(f, local, 0);
    const struct constant *c = value_is_constant(size) ? program_constant(p, size) : NULL;
    return c && c->kind == CONSTANT_BITS ? constant_low_bits(c) : 0;
}

bool once_local_pointers(const struct program *p, const struct instruction *local,
                         struct pointer_offsets *out)
{
    out->count = 0;
    if (local->variable == UINT32_MAX)
        return false;
    far_find_pointers(p, p->variables.data[local->variable].ctype, 0, out);
    return out->count < FAR_MOST_POINTERS;
}

/* --- where an address comes from --- */

struct looking {
    const struct once *once;
    struct once_effects *effects;
    uint32_t function, top; /* that is looked at; whose effects these are */
    bool own;               /* so far everything is the function's own, or far */
};

static const struct function *function_of(const struct looking *l)
{
    return &l->once->program->functions.data[l->function];
}

static void look_at_constant(struct looking *l, struct value v)
{
    const struct constant *c = program_constant(l->once->program, v);
    if (c->kind == CONSTANT_NULL)
        return;
    l->own = false;
    if (c->kind == CONSTANT_GLOBAL)
        l->effects->globals[c->index] = true;
    else
        l->effects->unknown = true;
}

static bool allocates(const struct program *p, const struct function *f,
                      const struct instruction *i)
{
    struct value v = instruction_operand(f, i, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    return c && c->kind == CONSTANT_FUNCTION &&
           p->functions.data[c->index].builtin == BUILTIN_MALLOC;
}

static void look_at_address(struct looking *, struct value, int depth);

/* What a function with a body returns, such as the address of errno. */
static bool look_at_results(struct looking *l, const struct instruction *call, int depth)
{
    const struct program *p = l->once->program;
    struct value v = instruction_operand(function_of(l), call, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c || c->kind != CONSTANT_FUNCTION || !p->functions.data[c->index].has_body)
        return false;
    const struct function *f = &p->functions.data[c->index];
    struct looking inside = *l;
    inside.function = c->index;
    for (uint32_t k = 0; k < f->instructions.count; k++)
        if (f->instructions.data[k].op == OP_RETURN && f->instructions.data[k].count &&
            f->instructions.data[k].block != UINT32_MAX)
            look_at_address(&inside, instruction_operand(f, &f->instructions.data[k], 0),
                            depth + 6);
    l->own = inside.own;
    return true;
}

/* Something is written there. */
static void look_at_address(struct looking *l, struct value v, int depth)
{
    const struct function *f = function_of(l);
    if (value_is_constant(v)) {
        look_at_constant(l, v);
        return;
    }
    if (!(flow_of(l->once->flow, l->function, v) & FLOW_OWN))
        return;
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op == OP_ALLOCA || (i->op == OP_CALL && allocates(l->once->program, f, i)))
        return;
    bool chooses = i->op == OP_PHI || i->op == OP_SELECT;
    uint32_t first = i->op == OP_SELECT ? 1 : 0, step = i->op == OP_PHI ? 2 : 1;
    if (i->op == OP_PTRADD && depth < MOST_STEPS) {
        look_at_address(l, instruction_operand(f, i, 0), depth + 1);
    } else if (chooses && depth < MOST_STEPS) {
        for (uint32_t k = first; k < i->count; k += step)
            look_at_address(l, instruction_operand(f, i, k), depth + 4);
    } else if (i->op != OP_CALL || depth >= MOST_STEPS || !look_at_results(l, i, depth)) {
        l->own = false;
        if (i->op == OP_PARAM && l->function == l->top && i->extra < ONCE_MOST_PARAMS)
            l->effects->params |= (uint64_t)1 << i->extra;
        else if (i->op == OP_PARAM)
            l->effects->all_params = true;
        else
            l->effects->unknown = true;
    }
}

static bool is_own_pointer(const struct looking *l, struct value v)
{
    struct type t = value_type(l->once->program, function_of(l), v);
    return t.kind == TYPE_POINTER && flow_of(l->once->flow, l->function, v) & FLOW_OWN;
}

/* Bytes that are written through the parameter, at an offset that is known. */
static bool find_bytes(const struct looking *l, const struct instruction *i,
                       struct once_bytes *b)
{
    const struct program *p = l->once->program;
    const struct function *f = function_of(l);
    struct value v = instruction_operand(f, i, 0);
    struct value size = instruction_operand(f, i, i->op == OP_STORE ? 1 : 2);
    if (i->op == OP_STORE)
        b->size = type_bytes(value_type(p, f, size));
    else if (value_is_constant(size) && program_constant(p, size)->kind == CONSTANT_BITS)
        b->size = constant_low_bits(program_constant(p, size));
    else
        return false;
    for (int steps = 0; steps < MOST_STEPS && !value_is_constant(v); steps++) {
        const struct instruction *from = &f->instructions.data[v.id];
        b->param = from->extra;
        if (from->op == OP_PARAM)
            return l->function == l->top;
        if (from->op != OP_PTRADD)
            return false;
        struct value by = instruction_operand(f, from, 1);
        if (!value_is_constant(by) || program_constant(p, by)->kind != CONSTANT_BITS)
            return false;
        b->from += (int64_t)constant_low_bits(program_constant(p, by));
        v = instruction_operand(f, from, 0);
    }
    return false;
}

/* What is no pointer is written: pointers that lie there are none any more. */
static void look_at_bytes(struct looking *l, const struct instruction *i)
{
    struct once_bytes b = {.size = 0};
    if (l->effects->byte_count == ONCE_MOST_BYTES || !find_bytes(l, i, &b))
        l->effects->any_bytes = true;
    else
        l->effects->bytes[l->effects->byte_count++] = b;
}

static void look_at_store(struct looking *l, const struct instruction *i)
{
    const struct function *f = function_of(l);
    struct value to = instruction_operand(f, i, 0);
    l->own = true;
    look_at_address(l, to, 0);
    if (l->own) {
        /* far memory keeps it, as later calls may notice */
        bool far = !value_is_constant(to) &&
                   flow_of(l->once->flow, l->function, to) & (FLOW_FAR | FLOW_KEPT);
        if (far && l->once->flow->keeps && flow_keeps(l->once->flow, l->function, i))
            l->effects->unknown = true;
        return;
    }
    bool copies = i->op == OP_MEMCPY || i->op == OP_MEMMOVE;
    struct value v = instruction_operand(f, i, 1);
    struct type t = value_type(l->once->program, f, v);
    bool pointer = i->op == OP_STORE && t.kind == TYPE_POINTER;
    l->effects->pointers |= copies || pointer;
    if (!copies && !pointer)
        look_at_bytes(l, i);
    if (i->op == OP_STORE && is_own_pointer(l, v))
        l->effects->unknown = true;
    if (copies && l->once->keeps_pointers)
        l->effects->unknown = true;
}

/* --- calls --- */

/* Freed is what is far, or what the function itself allocated. */
static void look_at_free(struct looking *l, struct value v)
{
    const struct function *f = function_of(l);
    if (value_is_constant(v) || !(flow_of(l->once->flow, l->function, v) & FLOW_OWN))
        return;
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op != OP_CALL || !allocates(l->once->program, f, i))
        l->effects->unknown = true;
}

/* A function of the harness: what it fills, and whether it may do more. */
static void look_at_helper(struct looking *l, const struct instruction *i, const char *name)
{
    const struct function *f = function_of(l);
    bool fills = text_same(name, "sooth_far_fill") || text_same(name, "sooth_far_format");
    l->own = true;
    if (fills && i->count > 1)
        look_at_address(l, instruction_operand(f, i, 1), 0);
    for (uint32_t k = 1; !text_starts(name, "sooth_far") && k < i->count; k++)
        if (is_own_pointer(l, instruction_operand(f, i, k)))
            l->effects->unknown = true;
}

static void look_at_call(struct looking *l, const struct instruction *i)
{
    const struct program *p = l->once->program;
    struct value v = instruction_operand(function_of(l), i, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c) {
        if ((flow_of(l->once->flow, l->function, v) | FLOW_KEPT) != (FLOW_FAR | FLOW_KEPT))
            l->effects->unknown = true;
        return;
    }
    if (c->kind != CONSTANT_FUNCTION) {
        l->effects->unknown = true;
        return;
    }
    const struct function *to = &p->functions.data[c->index];
    if (text_starts(to->name, "sooth_"))
        look_at_helper(l, i, to->name);
    if (to->builtin == BUILTIN_FREE && i->count > 1)
        look_at_free(l, instruction_operand(function_of(l), i, 1));
    if (!to->has_body && to->builtin == BUILTIN_NONE && !to->no_return)
        l->effects->unknown = true;
}

/* What handlers find when the program ends is what callers left. */
static bool has_handlers(const struct program *p)
{
    return program_find_function(p, "__sooth_exit_handlers") != UINT32_MAX;
}

static bool is_difference(const struct function *f, const struct instruction *i)
{
    for (uint32_t n = 0; n < 2; n++) {
        struct value v = instruction_operand(f, i, n);
        if (value_is_constant(v) || f->instructions.data[v.id].op != OP_PTRTOINT)
            return false;
    }
    return true;
}

/* The number of an address is more than compared, or subtracted from another one. */
static bool tells_address(const struct looking *l, uint32_t number)
{
    const struct function *f = function_of(l);
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX || i->op == OP_ICMP || i->op == OP_NOTE)
            continue;
        for (uint32_t n = 0; n < i->count; n++)
            if (!instruction_operand_is_block(i, n) &&
                instruction_operand(f, i, n).id == number &&
                (i->op != OP_SUB || !is_difference(f, i)))
                return true;
    }
    return false;
}

static void look_at_function(struct looking *l)
{
    const struct function *f = function_of(l);
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX)
            continue;
        if (i->op == OP_STORE || i->op == OP_MEMCPY || i->op == OP_MEMMOVE ||
            i->op == OP_MEMSET)
            look_at_store(l, i);
        else if (i->op == OP_CALL)
            look_at_call(l, i);
        else if (i->op == OP_STOP && i->sub == STOP_EXIT && has_handlers(l->once->program))
            l->effects->unknown = true;
        else if (i->op == OP_PTRTOINT && is_own_pointer(l, instruction_operand(f, i, 0)) &&
                 tells_address(l, k))
            l->effects->unknown = true;
    }
}

/* Functions of the harness that stand for others change nothing, but where effects were put
 * behind their calls. */
static bool is_of_harness(const struct program *p, uint32_t function)
{
    return text_starts(p->functions.data[function].name, "sooth_");
}

void once_find_effects(const struct once *o, uint32_t function, struct once_effects *out)
{
    LAW(function < o->program->functions.count);
    bool *seen = ARENA_ARRAY(o->arena, bool, o->program->functions.count);
    VECTOR(uint32_t) todo = {0};
    *out = (struct once_effects){
        .globals = ARENA_ARRAY(o->arena, bool, o->program->globals.count + 1)};
    VECTOR_PUSH(&todo, function);
    while (todo.count) {
        struct looking l = {o, out, VECTOR_POP(&todo), function, true};
        if (seen[l.function] || is_of_harness(o->program, l.function))
            continue;
        seen[l.function] = true;
        look_at_function(&l);
        for (uint32_t i = 0; i < o->calls.callee_count[l.function]; i++)
            VECTOR_PUSH(&todo, o->calls.callees[l.function][i]);
    }
    VECTOR_RELEASE(&todo);
}

static bool keeps_pointers(const struct once *o, uint32_t function)
{
    const struct function *f = &o->program->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX || i->op != OP_STORE)
            continue;
        struct value to = instruction_operand(f, i, 0), v = instruction_operand(f, i, 1);
        if (value_type(o->program, f, v).kind == TYPE_POINTER &&
            flow_of(o->flow, function, v) & FLOW_OWN &&
            flow_of(o->flow, function, to) & FLOW_OWN)
            return true;
    }
    return false;
}

bool once_keeps_pointers(const struct once *o)
{
    for (uint32_t f = 0; f < o->program->functions.count; f++)
        if (o->reached[f] && !is_of_harness(o->program, f) && keeps_pointers(o, f))
            return true;
    return false;
}
