/* One instruction on the current path. Pure operations give a value; memory, checks and ends change the path.
 */
#include "formula/environment.h"
#include "program/library.h"

#include "base/failure.h"

#include <stdio.h>

enum { LARGEST_SYMBOLIC_COPY = 512, PREFIX_OF_LARGE_COPY = 16 };

static struct sym operand(struct exec *e, struct frame *fr, const struct instruction *in, uint32_t k)
{
    return exec_value(e, fr, instruction_operand(fr->f, in, k));
}

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
static struct sym exec_shift(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in,
                             struct term x, struct term amount)
{
    struct terms *ts = e->terms;
    static const enum term_op ops[] = {
        [OP_SHL] = TERM_BV_SHL, [OP_LSHR] = TERM_BV_LSHR, [OP_ASHR] = TERM_BV_ASHR};
    struct term shifted = term_2(ts, ops[in->op], x, amount);
    unsigned w = term_width(ts, x);
    struct term fine = term_2(ts, TERM_BV_ULT, amount, term_bv(ts, w, w));
    if (w == 1) fine = term_eq(ts, amount, term_bv(ts, 1, 0));
    if (term_is_true(ts, fine) || e->options->undefined == UNDEFINED_AS_SMTLIB) return sym_bits(shifted);
    exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(ts, e->guard->term, term_not(ts, fine)),
             "shift by an amount out of range");
    return sym_bits(term_ite(ts, fine, shifted, any_bits(e, w, "shift")));
}

static struct sym exec_division(struct exec *e, const struct instruction *in, struct term x, struct term y)
{
    static const enum term_op ops[] = {[OP_UDIV] = TERM_BV_UDIV,
                                       [OP_SDIV] = TERM_BV_SDIV,
                                       [OP_UREM] = TERM_BV_UREM,
                                       [OP_SREM] = TERM_BV_SREM};
    if (e->options->undefined == UNDEFINED_NOT_COVERED)
        exec_assume(e, term_ne(e->terms, y, term_bv(e->terms, term_width(e->terms, y), 0)));
    return sym_bits(term_2(e->terms, ops[in->op], x, y));
}

/* The pointer whose full address an integer operand is, if it is one. Only within one block is the cast's
 * operand sure to be what it was. */
static bool pointer_behind(struct exec *e, struct frame *fr, struct value v, uint32_t user_block,
                           struct sym *p)
{
    if (value_is_constant(v)) return false;
    const struct instruction *in = &fr->f->instructions.data[v.id];
    if (in->op != OP_PTRTOINT || in->type.width != e->memory->width) return false;
    if (in->block != user_block) return false;
    *p = operand(e, fr, in, 0);
    return true;
}

/* p - q of pointers into one object is the difference of offsets, whatever the addresses are. */
static struct sym exec_subtract(struct exec *e, struct frame *fr, const struct instruction *in)
{
    struct terms *ts = e->terms;
    struct sym p, q;
    if (pointer_behind(e, fr, instruction_operand(fr->f, in, 0), in->block, &p) &&
        pointer_behind(e, fr, instruction_operand(fr->f, in, 1), in->block, &q)) {
        struct term offsets = term_2(ts, TERM_BV_SUB, p.b, q.b), same = term_eq(ts, p.a, q.a);
        pointer_note_summary(e->memory, p);
        if (term_is_true(ts, same)) return sym_bits(offsets);
        struct term addresses =
            term_2(ts, TERM_BV_SUB, pointer_integer(e->memory, p), pointer_integer(e->memory, q));
        return sym_bits(term_ite(ts, same, offsets, addresses));
    }
    return sym_bits(term_2(ts, TERM_BV_SUB, operand(e, fr, in, 0).a, operand(e, fr, in, 1).a));
}

