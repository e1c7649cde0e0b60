#include "lists/prove.h"

#include "base/clock.h"
#include "base/failure.h"

#include <math.h>

/* --- encoding --- */

static void add_starts(struct prover *p, struct question *q)
{
    LAW(q->run.start == UINT32_MAX || q->run.start < p->l->cuts.list.count);
    if (q->run.start == UINT32_MAX)
        return;
    struct terms *t = p->l->terms;
    struct facts *facts = &p->facts[q->run.start];
    for (size_t i = 0; i < facts->list.count; i++) {
        VECTOR_PUSH(&q->starts, fact_term(&q->run, q->run.begin, &facts->list.data[i]));
        VECTOR_PUSH(&q->switches, term_fresh(t, sort_bool(t), "fact"));
    }
}

static void add_breaches(struct prover *p, struct question *q, const struct arrival *a)
{
    struct terms *t = p->l->terms;
    struct facts *facts = &p->facts[a->cut];
    for (uint32_t i = 0; i < facts->list.count; i++) {
        struct term fact = fact_term(&q->run, a->state, &facts->list.data[i]);
        if (!term_is(fact))
            fact = term_bool(t, false); /* it cannot be shown here */
        struct term raw = term_and(t, a->state->guard, term_not(t, fact));
        VECTOR_PUSH(&q->breaches, (struct breach){a->cut, i, raw, TERM_NONE});
    }
}

/* New is less than old, which was not negative. */
static struct term decreases(struct terms *t, struct term old, struct term new)
{
    LAW(term_width(t, old) == 64 && term_width(t, new) == 64);
    struct term bounded = term_2(t, TERM_BV_SLE, term_bv(t, 64, 0), old);
    return term_and(t, bounded, term_2(t, TERM_BV_SLT, new, old));
}

static void add_rounds(struct prover *p, struct question *q, uint32_t arrival)
{
    struct terms *t = p->l->terms;
    const struct arrival *a = &q->run.arrivals.data[arrival];
    const struct term *old = a->state->ghosts[a->cut];
    if (!a->inside || !old)
        return;
    for (uint32_t i = 0; i < p->l->rank_count[a->cut]; i++) {
        struct term new = rank_term(&q->run, a->state, &p->l->cuts.list.data[a->cut],
                                    &p->l->ranks[a->cut][i]);
        struct round round = {arrival, i, term_bool(t, false), term_bool(t, false)};
        if (term_is(new) && term_is(old[i])) {
            round.smaller = decreases(t, old[i], new);
            round.not_greater = term_2(t, TERM_BV_SLE, new, old[i]);
        }
        VECTOR_PUSH(&q->rounds, round);
    }
}

/* The condition of an annotated ranking: the first component that changes gets smaller. */
static void demand_ranking(struct prover *p, struct question *q, uint32_t arrival,
                           size_t first)
{
    struct terms *t = p->l->terms;
    const struct arrival *a = &q->run.arrivals.data[arrival];
    const struct cut *c = &p->l->cuts.list.data[a->cut];
    if (c->ranking == UINT32_MAX || !a->inside)
        return;
    struct term fine = term_bool(t, false);
    for (size_t i = q->rounds.count; i-- > first;) {
        const struct round *r = &q->rounds.data[i];
        fine = term_or(t, r->smaller, term_and(t, r->not_greater, fine));
    }
    struct term bad = term_and(t, a->state->guard, term_not(t, fine));
    VECTOR_PUSH(&q->run.obligations,
                (struct obligation){OBLIGATION_CONDITION, LISTS_TERMINATION,
                                    LISTS_NON_TERMINATION, c->ranking, bad,
                                    "the ranking gets smaller"});
}

/* The terms of a cut's quantities; what is not there is 0. */
static struct term *quantity_terms(struct prover *p, struct question *q, uint32_t cut,
                                   const struct state *s)
{
    const struct quantities *from = &p->quantities[cut];
    struct term *out = ARENA_ARRAY(&p->l->arena, struct term, MOST_QUANTITIES);
    for (unsigned i = 0; i < from->count; i++) {
        out[i] = quantity_term(&q->run, s, &from->list[i]);
        if (!term_is(out[i]))
            out[i] = term_bv(p->l->terms, 64, 0);
    }
    return out;
}

static void add_quantities(struct prover *p, struct question *q)
{
    if (q->run.start != UINT32_MAX)
        q->before = quantity_terms(p, q, q->run.start, q->run.begin);
    q->after = ARENA_ARRAY(&p->l->arena, struct term *, q->run.arrivals.count + 1);
    for (size_t a = 0; a < q->run.arrivals.count; a++)
        q->after[a] =
            quantity_terms(p, q, q->run.arrivals.data[a].cut, q->run.arrivals.data[a].state);
}

/* The term over the small model, without divisions. */
static struct term coded(struct question *q, struct term raw)
{
    return divisions_replace(&q->divisions, slh_encode(q->encoding, raw));
}

