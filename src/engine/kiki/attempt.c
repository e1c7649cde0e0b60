/* Attempts on the abstract formula: invariants of one stage, and what they prove. */
#include "base/clock.h"
#include "domain/array/array.h"
#include "domain/template/clause.h"
#include "engine/certify.h"
#include "engine/kiki/equations.h"
#include "engine/kiki/kiki_internal.h"
#include "engine/kiki/polynomials.h"
#include "solver/substitute.h"

#include <stdio.h>

void kiki_build(struct kiki *q, struct formula *f, uint32_t k, uint32_t violations)
{
    LAW(k >= 1);
    LAW(violations);
    q->cuts.k = k;
    struct formula_options options = {
        .recursion = 1 + k,
        .violations = violations,
        .external = q->bmc.task->external,
        .malloc_may_fail = q->bmc.task->malloc_may_fail,
        .entry = q->bmc.task->entry,
        .stop = q->bmc.task->stop,
        .until = q->build_until,
        .any_floats = q->coarse,
        .cuts = &q->cuts,
    };
    formula_build(f, q->bmc.terms, q->bmc.facts, &q->layouts, &options);
    if (!f->stopped && !f->coarse)
        q->coarse = false;
    if (!f->stopped)
        domain_find_idle(&q->cuts, f);
}

/* --- solvers --- */

void kept_release(struct kept *k)
{
    if (k->solver)
        solver_free(k->solver);
    VECTOR_RELEASE(&k->axioms);
    *k = (struct kept){0};
}

static bool is_for(const struct kept *k, const struct formula *f)
{
    if (!k->solver || k->axioms.count != f->memory.axioms.count)
        return false;
    for (size_t i = 0; i < k->axioms.count; i++)
        if (!term_same(k->axioms.data[i], f->memory.axioms.data[i]))
            return false;
    return true;
}

/* A solver with the formula's axioms, and nothing else, asserted. */
static struct solver *solver_for(struct kept *k, const struct formula *f)
{
    if (is_for(k, f))
        return k->solver;
    kept_release(k);
    k->solver = solver_new(f->terms, NULL);
    for (size_t i = 0; i < f->memory.axioms.count; i++) {
        solver_assert(k->solver, f->memory.axioms.data[i]);
        VECTOR_PUSH(&k->axioms, f->memory.axioms.data[i]);
    }
    return k->solver;
}

/* --- invariants --- */

static void remember(struct kiki *q, const rows *all)
{
    LAW(rows_are_lawful(q->bmc.terms, &q->cuts, all));
    map_clear(&q->index);
    VECTOR_CLEAR(&q->known);
    for (size_t i = 0; i < all->count; i++) {
        const struct row *r = &all->data[i];
        LAW(r->loop < q->cuts.loops.count);
        if (r->echo)
            continue;
        map_set(&q->index, hash_pair(q->cuts.loops.data[r->loop].name, r->shape),
                q->known.count);
        VECTOR_PUSH(&q->known,
                    (struct known){r->kind == ROW_FACT && r->state == ROW_BOTTOM ? ROW_VALUE
                                                                                 : r->state,
                                   r->value});
    }
}

/* Gives rows of another formula of the same loops the values that were found. */
static void recall(struct kiki *q, rows *all)
{
    for (size_t i = 0; i < all->count; i++) {
        struct row *r = &all->data[i];
        uint64_t at;
        r->state = ROW_TOP;
        if (r->echo)
            continue;
        LAW(r->loop < q->cuts.loops.count);
        if (!map_get(&q->index, hash_pair(q->cuts.loops.data[r->loop].name, r->shape), &at))
            continue;
        LAW(at < q->known.count);
        r->state = q->known.data[at].state;
        r->value = q->known.data[at].value;
    }
}

static struct strategy_options options_of(const struct kiki *q, double seconds)
{
    return (struct strategy_options){seconds, q->bmc.task->stop, q->thresholds,
                                     q->threshold_count, &q->floats};
}

/* What the abstract formula is asked about. */
uint32_t kiki_open(const struct kiki *q)
{
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    return q->no_leaks ? q->bmc.open & ~leaks : q->bmc.open;
}

/* What domains are lent; relations are added once they are invented. */
static struct domain_context context_of(struct kiki *q, struct formula *f)
{
    return (struct domain_context){q->bmc.terms, &q->cuts, f, &q->arrays, NULL};
}

