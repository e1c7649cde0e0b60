/* What one instruction does. */
#include "lists/run.h"

#include "base/failure.h"

#include <string.h>

static const struct instruction *instruction_of(const struct run *r, uint32_t id)
{
    return &r->l->f->instructions.data[id];
}

static struct lists_value unsupported_value(void)
{
    return (struct lists_value){.kind = VALUE_UNSUPPORTED};
}

static struct lists_value number_value(struct term t)
{
    return (struct lists_value){.kind = VALUE_NUMBER, .number = t};
}

static struct lists_value pointer_value(struct slh_pointer p)
{
    return (struct lists_value){.kind = VALUE_POINTER, .pointer = p};
}

/* Any number of that type. */
static struct lists_value any_number(struct run *r, struct type type, const char *hint)
{
    struct terms *t = r->l->terms;
    if (type.kind != TYPE_INT || type.width > 64) return unsupported_value();
    return number_value(term_fresh(t, type.width == 1 ? sort_bool(t) : sort_bv(t, type.width), hint));
}

static struct lists_value constant_value(struct run *r, const struct constant *c)
{
    struct terms *t = r->l->terms;
    bool pointer = c->type.kind == TYPE_POINTER;
    if (c->kind == CONSTANT_NULL) return pointer_value(slh_null(r->slh));
    if (c->kind == CONSTANT_UNDEF)
        return pointer ? pointer_value(slh_junk(r->slh)) : any_number(r, c->type, "undef");
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return unsupported_value();
    if (c->type.width == 1) return number_value(term_bool(t, constant_low_bits(c) & 1));
    return number_value(term_bv(t, c->type.width, constant_low_bits(c)));
}

struct lists_value run_value(struct run *r, const struct state *s, struct value v)
{
    if (value_is_none(v)) return unsupported_value();
    if (value_is_constant(v)) return constant_value(r, program_constant(r->l->program, v));
    return s->values[v.id];
}

static struct lists_value operand(struct run *r, const struct state *s, const struct instruction *in,
                                  uint32_t k)
{
    return run_value(r, s, instruction_operand(r->l->f, in, k));
}

/* --- demands --- */

void run_demand(struct run *r, struct state *s, uint32_t id, struct term condition, struct demand d)
{
    struct terms *t = r->l->terms;
    struct term bad = term_and(t, s->guard, term_not(t, condition));
    if (!r->assuming)
        VECTOR_PUSH(&r->obligations,
                    (struct obligation){OBLIGATION_CONDITION, d.kind, d.fault, id, bad, d.text});
    s->guard = term_and(t, s->guard, condition);
}

void run_give_up(struct run *r, struct state *s, uint32_t id, const char *what)
{
    if (!r->assuming)
        VECTOR_PUSH(&r->obligations, (struct obligation){.kind = OBLIGATION_UNSUPPORTED,
                                                         .instruction = id,
                                                         .bad = s->guard,
                                                         .text = arena_text(r->arena, what)});
    s->guard = term_bool(r->l->terms, false);
}

/* --- numbers --- */

static struct term as_bits(struct run *r, struct term number)
{
    struct terms *t = r->l->terms;
    if (sort_kind(t, term_sort(t, number)) != SORT_BOOL) return number;
    return term_ite(t, number, term_bv(t, 1, 1), term_bv(t, 1, 0));
}

static struct lists_value from_bits(struct run *r, struct term bits)
{
    struct terms *t = r->l->terms;
    return number_value(term_width(t, bits) == 1 ? term_eq(t, bits, term_bv(t, 1, 1)) : bits);
}

struct term term_as_64(struct run *r, struct term number, bool is_signed)
{
    struct term bits = as_bits(r, number);
    bool plain = term_width(r->l->terms, bits) == 1;
    return is_signed && !plain ? term_sext(r->l->terms, bits, 64) : term_zext(r->l->terms, bits, 64);
}

