/* One instruction on the current path. Pure operations give a value; checks and ends change
 * the path; memory is exec_memory.c. */
#include "formula/environment.h"
#include "program/library.h"

#include "base/failure.h"

#include <stdio.h>

static struct term from_bool(struct exec *e, struct term c)
{
    return term_ite(e->terms, c, term_bv(e->terms, 1, 1), term_bv(e->terms, 1, 0));
}

static struct term is_true(struct exec *e, struct sym i1)
{
    return term_eq(e->terms, i1.a, term_bv(e->terms, 1, 1));
}

static struct term any_bits(struct exec *e, unsigned width, const char *why)
{
    return term_fresh(e->terms, sort_bv(e->terms, width), why);
}

/* --- integers --- */

/* A shift by too much has no meaning: such runs are not covered. */
static struct sym exec_shift(struct exec *e, struct frame *fr, uint32_t id,
                             const struct instruction *in, struct term x, struct term amount)
{
    struct terms *ts = e->terms;
    static const enum term_op ops[] = {
        [OP_SHL] = TERM_BV_SHL, [OP_LSHR] = TERM_BV_LSHR, [OP_ASHR] = TERM_BV_ASHR};
    struct term shifted = term_2(ts, ops[in->op], x, amount);
    unsigned w = term_width(ts, x);
    struct term fine = term_2(ts, TERM_BV_ULT, amount, term_bv(ts, w, w));
    if (w == 1)
        fine = term_eq(ts, amount, term_bv(ts, 1, 0));
    if (term_is_true(ts, fine) || e->options->undefined == UNDEFINED_AS_SMTLIB)
        return sym_bits(shifted);
    exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(ts, e->guard->term, term_not(ts, fine)),
             "shift by an amount out of range");
    return sym_bits(term_ite(ts, fine, shifted, any_bits(e, w, "shift")));
}

static struct sym exec_division(struct exec *e, const struct instruction *in, struct term x,
                                struct term y)
{
    static const enum term_op ops[] = {[OP_UDIV] = TERM_BV_UDIV,
                                       [OP_SDIV] = TERM_BV_SDIV,
                                       [OP_UREM] = TERM_BV_UREM,
                                       [OP_SREM] = TERM_BV_SREM};
    if (e->options->undefined == UNDEFINED_NOT_COVERED)
        exec_assume(e, term_ne(e->terms, y, term_bv(e->terms, term_width(e->terms, y), 0)));
    return sym_bits(term_2(e->terms, ops[in->op], x, y));
}

/* The pointer whose full address an integer operand is, if it is one. Only within one block
 * is the cast's operand sure to be what it was. */
static bool pointer_behind(struct exec *e, struct frame *fr, struct value v,
                           uint32_t user_block, struct sym *p)
{
    if (value_is_constant(v))
        return false;
    const struct instruction *in = &fr->f->instructions.data[v.id];
    if (in->op != OP_PTRTOINT || in->type.width != e->memory->width)
        return false;
    if (in->block != user_block)
        return false;
    *p = exec_operand(e, fr, in, 0);
    return true;
}

/* p - q of pointers into one object is the difference of offsets, whatever the addresses are.
 */
static struct sym exec_subtract(struct exec *e, struct frame *fr,
                                const struct instruction *in)
{
    struct terms *ts = e->terms;
    struct sym p, q;
    if (pointer_behind(e, fr, instruction_operand(fr->f, in, 0), in->block, &p) &&
        pointer_behind(e, fr, instruction_operand(fr->f, in, 1), in->block, &q)) {
        struct term offsets = term_2(ts, TERM_BV_SUB, p.b, q.b), same = term_eq(ts, p.a, q.a);
        pointer_note_summary(e->memory, p);
        if (term_is_true(ts, same))
            return sym_bits(offsets);
        struct term addresses = term_2(ts, TERM_BV_SUB, pointer_integer(e->memory, p),
                                       pointer_integer(e->memory, q));
        return sym_bits(term_ite(ts, same, offsets, addresses));
    }
    return sym_bits(
        term_2(ts, TERM_BV_SUB, exec_operand(e, fr, in, 0).a, exec_operand(e, fr, in, 1).a));
}

