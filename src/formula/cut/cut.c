/* Cut loops: find what a loop changes, start it from an arbitrary state of that, and record
 * the states before and after. */
#include "formula/cut/cut_internal.h"

#include <stdio.h>
#include <stdlib.h>

static void check_leaks(struct cut_attempt *a, const struct memory_state *after)
{
    struct exec *e = a->e;
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    if (!(e->options->violations & leaks))
        return;
    for (size_t i = 0; i < e->heap_objects.count; i++) {
        uint32_t o = e->heap_objects.data[i];
        if (o >= a->old_objects &&
            !term_is_false(e->terms, memory_alive(e->memory, after, o)))
            cut_fail(e, CUT_MAY_LEAK);
    }
}

static void begin_iterations(struct cut_attempt *a, const struct guard *guard,
                             struct memory_state memory, struct sym *phis)
{
    struct edge in = {.guard = guard, .memory = memory, .phis = phis};
    VECTOR_CLEAR(&a->fr->pending[a->header]);
    if (!guard_is_false(a->e->terms, guard))
        VECTOR_PUSH(&a->fr->pending[a->header], in);
}

static void iterate(struct cut_attempt *a, uint32_t number)
{
    a->fr->iteration[a->loop] = number;
    if (a->fr->pending[a->header].count)
        exec_region(a->e, a->fr, a->loop);
}

enum {
    STEP_NUMBERS = 1000000
}; /* iterations from an arbitrary state are numbered from here */

/* The first k-1 iterations from the entry. */
static void run_base(struct cut_attempt *a, const struct guard *guard,
                     struct memory_state memory, struct sym *phis)
{
    begin_iterations(a, guard, memory, phis);
    for (uint32_t i = 0; i + 1 < a->e->options->cuts->k; i++)
        iterate(a, i);
    VECTOR_CLEAR(&a->fr->pending[a->header]);
}

static void run_step(struct cut_attempt *a, const struct guard *guard, struct sym *phis)
{
    LAW(a->e->options->cuts->k >= 1);
    struct exec *e = a->e;
    bool assuming = e->assuming;
    struct frame *closed_frame = e->closed_frame;
    uint32_t closed_loop = e->closed_loop, k = e->options->cuts->k;
    struct memory_state start = memory_share(e->memory, &a->head);
    begin_iterations(a, guard, start, phis);
    for (uint32_t i = 0; i + 1 < k; i++) {
        e->assuming = true;
        e->closed_frame = a->fr;
        e->closed_loop = a->loop;
        iterate(a, STEP_NUMBERS + i);
        /* A change that a later iteration takes back is a change. */
        const edges *back = &a->fr->pending[a->header];
        for (size_t b = 0; b < back->count; b++)
            memory_difference(e->memory, &a->head, &back->data[b].memory, cut_see_change, a);
    }
    e->assuming = assuming;
    e->closed_frame = closed_frame;
    e->closed_loop = closed_loop;
    iterate(a, STEP_NUMBERS + k - 1);
}

static void collect_post(struct cut_attempt *a)
{
    struct exec *e = a->e;
    struct sym *saved = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1),
               *post = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1);
    for (uint32_t i = 0; i < a->phis; i++)
        saved[i] = a->fr->values[cut_phi_at(a, i)];
    a->out.back = term_bool(e->terms, false);
    if (!exec_join(e, a->fr, &a->fr->pending[a->header], a->header))
        return;
    for (uint32_t i = 0; i < a->phis; i++) {
        post[i] = a->fr->values[cut_phi_at(a, i)];
        a->fr->values[cut_phi_at(a, i)] = saved[i];
    }
    const struct guard *back = e->guard;
    a->out.back = back->term;
    e->guard = NULL;
    summaries_fold(e, a->old_objects, &e->state);
    memory_difference(e->memory, &a->head, &e->state, cut_see_change, a);
    for (size_t i = 0; i < a->out.slots.count; i++)
        cut_close_slot(a, i, post, &e->state);
    for (size_t g = 0; g < a->out.ghosts.count; g++)
        a->out.ghosts.data[g].post = ghost_value(e->memory, &e->state, g);
    exec_note_inexact(e, a->fr, a->fr->f->blocks.data[a->header].instructions.data[0], back);
    check_leaks(a, &e->state);
}

/* What the lists held before an attempt, to take it back. */
struct saved {
    size_t claims, cuts, events, loops, calls, heap, locals, *pending;
    struct memory_mark memory;
};

static void save(struct cut_attempt *a, struct saved *s)
{
    struct formula *f = a->e->out;
    *s = (struct saved){f->claims.count,          f->cuts.count,
                        f->events.count,          a->e->options->cuts->loops.count,
                        a->e->calls.count,        a->e->heap_objects.count,
                        a->fr->locals.count,      NULL,
                        memory_mark(a->e->memory)};
    s->pending = calloc(a->fr->f->blocks.count, sizeof *s->pending);
    for (size_t b = 0; b < a->fr->f->blocks.count; b++)
        s->pending[b] = a->fr->pending[b].count;
}

