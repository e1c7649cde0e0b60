/* Instructions on memory: locals and when they live, loads and stores, copies and fills. */
#include "formula/environment.h"

#include "base/failure.h"

#include <stdio.h>

enum { LARGEST_SYMBOLIC_COPY = 512, PREFIX_OF_LARGE_COPY = 16 };

/* Runs that use a pointer from outside as an address are not covered. */
void exec_known_pointer(struct exec *e, struct frame *fr, uint32_t id, struct sym p)
{
    LAW(p.kind == SYM_POINTER);
    struct term wild = pointer_is_wild(e->memory, p);
    if (term_is_false(e->terms, wild))
        return;
    exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(e->terms, e->guard->term, wild),
             "use of a pointer that comes from outside");
    exec_assume(e, term_not(e->terms, wild));
}

/* Whether an access is inside a global of unknown size is not known either. */
static void claim_access(struct exec *e, struct frame *fr, uint32_t id, struct term unsized,
                         struct term good)
{
    struct terms *ts = e->terms;
    struct term outside = term_and(ts, unsized, term_not(ts, good));
    if (e->options->violations & VIOLATION_BIT(VIOLATION_DEREF))
        exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(ts, e->guard->term, outside),
                 "access to a global of unknown size");
    exec_claim(e, fr, id, VIOLATION_DEREF, term_or(ts, good, unsized));
}

static void exec_access(struct exec *e, struct frame *fr, uint32_t id, struct sym p,
                        struct term bytes, bool write)
{
    exec_known_pointer(e, fr, id, p);
    if (!e->guard)
        return;
    struct term good = memory_valid(e->memory, &e->state, p, bytes, write);
    environment_access(e, fr, id, p, good);
    claim_access(e, fr, id, pointer_is_unsized(e->memory, p), good);
    exec_assume(e, good);
}

/* What is volatile may be changed from outside: any value, the one in memory if that will do
 * for a model (docs/decisions/116-volatile.md). Nobody outside changes a pointer that is a
 * local. */
static struct sym load_volatile(struct exec *e, struct frame *fr, uint32_t id,
                                const struct instruction *in, struct sym held)
{
    struct value from = instruction_operand(fr->f, in, 0);
    bool local =
        !value_is_constant(from) && fr->f->instructions.data[from.id].op == OP_ALLOCA;
    if (held.kind == SYM_POINTER && local)
        return held;
    char name[64];
    snprintf(name, sizeof name, "volatile!%016lx", (unsigned long)exec_name(e, fr, id));
    if (held.kind == SYM_POINTER)
        return sym_wild(e->memory, name);
    struct sym any = sym_fresh(e->memory, in->type, name);
    VECTOR_PUSH(&e->out->preferences, term_eq(e->terms, any.a, held.a));
    return any;
}

static struct sym exec_load(struct exec *e, struct frame *fr, uint32_t id,
                            const struct instruction *in)
{
    struct sym p = exec_operand(e, fr, in, 0);
    exec_access(e, fr, id, p, term_bv(e->terms, e->memory->width, type_bytes(in->type)),
                false);
    if (!e->guard)
        return (struct sym){0};
    struct sym v = memory_load(e->memory, &e->state, p, in->type);
    if (in->flags & FLAG_VOLATILE)
        v = load_volatile(e, fr, id, in, v);
    if (v.kind == SYM_POINTER)
        v = environment_pointer(e, fr, id, v);
    exec_note_inexact(e, fr, id, e->guard);
    if (e->options->events)
        exec_event(e, fr, id, EVENT_LOAD, v);
    return v;
}

void exec_store_at(struct exec *e, struct frame *fr, uint32_t id, struct sym p,
                   struct sym value, struct type type)
{
    LAW(p.kind == SYM_POINTER);
    LAW(e->guard);
    exec_access(e, fr, id, p, term_bv(e->terms, e->memory->width, type_bytes(type)), true);
    if (!e->guard)
        return;
    memory_store(e->memory, &e->state, p, value, type, term_bool(e->terms, true));
    exec_note_inexact(e, fr, id, e->guard);
}