static const enum term_op compare_ops[] = {
    [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
    [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
    [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
};
/* Near one object offsets are compared, as signed numbers: an offset before its start is
 * below it. */
static const enum term_op offset_ops[] = {
    [COMPARE_ULT] = TERM_BV_SLT, [COMPARE_ULE] = TERM_BV_SLE, [COMPARE_UGT] = TERM_BV_SGT,
    [COMPARE_UGE] = TERM_BV_SGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
    [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
};

static struct term compare_pointers(struct exec *e, enum compare c, struct sym p,
                                    struct sym q)
{
    struct terms *ts = e->terms;
    if (c == COMPARE_EQ)
        return pointer_equal(e->memory, p, q);
    if (c == COMPARE_NE)
        return term_not(ts, pointer_equal(e->memory, p, q));
    struct term near =
        term_and(ts, pointer_is_near(e->memory, p), pointer_is_near(e->memory, q));
    struct term by_offset = term_and(ts, term_eq(ts, p.a, q.a), near);
    struct term offsets = term_2(ts, offset_ops[c], p.b, q.b);
    pointer_note_summary(e->memory, p);
    if (term_is_true(ts, by_offset))
        return offsets;
    struct term addresses = term_2(ts, compare_ops[c], pointer_integer(e->memory, p),
                                   pointer_integer(e->memory, q));
    return term_ite(ts, by_offset, offsets, addresses);
}

static struct sym exec_compare(struct exec *e, struct frame *fr, const struct instruction *in)
{
    struct sym x = exec_operand(e, fr, in, 0), y = exec_operand(e, fr, in, 1);
    enum compare c = in->sub;
    if (x.kind == SYM_POINTER)
        return sym_bits(from_bool(e, compare_pointers(e, c, x, y)));
    if (c == COMPARE_EQ)
        return sym_bits(from_bool(e, term_eq(e->terms, x.a, y.a)));
    if (c == COMPARE_NE)
        return sym_bits(from_bool(e, term_ne(e->terms, x.a, y.a)));
    return sym_bits(from_bool(e, term_2(e->terms, compare_ops[c], x.a, y.a)));
}

/* --- checks and ends --- */

static void exec_check(struct exec *e, struct frame *fr, uint32_t id,
                       const struct instruction *in)
{
    enum violation kind;
    struct term good = is_true(e, exec_operand(e, fr, in, 0));
    if (violation_of_check(in->sub, &kind))
        exec_claim(e, fr, id, kind, good);
    bool access =
        in->sub == CHECK_INDEX && (e->options->violations & VIOLATION_BIT(VIOLATION_DEREF));
    if (in->sub == CHECK_ASSERTION || in->sub == CHECK_UNREACHABLE || access)
        exec_assume(e,
                    good); /* the run ends there; one that C does not define may go on, too */
}

static void exec_return(struct exec *e, struct frame *fr, uint32_t id,
                        const struct instruction *in)
{
    struct return_edge r = {.guard = e->guard,
                            .results = ARENA_ARRAY(&e->arena, struct sym, in->count + 1)};
    for (uint32_t i = 0; i < in->count; i++)
        r.results[i] = exec_operand(e, fr, in, i);
    if (!fr->caller)
        exec_end_of_program(e, fr, id);
    r.memory = e->state;
    VECTOR_PUSH(&fr->returns, r);
    e->guard = NULL;
}

static struct sym exec_input(struct exec *e, struct frame *fr, uint32_t id,
                             const struct instruction *in)
{
    char name[64];
    snprintf(name, sizeof name, "in!%016lx", (unsigned long)exec_name(e, fr, id));
    struct sym v = sym_fresh(e->memory, in->type, name);
    if (library_failure(in->text))
        VECTOR_PUSH(&e->out->preferences,
                    term_eq(e->terms, v.a, term_bv(e->terms, in->type.width, 0)));
    exec_event(e, fr, id, EVENT_INPUT, v);
    return v;
}

static const enum term_op plain_ops[OP_COUNT] = {
    [OP_ADD] = TERM_BV_ADD, [OP_MUL] = TERM_BV_MUL, [OP_AND] = TERM_BV_AND,
    [OP_OR] = TERM_BV_OR,   [OP_XOR] = TERM_BV_XOR,
};

static struct sym on_integers(struct exec *e, struct frame *fr, uint32_t id,
                              const struct instruction *in)
{
    struct terms *ts = e->terms;
    switch ((enum integer_op)in->op) {
    case INTEGER_ADD:
    case INTEGER_MUL:
    case INTEGER_AND:
    case INTEGER_OR:
    case INTEGER_XOR:
        return sym_bits(term_2(ts, plain_ops[in->op], exec_operand(e, fr, in, 0).a,
                               exec_operand(e, fr, in, 1).a));
    case INTEGER_SUB:
        return exec_subtract(e, fr, in);
    case INTEGER_UDIV:
    case INTEGER_SDIV:
    case INTEGER_UREM:
    case INTEGER_SREM:
        return exec_division(e, in, exec_operand(e, fr, in, 0).a,
                             exec_operand(e, fr, in, 1).a);
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        return exec_shift(e, fr, id, in, exec_operand(e, fr, in, 0).a,
                          exec_operand(e, fr, in, 1).a);
    case INTEGER_ICMP:
        return exec_compare(e, fr, in);
    case INTEGER_ZEXT:
        return sym_bits(term_zext(ts, exec_operand(e, fr, in, 0).a, in->type.width));
    case INTEGER_SEXT:
        return sym_bits(term_sext(ts, exec_operand(e, fr, in, 0).a, in->type.width));
    case INTEGER_TRUNC:
        return sym_bits(
            term_extract(ts, exec_operand(e, fr, in, 0).a, in->type.width - 1, 0));
    case INTEGER_BITS:
        return exec_bits(e, fr, id);
    }
    BUG("instruction %u is not on integers", in->op);
}

static struct sym on_anything(struct exec *e, struct frame *fr, uint32_t id,
                              const struct instruction *in)
{
    struct sym v = exec_operand(e, fr, in, 0);
    switch ((enum any_op)in->op) {
    case ANY_BITCAST:
        if (v.kind == SYM_FLOAT)
            exec_look_at_sign(e, fr, id, v.a);
        return sym_from_bits(e->memory, sym_to_bits(e->memory, v, in->type.width), in->type);
    case ANY_SELECT:
        return sym_ite(e->memory, is_true(e, v), exec_operand(e, fr, in, 1),
                       exec_operand(e, fr, in, 2));
    }
    BUG("instruction %u is not on values of any type", in->op);
}

static struct sym on_addresses(struct exec *e, struct frame *fr, const struct instruction *in)
{
    struct sym v = exec_operand(e, fr, in, 0);
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        return pointer_add(e->memory, v, exec_operand(e, fr, in, 1).a);
    case ADDRESS_PTRTOINT:
        return sym_bits(term_resize(e->terms, pointer_integer(e->memory, v), in->type.width));
    case ADDRESS_INTTOPTR:
        return pointer_from_integer(e->memory, term_resize(e->terms, v.a, e->memory->width));
    }
    BUG("instruction %u is not on pointers", in->op);
}

/* After the question whether an operation overflows: where it does, its result is any value.
 */
static void forget_overflow(struct exec *e, struct frame *fr, const struct instruction *in,
                            struct sym overflows)
{
    if (in->op != OP_BITS || (in->sub != BITS_SADD_OVERFLOW &&
                              in->sub != BITS_SSUB_OVERFLOW && in->sub != BITS_SMUL_OVERFLOW))
        return;
    enum op op = OP_MUL;
    if (in->sub == BITS_SADD_OVERFLOW)
        op = OP_ADD;
    if (in->sub == BITS_SSUB_OVERFLOW)
        op = OP_SUB;
    const struct block *b = &fr->f->blocks.data[in->block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        const struct instruction *o = &fr->f->instructions.data[id];
        if (o == in)
            return;
        if (o->op != op ||
            instruction_operand(fr->f, o, 0).id != instruction_operand(fr->f, in, 0).id ||
            instruction_operand(fr->f, o, 1).id != instruction_operand(fr->f, in, 1).id)
            continue;
        char name[64];
        snprintf(name, sizeof name, "overflow!%016lx", (unsigned long)exec_name(e, fr, id));
        struct term any = term_var(e->terms, sort_bv(e->terms, o->type.width), name);
        fr->values[id] =
            sym_bits(term_ite(e->terms, is_true(e, overflows), any, fr->values[id].a));
    }
}

static void meaning(struct exec *e, struct frame *fr, uint32_t id,
                    const struct instruction *in)
{
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        exec_check(e, fr, id, in);
        return;
    case MEANING_ASSUME:
        exec_assume(e, is_true(e, exec_operand(e, fr, in, 0)));
        return;
    case MEANING_INPUT:
        fr->values[id] = exec_input(e, fr, id, in);
        return;
    case MEANING_NOTE:
        return;
    case MEANING_UNSUPPORTED:
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term, in->text);
        e->guard = NULL;
        return;
    }
    BUG("instruction %u says nothing", in->op);
}

static void flow(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    switch ((enum flow_op)in->op) {
    case FLOW_RETURN:
        exec_return(e, fr, id, in);
        return;
    case FLOW_STOP:
        if (in->sub == STOP_EXIT)
            exec_end_of_program(e, fr, id);
        if (in->sub == STOP_QUIT)
            exec_program_over(e, fr, id);
        e->guard = NULL;
        return;
    case FLOW_JUMP: /* exec.c */
    case FLOW_BRANCH:
    case FLOW_SWITCH: /* lowered */
        break;
    }
    BUG("instruction %u is not run here", in->op);
}

static void run_instruction(struct exec *e, struct frame *fr, uint32_t id)
{
    const struct instruction *in = &fr->f->instructions.data[id];
    switch (op_class(in->op)) {
    case CLASS_START:
        return;
    case CLASS_INTEGER:
        fr->values[id] = on_integers(e, fr, id, in);
        if (e->options->overflow_any)
            forget_overflow(e, fr, in, fr->values[id]);
        return;
    case CLASS_FLOAT:
        fr->values[id] = exec_float(e, fr, id);
        return;
    case CLASS_ANY:
        fr->values[id] = on_anything(e, fr, id, in);
        return;
    case CLASS_ADDRESS:
        fr->values[id] = on_addresses(e, fr, in);
        return;
    case CLASS_MEMORY:
        exec_memory(e, fr, id);
        return;
    case CLASS_CALL:
        if (in->op == OP_CALL)
            exec_call(e, fr, id);
        else
            fr->values[id] = fr->extra[instruction_operand(fr->f, in, 0).id][in->extra];
        return;
    case CLASS_MEANING:
        meaning(e, fr, id, in);
        return;
    case CLASS_FLOW:
        flow(e, fr, id, in);
        return;
    }
    BUG("instruction %u has no class", in->op);
}

void exec_instruction(struct exec *e, struct frame *fr, uint32_t id)
{
    LAW(id < fr->f->instructions.count);
    LAW(e->guard);
    const struct guard *before = e->guard;
    run_instruction(e, fr, id);
    exec_note_inexact(e, fr, id, before);
}
