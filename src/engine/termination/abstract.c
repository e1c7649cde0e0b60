#include "engine/termination/abstract.h"

#include "base/failure.h"

/* --- what is true of remainders and quotients, but hard to see in their circuits --- */

struct lemmas {
    struct abstract *abstract;
    struct map seen;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct lemmas *)context)->seen, t.id);
}

static void add_lemma(void *context, struct term t)
{
    struct lemmas *k = context;
    struct terms *ts = k->abstract->terms;
    map_set(&k->seen, t.id, 1);
    enum term_op op = term_op(ts, t);
    if (op != TERM_BV_UREM && op != TERM_BV_UDIV)
        return;
    struct term x = term_arg(ts, t, 0), y = term_arg(ts, t, 1),
                zero = term_bv(ts, term_width(ts, t), 0);
    struct term small =
        op == TERM_BV_UREM ? term_2(ts, TERM_BV_ULT, t, y) : term_2(ts, TERM_BV_ULE, t, x);
    solver_assert(k->abstract->solver, term_or(ts, term_eq(ts, y, zero), small));
}

static void assert_lemmas(struct abstract *a)
{
    struct lemmas k = {.abstract = a};
    for (size_t i = 0; i < a->cuts.loops.count; i++) {
        const struct cut_loop *l = &a->cuts.loops.data[i];
        term_walk(a->terms, l->back, is_seen, add_lemma, &k);
        for (size_t s = 0; s < l->slots.count; s++)
            if (term_is(l->slots.data[s].post.a))
                term_walk(a->terms, l->slots.data[s].post.a, is_seen, add_lemma, &k);
    }
    map_release(&k.seen);
}

void abstract_open(struct abstract *a, const struct abstract_parts *p, struct terms *ts)
{
    *a = (struct abstract){.terms = ts};
    cut_model_init(&a->cuts, 1);
    a->cuts.summaries = true;
    struct formula_options options = {
        .recursion = ABSTRACT_RECURSION,
        .violations = VIOLATION_BIT(VIOLATION_TERMINATION) |
                      VIOLATION_BIT(VIOLATION_OVERFLOW) | VIOLATION_BIT(VIOLATION_SHIFT),
        .overflow_any = true,
        .external = p->task->external,
        .malloc_may_fail = p->task->malloc_may_fail,
        .entry = p->task->entry,
        .stop = p->task->stop,
        .cuts = &a->cuts,
    };
    formula_build(&a->formula, ts, p->facts, p->layouts, &options);
    a->good = !a->cuts.failed && !a->formula.stopped;
    a->solver = solver_new(ts, NULL);
    for (size_t i = 0; i < a->formula.memory.axioms.count; i++)
        solver_assert(a->solver, a->formula.memory.axioms.data[i]);
    assert_lemmas(a);
}

void abstract_close(struct abstract *a)
{
    VECTOR_RELEASE(&a->rows);
    for (size_t i = 0; i < a->inputs.count; i++)
        map_release(&a->inputs.data[i]);
    VECTOR_RELEASE(&a->inputs);
    solver_free(a->solver);
    formula_release(&a->formula);
    cut_model_release(&a->cuts);
}

void abstract_restrict(struct abstract *a, const struct map *inputs)
{
    LAW(a->good);
    for (size_t i = 0; i < a->formula.events.count; i++) {
        const struct event *e = &a->formula.events.data[i];
        uint64_t value;
        if ((e->kind != EVENT_INPUT && e->kind != EVENT_EXTERNAL) ||
            e->value.kind != SYM_BITS)
            continue;
        if (!map_get(inputs, (uint64_t)e->function << 32 | e->instruction, &value))
            continue;
        unsigned w = term_width(a->terms, e->value.a);
        if (w > 64)
            continue;
        solver_assert(a->solver, term_eq(a->terms, e->value.a, term_bv(a->terms, w, value)));
    }
}

bool abstract_infer(struct abstract *a, const struct abstract_parts *p,
                    const struct domain *d, double seconds)
{
    LAW(a->good);
    LAW(seconds >= 0);
    LAW(a->good);
    struct strategy_options o = p->options;
    o.seconds = seconds;
    VECTOR_CLEAR(&a->rows);
    domain_rows(&(struct domain_context){.terms = a->terms, .model = &a->cuts}, d, &a->rows);
    return strategy_solve(a->solver, &a->cuts, &a->rows, &o);
}

enum answer abstract_ask(struct abstract *a, const struct term *conditions, size_t count,
                         const struct solver_limits *limits)
{
    term_list assumed = {0};
    strategy_assume(a->terms, &a->cuts, &a->rows, &assumed);
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&assumed, conditions[i]);
    enum answer answer = solver_solve_under(a->solver, assumed.data, assumed.count, limits);
    VECTOR_RELEASE(&assumed);
    return answer;
}

struct term abstract_uncovered(struct abstract *a)
{
    struct term any = term_bool(a->terms, false);
    for (size_t i = 0; i < a->formula.cuts.count; i++)
        any = term_or(a->terms, any, a->formula.cuts.data[i].when);
    return any;
}

/* --- inputs worth a try --- */

void abstract_keep_inputs(struct abstract *a)
{
    LAW(a->good);
    struct map inputs = {0};
    for (size_t i = 0; i < a->formula.events.count; i++) {
        const struct event *e = &a->formula.events.data[i];
        uint64_t value;
        if ((e->kind != EVENT_INPUT && e->kind != EVENT_EXTERNAL) ||
            e->value.kind != SYM_BITS)
            continue;
        if (!solver_true(a->solver, e->when))
            continue;
        if (!term_const_u64(a->terms, solver_value(a->solver, e->value.a), &value))
            continue;
        map_set(&inputs, (uint64_t)e->function << 32 | e->instruction, value);
    }
    if (!inputs.count)
        return;
    if (a->inputs.count < MOST_INPUTS) {
        VECTOR_PUSH(&a->inputs, inputs);
        return;
    }
    size_t half = MOST_INPUTS / 2;
    struct map *old = &a->inputs.data[half + a->kept++ % half];
    map_release(old);
    *old = inputs;
}

static struct term unchanged(struct terms *ts, const struct cut_loop *l, bool from_entry)
{
    struct term all = l->back;
    for (size_t i = 0; i < l->slots.count; i++) {
        const struct slot *s = &l->slots.data[i];
        struct sym other = from_entry ? s->entry : s->post;
        if (!term_is(s->pre.a) || !term_is(other.a) || other.kind != s->pre.kind)
            continue;
        all = term_and(ts, all, term_eq(ts, s->pre.a, other.a));
        if (term_is(s->pre.b))
            all = term_and(ts, all, term_eq(ts, s->pre.b, other.b));
    }
    return all;
}

void abstract_still_rounds(struct abstract *a, const struct solver_limits *limits)
{
    for (size_t i = 0; i < a->cuts.loops.count; i++) {
        const struct cut_loop *l = &a->cuts.loops.data[i];
        if (l->kind != CUT_AT_HEAD)
            continue;
        struct term still = unchanged(a->terms, l, false),
                    first = unchanged(a->terms, l, true);
        if (abstract_ask(a, (struct term[]){still, first}, 2, limits) == ANSWER_SAT ||
            abstract_ask(a, &still, 1, limits) == ANSWER_SAT)
            abstract_keep_inputs(a);
    }
}
