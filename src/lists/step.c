/* What one instruction does; numbers are in step_number.c, calls in step_call.c. */
#include "lists/step_internal.h"

#include <string.h>

static struct lists_value constant_value(struct run *r, const struct constant *c)
{
    struct terms *t = r->l->terms;
    bool pointer = c->type.kind == TYPE_POINTER;
    if (c->kind == CONSTANT_NULL)
        return value_pointer(slh_null(r->slh));
    if (c->kind == CONSTANT_UNDEF)
        return pointer ? value_pointer(slh_junk(r->slh))
                       : value_any_number(r, c->type, "undef");
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return value_unsupported();
    if (c->type.width == 1)
        return value_number(term_bool(t, constant_low_bits(c) & 1));
    return value_number(term_bv(t, c->type.width, constant_low_bits(c)));
}

struct lists_value run_value(struct run *r, const struct state *s, struct value v)
{
    LAW(value_is_none(v) || value_is_constant(v) || v.id < r->l->f->instructions.count);
    if (value_is_none(v))
        return value_unsupported();
    if (value_is_constant(v))
        return constant_value(r, program_constant(r->l->program, v));
    return s->values[v.id];
}

/* --- demands --- */

void run_demand(struct run *r, struct state *s, uint32_t id, struct term condition,
                struct demand d)
{
    LAW(sort_kind(r->l->terms, term_sort(r->l->terms, condition)) == SORT_BOOL);
    LAW(id < r->l->f->instructions.count);
    struct terms *t = r->l->terms;
    struct term bad = term_and(t, s->guard, term_not(t, condition));
    if (!r->assuming)
        VECTOR_PUSH(&r->obligations, (struct obligation){OBLIGATION_CONDITION, d.kind,
                                                         d.fault, id, bad, d.text});
    s->guard = term_and(t, s->guard, condition);
}

void run_give_up(struct run *r, struct state *s, uint32_t id, const char *what)
{
    LAW(what && id < r->l->f->instructions.count);
    if (!r->assuming)
        VECTOR_PUSH(&r->obligations, (struct obligation){.kind = OBLIGATION_UNSUPPORTED,
                                                         .instruction = id,
                                                         .bad = s->guard,
                                                         .text = arena_text(r->arena, what)});
    s->guard = term_bool(r->l->terms, false);
}

/* --- memory --- */

static struct lists_value address_step(struct run *r, const struct state *s,
                                       const struct instruction *in)
{
    struct lists_value a = step_operand(r, s, in, 0);
    uint64_t offset;
    if (in->op != OP_PTRADD || a.kind != VALUE_POINTER)
        return value_unsupported();
    struct lists_value b = step_operand(r, s, in, 1);
    if (b.kind != VALUE_NUMBER || !term_const_u64(r->l->terms, b.number, &offset))
        return value_unsupported();
    a.offset += (int64_t)offset;
    return a;
}

struct term run_alive(struct run *r, const struct state *s, struct slh_pointer p,
                      struct slh_pointer q)
{
    struct term no = term_bv(r->l->terms, 1, 0);
    return r->l->frees ? slh_within(r->slh, s->heap, p, q, r->freed, no, no)
                       : slh_is_path(r->slh, s->heap, p, q);
}

/* It leads to a node, or the run is over. */
static bool follow(struct run *r, struct state *s, uint32_t id, struct lists_value p)
{
    struct terms *t = r->l->terms;
    if (p.kind != VALUE_POINTER) {
        run_give_up(r, s, id, "an access through a pointer that is not covered");
        return false;
    }
    struct term node = term_not(t, slh_is_null(r->slh, p.pointer));
    run_demand(r, s, id, node,
               (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE,
                               "the pointer that is followed is not null"});
    struct term proper = term_not(t, slh_alias(r->slh, p.pointer, slh_junk(r->slh)));
    if (r->l->junk == SLH_MAYBE_JUNK)
        run_demand(r, s, id, proper,
                   (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE,
                                   "the pointer that is followed is initialised"});
    if (r->l->frees)
        run_demand(
            r, s, id, node_is_alive(r, s, p.pointer),
            (struct demand){LISTS_MEMORY, LISTS_USE_AFTER_FREE, "the node was not freed"});
    return true;
}