/* Polynomials rest on affine equations: those of inner loops say what outer ones do. */
static void find_polynomials(struct kiki *q, struct solver *s, struct domain_context *c,
                             rows *all, const struct strategy_options *o)
{
    struct loop_relations more = {0};
    size_t before = all->count;
    c->relations = &q->relations;
    relation_rows(c, &domain_affine, all);
    polynomials_find(&more, s, &q->cuts, all, o);
    all->count = before;
    for (size_t i = 0; i < more.list.count; i++)
        VECTOR_PUSH(&q->relations.list, more.list.data[i]);
    VECTOR_RELEASE(&more.list);
}

/* Relations hold on top of the rows that were found. */
static void invent(struct kiki *q, struct solver *s, struct domain_context *c,
                   const struct domain *d, rows *all, const struct strategy_options *o)
{
    unsigned needs = domain_needs(d);
    LAW(needs & DOMAIN_INVENTED);
    if (needs & DOMAIN_NEEDS_RELATIONS)
        invent_relations(&q->relations, s, &q->cuts, all, o);
    else
        equations_find(&q->relations, s, &q->cuts, all, o);
    if (needs & DOMAIN_NEEDS_POLYNOMIALS)
        find_polynomials(q, s, c, all, o);
    c->relations = &q->relations;
    relation_rows(c,
                  needs & DOMAIN_NEEDS_RELATIONS     ? &domain_relation
                  : needs & DOMAIN_NEEDS_POLYNOMIALS ? &domain_polynomial
                                                     : &domain_affine,
                  all);
}

static bool has_heads(const struct cut_model *m)
{
    for (uint32_t i = 0; i < m->loops.count; i++)
        if (m->loops.data[i].kind == CUT_AT_HEAD)
            return true;
    return false;
}

/* The formula with k = 1; false if there is none. */
static bool build_first(struct kiki *q, struct formula *f)
{
    kiki_build(q, f, 1, kiki_open(q));
    if (q->cuts.failed == CUT_MAY_LEAK && !q->no_leaks) {
        q->no_leaks = true;
        formula_release(f);
        kiki_build(q, f, 1, kiki_open(q));
    }
    if ((q->cuts.failed && !f->stopped) || !kiki_open(q)) {
        q->hopeless = true;
        enum cut_obstacle why = q->cuts.failed ? q->cuts.failed : CUT_MAY_LEAK;
        q->bmc.host->progress(q->bmc.host->context, cut_obstacle_text(why));
        if (q->bmc.task->explain)
            kiki_explain_obstacle(q, why);
    }
    bool good = !q->hopeless && !f->stopped;
    q->has_arrays = good && array_matters(&q->cuts);
    q->has_clauses = good && clauses_matter(q->bmc.terms, &q->cuts);
    q->has_heads = good && has_heads(&q->cuts);
    q->has_products = q->has_heads && polynomials_matter(q->bmc.terms, f);
    return good;
}

bool kiki_infer(struct kiki *q, const struct domain *d, double seconds)
{
    LAW(q->cuts.k >= 1);
    LAW(seconds >= 0);
    struct formula f;
    unsigned needs = domain_needs(d);
    q->cuts.arrays = needs & DOMAIN_NEEDS_ARRAYS;
    bool good = build_first(q, &f);
    if (good) {
        rows all = {0};
        struct domain_context context = context_of(q, &f);
        kept_release(&q->work); /* rows of other stages would be in the way */
        domain_rows(&context, d, &all);
        struct solver *s = solver_for(&q->work, &f);
        struct strategy_options o = options_of(q, seconds);
        good = strategy_solve(s, &q->cuts, &all, &o);
        if (good && (needs & DOMAIN_INVENTED))
            invent(q, s, &context, d, &all, &o);
        if (good)
            remember(q, &all);
        VECTOR_RELEASE(&all);
    }
    formula_release(&f);
    return good;
}

/* --- proofs --- */

struct question {
    struct kiki *q;
    const struct formula *formula;
    struct solver *solver;
    uint32_t violations, proved, unanswered;
    struct term excluded;         /* what is proved to be impossible */
    bool substituted;             /* some of it only by substitution */
    struct symbolic_paths *paths; /* to learn from models; may be null */
    double seconds;
};

enum { MOST_OPEN = 4 };
static const double LEAST_SHARE =
    0.1; /* of the time of an attempt, for each of its questions */

static bool is_told(const struct kiki *q, enum explain_kind kind, uint32_t number)
{
    for (size_t i = 0; i < q->open.count; i++)
        if (q->open.data[i].kind == kind && q->open.data[i].value == number)
            return true;
    return false;
}

