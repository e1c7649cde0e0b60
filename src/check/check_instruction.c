/* Instructions of the checker that touch memory, checks and ends; the others are in
 * check_operation.c and check_float.c. */
#include "check/check_internal.h"

#include "base/failure.h"

#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_SYMBOLIC_MOVE = 512, HEADER_OF_LARGE_MOVE = 32 };

static struct term size_term(struct checker *c, uint64_t bytes)
{
    return term_bv(c->terms, c->view.width, bytes);
}

static void access(struct checker *c, struct activation *a, uint32_t id, struct term good)
{
    check_claim(c, a, id, VIOLATION_DEREF, good);
    check_assume(c, good);
}

/* The memory model tells where it was not exact. */
static void see_inexact(struct checker *c, struct activation *a, uint32_t id)
{
    for (size_t i = 0; i < c->view.inexact.count; i++)
        check_uncovered(c, a, id, c->view.inexact.data[i], "an index that wraps around");
    VECTOR_CLEAR(&c->view.inexact);
}

/* Read anew, what is volatile has any value; but a local pointer is the program's alone. */
static void load_volatile(struct checker *c, struct activation *a, uint32_t id,
                          const struct instruction *in)
{
    struct value from = instruction_operand(a->f, in, 0);
    bool local = !value_is_constant(from) && a->f->instructions.data[from.id].op == OP_ALLOCA;
    if (in->type.kind != TYPE_POINTER || !local)
        a->values[id] = datum_fresh(&c->view, in->type, "volatile");
}

static void load(struct checker *c, struct activation *a, uint32_t id,
                 const struct instruction *in)
{
    struct datum p = check_operand(c, a, in, 0);
    check_known_pointer(c, a, id, p);
    if (!c->now)
        return;
    access(
        c, a, id,
        view_valid(&c->view, &c->state, p, size_term(c, type_bytes(in->type)), VIEW_READS));
    if (!c->now)
        return;
    a->values[id] = view_load(&c->view, &c->state, p, in->type);
    if (in->flags & FLAG_VOLATILE)
        load_volatile(c, a, id, in);
    check_not_found_pointer(c, a, id, a->values[id]);
    see_inexact(c, a, id);
}

static void store(struct checker *c, struct activation *a, uint32_t id,
                  const struct instruction *in)
{
    struct datum p = check_operand(c, a, in, 0);
    struct type type = value_type(c->program, a->f, instruction_operand(a->f, in, 1));
    check_known_pointer(c, a, id, p);
    if (!c->now)
        return;
    access(c, a, id,
           view_valid(&c->view, &c->state, p, size_term(c, type_bytes(type)), VIEW_WRITES));
    if (!c->now)
        return;
    view_store(&c->view, &c->state, p, check_operand(c, a, in, 1), type,
               term_bool(c->terms, true));
    see_inexact(c, a, id);
}

/* What the pointer may name holds anything afterwards; false if that is not all known. */
static bool forget_target(struct checker *c, struct datum to)
{
    struct candidates all = {0};
    view_candidates(&c->view, to, &all);
    bool known = !all.open;
    for (size_t i = 0; known && i < all.objects.count; i++)
        view_havoc(&c->view, &c->state, all.objects.data[i]);
    view_candidates_release(&all);
    return known;
}

/* Byte by byte where the size is not a constant; as many as the objects on both sides may
 * have. */
static void move_bytes(struct checker *c, struct activation *a, uint32_t id, struct datum to,
                       struct datum from, bool fill, struct term size)
{
    struct type byte = {TYPE_INT, 8};
    uint64_t most = term_most(c->terms, size), to_room = view_room(&c->view, to);
    if (to_room < most)
        most = to_room;
    if (!fill && view_room(&c->view, from) < most)
        most = view_room(&c->view, from);
    struct view_state before = view_share(&c->view, &c->state);
    if (most > LARGEST_SYMBOLIC_MOVE && forget_target(c, to))
        most = HEADER_OF_LARGE_MOVE; /* the rest is anything */
    if (most > LARGEST_SYMBOLIC_MOVE) {
        check_uncovered(c, a, id, term_bool(c->terms, true),
                        "a copy of a large symbolic size");
        c->now = NULL;
        return;
    }
    for (uint64_t i = 0; i < most; i++) {
        struct term at = size_term(c, i), more = term_2(c->terms, TERM_BV_ULT, at, size);
        struct datum v =
            fill ? from : view_load(&c->view, &before, view_moved(&c->view, from, at), byte);
        view_store(&c->view, &c->state, view_moved(&c->view, to, at), v, byte, more);
    }
}