static void exec_store(struct exec *e, struct frame *fr, uint32_t id,
                       const struct instruction *in)
{
    struct value stored = instruction_operand(fr->f, in, 1);
    struct type type = value_type(e->program, fr->f, stored);
    exec_store_at(e, fr, id, exec_operand(e, fr, in, 0), exec_value(e, fr, stored), type);
}

/* Every object that the pointer may name holds anything from here on: more than a copy to it
 * does. False if these objects are not all known. */
static bool forget_target(struct exec *e, struct frame *fr, uint32_t id, struct sym to)
{
    struct candidates c = {0};
    uint64_t birth = exec_name(e, fr, id);
    pointer_candidates(e->memory, to, &c);
    bool good = !c.open;
    for (size_t i = 0; i < c.objects.count; i++)
        if (e->memory->objects.data[c.objects.data[i]].summary)
            good = false;
    for (size_t i = 0; good && i < c.objects.count; i++)
        memory_havoc(e->memory, &e->state, c.objects.data[i],
                     hash_pair(birth, c.objects.data[i]));
    candidates_release(&c);
    return good;
}

/* Where all of the header is copied or filled, it is. False if that could not be told. */
static bool move_header(struct exec *e, struct memory_state *before, struct sym to,
                        const struct sym *from, struct term byte, struct term size,
                        uint32_t bytes)
{
    struct terms *ts = e->terms;
    struct term header = term_bv(ts, e->memory->width, bytes);
    size_t inexact = e->memory->inexact.count;
    struct memory_state moved = memory_share(e->memory, &e->state);
    bool done = from ? memory_copy_from(e->memory, &moved, before, to, *from, header)
                     : memory_fill(e->memory, &moved, to, byte, header);
    done = done && e->memory->inexact.count == inexact;
    e->memory->inexact.count = inexact;
    if (done)
        e->state =
            memory_merge(e->memory, term_2(ts, TERM_BV_ULE, header, size), moved, e->state);
    return done;
}

/* In cut formulae a large copy leaves anything in its target, but for its first bytes, where
 * headers of what lies behind them are. */
static bool move_roughly(struct exec *e, struct frame *fr, uint32_t id, struct sym to,
                         const struct sym *from, struct term byte, struct term size)
{
    static const uint32_t headers[] = {8, 16, 32};
    struct memory_state before = memory_share(e->memory, &e->state);
    bool good = true;
    if (!e->options->cuts || !forget_target(e, fr, id, to))
        return false;
    for (size_t i = 0; good && i < sizeof headers / sizeof *headers; i++)
        good = move_header(e, &before, to, from, byte, size, headers[i]);
    return true;
}

/* Byte by byte under the condition that the byte is still within the symbolic size. `from` is
 * null for a fill. */
static void move_symbolic(struct exec *e, struct frame *fr, uint32_t id, struct sym to,
                          const struct sym *from, struct term byte, struct term size)
{
    struct terms *ts = e->terms;
    struct type type = {TYPE_INT, 8};
    uint64_t room = term_most(ts, size), room_to = memory_room(e->memory, to),
             room_from = from ? memory_room(e->memory, *from) : room;
    if (room_to < room)
        room = room_to;
    if (room_from < room)
        room = room_from;
    if (room > LARGEST_SYMBOLIC_COPY) {
        if (move_roughly(e, fr, id, to, from, byte, size))
            return;
        struct term large = term_2(ts, TERM_BV_ULT,
                                   term_bv(ts, e->memory->width, PREFIX_OF_LARGE_COPY), size);
        exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(ts, e->guard->term, large),
                 "copy or fill of a large symbolic size");
        exec_assume(e, term_not(ts, large));
        room = PREFIX_OF_LARGE_COPY;
    }
    if (!e->guard)
        return;
    struct memory_state before = memory_share(e->memory, &e->state);
    for (uint64_t i = 0; i < room; i++) {
        struct term at = term_bv(ts, e->memory->width, i),
                    more = term_2(ts, TERM_BV_ULT, at, size);
        if (term_is_false(ts, more))
            break;
        struct sym v =
            from ? memory_load(e->memory, &before, pointer_add(e->memory, *from, at), type)
                 : sym_bits(byte);
        memory_store(e->memory, &e->state, pointer_add(e->memory, to, at), v, type, more);
    }
}