static const enum term_op compare_ops[] = {
    [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
    [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
    [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
};
/* Near one object offsets are compared, as signed numbers: an offset before its start is below it. */
static const enum term_op offset_ops[] = {
    [COMPARE_ULT] = TERM_BV_SLT, [COMPARE_ULE] = TERM_BV_SLE, [COMPARE_UGT] = TERM_BV_SGT,
    [COMPARE_UGE] = TERM_BV_SGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
    [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
};

static struct term compare_pointers(struct exec *e, enum compare c, struct sym p, struct sym q)
{
    struct terms *ts = e->terms;
    if (c == COMPARE_EQ) return pointer_equal(e->memory, p, q);
    if (c == COMPARE_NE) return term_not(ts, pointer_equal(e->memory, p, q));
    struct term near = term_and(ts, pointer_is_near(e->memory, p), pointer_is_near(e->memory, q));
    struct term by_offset = term_and(ts, term_eq(ts, p.a, q.a), near);
    struct term offsets = term_2(ts, offset_ops[c], p.b, q.b);
    pointer_note_summary(e->memory, p);
    if (term_is_true(ts, by_offset)) return offsets;
    struct term addresses =
        term_2(ts, compare_ops[c], pointer_integer(e->memory, p), pointer_integer(e->memory, q));
    return term_ite(ts, by_offset, offsets, addresses);
}

static struct sym exec_compare(struct exec *e, struct frame *fr, const struct instruction *in)
{
    struct sym x = operand(e, fr, in, 0), y = operand(e, fr, in, 1);
    enum compare c = in->sub;
    if (x.kind == SYM_POINTER) return sym_bits(from_bool(e, compare_pointers(e, c, x, y)));
    if (c == COMPARE_EQ) return sym_bits(from_bool(e, term_eq(e->terms, x.a, y.a)));
    if (c == COMPARE_NE) return sym_bits(from_bool(e, term_ne(e->terms, x.a, y.a)));
    return sym_bits(from_bool(e, term_2(e->terms, compare_ops[c], x.a, y.a)));
}

/* --- memory --- */

/* Runs that use a pointer from outside as an address are not covered. */
void exec_known_pointer(struct exec *e, struct frame *fr, uint32_t id, struct sym p)
{
    LAW(p.kind == SYM_POINTER);
    struct term wild = pointer_is_wild(e->memory, p);
    if (term_is_false(e->terms, wild)) return;
    exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(e->terms, e->guard->term, wild),
             "use of a pointer that comes from outside");
    exec_assume(e, term_not(e->terms, wild));
}

/* Whether an access is inside a global of unknown size is not known either. */
static void claim_access(struct exec *e, struct frame *fr, uint32_t id, struct term unsized, struct term good)
{
    struct terms *ts = e->terms;
    struct term outside = term_and(ts, unsized, term_not(ts, good));
    if (e->options->violations & VIOLATION_BIT(VIOLATION_DEREF))
        exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(ts, e->guard->term, outside),
                 "access to a global of unknown size");
    exec_claim(e, fr, id, VIOLATION_DEREF, term_or(ts, good, unsized));
}

static void exec_access(struct exec *e, struct frame *fr, uint32_t id, struct sym p, struct term bytes,
                        bool write)
{
    exec_known_pointer(e, fr, id, p);
    if (!e->guard) return;
    struct term good = memory_valid(e->memory, &e->state, p, bytes, write);
    environment_access(e, fr, id, p, good);
    claim_access(e, fr, id, pointer_is_unsized(e->memory, p), good);
    exec_assume(e, good);
}

/* What is volatile may be changed from outside: any value, the one in memory if that will do for a model
 * (docs/decisions/116-volatile.md). Nobody outside changes a pointer that is a local. */
static struct sym load_volatile(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in,
                                struct sym held)
{
    struct value from = instruction_operand(fr->f, in, 0);
    bool local = !value_is_constant(from) && fr->f->instructions.data[from.id].op == OP_ALLOCA;
    if (held.kind == SYM_POINTER && local) return held;
    char name[64];
    snprintf(name, sizeof name, "volatile!%016lx", (unsigned long)exec_name(e, fr, id));
    if (held.kind == SYM_POINTER) return sym_wild(e->memory, name);
    struct sym any = sym_fresh(e->memory, in->type, name);
    VECTOR_PUSH(&e->out->preferences, term_eq(e->terms, any.a, held.a));
    return any;
}

static struct sym exec_load(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct sym p = operand(e, fr, in, 0);
    exec_access(e, fr, id, p, term_bv(e->terms, e->memory->width, type_bytes(in->type)), false);
    if (!e->guard) return (struct sym){0};
    struct sym v = memory_load(e->memory, &e->state, p, in->type);
    if (in->flags & FLAG_VOLATILE) v = load_volatile(e, fr, id, in, v);
    if (v.kind == SYM_POINTER) v = environment_pointer(e, fr, id, v);
    exec_note_inexact(e, fr, id, e->guard);
    if (e->options->events) exec_event(e, fr, id, EVENT_LOAD, v);
    return v;
}

void exec_store_at(struct exec *e, struct frame *fr, uint32_t id, struct sym p, struct sym value,
                   struct type type)
{
    LAW(p.kind == SYM_POINTER);
    LAW(e->guard);
    exec_access(e, fr, id, p, term_bv(e->terms, e->memory->width, type_bytes(type)), true);
    if (!e->guard) return;
    memory_store(e->memory, &e->state, p, value, type, term_bool(e->terms, true));
    exec_note_inexact(e, fr, id, e->guard);
}

static void exec_store(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct value stored = instruction_operand(fr->f, in, 1);
    struct type type = value_type(e->program, fr->f, stored);
    exec_store_at(e, fr, id, operand(e, fr, in, 0), exec_value(e, fr, stored), type);
}

/* Every object that the pointer may name holds anything from here on: more than a copy to it does. False if
 * these objects are not all known. */
static bool forget_target(struct exec *e, struct frame *fr, uint32_t id, struct sym to)
{
    struct candidates c = {0};
    uint64_t birth = exec_name(e, fr, id);
    pointer_candidates(e->memory, to, &c);
    bool good = !c.open;
    for (size_t i = 0; i < c.objects.count; i++)
        if (e->memory->objects.data[c.objects.data[i]].summary) good = false;
    for (size_t i = 0; good && i < c.objects.count; i++)
        memory_havoc(e->memory, &e->state, c.objects.data[i], hash_pair(birth, c.objects.data[i]));
    candidates_release(&c);
    return good;
}

/* Byte by byte under the condition that the byte is still within the symbolic size. `from` is null for a
 * fill. */
static void move_symbolic(struct exec *e, struct frame *fr, uint32_t id, struct sym to,
                          const struct sym *from, struct term byte, struct term size)
{
    struct terms *ts = e->terms;
    struct type type = {TYPE_INT, 8};
    uint64_t room = term_most(ts, size), room_to = memory_room(e->memory, to),
             room_from = from ? memory_room(e->memory, *from) : room;
    if (room_to < room) room = room_to;
    if (room_from < room) room = room_from;
    if (room > LARGEST_SYMBOLIC_COPY) {
        if (e->options->cuts && forget_target(e, fr, id, to)) return;
        struct term large = term_2(ts, TERM_BV_ULT, term_bv(ts, e->memory->width, PREFIX_OF_LARGE_COPY), size);
        exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(ts, e->guard->term, large),
                 "copy or fill of a large symbolic size");
        exec_assume(e, term_not(ts, large));
        room = PREFIX_OF_LARGE_COPY;
    }
    if (!e->guard) return;
    struct memory_state before = memory_share(e->memory, &e->state);
    for (uint64_t i = 0; i < room; i++) {
        struct term at = term_bv(ts, e->memory->width, i), more = term_2(ts, TERM_BV_ULT, at, size);
        if (term_is_false(ts, more)) break;
        struct sym v =
            from ? memory_load(e->memory, &before, pointer_add(e->memory, *from, at), type) : sym_bits(byte);
        memory_store(e->memory, &e->state, pointer_add(e->memory, to, at), v, type, more);
    }
}

static void exec_move(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct terms *ts = e->terms;
    bool fill = in->op == OP_MEMSET;
    struct sym to = operand(e, fr, in, 0), second = operand(e, fr, in, 1);
    struct term size = operand(e, fr, in, 2).a;
    struct term none = term_eq(ts, size, term_bv(ts, e->memory->width, 0));
    if (term_is_true(ts, none)) return;
    exec_known_pointer(e, fr, id, to);
    if (!fill && e->guard) exec_known_pointer(e, fr, id, second);
    if (!e->guard) return;
    struct term good = memory_valid(e->memory, &e->state, to, size, true);
    if (!fill) good = term_and(ts, good, memory_valid(e->memory, &e->state, second, size, false));
    good = term_or(ts, none, good);
    environment_access(e, fr, id, to, good);
    if (!fill) environment_access(e, fr, id, second, good);
    struct term unsized = pointer_is_unsized(e->memory, to);
    if (!fill) unsized = term_or(ts, unsized, pointer_is_unsized(e->memory, second));
    claim_access(e, fr, id, unsized, good);
    exec_assume(e, good);
    if (!e->guard) return;
    bool done = fill ? memory_fill(e->memory, &e->state, to, second.a, size)
                     : memory_copy(e->memory, &e->state, to, second, size);
    if (!done) move_symbolic(e, fr, id, to, fill ? NULL : &second, second.a, size);
    exec_note_inexact(e, fr, id, e->guard);
}

static struct sym exec_alloca(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    uint64_t name = exec_name(e, fr, id);
    uint64_t site = hash_pair(hash_pair(4, fr->function), id);
    struct term size = term_resize(e->terms, operand(e, fr, in, 0).a, e->memory->width);
    uint32_t object = memory_new_object(e->memory, OBJECT_STACK, site, name, hash_pair(fr->path, id), size,
                                        (uint32_t)in->extra);
    e->memory->objects.data[object].label = in->variable == UINT32_MAX ? 0 : in->variable + 1;
    e->memory->objects.data[object].born = e->guard->term;
    if (in->variable != UINT32_MAX) exec_pin_members(e, object, e->program->variables.data[in->variable].ctype);
    memory_begin(e->memory, &e->state, object, name);
    exec_external_sees(e, fr, id, object);
    VECTOR_PUSH(&fr->locals, object);
    return sym_object(e->memory, object, 0);
}

/* Where nobody can tell, either; the interpreter then follows no use of the object. */
static struct term life_ends(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    if (in->sub == LIFE_ENDS) return term_bool(e->terms, true);
    char name[64];
    snprintf(name, sizeof name, "ended!%016lx", (unsigned long)exec_name(e, fr, id));
    return term_var(e->terms, sort_bool(e->terms), name);
}

static void exec_lifetime(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct candidates c;
    pointer_candidates(e->memory, operand(e, fr, in, 0), &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        if (in->op == OP_LIFESTART)
            memory_begin(e->memory, &e->state, c.objects.data[i], exec_name(e, fr, id));
        else
            memory_end(e->memory, &e->state, c.objects.data[i], life_ends(e, fr, id, in));
    }
    candidates_release(&c);
}

static void exec_stack_restore(struct exec *e, struct frame *fr, const struct instruction *in)
{
    uint64_t count;
    if (!term_const_u64(e->terms, operand(e, fr, in, 0).b, &count)) return;
    for (size_t i = (size_t)count; i < fr->locals.count; i++)
        memory_end(e->memory, &e->state, fr->locals.data[i], term_bool(e->terms, true));
}

/* --- checks and ends --- */

static void exec_check(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    enum violation kind;
    struct term good = is_true(e, operand(e, fr, in, 0));
    if (violation_of_check(in->sub, &kind)) exec_claim(e, fr, id, kind, good);
    bool access = in->sub == CHECK_INDEX && (e->options->violations & VIOLATION_BIT(VIOLATION_DEREF));
    if (in->sub == CHECK_ASSERTION || in->sub == CHECK_UNREACHABLE || access)
        exec_assume(e, good); /* the run ends there; one that C does not define may go on, too */
}

static void exec_return(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct return_edge r = {.guard = e->guard, .results = ARENA_ARRAY(&e->arena, struct sym, in->count + 1)};
    for (uint32_t i = 0; i < in->count; i++)
        r.results[i] = operand(e, fr, in, i);
    if (!fr->caller) exec_end_of_program(e, fr, id);
    r.memory = e->state;
    VECTOR_PUSH(&fr->returns, r);
    e->guard = NULL;
}

static struct sym exec_input(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    char name[64];
    snprintf(name, sizeof name, "in!%016lx", (unsigned long)exec_name(e, fr, id));
    struct sym v = sym_fresh(e->memory, in->type, name);
    if (library_failure(in->text))
        VECTOR_PUSH(&e->out->preferences, term_eq(e->terms, v.a, term_bv(e->terms, in->type.width, 0)));
    exec_event(e, fr, id, EVENT_INPUT, v);
    return v;
}

static const enum term_op plain_ops[OP_COUNT] = {
    [OP_ADD] = TERM_BV_ADD, [OP_MUL] = TERM_BV_MUL, [OP_AND] = TERM_BV_AND,
    [OP_OR] = TERM_BV_OR,   [OP_XOR] = TERM_BV_XOR,
};

static struct sym on_integers(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct terms *ts = e->terms;
    switch ((enum integer_op)in->op) {
    case INTEGER_ADD:
    case INTEGER_MUL:
    case INTEGER_AND:
    case INTEGER_OR:
    case INTEGER_XOR:
        return sym_bits(term_2(ts, plain_ops[in->op], operand(e, fr, in, 0).a, operand(e, fr, in, 1).a));
    case INTEGER_SUB:
        return exec_subtract(e, fr, in);
    case INTEGER_UDIV:
    case INTEGER_SDIV:
    case INTEGER_UREM:
    case INTEGER_SREM:
        return exec_division(e, in, operand(e, fr, in, 0).a, operand(e, fr, in, 1).a);
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        return exec_shift(e, fr, id, in, operand(e, fr, in, 0).a, operand(e, fr, in, 1).a);
    case INTEGER_ICMP:
        return exec_compare(e, fr, in);
    case INTEGER_ZEXT:
        return sym_bits(term_zext(ts, operand(e, fr, in, 0).a, in->type.width));
    case INTEGER_SEXT:
        return sym_bits(term_sext(ts, operand(e, fr, in, 0).a, in->type.width));
    case INTEGER_TRUNC:
        return sym_bits(term_extract(ts, operand(e, fr, in, 0).a, in->type.width - 1, 0));
    case INTEGER_BITS:
        return exec_bits(e, fr, id);
    }
    BUG("instruction %u is not on integers", in->op);
}

static struct sym on_anything(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    struct sym v = operand(e, fr, in, 0);
    switch ((enum any_op)in->op) {
    case ANY_BITCAST:
        if (v.kind == SYM_FLOAT) exec_look_at_sign(e, fr, id, v.a);
        return sym_from_bits(e->memory, sym_to_bits(e->memory, v, in->type.width), in->type);
    case ANY_SELECT:
        return sym_ite(e->memory, is_true(e, v), operand(e, fr, in, 1), operand(e, fr, in, 2));
    }
    BUG("instruction %u is not on values of any type", in->op);
}

static struct sym on_addresses(struct exec *e, struct frame *fr, const struct instruction *in)
{
    struct sym v = operand(e, fr, in, 0);
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        return pointer_add(e->memory, v, operand(e, fr, in, 1).a);
    case ADDRESS_PTRTOINT:
        return sym_bits(term_resize(e->terms, pointer_integer(e->memory, v), in->type.width));
    case ADDRESS_INTTOPTR:
        return pointer_from_integer(e->memory, term_resize(e->terms, v.a, e->memory->width));
    }
    BUG("instruction %u is not on pointers", in->op);
}