static void move(struct checker *c, struct activation *a, uint32_t id,
                 const struct instruction *in)
{
    struct terms *ts = c->terms;
    bool fill = in->op == OP_MEMSET;
    struct datum to = check_operand(c, a, in, 0), from = check_operand(c, a, in, 1);
    struct term size = check_operand(c, a, in, 2).a,
                none = term_eq(ts, size, size_term(c, 0));
    if (term_is_true(ts, none))
        return;
    check_known_pointer(c, a, id, to);
    if (!fill)
        check_known_pointer(c, a, id, from);
    if (!c->now)
        return;
    struct term good = view_valid(&c->view, &c->state, to, size, VIEW_WRITES);
    if (!fill)
        good = term_and(ts, good, view_valid(&c->view, &c->state, from, size, VIEW_READS));
    access(c, a, id, term_or(ts, none, good));
    if (!c->now)
        return;
    bool done = fill ? view_fill(&c->view, &c->state, to, from.a, size)
                     : view_copy(&c->view, &c->state, to, from, size);
    if (!done)
        move_bytes(c, a, id, to, from, fill, size);
    see_inexact(c, a, id);
}

void check_born(struct checker *c, uint32_t object, struct term when)
{
    c->view.objects.data[object].born = term_and(c->terms, c->now->all, when);
}

static void make_local(struct checker *c, struct activation *a, uint32_t id,
                       const struct instruction *in)
{
    struct term size = term_resize(c->terms, check_operand(c, a, in, 0).a, c->view.width);
    /* else the run ends */
    check_assume(c, term_2(c->terms, TERM_BV_SGE, size, size_term(c, 0)));
    if (!c->now)
        return;
    uint64_t site = hash_pair(hash_pair(4, a->function), id);
    uint32_t object = view_new_object(&c->view, VIEW_STACK, site, hash_pair(a->path, id),
                                      size, (uint32_t)in->extra);
    check_born(c, object, term_bool(c->terms, true));
    if (in->variable != UINT32_MAX)
        view_keep_members(&c->view, object, c->program->variables.data[in->variable].ctype);
    view_begin(&c->view, &c->state, object);
    check_external_sees(c, a, id, object);
    VECTOR_PUSH(&a->locals, object);
    a->values[id] = view_at(&c->view, object, 0);
}

static void lifetime(struct checker *c, struct activation *a, const struct instruction *in)
{
    struct candidates found;
    bool open = in->op == OP_LIFEEND && in->sub == LIFE_MAY_END;
    struct term ends =
        open ? term_fresh(c->terms, sort_bool(c->terms), "ends") : term_bool(c->terms, true);
    view_candidates(&c->view, check_operand(c, a, in, 0), &found);
    if (found.open || found.objects.count > 1)
        c->failed = "the lifetime of an unknown object";
    for (size_t i = 0; i < found.objects.count; i++) {
        if (in->op == OP_LIFESTART)
            view_begin(&c->view, &c->state, found.objects.data[i]);
        else
            view_end(&c->view, &c->state, found.objects.data[i], ends);
    }
    view_candidates_release(&found);
}

static void restore_stack(struct checker *c, struct activation *a,
                          const struct instruction *in)
{
    uint64_t count;
    if (!term_const_u64(c->terms, check_operand(c, a, in, 0).b, &count)) {
        c->failed = "a stack mark that is not known";
        return;
    }
    for (size_t i = (size_t)count; i < a->locals.count; i++)
        view_end(&c->view, &c->state, a->locals.data[i], term_bool(c->terms, true));
}

static void check(struct checker *c, struct activation *a, uint32_t id,
                  const struct instruction *in)
{
    enum violation kind;
    struct term good = check_holds(c, check_operand(c, a, in, 0));
    if (violation_of_check(in->sub, &kind))
        check_claim(c, a, id, kind, good);
    bool access = in->sub == CHECK_INDEX &&
                  (c->certificate->violations & VIOLATION_BIT(VIOLATION_DEREF));
    if (in->sub == CHECK_ASSERTION || in->sub == CHECK_UNREACHABLE || access)
        check_assume(c, good); /* the run ends there */
}

static void leave(struct checker *c, struct activation *a, uint32_t id,
                  const struct instruction *in)
{
    struct visit v = {c->now, c->state, calloc(in->count + 1, sizeof *v.values)};
    for (uint32_t i = 0; i < in->count; i++)
        v.values[i] = check_operand(c, a, in, i);
    if (!a->caller)
        check_end_of_program(c, a, id);
    v.when = c->now; /* exit handlers have run */
    v.memory = c->state;
    if (c->now)
        VECTOR_PUSH(&a->returns, v);
    else
        free(v.values);
    c->now = NULL;
}