static enum term_op binary_op(enum op op)
{
    switch ((int)op) {
    case OP_ADD:
        return TERM_BV_ADD;
    case OP_SUB:
        return TERM_BV_SUB;
    case OP_MUL:
        return TERM_BV_MUL;
    case OP_UDIV:
        return TERM_BV_UDIV;
    case OP_SDIV:
        return TERM_BV_SDIV;
    case OP_UREM:
        return TERM_BV_UREM;
    case OP_SREM:
        return TERM_BV_SREM;
    case OP_AND:
        return TERM_BV_AND;
    case OP_OR:
        return TERM_BV_OR;
    case OP_XOR:
        return TERM_BV_XOR;
    default:
        return TERM_OP_COUNT;
    }
}

static const enum term_op compare_ops[] = {
    [COMPARE_EQ] = TERM_EQ,      [COMPARE_NE] = TERM_EQ,      [COMPARE_ULT] = TERM_BV_ULT,
    [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT, [COMPARE_UGE] = TERM_BV_UGE,
    [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE, [COMPARE_SGT] = TERM_BV_SGT,
    [COMPARE_SGE] = TERM_BV_SGE,
};

static struct lists_value compare_numbers(struct run *r, enum compare how, struct term a, struct term b)
{
    struct terms *t = r->l->terms;
    struct term same = term_2(t, compare_ops[how], as_bits(r, a), as_bits(r, b));
    return number_value(how == COMPARE_NE ? term_not(t, same) : same);
}

/* Which of two pointers is greater is not covered. */
static struct lists_value compare_pointers(struct run *r, enum compare how, struct lists_value a,
                                           struct lists_value b)
{
    struct terms *t = r->l->terms;
    bool null = a.pointer.id == slh_null(r->slh).id || b.pointer.id == slh_null(r->slh).id;
    if ((how != COMPARE_EQ && how != COMPARE_NE) || (a.offset != b.offset && !null))
        return unsupported_value();
    struct term same = slh_alias(r->slh, a.pointer, b.pointer);
    if (a.offset != b.offset) same = term_bool(t, false); /* the address of a member is not null */
    return number_value(how == COMPARE_NE ? term_not(t, same) : same);
}

static struct lists_value compare_values(struct run *r, const struct instruction *in, struct lists_value a,
                                         struct lists_value b)
{
    enum compare how = (enum compare)in->sub;
    if (a.kind != b.kind || a.kind == VALUE_UNSUPPORTED) return unsupported_value();
    return a.kind == VALUE_POINTER ? compare_pointers(r, how, a, b)
                                   : compare_numbers(r, how, a.number, b.number);
}

/* A shift by the width or more gives any value. */
static struct lists_value shift(struct run *r, const struct instruction *in, struct term a, struct term b)
{
    struct terms *t = r->l->terms;
    enum term_op op = in->op == OP_SHL ? TERM_BV_SHL : in->op == OP_LSHR ? TERM_BV_LSHR : TERM_BV_ASHR;
    struct term fine = term_2(t, TERM_BV_ULT, b, term_bv(t, in->type.width, in->type.width));
    struct term any = term_fresh(t, sort_bv(t, in->type.width), "shift");
    return from_bits(r, term_ite(t, fine, term_2(t, op, a, b), any));
}

static struct lists_value resized(struct run *r, const struct instruction *in, struct term a)
{
    struct terms *t = r->l->terms;
    if (in->type.width > 64) return unsupported_value();
    if (in->op == OP_TRUNC) return from_bits(r, term_extract(t, a, in->type.width - 1, 0));
    return from_bits(r,
                     in->op == OP_ZEXT ? term_zext(t, a, in->type.width) : term_sext(t, a, in->type.width));
}

/* Uninitialised pointers must not be looked at. */
static void demand_initialised(struct run *r, struct state *s, uint32_t id, struct lists_value p)
{
    if (p.kind != VALUE_POINTER || r->l->junk == SLH_PROPER) return;
    struct term proper = term_not(r->l->terms, slh_alias(r->slh, p.pointer, slh_junk(r->slh)));
    run_demand(
        r, s, id, proper,
        (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE, "the pointer that is compared is initialised"});
}

static struct lists_value compare_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    struct lists_value a = operand(r, s, in, 0);
    struct lists_value b = operand(r, s, in, 1);
    demand_initialised(r, s, id, a);
    demand_initialised(r, s, id, b);
    return compare_values(r, in, a, b);
}

static struct lists_value integer_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    if (in->op == OP_ICMP) return compare_step(r, s, id);
    struct lists_value a = operand(r, s, in, 0);
    if (a.kind != VALUE_NUMBER) return unsupported_value();
    struct term x = as_bits(r, a.number);
    if (in->op == OP_ZEXT || in->op == OP_SEXT || in->op == OP_TRUNC) return resized(r, in, x);
    if (in->count != 2) return unsupported_value();
    struct lists_value b = operand(r, s, in, 1);
    if (b.kind != VALUE_NUMBER) return unsupported_value();
    struct term y = as_bits(r, b.number);
    if (in->op == OP_SHL || in->op == OP_LSHR || in->op == OP_ASHR) return shift(r, in, x, y);
    enum term_op op = binary_op((enum op)in->op);
    if (op == TERM_OP_COUNT) return unsupported_value();
    return from_bits(r, term_2(r->l->terms, op, x, y));
}

