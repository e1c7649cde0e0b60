/* The end of the program: what is still allocated, and whether anything still points to it.
 */
#include "formula/exec_internal.h"

#include "program/analysis/live.h"

#include <stdlib.h>

struct link { /* under `when`, object `from` (0: a root) holds a pointer to `to` */
    uint32_t from, to;
    struct term when;
};
struct links {
    struct exec *e;
    uint32_t from;
    struct term held; /* the place where a pointer is found exists */
    VECTOR(struct link) all;
};

static void add_pointer(void *context, struct sym p)
{
    struct links *l = context;
    struct candidates c;
    pointer_candidates(l->e->memory, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t to = c.objects.data[i];
        if (l->e->memory->objects.data[to].kind != OBJECT_HEAP)
            continue;
        struct term is = term_eq(l->e->terms, p.a, term_bv(l->e->terms, OBJECT_BITS, to));
        VECTOR_PUSH(&l->all, (struct link){l->from, to, term_and(l->e->terms, l->held, is)});
    }
    candidates_release(&c);
}

static void walk(struct exec *e, struct frame *fr, uint32_t id, struct links *l,
                 uint32_t object, uint32_t as)
{
    l->from = as;
    l->held = memory_alive(e->memory, &e->state, object);
    if (!memory_pointers(e->memory, &e->state, object, add_pointer, l))
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                 "leak check with pointers in arrays");
}

/* main, where the program ends by its return: what it had is over. */
static bool has_returned(const struct frame *fr, uint32_t at)
{
    return fr->f->instructions.data[at].op == OP_RETURN;
}

/* Values that open activations hold, each at the instruction where it waits. */
static void add_values(struct exec *e, const struct frame *fr, uint32_t id, struct links *l)
{
    l->from = 0;
    l->held = term_bool(e->terms, true);
    for (uint32_t at = id; fr && !has_returned(fr, at); at = fr->call, fr = fr->caller) {
        struct liveness *live = liveness_find(fr->f, &e->arena);
        uint64_t *set = ARENA_ARRAY(&e->arena, uint64_t, live->words);
        held_after(live, at, set);
        for (uint32_t i = 0; i < fr->f->instructions.count; i++)
            if (value_set_has(set, i) && fr->values[i].kind == SYM_POINTER)
                add_pointer(l, fr->values[i]);
    }
}

/* Is it a local of main, which has returned? */
static bool is_over(const struct frame *fr, uint32_t id, uint32_t object)
{
    uint32_t at = id;
    for (; fr->caller; fr = fr->caller)
        at = fr->call;
    if (!has_returned(fr, at))
        return false;
    for (size_t i = 0; i < fr->locals.count; i++)
        if (fr->locals.data[i] == object)
            return true;
    return false;
}

/* Lost: alive and not reachable from globals or, where the program exits in the middle, from
 * what open activations hold (docs/decisions/170). */
static struct term lost(struct exec *e, struct frame *fr, uint32_t id)
{
    struct terms *ts = e->terms;
    struct memory *m = e->memory;
    struct links l = {.e = e};
    size_t count = m->objects.count;
    for (uint32_t o = 1; o < count; o++) {
        enum object_kind kind = m->objects.data[o].kind;
        bool root = kind == OBJECT_GLOBAL || (kind == OBJECT_STACK && !is_over(fr, id, o));
        if (root)
            walk(e, fr, id, &l, o, 0);
        if (kind == OBJECT_HEAP)
            walk(e, fr, id, &l, o, o);
    }
    add_values(e, fr, id, &l);
    struct term *reached = calloc(count, sizeof *reached);
    for (size_t o = 0; o < count; o++)
        reached[o] = term_bool(ts, o == 0);
    bool changed = true;
    for (size_t round = 0; changed && round <= e->heap_objects.count; round++) {
        changed = false;
        for (size_t i = 0; i < l.all.count; i++) {
            const struct link *k = &l.all.data[i];
            struct term more =
                term_or(ts, reached[k->to], term_and(ts, reached[k->from], k->when));
            changed |= !term_same(more, reached[k->to]);
            reached[k->to] = more;
        }
    }
    struct term bad = term_bool(ts, false);
    for (size_t i = 0; i < e->heap_objects.count; i++) {
        uint32_t o = e->heap_objects.data[i];
        bad = term_or(ts, bad,
                      term_and(ts, memory_alive(m, &e->state, o), term_not(ts, reached[o])));
    }
    free(reached);
    VECTOR_RELEASE(&l.all);
    return bad;
}

/* Functions registered with atexit run first (models/exit.c). */
static void run_exit_handlers(struct exec *e, struct frame *fr, uint32_t id)
{
    uint32_t handlers = program_find_function(e->program, "__sooth_exit_handlers");
    if (handlers == UINT32_MAX || !e->program->functions.data[handlers].has_body ||
        fr->function == handlers)
        return;
    struct sym none[1];
    exec_call_function(e, fr, id, handlers, NULL, 0, none);
}

void exec_end_of_program(struct exec *e, struct frame *fr, uint32_t id)
{
    if (e->guard)
        run_exit_handlers(e, fr, id);
    exec_program_over(e, fr, id);
}

void exec_program_over(struct exec *e, struct frame *fr, uint32_t id)
{
    struct terms *ts = e->terms;
    if (!e->guard)
        return;
    e->out->finished = term_or(ts, e->out->finished, e->guard->term);
    if (e->options->violations & VIOLATION_BIT(VIOLATION_MEMCLEANUP)) {
        struct term left = term_bool(ts, false);
        for (size_t i = 0; i < e->heap_objects.count; i++)
            left = term_or(ts, left,
                           memory_alive(e->memory, &e->state, e->heap_objects.data[i]));
        exec_claim(e, fr, id, VIOLATION_MEMCLEANUP, term_not(ts, left));
    }
    if (e->guard && (e->options->violations & VIOLATION_BIT(VIOLATION_MEMTRACK)) &&
        e->heap_objects.count)
        exec_claim(e, fr, id, VIOLATION_MEMTRACK, term_not(ts, lost(e, fr, id)));
}