/* After the question whether an operation overflows: where it does, its result is any value. */
static void forget_overflow(struct exec *e, struct frame *fr, const struct instruction *in,
                            struct sym overflows)
{
    if (in->op != OP_BITS ||
        (in->sub != BITS_SADD_OVERFLOW && in->sub != BITS_SSUB_OVERFLOW && in->sub != BITS_SMUL_OVERFLOW))
        return;
    enum op op = in->sub == BITS_SADD_OVERFLOW ? OP_ADD : in->sub == BITS_SSUB_OVERFLOW ? OP_SUB : OP_MUL;
    const struct block *b = &fr->f->blocks.data[in->block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        const struct instruction *o = &fr->f->instructions.data[id];
        if (o == in) return;
        if (o->op != op || instruction_operand(fr->f, o, 0).id != instruction_operand(fr->f, in, 0).id ||
            instruction_operand(fr->f, o, 1).id != instruction_operand(fr->f, in, 1).id)
            continue;
        char name[64];
        snprintf(name, sizeof name, "overflow!%016lx", (unsigned long)exec_name(e, fr, id));
        struct term any = term_var(e->terms, sort_bv(e->terms, o->type.width), name);
        fr->values[id] = sym_bits(term_ite(e->terms, is_true(e, overflows), any, fr->values[id].a));
    }
}