static struct lists_value select_step(struct run *r, const struct state *s, const struct instruction *in)
{
    struct lists_value c = operand(r, s, in, 0);
    struct lists_value a = operand(r, s, in, 1);
    struct lists_value b = operand(r, s, in, 2);
    if (c.kind != VALUE_NUMBER || a.kind != b.kind || a.offset != b.offset) return unsupported_value();
    if (a.kind == VALUE_NUMBER) return number_value(term_ite(r->l->terms, c.number, a.number, b.number));
    if (a.kind == VALUE_POINTER) a.pointer = slh_if(r->slh, c.number, a.pointer, b.pointer);
    return a;
}

/* --- memory --- */

static struct lists_value address_step(struct run *r, const struct state *s, const struct instruction *in)
{
    struct lists_value a = operand(r, s, in, 0);
    uint64_t offset;
    if (in->op != OP_PTRADD || a.kind != VALUE_POINTER) return unsupported_value();
    struct lists_value b = operand(r, s, in, 1);
    if (b.kind != VALUE_NUMBER || !term_const_u64(r->l->terms, b.number, &offset)) return unsupported_value();
    a.offset += (int64_t)offset;
    return a;
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
    run_demand(
        r, s, id, node,
        (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE, "the pointer that is followed is not null"});
    struct term proper = term_not(t, slh_alias(r->slh, p.pointer, slh_junk(r->slh)));
    if (r->l->junk == SLH_MAYBE_JUNK)
        run_demand(r, s, id, proper,
                   (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE,
                                   "the pointer that is followed is initialised"});
    return true;
}

static struct lists_value load_next(struct run *r, struct state *s, uint32_t id, struct slh_pointer p)
{
    struct terms *t = r->l->terms;
    for (unsigned i = 0; i < s->load_count; i++)
        if (s->loads[i].heap.id == s->heap.id && s->loads[i].from.id == p.id)
            return pointer_value(s->loads[i].next);
    struct slh_pointer next = slh_next(r->slh, s->guard, s->heap, p, s->nexts++);
    if (s->load_count < STATE_LOADS) s->loads[s->load_count++] = (struct state_load){s->heap, p, next};
    struct term proper = term_not(t, slh_alias(r->slh, next, slh_junk(r->slh)));
    if (r->l->junk == SLH_MAYBE_JUNK)
        run_demand(
            r, s, id, proper,
            (struct demand){LISTS_MEMORY, LISTS_NULL_DEREFERENCE, "the member that is read is initialised"});
    return pointer_value(next);
}

static bool is_next(const struct run *r, const struct lists_value *p, struct type type)
{
    return type.kind == TYPE_POINTER && p->offset == (int64_t)r->l->layout.next;
}

static void load_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    struct lists_value p = operand(r, s, in, 0);
    s->values[id] = unsupported_value();
    if (!follow(r, s, id, p)) return;
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
    if (in->type.width < r->l->layout.members[m].width)
        value = term_extract(r->l->terms, value, in->type.width - 1, 0);
    s->values[id] = from_bits(r, value);
}

