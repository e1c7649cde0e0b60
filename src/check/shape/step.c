/* One instruction in the checker of shapes. Operations on numbers are those of
 * check_operation.c. */
#include "check/shape/shape_internal.h"

#include "base/failure.h"

#include <stdlib.h>

static struct heap_value constant(struct heap_checker *c, struct heap_state *s,
                                  struct value v)
{
    const struct constant *k = program_constant(c->base.program, v);
    switch ((enum constant_kind)k->kind) {
    case CONSTANT_NULL:
        return heap_null(c);
    case CONSTANT_GLOBAL:
        return heap_pointer(c, heap_global(c, s, k->index), SHAPE_AT_NODE, k->offset);
    case CONSTANT_FUNCTION:
        if (k->offset)
            break;
        return (struct heap_value){.kind = HEAP_FUNCTION, .object = k->index};
    case CONSTANT_BITS:
        return heap_number(check_value(&c->base, NULL, v).a);
    case CONSTANT_UNDEF:
        return heap_any(c, k->type);
    case CONSTANT_BLOCK:
        break;
    }
    return (struct heap_value){.kind = HEAP_NONE};
}

/* Any bits become a number here, for good. */
static struct heap_value frame_value(struct heap_checker *c, struct heap_state *s,
                                     uint32_t id)
{
    struct heap_value *v = &heap_top(s)->values.data[id];
    if (v->kind == HEAP_UNKNOWN)
        *v = heap_any(c, heap_top(s)->f->instructions.data[id].type);
    return *v;
}

static struct heap_value value_of(struct heap_checker *c, struct heap_state *s,
                                  struct value v)
{
    return value_is_constant(v) ? constant(c, s, v) : frame_value(c, s, v.id);
}

struct heap_value heap_operand(struct heap_checker *c, struct heap_state *s,
                               const struct instruction *in, uint32_t k)
{
    LAW(k < in->count);
    return value_of(c, s, instruction_operand(heap_top(s)->f, in, k));
}

/* --- numbers --- */

static struct datum as_sym(struct heap_checker *c, struct heap_value v)
{
    if (v.kind != HEAP_NUMBER)
        return (struct datum){0};
    bool bits = sort_kind(c->base.terms, term_sort(c->base.terms, v.term)) == SORT_BV;
    return (struct datum){.kind = bits ? DATUM_BITS : DATUM_FLOAT, .a = v.term};
}

/* What looks at the bits of a float is not exact for NaNs. */
static bool sees_bits_of_float(struct heap_checker *c, struct heap_state *s,
                               const struct instruction *in)
{
    if (in->op == OP_FMATH)
        return in->sub == FMATH_SIGNBIT || in->sub == FMATH_COPYSIGN;
    return in->op == OP_BITCAST && as_sym(c, heap_operand(c, s, in, 0)).kind == DATUM_FLOAT;
}

static bool is_easy(struct terms *ts, struct term y)
{
    uint64_t x;
    return term_const_u64(ts, y, &x) && (x & (x - 1)) == 0;
}

/* The remainder of a signed number by a constant d > 0: |r| < d, and r is not farther from
 * zero than x, on its side. */
static struct term signed_remainder(struct heap_checker *c, struct heap_state *s,
                                    struct term x, struct term d, struct term exact)
{
    struct terms *ts = c->base.terms;
    struct term null = term_bv(ts, term_width(ts, d), 0),
                r = term_fresh(ts, term_sort(ts, exact), "rest");
    if (!term_is_const(ts, d) || !term_is_true(ts, term_2(ts, TERM_BV_SGT, d, null)))
        return exact;
    struct term negative = term_2(ts, TERM_BV_SLT, x, null);
    struct term low = term_ite(ts, negative, x, null), high = term_ite(ts, negative, null, x);
    heap_assume(c, s, term_2(ts, TERM_BV_SGE, r, low));
    heap_assume(c, s, term_2(ts, TERM_BV_SLE, r, high));
    heap_assume(c, s, term_2(ts, TERM_BV_SLT, r, d));
    heap_assume(c, s, term_2(ts, TERM_BV_SGT, r, term_2(ts, TERM_BV_SUB, null, d)));
    return r;
}

