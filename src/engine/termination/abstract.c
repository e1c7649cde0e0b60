#include "engine/termination/abstract.h"

enum { OPEN_ACTIVATIONS = 2 };

void abstract_open(struct abstract *a, const struct abstract_parts *p, struct terms *ts)
{
    *a = (struct abstract){.terms = ts};
    cut_model_init(&a->cuts, 1);
    struct formula_options options = {
        .recursion = OPEN_ACTIVATIONS,
        .violations = VIOLATION_BIT(VIOLATION_TERMINATION),
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
}

void abstract_close(struct abstract *a)
{
    VECTOR_RELEASE(&a->rows);
    solver_free(a->solver);
    formula_release(&a->formula);
    cut_model_release(&a->cuts);
}

void abstract_restrict(struct abstract *a, const struct map *inputs)
{
    for (size_t i = 0; i < a->formula.events.count; i++) {
        const struct event *e = &a->formula.events.data[i];
        uint64_t value;
        if ((e->kind != EVENT_INPUT && e->kind != EVENT_EXTERNAL) || e->value.kind != SYM_BITS) continue;
        if (!map_get(inputs, (uint64_t)e->function << 32 | e->instruction, &value)) continue;
        unsigned w = term_width(a->terms, e->value.a);
        if (w > 64) continue;
        solver_assert(a->solver, term_eq(a->terms, e->value.a, term_bv(a->terms, w, value)));
    }
}

bool abstract_infer(struct abstract *a, const struct abstract_parts *p, const struct domain *d,
                    double seconds)
{
    struct strategy_options o = p->options;
    o.seconds = seconds;
    VECTOR_CLEAR(&a->rows);
    domain_rows(a->terms, &a->cuts, d, &a->rows);
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