static void encode(struct prover *p, struct question *q)
{
    struct terms *t = p->l->terms;
    divisions_init(&q->divisions, t);
    q->solver = solver_new(t, NULL);
    VECTOR(struct term) roots = {0};
    for (size_t i = 0; i < q->starts.count; i++)
        if (term_is(q->starts.data[i]))
            VECTOR_PUSH(&roots, q->starts.data[i]);
    for (size_t i = 0; i < q->breaches.count; i++)
        VECTOR_PUSH(&roots, q->breaches.data[i].raw);
    for (size_t i = 0; i < q->run.obligations.count; i++)
        VECTOR_PUSH(&roots, q->run.obligations.data[i].bad);
    for (size_t i = 0; i < q->run.arrivals.count; i++)
        VECTOR_PUSH(&roots, q->run.arrivals.data[i].state->guard);
    for (size_t i = 0; i < q->rounds.count; i++) {
        VECTOR_PUSH(&roots, q->rounds.data[i].smaller);
        VECTOR_PUSH(&roots, q->rounds.data[i].not_greater);
    }
    for (size_t a = 0; q->after && a < q->run.arrivals.count; a++)
        for (unsigned i = 0; i < p->quantities[q->run.arrivals.data[a].cut].count; i++)
            VECTOR_PUSH(&roots, q->after[a][i]);
    for (unsigned i = 0; q->before && i < p->quantities[q->run.start].count; i++)
        VECTOR_PUSH(&roots, q->before[i]);
    q->encoding = slh_encoding_new(q->run.slh, roots.data, roots.count, 0);
    VECTOR_RELEASE(&roots);
    LAW(q->starts.count == q->switches.count);
    for (size_t i = 0; i < q->starts.count; i++)
        if (term_is(q->starts.data[i]))
            solver_assert(q->solver,
                          term_implies(t, q->switches.data[i], coded(q, q->starts.data[i])));
    for (size_t i = 0; i < q->breaches.count; i++)
        q->breaches.data[i].coded = coded(q, q->breaches.data[i].raw);
    for (size_t i = 0; i < q->run.obligations.count; i++)
        VECTOR_PUSH(&q->bad, coded(q, q->run.obligations.data[i].bad));
    for (size_t i = 0; i < q->run.arrivals.count; i++)
        VECTOR_PUSH(&q->guards, coded(q, q->run.arrivals.data[i].state->guard));
    for (size_t i = 0; i < q->rounds.count; i++) {
        struct round *r = &q->rounds.data[i];
        r->smaller = coded(q, r->smaller);
        r->not_greater = coded(q, r->not_greater);
    }
    for (size_t a = 0; q->after && a < q->run.arrivals.count; a++)
        for (unsigned i = 0; i < p->quantities[q->run.arrivals.data[a].cut].count; i++)
            q->after[a][i] = coded(q, q->after[a][i]);
    for (unsigned i = 0; q->before && i < p->quantities[q->run.start].count; i++)
        q->before[i] = coded(q, q->before[i]);
    struct term sides = slh_encoding_sides(q->encoding);
    solver_assert(q->solver, divisions_replace(&q->divisions, sides));
    solver_assert(q->solver, divisions_lemmas(&q->divisions));
}

void question_make(struct prover *p, uint32_t start, unsigned unwind, struct question *q)
{
    *q = (struct question){0};
    run_from(p->l, start, unwind, &q->run);
    bool bounded = unwind > 1;
    if (!bounded)
        add_starts(p, q);
    for (uint32_t a = 0; a < q->run.arrivals.count && !bounded; a++) {
        size_t first = q->rounds.count;
        add_breaches(p, q, &q->run.arrivals.data[a]);
        add_rounds(p, q, a);
        demand_ranking(p, q, a, first);
    }
    if (!bounded && p->quantities)
        add_quantities(p, q);
    if (!bounded)
        encode(p, q);
}

void question_release(struct question *q)
{
    VECTOR_RELEASE(&q->starts);
    VECTOR_RELEASE(&q->switches);
    VECTOR_RELEASE(&q->breaches);
    VECTOR_RELEASE(&q->rounds);
    VECTOR_RELEASE(&q->guards);
    VECTOR_RELEASE(&q->bad);
    divisions_release(&q->divisions);
    if (q->encoding)
        slh_encoding_free(q->encoding);
    if (q->solver)
        solver_free(q->solver);
    run_release(&q->run);
}

/* --- asking --- */

double prover_left(const struct prover *p)
{
    return p->l->until > 0 ? p->l->until - wall_now() : INFINITY;
}

struct solver_limits prover_limits(struct prover *p)
{
    struct solver_limits limits = {0};
    double left = prover_left(p);
    if (left <= 0)
        p->stopped = true;
    if (left < INFINITY)
        limits.seconds = left > 0.01 ? left : 0.01;
    return limits;
}