static void store_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    struct lists_value p = operand(r, s, in, 0);
    struct lists_value v = operand(r, s, in, 1);
    struct type type = value_type(r->l->program, r->l->f, instruction_operand(r->l->f, in, 1));
    if (!follow(r, s, id, p)) return;
    if (is_next(r, &p, type) && v.kind == VALUE_POINTER && !v.offset) {
        s->heap = slh_link(r->slh, s->heap, p.pointer, v.pointer);
        return;
    }
    int m =
        type.kind == TYPE_INT ? layout_member(&r->l->layout, (uint64_t)p.offset, type_bytes(type) * 8) : -1;
    if (m < 0 || v.kind != VALUE_NUMBER) {
        run_give_up(r, s, id, "a write of something that is no whole member of a node");
        return;
    }
    struct term value = term_zext(r->l->terms, as_bits(r, v.number), r->l->layout.members[m].width);
    s->heap = slh_put(r->slh, s->heap, p.pointer, r->fields[m], value);
}

/* --- calls --- */

struct call {
    struct run *r;
    struct state *s;
    uint32_t id;
    const struct instruction *in;
};

static struct lists_value argument(const struct call *c, uint32_t k)
{
    return operand(c->r, c->s, c->in, k + 1);
}

/* The pointers of an observation. */
static bool pointers(const struct call *c, unsigned count, struct slh_pointer out[2])
{
    for (unsigned k = 0; k < count; k++) {
        struct lists_value v = argument(c, k);
        if (v.kind != VALUE_POINTER || v.offset) return false;
        out[k] = v.pointer;
    }
    return true;
}

static int member_argument(const struct call *c)
{
    uint64_t offset;
    struct lists_value v = argument(c, 2);
    if (v.kind != VALUE_NUMBER || !term_const_u64(c->r->l->terms, v.number, &offset)) return -1;
    for (unsigned m = 0; m < c->r->l->layout.count; m++)
        if (c->r->l->layout.members[m].offset == offset) return (int)m;
    return -1;
}

/* Bounds are 64-bit numbers: those that the member's type does not have are moved to its ends, and no value
 * lies between bounds that it does not reach. */
static struct term within(const struct call *c, const struct slh_pointer p[2], unsigned m, struct term least,
                          struct term most)
{
    struct run *r = c->r;
    struct terms *t = r->l->terms;
    const struct layout_member *member = &r->l->layout.members[m];
    unsigned width = member->width;
    if (width == 64) return slh_within(r->slh, c->s->heap, p[0], p[1], r->fields[m], least, most);
    int64_t low = member->is_signed ? -(INT64_C(1) << (width - 1)) : 0;
    int64_t high = low + (int64_t)((UINT64_C(1) << width) - 1);
    struct term lowest = term_bv_signed(t, 64, low), highest = term_bv_signed(t, 64, high);
    struct term met =
        term_and(t, term_2(t, TERM_BV_SLE, least, highest), term_2(t, TERM_BV_SLE, lowest, most));
    least = term_ite(t, term_2(t, TERM_BV_SLT, least, lowest), lowest, least);
    most = term_ite(t, term_2(t, TERM_BV_SLT, highest, most), highest, most);
    struct term inner = slh_within(r->slh, c->s->heap, p[0], p[1], r->fields[m],
                                   term_extract(t, least, width - 1, 0), term_extract(t, most, width - 1, 0));
    return term_or(t, slh_alias(r->slh, p[0], p[1]), term_and(t, met, inner));
}

static struct lists_value observe_data(const struct call *c, const char *what)
{
    struct run *r = c->r;
    struct slh_pointer p[2];
    int m = member_argument(c);
    if (m < 0 || !pointers(c, 2, p)) return unsupported_value();
    unsigned field = r->fields[m];
    if (!strcmp(what, "sorted")) return number_value(slh_sorted(r->slh, c->s->heap, p[0], p[1], field));
    if (!strcmp(what, "sum")) return number_value(slh_sum(r->slh, c->s->heap, p[0], p[1], field));
    struct lists_value least = argument(c, 3);
    struct lists_value most = argument(c, 4);
    if (least.kind != VALUE_NUMBER || most.kind != VALUE_NUMBER) return unsupported_value();
    return number_value(within(c, p, (unsigned)m, least.number, most.number));
}

