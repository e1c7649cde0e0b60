/* Functions of which nothing is known may write to locals that they get the address of: those
 * hold anything after the call. */
#include "caller/far/far.h"

#include <string.h>

/* The local whose address it is; UINT32_MAX: of none. */
static uint32_t local_of(const struct function *f, struct value v)
{
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op == OP_ALLOCA)
            return v.id;
        if (i->op != OP_PTRADD)
            return UINT32_MAX;
        v = instruction_operand(f, i, 0);
    }
    return UINT32_MAX;
}

struct effect { /* what is put into the program, before `at` */
    struct program *program;
    uint32_t function, block;
    size_t at;
    uint32_t place;
};

static uint32_t put(struct effect *e, struct instruction i, const uint32_t *operands,
                    uint32_t count)
{
    i.place = e->place;
    return function_insert(&e->program->functions.data[e->function], e->block, e->at++, i,
                           operands, count);
}

/* The type of a local that is one number or pointer; void: it is something else. */
static struct type scalar_of(const struct program *p, const struct instruction *local)
{
    if (local->variable == UINT32_MAX)
        return type_void();
    const struct ctype *t = &p->ctypes.data[p->variables.data[local->variable].ctype];
    switch (t->kind) {
    case CTYPE_BOOL:
    case CTYPE_SIGNED:
    case CTYPE_UNSIGNED:
    case CTYPE_CHAR:
    case CTYPE_ENUM:
        return type_int((uint32_t)t->bytes * 8);
    case CTYPE_POINTER:
        return type_pointer(p);
    default:
        return type_void();
    }
}

/* `tested`: a pointer there may be null, since the function asks. */
static void put_scalar(struct effect *e, uint32_t local, struct type t, bool tested)
{
    struct instruction make = instruction_make(OP_INPUT, t);
    const char *name = tested ? "sooth_far_or_null" : "sooth_far";
    uint32_t callee = constant_function(e->program, far_function(e->program, name), 0).id;
    make.text = "what a function without body wrote";
    if (t.kind == TYPE_POINTER) {
        make = instruction_make(OP_CALL, t);
        make.extra = 1;
    }
    uint32_t operands[2] = {local, put(e, make, &callee, t.kind == TYPE_POINTER ? 1 : 0)};
    put(e, instruction_make(OP_STORE, type_void()), operands, 2);
}

/* --- pointers in records --- */

static void add_offset(struct pointer_offsets *o, uint64_t offset)
{
    for (uint32_t i = 0; i < o->count; i++)
        if (o->data[i] == offset)
            return;
    if (o->count < FAR_MOST_POINTERS)
        o->data[o->count++] = offset;
}

void far_find_pointers(const struct program *p, uint32_t ctype, uint64_t at,
                       struct pointer_offsets *out)
{
    const struct ctype *t = &p->ctypes.data[ctype];
    if (t->kind == CTYPE_POINTER)
        add_offset(out, at);
    for (uint64_t i = 0; t->kind == CTYPE_ARRAY && i < t->count && i < FAR_MOST_POINTERS; i++)
        far_find_pointers(p, t->element, at + i * p->ctypes.data[t->element].bytes, out);
    if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
        return;
    for (uint32_t i = 0; i < t->member_count; i++)
        if (t->members[i].bit_offset % 8 == 0)
            far_find_pointers(p, t->members[i].ctype, at + t->members[i].bit_offset / 8, out);
}

/* A pointer that is read there is compared with null. */
static bool is_tested_at(const struct program *p, const struct function *f, uint32_t local,
                         uint64_t offset)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_LOAD || i->type.kind != TYPE_POINTER || i->block == UINT32_MAX)
            continue;
        struct value v = instruction_operand(f, i, 0);
        uint64_t sum = 0;
        while (!value_is_constant(v) && f->instructions.data[v.id].op == OP_PTRADD) {
            struct value by = instruction_operand(f, &f->instructions.data[v.id], 1);
            const struct constant *c = value_is_constant(by) ? program_constant(p, by) : NULL;
            sum += c && c->kind == CONSTANT_BITS ? constant_low_bits(c) : 0;
            v = instruction_operand(f, &f->instructions.data[v.id], 0);
        }
        if (v.id == local && sum == offset && far_is_tested(f, k))
            return true;
    }
    return false;
}