static struct lists_value load_next(struct run *r, struct state *s, uint32_t id,
                                    struct slh_pointer p)
{
    struct terms *t = r->l->terms;
    for (unsigned i = 0; i < s->load_count; i++)
        if (s->loads[i].heap.id == s->heap.id && s->loads[i].from.id == p.id)
            return value_pointer(s->loads[i].next);
    struct slh_pointer next = slh_next(r->slh, s->guard, s->heap, p, s->nexts++);
    LAW(s->load_count <= STATE_LOADS);
    if (s->load_count < STATE_LOADS)
        s->loads[s->load_count++] = (struct state_load){s->heap, p, next};
    struct term proper = term_not(t, slh_alias(r->slh, next, slh_junk(r->slh)));
    if (r->l->junk == SLH_MAYBE_JUNK)
        run_demand(r, s, id, proper,
                   (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE,
                                   "the member that is read is initialised"});
    return value_pointer(next);
}

static bool is_next(const struct run *r, const struct lists_value *p, struct type type)
{
    return type.kind == TYPE_POINTER && p->offset == (int64_t)r->l->layout.next;
}

static void load_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    struct lists_value p = step_operand(r, s, in, 0);
    s->values[id] = value_unsupported();
    if (!follow(r, s, id, p))
        return;
    if (is_next(r, &p, in->type)) {
        s->values[id] = load_next(r, s, id, p.pointer);
        return;
    }
    int m = in->type.kind == TYPE_INT
                ? layout_member(&r->l->layout, (uint64_t)p.offset, type_bytes(in->type) * 8)
                : -1;
    if (m < 0) {
        run_give_up(r, s, id, "a read of something that is no whole member of a node");
        return;
    }
    struct term value = slh_value(r->slh, s->heap, p.pointer, r->fields[m]);
    LAW(in->type.width <= r->l->layout.members[m].width);
    if (in->type.width < r->l->layout.members[m].width)
        value = term_extract(r->l->terms, value, in->type.width - 1, 0);
    s->values[id] = value_from_bits(r, value);
}

static void store_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    struct lists_value p = step_operand(r, s, in, 0);
    struct lists_value v = step_operand(r, s, in, 1);
    struct type type =
        value_type(r->l->program, r->l->f, instruction_operand(r->l->f, in, 1));
    if (!follow(r, s, id, p))
        return;
    if (is_next(r, &p, type) && v.kind == VALUE_POINTER && !v.offset) {
        s->heap = slh_link(r->slh, s->heap, p.pointer, v.pointer);
        return;
    }
    int m = type.kind == TYPE_INT
                ? layout_member(&r->l->layout, (uint64_t)p.offset, type_bytes(type) * 8)
                : -1;
    if (m < 0 || v.kind != VALUE_NUMBER) {
        run_give_up(r, s, id, "a write of something that is no whole member of a node");
        return;
    }
    struct term value =
        term_zext(r->l->terms, value_bits(r, v.number), r->l->layout.members[m].width);
    s->heap = slh_put(r->slh, s->heap, p.pointer, r->fields[m], value);
}

/* --- the rest --- */

static void check_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    struct lists_value v = step_operand(r, s, in, 0);
    LAW(in->sub < CHECK_KIND_COUNT);
    if (r->l->options->unchecked >> in->sub & 1)
        return;
    if (v.kind != VALUE_NUMBER) {
        run_give_up(r, s, id, "a check of something that is not covered");
        return;
    }
    const char *text = in->text && *in->text ? in->text : "the assertion holds";
    bool division = in->sub == CHECK_DIVISION;
    run_demand(r, s, id, v.number,
               (struct demand){LISTS_USE, LISTS_ASSERTION_FAILURE,
                               division ? "the divisor is not zero" : text});
}

static void assume_step(struct run *r, struct state *s, uint32_t id)
{
    struct lists_value v = step_operand(r, s, step_instruction(r, id), 0);
    if (v.kind != VALUE_NUMBER)
        run_give_up(r, s, id, "an assumption about something that is not covered");
    else
        s->guard = term_and(r->l->terms, s->guard, v.number);
}

static struct lists_value input_value(struct run *r, const struct instruction *in)
{
    bool uninitialised = in->text && !strncmp(in->text, "uninitialised", 13);
    if (in->type.kind != TYPE_POINTER)
        return value_any_number(r, in->type, "input");
    return uninitialised ? value_pointer(slh_junk(r->slh)) : value_unsupported();
}