/* After SAT: what cannot be encoded and the model meets. */
static void find_cuts(struct question *n)
{
    struct kiki *q = n->q;
    for (uint32_t i = 0; i < n->formula->cuts.count; i++) {
        const struct cut *c = &n->formula->cuts.data[i];
        if (is_told(q, EXPLAIN_CUT, i) || !solver_true(n->solver, c->when))
            continue;
        struct explain_item item = explain_item(EXPLAIN_CUT, c->function, c->instruction);
        item.value = i;
        snprintf(item.name, sizeof item.name, "%.*s", (int)sizeof item.name - 1,
                 c->what ? c->what : "more iterations or calls than are looked at");
        VECTOR_PUSH(&q->open, item);
        return;
    }
}

/* The claims of that kind that are not told yet. */
static struct term claims_left(const struct question *n, enum violation v)
{
    struct terms *ts = n->q->bmc.terms;
    struct term any = term_bool(ts, false);
    for (uint32_t i = 0; i < n->formula->claims.count; i++) {
        const struct claim *c = &n->formula->claims.data[i];
        if (c->kind == v && !is_told(n->q, EXPLAIN_OPEN, i))
            any = term_or(ts, any, c->bad);
    }
    return any;
}

static void tell_claim(struct question *n, enum violation v)
{
    for (uint32_t i = 0; i < n->formula->claims.count; i++) {
        const struct claim *c = &n->formula->claims.data[i];
        if (c->kind != v || is_told(n->q, EXPLAIN_OPEN, i) || !solver_true(n->solver, c->bad))
            continue;
        struct explain_item item = explain_item(EXPLAIN_OPEN, c->function, c->instruction);
        item.number = v;
        item.value = i;
        VECTOR_PUSH(&n->q->open, item);
        return;
    }
}

/* After SAT: some claims of that kind that are not excluded. `assumed` are the invariants. */
static void find_open(struct question *n, enum violation v, term_list *assumed)
{
    LAW(n->violations & VIOLATION_BIT(v));
    struct kiki *q = n->q;
    struct solver_limits limits = {.seconds = n->seconds, .stop = q->bmc.task->stop};
    find_cuts(n);
    for (int round = 0; round < MOST_OPEN; round++) {
        struct term any = claims_left(n, v);
        if (term_is_false(q->bmc.terms, any))
            return;
        VECTOR_PUSH(assumed, any);
        enum answer a = solver_solve_under(n->solver, assumed->data, assumed->count, &limits);
        assumed->count--;
        if (a != ANSWER_SAT)
            return;
        tell_claim(n, v);
    }
}

/* What is left of the time for all questions together; a little is left for the last one,
 * too. */
static double seconds_left(const struct question *n, double start)
{
    double left = n->seconds - (cpu_now() - start), least = LEAST_SHARE * n->seconds;
    return left > least ? left : least;
}

/* Claims with products are tried one by one first. */
static bool is_refuted(struct question *n, term_list *assumed, struct term bad)
{
    struct terms *ts = n->q->bmc.terms;
    struct solver_limits limits = {.seconds = n->seconds, .stop = n->q->bmc.task->stop};
    if (!n->q->has_products || !substitute_matters(ts, &bad, 1))
        return false;
    VECTOR_PUSH(assumed, bad);
    bool refuted = substitute_refutes(ts, assumed->data, assumed->count, &limits);
    assumed->count--;
    return refuted;
}

/* Each of the violations on its own, with the invariants given. */
static void ask(struct question *n, const rows *all)
{
    double start = cpu_now();
    struct kiki *q = n->q;
    struct terms *ts = q->bmc.terms;
    const struct formula *f = n->formula;
    struct solver_limits limits = {.seconds = n->seconds, .stop = q->bmc.task->stop};
    struct term cut = term_bool(ts, false);
    n->excluded = cut;
    VECTOR_CLEAR(&q->open);
    for (size_t i = 0; i < f->cuts.count; i++)
        cut = term_or(ts, cut, f->cuts.data[i].when);
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        if (!(n->violations & VIOLATION_BIT(v)))
            continue;
        struct term bad = cut, whole = cut;
        term_list assumed = {0};
        strategy_assume(ts, &q->cuts, all, &assumed);
        for (size_t i = 0; i < f->claims.count; i++) {
            struct term one = f->claims.data[i].bad;
            if (f->claims.data[i].kind != (enum violation)v)
                continue;
            whole = term_or(ts, whole, one);
            if (is_refuted(n, &assumed, one))
                n->substituted = true;
            else
                bad = term_or(ts, bad, one);
        }
        if (term_is_false(ts, bad)) {
            n->proved |= VIOLATION_BIT(v);
            n->excluded = term_or(ts, n->excluded, whole);
            VECTOR_RELEASE(&assumed);
            continue;
        }
        VECTOR_PUSH(&assumed, bad);
        limits.seconds = seconds_left(n, start);
        enum answer a = solver_solve_under(n->solver, assumed.data, assumed.count, &limits);
        if (a == ANSWER_UNSAT)
            n->proved |= VIOLATION_BIT(v), n->excluded = term_or(ts, n->excluded, whole);
        if (a == ANSWER_SAT && n->paths)
            q->learnt |= stage_learn(n->solver, &q->cuts, n->paths);
        if (a == ANSWER_UNKNOWN)
            n->unanswered |= VIOLATION_BIT(v);
        if (a == ANSWER_SAT && q->bmc.task->explain && !q->coarse) {
            assumed.count--;
            find_open(n, (enum violation)v, &assumed);
        }
        VECTOR_RELEASE(&assumed);
    }
}