static void put_pointer(struct effect *e, uint32_t local, uint64_t offset)
{
    struct program *p = e->program;
    const struct function *f = &p->functions.data[e->function];
    const char *name = is_tested_at(p, f, local, offset) ? "sooth_far_or_null" : "sooth_far";
    struct instruction call = instruction_make(OP_CALL, type_pointer(p));
    uint32_t callee = constant_function(p, far_function(p, name), 0).id;
    call.extra = 1;
    uint32_t made = put(e, call, &callee, 1);
    uint32_t add[2] = {local, constant_int(p, type_int(p->pointer_width), offset).id};
    uint32_t at = put(e, instruction_make(OP_PTRADD, type_pointer(p)), add, 2);
    uint32_t store[2] = {at, made};
    put(e, instruction_make(OP_STORE, type_void()), store, 2);
}

static void put_pointers(struct effect *e, uint32_t local)
{
    const struct instruction *i =
        &e->program->functions.data[e->function].instructions.data[local];
    struct pointer_offsets found = {.count = 0};
    if (i->variable == UINT32_MAX)
        return;
    far_find_pointers(e->program, e->program->variables.data[i->variable].ctype, 0, &found);
    for (uint32_t k = 0; k < found.count; k++)
        put_pointer(e, local, found.data[k]);
}

void far_put_pointers(struct program *p, uint32_t function, uint32_t block, size_t *at,
                      uint32_t copy)
{
    const struct function *f = &p->functions.data[function];
    const struct instruction *i = &f->instructions.data[copy];
    uint32_t local = local_of(f, instruction_operand(f, i, 0));
    struct effect e = {p, function, block, *at + 1, i->place};
    if (local == UINT32_MAX || instruction_operand(f, i, 0).id != local)
        return;
    struct value size = instruction_operand(f, &f->instructions.data[local], 0);
    if (!value_same(size, instruction_operand(f, i, 2)))
        return;
    put_pointers(&e, local);
    *at = e.at - 1;
}

static void put_bytes(struct effect *e, uint32_t local)
{
    const struct function *f = &e->program->functions.data[e->function];
    const struct instruction *i = &f->instructions.data[local];
    struct instruction call = instruction_make(OP_CALL, type_void());
    uint32_t operands[3] = {
        constant_function(e->program, far_function(e->program, "sooth_far_fill"), 0).id,
        local, instruction_operand(f, i, 0).id};
    call.extra = 0;
    put(e, call, operands, 3);
    put_pointers(e, local);
}

/* --- members of what callers gave --- */

/* The pointer that a constant step leads from, and how far; false: it does not. */
static bool step_of(const struct program *p, const struct function *f, struct value v,
                    struct value *base, uint64_t *offset)
{
    *offset = 0;
    while (!value_is_constant(v) && f->instructions.data[v.id].op == OP_PTRADD) {
        struct value by = instruction_operand(f, &f->instructions.data[v.id], 1);
        const struct constant *c = value_is_constant(by) ? program_constant(p, by) : NULL;
        if (!c || c->kind != CONSTANT_BITS)
            return false;
        *offset += constant_low_bits(c);
        v = instruction_operand(f, &f->instructions.data[v.id], 0);
    }
    *base = v;
    return !value_is_constant(v);
}

/* The same memory: the same value, or read from the same place. */
static bool is_same_base(const struct program *p, const struct function *f, struct value a,
                         struct value b, int depth)
{
    struct value from_a, from_b;
    uint64_t at_a, at_b;
    if (value_same(a, b))
        return true;
    const struct instruction *i = &f->instructions.data[a.id],
                             *k = &f->instructions.data[b.id];
    if (i->op != OP_LOAD || k->op != OP_LOAD || depth > 3)
        return false;
    return step_of(p, f, instruction_operand(f, i, 0), &from_a, &at_a) &&
           step_of(p, f, instruction_operand(f, k, 0), &from_b, &at_b) && at_a == at_b &&
           is_same_base(p, f, from_a, from_b, depth + 1);
}

/* What the function itself reads or writes there; void: nothing. Whether it asks if a pointer
 * that it reads there is null. */
static struct type accessed_type(const struct program *p, const struct function *f,
                                 struct value base, uint64_t offset, bool *tested)
{
    struct type found = type_void();
    *tested = false;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        struct value from;
        uint64_t at;
        if (i->block == UINT32_MAX || (i->op != OP_LOAD && i->op != OP_STORE))
            continue;
        if (!step_of(p, f, instruction_operand(f, i, 0), &from, &at) || at != offset ||
            !is_same_base(p, f, base, from, 0))
            continue;
        *tested |= i->op == OP_LOAD && far_is_tested(f, k);
        found = i->op == OP_LOAD ? i->type : value_type(p, f, instruction_operand(f, i, 1));
    }
    return found;
}