static struct lists_value parameter_value(struct run *r, const struct instruction *in)
{
    if (in->type.kind != TYPE_POINTER)
        return value_any_number(r, in->type, "parameter");
    uint32_t ctype =
        in->variable == UINT32_MAX ? 0 : r->l->program->variables.data[in->variable].ctype;
    if (!layout_is_pointer(r->l->program, &r->l->layout, ctype))
        return value_unsupported();
    return value_pointer(
        slh_variable(r->slh, arena_format(r->arena, "p%u", (unsigned)in->extra), SLH_PROPER));
}

static void meaning_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        check_step(r, s, id);
        return;
    case MEANING_ASSUME:
        assume_step(r, s, id);
        return;
    case MEANING_INPUT:
        s->values[id] = input_value(r, in);
        return;
    case MEANING_NOTE:
        return;
    case MEANING_UNSUPPORTED:
        run_give_up(r, s, id, in->text ? in->text : "something the front end does not cover");
        return;
    }
}

static bool is_constant(struct run *r, struct lists_value v, uint64_t n)
{
    uint64_t is;
    return v.kind == VALUE_NUMBER && term_const_u64(r->l->terms, v.number, &is) && is == n;
}

/* What calloc does to a node. */
static void memset_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    struct lists_value p = step_operand(r, s, in, 0);
    if (!is_constant(r, step_operand(r, s, in, 1), 0) || p.offset ||
        !is_constant(r, step_operand(r, s, in, 2), r->l->layout.size)) {
        run_give_up(r, s, id, "memory that is no list");
        return;
    }
    if (follow(r, s, id, p))
        step_clear(r, s, p.pointer);
}

static void memory_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = step_instruction(r, id);
    s->values[id] = value_unsupported();
    if (in->op == OP_LOAD)
        load_step(r, s, id);
    else if (in->op == OP_STORE)
        store_step(r, s, id);
    else if (in->op == OP_MEMSET)
        memset_step(r, s, id);
    else if (in->op != OP_ALLOCA && in->op != OP_LIFESTART && in->op != OP_LIFEEND)
        run_give_up(r, s, id, "memory that is no list");
}

void run_step(struct run *r, struct state *s, uint32_t id)
{
    LAW(id < r->l->f->instructions.count);
    const struct instruction *in = step_instruction(r, id);
    switch (op_class((enum op)in->op)) {
    case CLASS_START:
        if (in->op == OP_PARAM)
            s->values[id] = parameter_value(r, in);
        return;
    case CLASS_INTEGER:
        s->values[id] = step_integer(r, s, id);
        return;
    case CLASS_FLOAT:
        s->values[id] = value_unsupported();
        return;
    case CLASS_ANY:
        s->values[id] = in->op == OP_SELECT ? step_select(r, s, in) : value_unsupported();
        return;
    case CLASS_ADDRESS:
        s->values[id] = address_step(r, s, in);
        return;
    case CLASS_MEMORY:
        memory_step(r, s, id);
        return;
    case CLASS_CALL:
        step_call(r, s, id);
        return;
    case CLASS_MEANING:
        meaning_step(r, s, id);
        return;
    case CLASS_FLOW:
        return;
    }
}

struct term rank_term(struct run *r, const struct state *s, const struct cut *c,
                      const struct lists_rank *rank)
{
    LAW(rank->kind == RANK_OPERAND || rank->a < r->l->f->instructions.count);
    struct terms *t = r->l->terms;
    if (rank->kind == RANK_OPERAND) {
        struct lists_value v =
            step_operand(r, s, step_instruction(r, c->ranking), rank->a + 1);
        return v.kind == VALUE_NUMBER ? v.number : TERM_NONE;
    }
    struct lists_value a = s->values[rank->a];
    struct lists_value b =
        rank->b == RANK_NULL ? value_pointer(slh_null(r->slh)) : s->values[rank->b];
    if (rank->kind == RANK_LENGTH)
        return a.kind == VALUE_POINTER && b.kind == VALUE_POINTER && !a.offset && !b.offset
                   ? slh_length(r->slh, s->heap, a.pointer, b.pointer)
                   : TERM_NONE;
    if (a.kind != VALUE_NUMBER)
        return TERM_NONE;
    struct term x = term_as_64(r, a.number, true);
    if (rank->kind == RANK_NUMBER)
        return x;
    return b.kind == VALUE_NUMBER ? term_2(t, TERM_BV_SUB, x, term_as_64(r, b.number, true))
                                  : TERM_NONE;
}
