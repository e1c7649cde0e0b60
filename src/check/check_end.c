/* The end of the program in the checker: memory that is still allocated, and whether
 * something still points to it. */
#include "check/check_internal.h"

#include "program/analysis/live.h"

#include <stdlib.h>

struct link { /* under `when`, object `from` (0: a root) holds a pointer to `to` */
    uint32_t from, to;
    struct term when;
};
struct links {
    struct checker *c;
    uint32_t from;
    bool incomplete;
    VECTOR(struct link) all;
    struct term held; /* the holder of the pointers that are seen is alive */
};

static void see_pointer(void *context, struct datum p)
{
    struct links *l = context;
    struct candidates found;
    view_candidates(&l->c->view, p, &found);
    for (size_t i = 0; i < found.objects.count; i++) {
        uint32_t to = found.objects.data[i];
        struct term is =
            term_eq(l->c->terms, p.a, term_bv(l->c->terms, VIEW_OBJECT_BITS, to));
        if (l->c->view.objects.data[to].kind == VIEW_HEAP)
            VECTOR_PUSH(&l->all,
                        (struct link){l->from, to, term_and(l->c->terms, l->held, is)});
    }
    view_candidates_release(&found);
}

static void see_object(struct links *l, uint32_t object, uint32_t as)
{
    l->from = as;
    l->held = view_alive(&l->c->view, &l->c->state, object);
    l->incomplete |= !view_pointers(&l->c->view, &l->c->state, object, see_pointer, l);
}

/* Where activation `a` waits, if it is open; main is not when the program ends by its return.
 */
static bool is_open(const struct activation *a, uint32_t at)
{
    return a->f->instructions.data[at].op != OP_RETURN;
}

/* A local of an activation that is over; ended ones are not alive, so it can only be main's.
 */
static bool is_past(const struct activation *a, uint32_t id, uint32_t object)
{
    while (a->caller) {
        id = a->call;
        a = a->caller;
    }
    bool past = false;
    for (size_t i = 0; i < a->locals.count && !is_open(a, id); i++)
        past |= a->locals.data[i] == object;
    return past;
}

/* Roots are globals, locals in memory, and what open activations need afterwards or were
 * given. */
static void see_roots(struct links *l, struct activation *a, uint32_t id)
{
    struct checker *c = l->c;
    for (uint32_t o = 1; o < c->view.objects.count; o++) {
        enum view_kind kind = c->view.objects.data[o].kind;
        if (kind == VIEW_HEAP)
            see_object(l, o, o);
        if (kind == VIEW_GLOBAL || (kind == VIEW_STACK && !is_past(a, id, o)))
            see_object(l, o, 0);
    }
    l->from = 0;
    l->held = term_bool(c->terms, true);
    for (; a && is_open(a, id); id = a->call, a = a->caller) {
        struct liveness *live = liveness_find(a->f, &c->arena);
        uint64_t *set = ARENA_ARRAY(&c->arena, uint64_t, live->words);
        held_after(live, id, set);
        for (uint32_t i = 0; i < a->f->instructions.count; i++)
            if (value_set_has(set, i) && a->values[i].kind == DATUM_POINTER)
                see_pointer(l, a->values[i]);
    }
}

static struct term lost(struct checker *c, struct activation *a, uint32_t id)
{
    struct links l = {.c = c};
    see_roots(&l, a, id);
    if (l.incomplete)
        check_uncovered(c, a, id, term_bool(c->terms, true), "leaks with pointers in arrays");
    size_t count = c->view.objects.count;
    struct term *reached = calloc(count, sizeof *reached), bad = term_bool(c->terms, false);
    for (size_t o = 0; o < count; o++)
        reached[o] = term_bool(c->terms, o == 0);
    bool changed = true;
    for (size_t round = 0; changed && round <= c->heap.count; round++) {
        changed = false;
        for (size_t i = 0; i < l.all.count; i++) {
            const struct link *k = &l.all.data[i];
            struct term more = term_or(c->terms, reached[k->to],
                                       term_and(c->terms, reached[k->from], k->when));
            changed |= !term_same(more, reached[k->to]);
            reached[k->to] = more;
        }
    }
    for (size_t i = 0; i < c->heap.count; i++) {
        struct term alive = view_alive(&c->view, &c->state, c->heap.data[i]);
        bad =
            term_or(c->terms, bad,
                    term_and(c->terms, alive, term_not(c->terms, reached[c->heap.data[i]])));
    }
    free(reached);
    VECTOR_RELEASE(&l.all);
    return bad;
}

/* Functions registered with atexit run first (models/exit.c). */
static void run_exit_handlers(struct checker *c, struct activation *a, uint32_t id)
{
    struct datum none[1];
    uint32_t handlers = program_find_function(c->program, "__sooth_exit_handlers");
    if (handlers == UINT32_MAX || !c->program->functions.data[handlers].has_body)
        return;
    uint32_t open = 0; /* a handler may call exit: the others run then */
    for (const struct activation *up = a; up; up = up->caller)
        open += up->function == handlers;
    if (a->function == handlers)
        return;
    if (open > c->certificate->recursion) {
        check_uncovered(c, a, id, term_bool(c->terms, true), "exit handlers that exit");
        c->now = NULL;
        return;
    }
    if (c->program->functions.data[handlers].param_count ||
        c->program->functions.data[handlers].result_count)
        c->failed = "exit handlers of another form";
    else
        check_function(c, a, id, handlers, NULL, none);
}

void check_end_of_program(struct checker *c, struct activation *a, uint32_t id)
{
    if (c->now)
        run_exit_handlers(c, a, id);
    check_program_over(c, a, id);
}

void check_program_over(struct checker *c, struct activation *a, uint32_t id)
{
    struct term left = term_bool(c->terms, false);
    if (!c->now)
        return;
    for (size_t i = 0; i < c->heap.count; i++)
        left = term_or(c->terms, left, view_alive(&c->view, &c->state, c->heap.data[i]));
    check_claim(c, a, id, VIOLATION_MEMCLEANUP, term_not(c->terms, left));
    if (c->now && (c->certificate->violations & VIOLATION_BIT(VIOLATION_MEMTRACK)) &&
        !term_is_false(c->terms, left))
        check_claim(c, a, id, VIOLATION_MEMTRACK, term_not(c->terms, lost(c, a, id)));
}