/* By a number that is open, or no power of two: some number below it, and not above what is
 * divided. */
static struct term remainder_of(struct heap_checker *c, struct heap_state *s,
                                const struct instruction *in, struct term exact)
{
    struct terms *ts = c->base.terms;
    struct term x = heap_operand(c, s, in, 0).term, y = heap_operand(c, s, in, 1).term;
    if (is_easy(ts, y) || term_is_const(ts, exact))
        return exact;
    if (in->op == OP_SREM)
        return signed_remainder(c, s, x, y, exact);
    struct term rest = term_fresh(ts, term_sort(ts, exact), "rest");
    struct term none = term_eq(ts, y, term_bv(ts, term_width(ts, y), 0));
    heap_assume(c, s, term_or(ts, none, term_2(ts, TERM_BV_ULT, rest, y)));
    heap_assume(c, s, term_2(ts, TERM_BV_ULE, rest, x));
    return rest;
}

static enum heap_step operation(struct heap_checker *c, struct heap_state *s, uint32_t id,
                                const struct instruction *in)
{
    struct heap_frame *f = heap_top(s);
    struct activation *a = &c->activation;
    const char *why = sees_bits_of_float(c, s, in) ? "the bits of a float" : NULL;
    a->f = f->f;
    a->values = calloc(f->values.count + 1, sizeof *a->values);
    for (uint32_t k = 0; k < in->count; k++) {
        struct value v = instruction_operand(f->f, in, k);
        struct heap_value h = heap_operand(c, s, in, k);
        if (h.kind != HEAP_NUMBER)
            why = "an operation on pointers";
        if (!value_is_constant(v))
            a->values[v.id] = as_sym(c, h);
    }
    c->base.now = step_and(&c->base, NULL, term_bool(c->base.terms, true));
    struct datum result = {0};
    if (!why)
        result = check_operation(&c->base, a, in);
    free(a->values);
    if (why) {
        heap_uncovered(c, s, why);
        return heap_stop(s);
    }
    if (!c->base.now)
        return heap_stop(s);
    heap_assume(c, s, c->base.now->all);
    if (in->op == OP_UREM || in->op == OP_SREM)
        result.a = remainder_of(c, s, in, result.a);
    heap_set(s, id, heap_number(result.a));
    return HEAP_NEXT;
}

static struct term holds(struct heap_checker *c, struct heap_value i1)
{
    return term_eq(c->base.terms, i1.term, term_bv(c->base.terms, 1, 1));
}

static void move_on(struct heap_state *s)
{
    heap_top(s)->at++;
}

/* On both sides of the condition, unless one is not possible. */
static enum heap_step choose(struct heap_checker *c, struct heap_state *s, uint32_t id,
                             const struct instruction *in)
{
    struct terms *ts = c->base.terms;
    struct term yes = holds(c, heap_operand(c, s, in, 0));
    struct heap_value x = heap_operand(c, s, in, 1), y = heap_operand(c, s, in, 2);
    if (x.kind == HEAP_NUMBER && y.kind == HEAP_NUMBER) {
        heap_set(s, id, heap_number(term_ite(ts, yes, x.term, y.term)));
        return HEAP_NEXT;
    }
    if (heap_possible(c, s, yes)) {
        struct heap_state *other = heap_copy(s);
        heap_assume(c, other, yes);
        heap_set(other, id, x);
        move_on(other);
        VECTOR_PUSH(&c->waiting, other);
    }
    heap_assume(c, s, term_not(ts, yes));
    if (!heap_possible(c, s, term_bool(ts, true)))
        return heap_stop(s);
    heap_set(s, id, y);
    return HEAP_NEXT;
}

/* --- control --- */