static void take_back(struct cut_attempt *a, const struct saved *s)
{
    LAW(s->claims <= a->e->out->claims.count);
    LAW(s->cuts <= a->e->out->cuts.count);
    LAW(s->events <= a->e->out->events.count);
    LAW(s->loops <= a->e->options->cuts->loops.count);
    struct formula *f = a->e->out;
    struct cut_model *c = a->e->options->cuts;
    f->claims.count = s->claims;
    f->cuts.count = s->cuts;
    f->events.count = s->events;
    for (size_t i = s->loops; i < c->loops.count; i++)
        cut_loop_release(&c->loops.data[i]);
    c->loops.count = s->loops;
    a->e->calls.count = s->calls;
    a->e->heap_objects.count = s->heap;
    a->fr->locals.count = s->locals;
    memory_rewind(a->e->memory, s->memory);
    for (size_t b = 0; b < a->fr->f->blocks.count; b++)
        a->fr->pending[b].count = s->pending[b];
}

static void attempt(struct cut_attempt *a, const struct guard *guard,
                    struct memory_state *entry, const struct sym *entry_phis)
{
    struct exec *e = a->e;
    struct terms *ts = e->terms;
    uint32_t k = e->options->cuts->k;
    a->grew = false;
    a->old_objects = (uint32_t)e->memory->objects.count;
    a->out = (struct cut_loop){.name = a->memo->path,
                               .function = a->fr->function,
                               .loop = a->loop,
                               .header = a->header};
    a->out.path = a->fr->path;
    a->out.arrived = guard->term;
    cut_find_constants(a);
    /* `select` tells runs that start from an arbitrary state from those that have just
     * arrived: while nothing is known to reach the head (all rows at bottom) the former are
     * excluded and the latter are not. */
    char name[64];
    snprintf(name, sizeof name, "select!%016lx", (unsigned long)a->name);
    struct term select = term_var(ts, sort_bool(ts), name);
    const struct guard *step = guard_and(&e->arena, ts, guard, select);
    if (k > 1) {
        struct sym *base_phis = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1);
        for (uint32_t i = 0; i < a->phis; i++)
            base_phis[i] = entry_phis[i];
        run_base(a, guard_and(&e->arena, ts, guard, term_not(ts, select)),
                 memory_share(e->memory, entry), base_phis);
        a->old_objects = (uint32_t)e->memory->objects.count;
    }
    a->out.select = select;
    a->out.entered = step->term;
    a->head = memory_share(e->memory, entry);
    for (size_t i = 0; i < a->memo->slots.count; i++)
        cut_open_slot(a, i, entry_phis);
    exec_note_inexact(e, a->fr, a->fr->f->blocks.data[a->header].instructions.data[0], guard);
    struct sym *phis = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1);
    for (uint32_t i = 0; i < a->phis; i++)
        for (size_t s = 0; s < a->out.slots.count; s++)
            if (a->out.slots.data[s].kind == SLOT_PHI &&
                a->out.slots.data[s].instruction == cut_phi_at(a, i))
                phis[i] = a->out.slots.data[s].pre;
    for (size_t g = 0; g < e->options->cuts->ghosts.count; g++) {
        struct term before = ghost_value(e->memory, &a->head, g);
        VECTOR_PUSH(&a->out.ghosts,
                    (struct ghost_view){before, ghost_value(e->memory, entry, g), before});
    }
    a->head.epoch = ++e->memory->epoch;
    run_step(a, step, phis);
    collect_post(a);
    cut_find_first_values(a);
    cut_find_left_alone(a, &a->head);
}

void exec_cut_loop(struct exec *e, struct frame *fr, uint32_t loop)
{
    LAW(loop < fr->facts->loops.count);
    LAW(e->options->cuts);
    struct cut_attempt a = {
        .e = e, .fr = fr, .loop = loop, .header = fr->facts->loops.loops[loop].header};
    a.phis = exec_phi_count(fr->f, a.header);
    a.memo = cut_loop_memo(e->options->cuts, hash_pair(fr->path, loop));
    uint32_t first = fr->f->blocks.data[a.header].instructions.data[0];
    a.name = exec_name(e, fr, first);
    uint32_t outer = fr->iteration[loop];
    if (!exec_join(e, fr, &fr->pending[a.header], a.header))
        return;
    const struct guard *guard = e->guard;
    exec_note_inexact(e, fr, first, guard);
    struct memory_state entry = e->state;
    struct sym *entry_phis = ARENA_ARRAY(&e->arena, struct sym, a.phis + 1);
    for (uint32_t i = 0; i < a.phis; i++)
        entry_phis[i] = fr->values[cut_phi_at(&a, i)];
    e->guard = NULL;
    cut_learn_phis(&a);
    struct saved before;
    save(&a, &before);
    for (;;) {
        attempt(&a, guard, &entry, entry_phis);
        if (!a.grew || e->options->cuts->failed || e->memory->restart || exec_stopped(e))
            break;
        take_back(&a, &before);
        cut_loop_release(&a.out);
    }
    free(before.pending);
    fr->iteration[loop] = outer;
    a.out.inner = (uint32_t)before.loops;
    VECTOR_PUSH(&e->options->cuts->loops, a.out);
}
