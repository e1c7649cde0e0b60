#include "engine/termination/recurrence.h"

#include "base/clock.h"

#include "engine/certify.h"
#include "program/passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs that begin a round of the loop and neither come to its head again nor go on in a loop
 * inside, or have no meaning from some point of the round on. */
static struct term leaves(struct abstract *a, uint32_t loop)
{
    struct terms *ts = a->terms;
    const struct cut_model *m = &a->cuts;
    const struct cut_loop *l = &m->loops.data[loop];
    struct term undefined = term_bool(ts, false);
    for (size_t i = 0; i < a->formula.claims.count; i++)
        undefined = term_or(ts, undefined, a->formula.claims.data[i].bad);
    struct term all = term_and(ts, l->entered, term_not(ts, l->back));
    for (uint32_t i = l->inner; i < loop; i++) {
        const struct cut_loop *inside = &m->loops.data[i];
        all = term_and(ts, all, term_not(ts, inside->back));
        all = term_and(ts, all, term_implies(ts, inside->arrived, inside->entered));
    }
    return term_or(ts, all, term_and(ts, l->entered, undefined));
}

/* What is claimed: a loop that is never left or, without one, functions that never return,
 * since each of them always calls one of them. */
struct claimed {
    bool is_loop;
    uint32_t loop;
    VECTOR(uint32_t) functions;
};

static bool is_among(const struct claimed *k, uint32_t function)
{
    for (size_t i = 0; i < k->functions.count; i++)
        if (k->functions.data[i] == function)
            return true;
    return false;
}

/* Activations that make no call of these functions, or have no meaning from some point on. */
static struct term returns(struct abstract *a, const struct claimed *k, uint32_t function)
{
    struct terms *ts = a->terms;
    struct term entered = term_bool(ts, false), calls = entered, undefined = entered;
    for (size_t i = 0; i < a->cuts.descents.count; i++) {
        const struct descent *d = &a->cuts.descents.data[i];
        if (d->from != function)
            continue;
        entered = d->step.entered;
        if (is_among(k, d->to))
            calls = term_or(ts, calls, d->any);
    }
    for (size_t i = 0; i < a->formula.claims.count; i++)
        undefined = term_or(ts, undefined, a->formula.claims.data[i].bad);
    return term_and(ts, entered, term_or(ts, term_not(ts, calls), undefined));
}

static struct term ends(struct abstract *a, const struct claimed *k)
{
    struct term any = term_bool(a->terms, false);
    if (k->is_loop)
        return leaves(a, k->loop);
    for (size_t i = 0; i < k->functions.count; i++)
        any = term_or(a->terms, any, returns(a, k, k->functions.data[i]));
    return any;
}

/* --- again, on a formula built anew, by another solver --- */

static struct term not_kept(struct terms *ts, const struct cut_model *m, const rows *all)
{
    struct term any = term_bool(ts, false);
    for (size_t i = 0; i < all->count; i++) {
        const struct row *r = &all->data[i];
        const struct cut_loop *l = &m->loops.data[r->loop];
        any = term_or(
            ts, any,
            term_and(ts, l->arrived, term_not(ts, row_condition(ts, r, ROW_AT_ENTRY))));
        any = term_or(ts, any,
                      term_and(ts, l->back, term_not(ts, row_condition(ts, r, ROW_AFTER))));
    }
    return any;
}

static bool recall(const struct abstract *from, struct abstract *to, const struct domain *d)
{
    domain_rows(&(struct domain_context){.terms = to->terms, .model = &to->cuts}, d,
                &to->rows);
    if (to->cuts.loops.count != from->cuts.loops.count || to->rows.count != from->rows.count)
        return false;
    for (size_t i = 0; i < to->rows.count; i++) {
        const struct row *old = &from->rows.data[i];
        struct row *r = &to->rows.data[i];
        if (r->shape != old->shape || r->loop != old->loop || r->kind != old->kind)
            return false;
        r->state = old->state;
        r->value = old->value;
    }
    return true;
}

static bool is_so(struct abstract *a, const struct map *inputs, struct term bad,
                  double seconds)
{
    static const char *const backends[] = {"z3", "cadical"};
    enum answer answer = ANSWER_UNKNOWN;
    for (int i = 0; i < 2 && answer == ANSWER_UNKNOWN; i++) {
        struct solver_limits limits = {.seconds = seconds};
        solver_free(a->solver);
        a->solver = solver_new(a->terms, backends[i]);
        for (size_t k = 0; k < a->formula.memory.axioms.count; k++)
            solver_assert(a->solver, a->formula.memory.axioms.data[k]);
        abstract_restrict(a, inputs);
        answer = abstract_ask(a, &bad, 1, &limits);
    }
    return answer == ANSWER_UNSAT;
}

static bool check_anew(const struct abstract_parts *p, const struct abstract *found,
                       const struct map *inputs, const struct domain *d,
                       const struct claimed *k, double seconds)
{
    struct layouts layouts = {0};
    struct abstract_parts parts = *p;
    parts.layouts = &layouts;
    parts.facts = program_facts_new(p->task->program);
    struct terms *ts = terms_new();
    struct abstract a;
    abstract_open(&a, &parts, ts);
    bool good = a.good && recall(found, &a, d);
    if (good) {
        struct term bad = term_or(ts, not_kept(ts, &a.cuts, &a.rows), abstract_uncovered(&a));
        bad = term_or(ts, bad, ends(&a, k));
        good = is_so(&a, inputs, bad, seconds);
    }
    abstract_close(&a);
    terms_free(ts);
    program_facts_free(parts.facts);
    layouts_release(&layouts);
    return good;
}

/* --- what is told --- */