static struct lists_value observe(const struct call *c, const char *what)
{
    struct run *r = c->r;
    struct slh_heap h = c->s->heap;
    struct slh_pointer p[2];
    if (!strcmp(what, "sorted") || !strcmp(what, "within") || !strcmp(what, "sum"))
        return observe_data(c, what);
    if (!strcmp(what, "circular"))
        return pointers(c, 1, p) ? number_value(slh_circular(r->slh, h, p[0])) : unsupported_value();
    if (!pointers(c, 2, p)) return unsupported_value();
    if (!strcmp(what, "path_length")) return number_value(slh_length(r->slh, h, p[0], p[1]));
    if (!strcmp(what, "is_path")) return number_value(slh_is_path(r->slh, h, p[0], p[1]));
    if (!strcmp(what, "disjoint")) return number_value(slh_disjoint(r->slh, h, p[0], p[1]));
    return unsupported_value();
}

static void invariant_call(const struct call *c)
{
    struct run *r = c->r;
    struct lists_value v = argument(c, 0);
    if (v.kind != VALUE_NUMBER) {
        run_give_up(r, c->s, c->id, "an invariant about something that is not covered");
        return;
    }
    uint32_t cut = UINT32_MAX;
    for (uint32_t i = 0; i < r->l->cuts.list.count; i++)
        for (size_t k = 0; k < r->l->cuts.list.data[i].invariants.count; k++)
            if (r->l->cuts.list.data[i].invariants.data[k] == c->id) cut = i;
    bool inside = cut != UINT32_MAX && r->start != UINT32_MAX &&
                  loop_contains(&r->l->cuts.forest, r->l->cuts.list.data[cut].loop,
                                r->l->cuts.list.data[r->start].block);
    run_demand(
        r, c->s, c->id, v.number,
        (struct demand){inside ? LISTS_STEP : LISTS_BASE, LISTS_INADEQUATE_INVARIANT, "the invariant holds"});
}

static void allocation(const struct call *c, uint64_t size, struct slh_pointer content, bool cleared)
{
    struct run *r = c->r;
    if (size != r->l->layout.size) {
        run_give_up(r, c->s, c->id, "an allocation that is not one node");
        return;
    }
    struct slh_pointer p = slh_fresh(r->slh, c->s->fresh++);
    c->s->heap = slh_link(r->slh, c->s->heap, p, content);
    for (unsigned m = 0; cleared && m < r->l->layout.count; m++)
        c->s->heap = slh_put(r->slh, c->s->heap, p, r->fields[m],
                             term_bv(r->l->terms, r->l->layout.members[m].width, 0));
    c->s->values[c->id] = pointer_value(p);
}

static uint64_t constant_argument(const struct call *c, uint32_t k)
{
    uint64_t n;
    struct lists_value v = argument(c, k);
    return v.kind == VALUE_NUMBER && term_const_u64(c->r->l->terms, v.number, &n) ? n : 0;
}

static void call_step(struct run *r, struct state *s, uint32_t id)
{
    struct call c = {r, s, id, instruction_of(r, id)};
    const char *name = call_name(r->l->program, r->l->f, c.in);
    s->values[id] = unsupported_value();
    if (!strcmp(name, "__sooth_invariant"))
        invariant_call(&c);
    else if (!strcmp(name, "__sooth_ranking"))
        return;
    else if (!strcmp(name, "__sooth_lists_any"))
        s->values[id] = pointer_value(
            slh_variable(r->slh, arena_format(r->arena, "any%u.%d", id, s->nexts++), SLH_PROPER));
    else if (!strncmp(name, "__sooth_", 8))
        s->values[id] = observe(&c, name + 8);
    else if (!strcmp(name, "malloc"))
        allocation(&c, constant_argument(&c, 0), slh_junk(r->slh), false);
    else if (!strcmp(name, "calloc"))
        allocation(&c, constant_argument(&c, 0) * constant_argument(&c, 1), slh_null(r->slh), true);
    else
        run_give_up(r, s, id,
                    arena_format(r->arena, "call of %s", *name ? name : "a function through a pointer"));
}