static void on_memory(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    switch ((enum memory_op)in->op) {
    case MEMORY_ALLOCA:
        fr->values[id] = exec_alloca(e, fr, id, in);
        return;
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        exec_lifetime(e, fr, id, in);
        return;
    case MEMORY_STACKSAVE:
        fr->values[id] = sym_object(e->memory, 0, (int64_t)fr->locals.count);
        return;
    case MEMORY_STACKRESTORE:
        exec_stack_restore(e, fr, in);
        return;
    case MEMORY_LOAD:
        fr->values[id] = exec_load(e, fr, id, in);
        return;
    case MEMORY_STORE:
        exec_store(e, fr, id, in);
        return;
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
        exec_move(e, fr, id, in);
        return;
    }
    BUG("instruction %u does nothing to memory", in->op);
}

static void meaning(struct exec *e, struct frame *fr, uint32_t id, const struct instruction *in)
{
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        exec_check(e, fr, id, in);
        return;
    case MEANING_ASSUME:
        exec_assume(e, is_true(e, operand(e, fr, in, 0)));
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
        if (in->sub == STOP_EXIT) exec_end_of_program(e, fr, id);
        if (in->sub == STOP_QUIT) exec_program_over(e, fr, id);
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
        if (e->options->overflow_any) forget_overflow(e, fr, in, fr->values[id]);
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
        on_memory(e, fr, id, in);
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