static bool is_inside(const struct function *f, const struct cut_loop *l,
                      uint32_t instruction)
{
    struct arena arena;
    struct dominators dominators;
    struct loop_forest loops;
    arena_init(&arena);
    dominators_find(f, &arena, &dominators);
    loops_find(f, &dominators, &arena, &loops);
    bool inside = loop_contains(&loops, l->loop, f->instructions.data[instruction].block);
    arena_release(&arena);
    return inside;
}

/* Does the replay end in the loop, called as it is in the formula? */
static bool ends_in(const struct program *p, const struct replay *r, const struct cut_loop *l)
{
    uint64_t path = 0;
    for (size_t i = r->stack.count; i-- > 0;) {
        const struct interp_frame *f = &r->stack.data[i];
        path = i + 1 == r->stack.count
                   ? hash_pair(6, f->function)
                   : hash_pair(hash_pair(path, f[1].instruction), f->function);
        if (path == l->path && f->function == l->function)
            return is_inside(&p->functions.data[f->function], l, f->instruction);
    }
    return false;
}

static bool is_called(const struct replay *r, uint32_t function)
{
    for (size_t i = 0; i < r->stack.count; i++)
        if (r->stack.data[i].function == function)
            return true;
    return false;
}

static void describe(struct abstract *a, const struct claimed *k,
                     const struct strategy_options *o, struct trace *t)
{
    struct text text = {0};
    bool *used = calloc(a->rows.count + 1, sizeof *used);
    if (strategy_used(a->solver, &a->cuts, &a->rows, ends(a, k), used, o))
        for (size_t i = 0; i < a->rows.count; i++)
            if (!used[i])
                a->rows.data[i].state = ROW_TOP;
    for (uint32_t l = 0; l < a->cuts.loops.count; l++) {
        const struct cut_loop *loop = &a->cuts.loops.data[l];
        bool wanted = k->is_loop
                          ? l == k->loop
                          : loop->kind == CUT_AT_CALLS && loop->function == t->function;
        if (wanted && !text.count)
            certify_describe(&a->formula, &a->cuts, &a->rows, l, &text);
    }
    snprintf(t->invariant, sizeof t->invariant, "%s", text_of(&text));
    text_release(&text);
    free(used);
}

static bool tell(const struct abstract_parts *p, const struct engine_host *host,
                 struct abstract *a, const struct long_run *run, const struct claimed *k,
                 const struct domain *d, double seconds)
{
    const struct program *program = p->task->program;
    const struct cut_loop *l = k->is_loop ? &a->cuts.loops.data[k->loop] : NULL;
    struct trace t = run->trace;
    t.kind = VIOLATION_TERMINATION;
    t.endless = ENDLESS_STAYS;
    t.ran = true;
    t.function = l ? l->function : k->functions.data[0];
    t.instruction = program->functions.data[t.function]
                        .blocks.data[l ? l->header : 0]
                        .instructions.data[0];
    struct replay r;
    trace_replay(program, &t, p->task->entry, seconds, &r);
    bool good = r.confirmed && (l ? ends_in(program, &r, l) : is_called(&r, t.function));
    replay_release(&r);
    struct strategy_options o = p->options;
    o.seconds = seconds;
    if (!good || !check_anew(p, a, &run->inputs, d, k, seconds))
        return false;
    describe(a, k, &o, &t);
    return host->violated(host->context, &t);
}

/* --- the search --- */

static bool is_impossible(const struct abstract_parts *p, struct abstract *a, struct term t,
                          double until)
{
    struct solver_limits limits = {.seconds = until - cpu_now() + 0.01,
                                   .stop = p->task->stop};
    return term_is_false(a->terms, t) ||
           (limits.seconds > 0.01 && abstract_ask(a, &t, 1, &limits) == ANSWER_UNSAT);
}

/* All that are called recursively, without those that may return while the others do not. */
static void find_functions(const struct abstract_parts *p, struct abstract *a, double until,
                           struct claimed *k)
{
    for (size_t i = 0; i < a->cuts.descents.count; i++)
        if (!is_among(k, a->cuts.descents.data[i].from))
            VECTOR_PUSH(&k->functions, a->cuts.descents.data[i].from);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < k->functions.count; i++) {
            if (is_impossible(p, a, returns(a, k, k->functions.data[i]), until))
                continue;
            k->functions.data[i--] = VECTOR_POP(&k->functions);
            more = true;
        }
    }
}

static bool find(const struct abstract_parts *p, const struct engine_host *host,
                 struct abstract *a, const struct long_run *run, const struct domain *d,
                 double seconds, double until)
{
    if (!is_impossible(p, a, abstract_uncovered(a), until))
        return false;
    for (uint32_t l = (uint32_t)a->cuts.loops.count; l-- > 0;) { /* outer ones first */
        struct claimed k = {.is_loop = true, .loop = l};
        if (a->cuts.loops.data[l].kind != CUT_AT_HEAD ||
            !is_impossible(p, a, leaves(a, l), until))
            continue;
        if (tell(p, host, a, run, &k, d, 1 + seconds))
            return true;
    }
    struct claimed k = {0};
    find_functions(p, a, until, &k);
    bool told = k.functions.count && tell(p, host, a, run, &k, d, 1 + seconds);
    VECTOR_RELEASE(&k.functions);
    return told;
}

bool recurrence_find(const struct abstract_parts *p, const struct engine_host *host,
                     const struct long_run *run, const struct domain *d, double seconds)
{
    double until = cpu_now() + seconds;
    struct terms *ts = terms_new();
    struct abstract a;
    abstract_open(&a, p, ts);
    abstract_restrict(&a, &run->inputs);
    bool told = a.good && abstract_infer(&a, p, d, until - cpu_now()) &&
                find(p, host, &a, run, d, seconds, until);
    abstract_close(&a);
    terms_free(ts);
    return told;
}