static void input(struct checker *c, struct activation *a, uint32_t id,
                  const struct instruction *in)
{
    a->values[id] = datum_fresh(&c->view, in->type, "input");
}

static void result(struct checker *c, struct activation *a, uint32_t id,
                   const struct instruction *in)
{
    uint32_t call = instruction_operand(a->f, in, 0).id;
    if (a->f->instructions.data[call].block != in->block || !a->results[call])
        c->failed = "a result far from its call";
    else
        a->values[id] = a->results[call][in->extra];
}

static void stop(struct checker *c, struct activation *a, uint32_t id,
                 const struct instruction *in)
{
    if (in->sub == STOP_EXIT)
        check_end_of_program(c, a, id);
    if (in->sub == STOP_QUIT)
        check_program_over(c, a, id);
    if (in->sub == STOP_ERROR)
        check_claim(c, a, id, VIOLATION_REACH, term_bool(c->terms, false));
    c->now = NULL;
}

static void memory(struct checker *c, struct activation *a, uint32_t id,
                   const struct instruction *in)
{
    switch ((enum memory_op)in->op) {
    case MEMORY_ALLOCA:
        make_local(c, a, id, in);
        return;
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        lifetime(c, a, in);
        return;
    case MEMORY_STACKSAVE:
        a->values[id] = view_at(&c->view, 0, (int64_t)a->locals.count);
        return;
    case MEMORY_STACKRESTORE:
        restore_stack(c, a, in);
        return;
    case MEMORY_LOAD:
        load(c, a, id, in);
        return;
    case MEMORY_STORE:
        store(c, a, id, in);
        return;
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
        move(c, a, id, in);
        return;
    }
    BUG("instruction %u does nothing to memory", in->op);
}

static void call(struct checker *c, struct activation *a, uint32_t id,
                 const struct instruction *in)
{
    switch ((enum call_op)in->op) {
    case CALL_CALL:
        check_call(c, a, id);
        return;
    case CALL_RESULT:
        result(c, a, id, in);
        return;
    }
    BUG("instruction %u is no call", in->op);
}

static void meaning(struct checker *c, struct activation *a, uint32_t id,
                    const struct instruction *in)
{
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        check(c, a, id, in);
        return;
    case MEANING_ASSUME:
        check_assume(c, check_holds(c, check_operand(c, a, in, 0)));
        return;
    case MEANING_INPUT:
        input(c, a, id, in);
        return;
    case MEANING_NOTE:
        return;
    case MEANING_UNSUPPORTED:
        check_uncovered(c, a, id, term_bool(c->terms, true), in->text);
        c->now = NULL;
        return;
    }
    BUG("instruction %u says nothing", in->op);
}

static void flow(struct checker *c, struct activation *a, uint32_t id,
                 const struct instruction *in)
{
    switch ((enum flow_op)in->op) {
    case FLOW_RETURN:
        leave(c, a, id, in);
        return;
    case FLOW_STOP:
        stop(c, a, id, in);
        return;
    case FLOW_JUMP: /* check_run.c */
    case FLOW_BRANCH:
    case FLOW_SWITCH: /* lowered */
        break;
    }
    BUG("instruction %u is not run here", in->op);
}

/* Operations that look at the sign of a float, which a NaN has, too. */
static void look_at_sign(struct checker *c, struct activation *a, uint32_t id,
                         const struct instruction *in)
{
    if (in->op == OP_BITCAST && check_operand(c, a, in, 0).kind == DATUM_FLOAT)
        check_known_sign(c, a, id, check_operand(c, a, in, 0).a);
    if (in->op != OP_FMATH)
        return;
    if (in->sub == FMATH_SIGNBIT)
        check_known_sign(c, a, id, check_operand(c, a, in, 0).a);
    if (in->sub == FMATH_COPYSIGN)
        check_known_sign(c, a, id, check_operand(c, a, in, 1).a);
}

void check_instruction(struct checker *c, struct activation *a, uint32_t id)
{
    const struct instruction *in = &a->f->instructions.data[id];
    switch (op_class(in->op)) {
    case CLASS_START:
        return;
    case CLASS_MEMORY:
        memory(c, a, id, in);
        return;
    case CLASS_CALL:
        call(c, a, id, in);
        return;
    case CLASS_MEANING:
        meaning(c, a, id, in);
        return;
    case CLASS_FLOW:
        flow(c, a, id, in);
        return;
    case CLASS_INTEGER:
    case CLASS_FLOAT:
    case CLASS_ANY:
    case CLASS_ADDRESS:
        look_at_sign(c, a, id, in);
        a->values[id] = check_operation(c, a, in);
        return;
    }
    BUG("instruction %u has no class", in->op);
}