/* The switches of facts that are alive, then the term. Returns how many. */
static size_t assumptions(struct prover *p, struct question *q, struct term coded,
                          struct term *out)
{
    size_t n = 0;
    for (size_t i = 0; i < q->switches.count; i++)
        if (p->facts[q->run.start].alive.data[i])
            out[n++] = q->switches.data[i];
    if (term_is(coded))
        out[n++] = coded;
    return n;
}

static void note_needed(struct prover *p, struct question *q)
{
    for (size_t i = 0; i < q->switches.count; i++)
        if (p->facts[q->run.start].alive.data[i] &&
            solver_failed(q->solver, q->switches.data[i]))
            p->needed[q->run.start][i] = true;
}

enum answer question_ask(struct prover *p, struct question *q, struct term coded)
{
    LAW(!term_is(coded) ||
        sort_kind(p->l->terms, term_sort(p->l->terms, coded)) == SORT_BOOL);
    struct solver_limits limits = prover_limits(p);
    if (p->stopped)
        return ANSWER_UNKNOWN;
    struct arena arena;
    arena_init(&arena);
    struct term *under = ARENA_ARRAY(&arena, struct term, q->switches.count + 1);
    size_t n = assumptions(p, q, coded, under);
    enum answer answer = solver_solve_under(q->solver, under, n, &limits);
    if (answer == ANSWER_UNSAT)
        note_needed(p, q);
    arena_release(&arena);
    return answer;
}

/* --- heaps --- */

static void add_names(struct prover *p, struct question *q, const struct slh_model *m,
                      struct lists_heap *h)
{
    const struct function *f = p->l->f;
    struct arena *arena = &p->out->arena;
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const char *name = value_source_name(p->l, id);
        bool shown = q->run.start == UINT32_MAX
                         ? f->instructions.data[id].op == OP_PARAM
                         : run_carries(p->l, &p->l->cuts.list.data[q->run.start], id);
        const struct lists_value *v = &q->run.begin->values[id];
        if (!name || !shown)
            continue;
        if (v->kind == VALUE_POINTER) {
            uint32_t node = slh_model_pointer(q->run.slh, m, v->pointer);
            VECTOR_PUSH(&h->names,
                        (struct lists_name){name, node > m->count ? LISTS_JUNK : node});
        }
        uint64_t n;
        if (v->kind != VALUE_NUMBER)
            continue;
        struct term wide = term_as_64(&q->run, v->number, value_source_signed(p->l, id));
        if (term_const_u64(p->l->terms, slh_model_value(q->run.slh, m, wide), &n))
            VECTOR_PUSH(&h->numbers, arena_format(arena, "%s = %lld", name, (long long)n));
    }
}

static int64_t widened(const struct layout_member *m, uint64_t v)
{
    LAW(m->width >= 1 && m->width <= 64);
    bool negative = m->is_signed && m->width < 64 && v >> (m->width - 1) & 1;
    return (int64_t)(negative ? v | ~UINT64_C(0) << m->width : v);
}

static struct lists_heap *heap_of(struct prover *p, struct question *q,
                                  const struct slh_model *m)
{
    struct arena *arena = &p->out->arena;
    struct lists_heap *h = ARENA_NEW(arena, struct lists_heap);
    h->count = m->whole ? m->count : 0;
    h->whole = m->whole;
    h->next = ARENA_ARRAY(arena, uint32_t, h->count + 1);
    for (uint32_t i = 1; i <= h->count; i++)
        h->next[i] = m->next[i] > m->count ? LISTS_JUNK : m->next[i];
    h->data = ARENA_ARRAY(arena, int64_t *, p->l->layout.count + 1);
    for (unsigned f = 0; f < p->l->layout.count; f++) {
        h->data[f] = ARENA_ARRAY(arena, int64_t, h->count + 1);
        for (uint32_t i = 1; i <= h->count; i++)
            h->data[f][i] = widened(&p->l->layout.members[f], m->data[q->run.fields[f]][i]);
    }
    if (m->whole)
        add_names(p, q, m, h);
    return h;
}

struct lists_heap *question_heap(struct prover *p, struct question *q, struct term raw,
                                 struct term coded)
{
    struct terms *t = p->l->terms;
    if (q->divisions.list.count)
        return NULL; /* a model of lemmas */
    struct arena arena;
    arena_init(&arena);
    struct term *under = ARENA_ARRAY(&arena, struct term, q->switches.count + 1);
    size_t n = assumptions(p, q, coded, under);
    for (size_t i = 0; i < q->starts.count; i++)
        if (p->facts[q->run.start].alive.data[i] && term_is(q->starts.data[i]))
            raw = term_and(t, raw, q->starts.data[i]);
    struct solver_limits limits = prover_limits(p);
    struct slh_query query = {q->encoding, q->solver, raw, &limits};
    struct slh_model m;
    struct lists_heap *h = NULL;
    if (slh_query_model(&query, under, n, &m))
        h = heap_of(p, q, &m);
    slh_model_release(&m);
    arena_release(&arena);
    return h;
}