/* All phis at once. */
static void enter(struct heap_checker *c, struct heap_state *s, uint32_t to)
{
    const struct function *f = heap_top(s)->f;
    const struct block *b = &f->blocks.data[to];
    uint32_t phis = check_phis(f, to), from = heap_top(s)->block;
    VECTOR(struct heap_value) values = {0};
    for (uint32_t i = 0; i < phis; i++) {
        const struct instruction *phi = &f->instructions.data[b->instructions.data[i]];
        struct heap_value v = {.kind = HEAP_NONE};
        for (uint32_t k = 0; k + 1 < phi->count; k += 2) {
            if (instruction_operand(f, phi, k + 1).id != from)
                continue;
            v = heap_operand(c, s, phi, k);
            break;
        }
        VECTOR_PUSH(&values, v);
    }
    for (uint32_t i = 0; i < phis; i++)
        heap_set(s, b->instructions.data[i], values.data[i]);
    VECTOR_RELEASE(&values);
    heap_top(s)->block = to;
    heap_top(s)->at = phis;
    s->arrived = true;
}

static enum heap_step branch(struct heap_checker *c, struct heap_state *s,
                             const struct instruction *in)
{
    struct terms *ts = c->base.terms;
    struct term yes = holds(c, heap_operand(c, s, in, 0)), no = term_not(ts, yes);
    bool first = heap_possible(c, s, yes), second = heap_possible(c, s, no);
    if (first && second) {
        struct heap_state *other = heap_copy(s);
        heap_assume(c, other, no);
        enter(c, other, in->target[1]);
        VECTOR_PUSH(&c->waiting, other);
    }
    if (!first && !second)
        return heap_stop(s);
    heap_assume(c, s, first ? yes : no);
    enter(c, s, in->target[first ? 0 : 1]);
    return HEAP_STAYS;
}

static enum heap_step check(struct heap_checker *c, struct heap_state *s,
                            const struct instruction *in)
{
    enum violation kind;
    struct term good = holds(c, heap_operand(c, s, in, 0));
    if (violation_of_check(in->sub, &kind))
        heap_claim(c, s, kind, good);
    if (in->sub == CHECK_ASSERTION || in->sub == CHECK_UNREACHABLE)
        heap_assume(c, s, good);
    return HEAP_NEXT;
}

static enum heap_step stop(struct heap_checker *c, struct heap_state *s,
                           const struct instruction *in)
{
    switch ((enum stop_kind)in->sub) {
    case STOP_EXIT:
        return heap_end(c, s);
    case STOP_QUIT:
        return heap_over_at_last(c, s);
    case STOP_ERROR:
        heap_claim(c, s, VIOLATION_REACH, term_bool(c->base.terms, false));
        break;
    case STOP_UNREACHABLE:
    case STOP_ABORT:
    case STOP_TRAP:
        break;
    }
    return heap_stop(s);
}

static enum heap_step result(struct heap_checker *c, struct heap_state *s, uint32_t id,
                             const struct instruction *in)
{
    struct heap_frame *f = heap_top(s);
    uint32_t call = instruction_operand(f->f, in, 0).id;
    for (size_t i = f->results.count; i-- > 0;) {
        if (f->results.data[i].call != call || f->results.data[i].which != in->extra)
            continue;
        heap_set(s, id, f->results.data[i].value);
        return HEAP_NEXT;
    }
    heap_uncovered(c, s, "a result far from its call");
    return heap_stop(s);
}

/* The others look at theirs themselves. */
static bool needs_operands(const struct instruction *in)
{
    switch (op_class(in->op)) {
    case CLASS_START:
        return in->op != OP_PHI;
    case CLASS_CALL:
        return false;
    case CLASS_MEANING:
        return in->op != OP_NOTE;
    case CLASS_FLOW:
        return in->op != OP_RETURN;
    case CLASS_INTEGER:
    case CLASS_FLOAT:
    case CLASS_ANY:
    case CLASS_ADDRESS:
    case CLASS_MEMORY:
        return true;
    }
    BUG("instruction %u has no class", in->op);
}