static void exec_move(struct exec *e, struct frame *fr, uint32_t id,
                      const struct instruction *in)
{
    struct terms *ts = e->terms;
    bool fill = in->op == OP_MEMSET;
    struct sym to = exec_operand(e, fr, in, 0), second = exec_operand(e, fr, in, 1);
    struct term size = exec_operand(e, fr, in, 2).a;
    struct term none = term_eq(ts, size, term_bv(ts, e->memory->width, 0));
    if (term_is_true(ts, none))
        return;
    exec_known_pointer(e, fr, id, to);
    if (!fill && e->guard)
        exec_known_pointer(e, fr, id, second);
    if (!e->guard)
        return;
    struct term good = memory_valid(e->memory, &e->state, to, size, true);
    if (!fill)
        good = term_and(ts, good, memory_valid(e->memory, &e->state, second, size, false));
    good = term_or(ts, none, good);
    environment_access(e, fr, id, to, good);
    if (!fill)
        environment_access(e, fr, id, second, good);
    struct term unsized = pointer_is_unsized(e->memory, to);
    if (!fill)
        unsized = term_or(ts, unsized, pointer_is_unsized(e->memory, second));
    claim_access(e, fr, id, unsized, good);
    exec_assume(e, good);
    if (!e->guard)
        return;
    bool done = fill ? memory_fill(e->memory, &e->state, to, second.a, size)
                     : memory_copy(e->memory, &e->state, to, second, size);
    if (!done)
        move_symbolic(e, fr, id, to, fill ? NULL : &second, second.a, size);
    exec_note_inexact(e, fr, id, e->guard);
}

static struct sym exec_alloca(struct exec *e, struct frame *fr, uint32_t id,
                              const struct instruction *in)
{
    uint64_t name = exec_name(e, fr, id);
    uint64_t site = hash_pair(hash_pair(4, fr->function), id);
    struct term size = term_resize(e->terms, exec_operand(e, fr, in, 0).a, e->memory->width);
    uint32_t object = memory_new_object(e->memory, OBJECT_STACK, site, name,
                                        hash_pair(fr->path, id), size, (uint32_t)in->extra);
    e->memory->objects.data[object].label = in->variable == UINT32_MAX ? 0 : in->variable + 1;
    e->memory->objects.data[object].born = e->guard->term;
    if (in->variable != UINT32_MAX)
        exec_pin_members(e, object, e->program->variables.data[in->variable].ctype);
    memory_begin(e->memory, &e->state, object, name);
    exec_external_sees(e, fr, id, object);
    VECTOR_PUSH(&fr->locals, object);
    return sym_object(e->memory, object, 0);
}

/* Where nobody can tell, either; the interpreter then follows no use of the object. */
static struct term life_ends(struct exec *e, struct frame *fr, uint32_t id,
                             const struct instruction *in)
{
    if (in->sub == LIFE_ENDS)
        return term_bool(e->terms, true);
    char name[64];
    snprintf(name, sizeof name, "ended!%016lx", (unsigned long)exec_name(e, fr, id));
    return term_var(e->terms, sort_bool(e->terms), name);
}

static void exec_lifetime(struct exec *e, struct frame *fr, uint32_t id,
                          const struct instruction *in)
{
    struct candidates c;
    pointer_candidates(e->memory, exec_operand(e, fr, in, 0), &c);
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
    if (!term_const_u64(e->terms, exec_operand(e, fr, in, 0).b, &count))
        return;
    for (size_t i = (size_t)count; i < fr->locals.count; i++)
        memory_end(e->memory, &e->state, fr->locals.data[i], term_bool(e->terms, true));
}

void exec_memory(struct exec *e, struct frame *fr, uint32_t id)
{
    const struct instruction *in = &fr->f->instructions.data[id];
    LAW(op_class(in->op) == CLASS_MEMORY);
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