/* A parameter `int *` or `struct node **`: what it leads to is no record whose first member
 * might be meant. */
static bool leads_to_scalar(const struct program *p, const struct instruction *i)
{
    if (i->op != OP_PARAM || i->variable == UINT32_MAX)
        return false;
    const struct ctype *t = &p->ctypes.data[p->variables.data[i->variable].ctype];
    enum ctype_kind to = (enum ctype_kind)p->ctypes.data[t->element].kind;
    return t->kind == CTYPE_POINTER && (to == CTYPE_POINTER || to == CTYPE_SIGNED ||
                                        to == CTYPE_UNSIGNED || to == CTYPE_ENUM);
}

/* The address of a member, or a pointer to one number or pointer: the type of what is there;
 * void: it is something else, or the function does not look at it. */
static struct type member_at(const struct program *p, const struct function *f,
                             struct value v, bool *tested)
{
    struct value base;
    uint64_t offset;
    *tested = false;
    if (value_is_constant(v) || value_type(p, f, v).kind != TYPE_POINTER ||
        !step_of(p, f, v, &base, &offset))
        return type_void();
    const struct instruction *i = &f->instructions.data[base.id];
    if (i->op != OP_PARAM && i->op != OP_LOAD)
        return type_void();
    bool named = offset || leads_to_scalar(p, i);
    struct type t = named ? accessed_type(p, f, base, offset, tested) : type_void();
    return t.kind == TYPE_INT || t.kind == TYPE_POINTER ? t : type_void();
}

void far_put_effects(struct program *p, uint32_t function, uint32_t block, size_t *at,
                     uint32_t call)
{
    struct instruction i = p->functions.data[function].instructions.data[call];
    struct effect e = {p, function, block, *at + 1, i.place};
    for (uint32_t k = 1; k < i.count; k++) {
        const struct function *f = &p->functions.data[function];
        uint32_t local = local_of(f, instruction_operand(f, &i, k));
        struct value given = instruction_operand(f, &i, k);
        bool tested = false;
        struct type member =
            local == UINT32_MAX ? member_at(p, f, given, &tested) : type_void();
        if (member.kind != TYPE_VOID && member.width % 8 == 0)
            put_scalar(&e, given.id, member, tested);
        if (local == UINT32_MAX)
            continue;
        struct type t = scalar_of(p, &f->instructions.data[local]);
        if (t.kind == TYPE_VOID || !t.width)
            put_bytes(&e, local);
        else
            put_scalar(&e, local, t, is_tested_at(p, f, local, 0));
    }
    *at = e.at - 1;
}

static bool has_stand_in(const struct caller *c, const struct program *p,
                         const struct function *f, const struct instruction *i)
{
    struct value v = instruction_operand(f, i, 0);
    const struct constant *k = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!k || k->kind != CONSTANT_FUNCTION || p->functions.data[k->index].has_body)
        return false;
    for (size_t n = 0; n < c->externs.count; n++) {
        const struct extern_result *e = &c->externs.data[n];
        if (!strcmp(c->program->functions.data[e->function].name,
                    p->functions.data[k->index].name))
            return !e->memory;
    }
    return false;
}

void caller_mark_effects(const struct caller *c, struct program *p)
{
    for (uint32_t n = 0; c->quiet_externs && n < p->functions.count; n++) {
        if (text_starts(p->functions.data[n].name, "sooth_"))
            continue;
        for (uint32_t b = 0; b < p->functions.data[n].blocks.count; b++)
            for (size_t at = 0; at < p->functions.data[n].blocks.data[b].instructions.count;
                 at++) {
                const struct function *f = &p->functions.data[n];
                uint32_t id = f->blocks.data[b].instructions.data[at];
                const struct instruction *i = &f->instructions.data[id];
                if (i->op == OP_CALL && has_stand_in(c, p, f, i))
                    far_put_effects(p, n, b, &at, id);
            }
    }
}

void far_put_result(struct program *p, uint32_t function, uint32_t call, const char *pointer,
                    const char *text)
{
    struct function *f = &p->functions.data[function];
    struct instruction *i = &f->instructions.data[call];
    LAW(i->op == OP_CALL);
    if (i->type.kind == TYPE_VOID || i->type.kind == TYPE_POINTER) {
        const char *name = i->type.kind == TYPE_VOID ? "sooth_far_nothing" : pointer;
        f->operands.data[i->operand] = constant_function(p, far_function(p, name), 0).id;
        i->count = 1;
        return;
    }
    i->op = OP_INPUT;
    i->text = text;
    i->extra = 0;
    i->count = 0;
}