/* --- the rest --- */

static void check_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    struct lists_value v = operand(r, s, in, 0);
    if (v.kind != VALUE_NUMBER) {
        run_give_up(r, s, id, "a check of something that is not covered");
        return;
    }
    const char *text = in->text && *in->text ? in->text : "the assertion holds";
    bool division = in->sub == CHECK_DIVISION;
    run_demand(
        r, s, id, v.number,
        (struct demand){LISTS_USE, LISTS_ASSERTION_FAILURE, division ? "the divisor is not zero" : text});
}

static void assume_step(struct run *r, struct state *s, uint32_t id)
{
    struct lists_value v = operand(r, s, instruction_of(r, id), 0);
    if (v.kind != VALUE_NUMBER)
        run_give_up(r, s, id, "an assumption about something that is not covered");
    else
        s->guard = term_and(r->l->terms, s->guard, v.number);
}

static struct lists_value input_value(struct run *r, const struct instruction *in)
{
    bool uninitialised = in->text && !strncmp(in->text, "uninitialised", 13);
    if (in->type.kind != TYPE_POINTER) return any_number(r, in->type, "input");
    return uninitialised ? pointer_value(slh_junk(r->slh)) : unsupported_value();
}

static struct lists_value parameter_value(struct run *r, const struct instruction *in)
{
    if (in->type.kind != TYPE_POINTER) return any_number(r, in->type, "parameter");
    uint32_t ctype = in->variable == UINT32_MAX ? 0 : r->l->program->variables.data[in->variable].ctype;
    if (!layout_is_pointer(r->l->program, &r->l->layout, ctype)) return unsupported_value();
    return pointer_value(
        slh_variable(r->slh, arena_format(r->arena, "p%u", (unsigned)in->extra), SLH_PROPER));
}

static void meaning_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
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

static void memory_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    s->values[id] = unsupported_value();
    if (in->op == OP_LOAD)
        load_step(r, s, id);
    else if (in->op == OP_STORE)
        store_step(r, s, id);
    else if (in->op != OP_ALLOCA && in->op != OP_LIFESTART && in->op != OP_LIFEEND)
        run_give_up(r, s, id, "memory that is no list");
}

void run_step(struct run *r, struct state *s, uint32_t id)
{
    const struct instruction *in = instruction_of(r, id);
    switch (op_class((enum op)in->op)) {
    case CLASS_START:
        if (in->op == OP_PARAM) s->values[id] = parameter_value(r, in);
        return;
    case CLASS_INTEGER:
        s->values[id] = integer_step(r, s, id);
        return;
    case CLASS_FLOAT:
        s->values[id] = unsupported_value();
        return;
    case CLASS_ANY:
        s->values[id] = in->op == OP_SELECT ? select_step(r, s, in) : unsupported_value();
        return;
    case CLASS_ADDRESS:
        s->values[id] = address_step(r, s, in);
        return;
    case CLASS_MEMORY:
        memory_step(r, s, id);
        return;
    case CLASS_CALL:
        call_step(r, s, id);
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
    struct terms *t = r->l->terms;
    if (rank->kind == RANK_OPERAND) {
        struct lists_value v = operand(r, s, instruction_of(r, c->ranking), rank->a + 1);
        return v.kind == VALUE_NUMBER ? v.number : TERM_NONE;
    }
    struct lists_value a = s->values[rank->a];
    struct lists_value b = rank->b == RANK_NULL ? pointer_value(slh_null(r->slh)) : s->values[rank->b];
    if (rank->kind == RANK_LENGTH)
        return a.kind == VALUE_POINTER && b.kind == VALUE_POINTER && !a.offset && !b.offset
                   ? slh_length(r->slh, s->heap, a.pointer, b.pointer)
                   : TERM_NONE;
    if (a.kind != VALUE_NUMBER) return TERM_NONE;
    struct term x = term_as_64(r, a.number, true);
    if (rank->kind == RANK_NUMBER) return x;
    return b.kind == VALUE_NUMBER ? term_2(t, TERM_BV_SUB, x, term_as_64(r, b.number, true)) : TERM_NONE;
}