/* Which of the violations no run of the k-formula shows, given the invariants that are
 * remembered. */
static uint32_t check(struct kiki *q, const struct domain *d, uint32_t k, uint32_t violations,
                      double seconds)
{
    struct formula f;
    uint32_t proved = 0;
    q->cuts.arrays = domain_needs(d) & DOMAIN_NEEDS_ARRAYS;
    kiki_build(q, &f, k, violations);
    if (!q->cuts.failed && !f.stopped) {
        rows all = {0};
        struct domain_context context = context_of(q, &f);
        context.relations = &q->relations;
        domain_rows(&context, d, &all);
        recall(q, &all);
        struct question n = {.q = q,
                             .formula = &f,
                             .solver = solver_for(k == 1 ? &q->first : &q->work, &f),
                             .violations = violations,
                             .paths = stage_paths(d),
                             .seconds = seconds};
        ask(&n, &all);
        /* With k > 1 earlier iterations were assumed free of all these violations: all of
         * them are proved, or none. */
        LAW(!(n.proved & ~violations) && !(n.proved & n.unanswered));
        proved = k > 1 && n.proved != violations ? 0 : n.proved;
        struct strategy_options o = options_of(q, 0.1 + 0.2 * seconds);
        if (proved && k == 1 && !n.substituted)
            stage_reduce(n.solver, &q->cuts, &all, n.excluded, &o);
        text_clear(&q->domain);
        stage_name(&all, d, &q->domain);
        if (proved)
            certify_rows(q->bmc.task, q->bmc.host, proved, k, 1 + k, &f, &q->cuts, &all);
        if (q->bmc.task->explain && k == 1 && q->inferred == d && q->open.count)
            kiki_explain(q, &f, &all);
        VECTOR_RELEASE(&all);
    }
    formula_release(&f);
    return proved;
}

static void tell(struct kiki *q, uint32_t k, uint32_t proved)
{
    LAW(proved && !(proved & ~q->bmc.open));
    char how[120];
    const char *domain = text_of(&q->domain);
    if (!*domain)
        snprintf(how, sizeof how, "k-induction, k = %u", k);
    else if (k == 1)
        snprintf(how, sizeof how, "invariants, %s", domain);
    else
        snprintf(how, sizeof how, "k-induction, k = %u, %.80s", k, domain);
    q->bmc.host->proved(q->bmc.host->context, proved, how);
    q->bmc.open &= ~proved;
}

void kiki_try(struct kiki *q, const struct domain *d, uint32_t k, double seconds)
{
    LAW(k >= 1);
    uint32_t open = kiki_open(q), proved = check(q, d, k, open, seconds);
    if (!proved && k > 1)
        for (int v = 0; v < VIOLATION_COUNT; v++) { /* each kind for itself */
            uint32_t one = open & VIOLATION_BIT(v);
            if (one && one != open)
                proved |= check(q, d, k, one, seconds);
        }
    if (proved)
        tell(q, k, proved);
}

void kiki_try_plain(struct kiki *q, double seconds)
{
    struct formula f;
    q->plain_state = PLAIN_OVER;
    if (build_first(q, &f)) {
        rows none = {0};
        struct question n = {.q = q,
                             .formula = &f,
                             .solver = solver_for(&q->first, &f),
                             .violations = kiki_open(q),
                             .seconds = seconds};
        ask(&n, &none);
        LAW(!(n.proved & n.unanswered));
        if (n.unanswered)
            q->plain_state = PLAIN_PASSES;
        text_clear(&q->domain);
        if (n.proved)
            certify_rows(q->bmc.task, q->bmc.host, n.proved, 1, 2, &f, &q->cuts, &none);
        if (n.proved)
            tell(q, 1, n.proved);
    }
    formula_release(&f);
}