/* Also looks that numbers are where numbers are needed. */
static bool operands_known(struct heap_checker *c, struct heap_state *s,
                           const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k++) {
        if (instruction_operand_is_block(in, k))
            continue;
        struct value v = instruction_operand(heap_top(s)->f, in, k);
        struct heap_value h = value_of(c, s, v);
        bool pointer = value_type(c->base.program, heap_top(s)->f, v).kind == TYPE_POINTER;
        if (h.kind == HEAP_NONE || (!pointer && h.kind != HEAP_NUMBER))
            return false;
    }
    return true;
}

static bool is_pointer(struct heap_checker *c, struct heap_state *s,
                       const struct instruction *in, uint32_t k)
{
    struct value v = instruction_operand(heap_top(s)->f, in, k);
    return value_type(c->base.program, heap_top(s)->f, v).kind == TYPE_POINTER;
}

static enum heap_step address(struct heap_checker *c, struct heap_state *s, uint32_t id,
                              const struct instruction *in)
{
    struct terms *ts = c->base.terms;
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        return heap_pointer_add(c, s, id, in);
    case ADDRESS_PTRTOINT:
        return heap_to_integer(c, s, id, in);
    case ADDRESS_INTTOPTR:
        heap_set(
            s, id,
            heap_number(term_resize(ts, heap_operand(c, s, in, 0).term, c->base.view.width)));
        return HEAP_NEXT;
    }
    BUG("instruction %u is not on pointers", in->op);
}

static enum heap_step meaning(struct heap_checker *c, struct heap_state *s, uint32_t id,
                              const struct instruction *in)
{
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        return check(c, s, in);
    case MEANING_ASSUME:
        heap_assume(c, s, holds(c, heap_operand(c, s, in, 0)));
        return HEAP_NEXT;
    case MEANING_INPUT:
        heap_set(s, id, heap_any(c, in->type));
        return HEAP_NEXT;
    case MEANING_NOTE:
        return HEAP_NEXT;
    case MEANING_UNSUPPORTED:
        heap_uncovered(c, s, in->text ? in->text : "an unsupported construct");
        return heap_stop(s);
    }
    BUG("instruction %u says nothing", in->op);
}

static enum heap_step flow(struct heap_checker *c, struct heap_state *s,
                           const struct instruction *in)
{
    switch ((enum flow_op)in->op) {
    case FLOW_JUMP:
        enter(c, s, in->target[0]);
        return HEAP_STAYS;
    case FLOW_BRANCH:
        return branch(c, s, in);
    case FLOW_RETURN:
        return heap_return(c, s, in);
    case FLOW_STOP:
        return stop(c, s, in);
    case FLOW_SWITCH: /* lowered */
        break;
    }
    BUG("instruction %u does not go on", in->op);
}

enum heap_step heap_execute(struct heap_checker *c, struct heap_state *s)
{
    LAW(heap_top(s)->block < heap_top(s)->f->blocks.count);
    struct heap_frame *f = heap_top(s);
    uint32_t id = f->f->blocks.data[f->block].instructions.data[f->at];
    const struct instruction *in = &f->f->instructions.data[id];
    if (needs_operands(in) && !operands_known(c, s, in)) {
        heap_uncovered(c, s, "a value that the graph does not know");
        return heap_stop(s);
    }
    switch (op_class(in->op)) {
    case CLASS_START:
        return HEAP_NEXT;
    case CLASS_INTEGER:
        if (in->op == OP_ICMP && is_pointer(c, s, in, 0))
            return heap_compare(c, s, id, in);
        return operation(c, s, id, in);
    case CLASS_FLOAT:
        return operation(c, s, id, in);
    case CLASS_ANY:
        return in->op == OP_SELECT ? choose(c, s, id, in) : operation(c, s, id, in);
    case CLASS_ADDRESS:
        return address(c, s, id, in);
    case CLASS_MEMORY:
        return heap_memory(c, s, id, in);
    case CLASS_CALL:
        return in->op == OP_CALL ? heap_call(c, s, id, in) : result(c, s, id, in);
    case CLASS_MEANING:
        return meaning(c, s, id, in);
    case CLASS_FLOW:
        return flow(c, s, in);
    }
    BUG("instruction %u has no class", in->op);
}
