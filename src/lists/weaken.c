/* The largest set of candidates that is inductive: what a model refutes is dropped, until
 * nothing is. */
#include "lists/prove.h"

#include "base/failure.h"

/* All breaches of facts that are alive; returns how many. */
static size_t open_breaches(struct prover *p, struct question *q, struct term *clause)
{
    size_t n = 0;
    for (size_t i = 0; i < q->breaches.count; i++) {
        const struct breach *b = &q->breaches.data[i];
        if (p->facts[b->cut].alive.data[b->fact] && !term_is_false(p->l->terms, b->coded))
            clause[n++] = b->coded;
    }
    return n;
}

static void drop_refuted(struct prover *p, struct question *q)
{
    for (size_t i = 0; i < q->breaches.count; i++) {
        const struct breach *b = &q->breaches.data[i];
        bool *alive = &p->facts[b->cut].alive.data[b->fact];
        if (*alive && solver_true(q->solver, b->coded))
            *alive = false;
    }
}

static void drop_all(struct prover *p)
{
    for (uint32_t c = 0; c < p->l->cuts.list.count; c++)
        for (size_t i = 0; i < p->facts[c].alive.count; i++)
            p->facts[c].alive.data[i] = false;
}

/* Whether something was dropped. */
static bool weaken_by(struct prover *p, struct question *q)
{
    struct arena arena;
    arena_init(&arena);
    struct term *clause = ARENA_ARRAY(&arena, struct term, q->breaches.count + 1);
    struct term *under = ARENA_ARRAY(&arena, struct term, q->switches.count + 1);
    bool changed = false;
    while (!p->stopped) {
        size_t open = open_breaches(p, q, clause), n = 0;
        if (!open)
            break;
        for (size_t i = 0; i < q->switches.count; i++)
            if (p->facts[q->run.start].alive.data[i])
                under[n++] = q->switches.data[i];
        struct solver_limits limits = prover_limits(p);
        enum answer answer = solver_solve_clause(q->solver, under, n, clause, open, &limits);
        if (answer == ANSWER_UNSAT)
            break;
        if (answer == ANSWER_UNKNOWN)
            p->stopped = true;
        drop_refuted(p, q);
        LAW(answer != ANSWER_SAT ||
            open_breaches(p, q, clause) < open); /* a model refutes something */
        changed = true;
    }
    arena_release(&arena);
    return changed;
}

void prover_weaken(struct prover *p)
{
    for (bool changed = true; changed && !p->stopped;) {
        changed = false;
        for (uint32_t i = 0; i < p->count; i++)
            changed |= weaken_by(p, &p->questions[i]);
    }
    if (p->stopped)
        drop_all(p);
}

/* One round: facts that show that needed ones hold at arrivals are needed, too. */
static bool extend(struct prover *p, struct question *q, bool **done)
{
    bool changed = false;
    for (size_t i = 0; i < q->breaches.count; i++) {
        const struct breach *b = &q->breaches.data[i];
        if (!p->needed[b->cut][b->fact] || done[q - p->questions][i])
            continue;
        done[q - p->questions][i] = true;
        question_ask(p, q, b->coded);
        changed = true;
    }
    return changed;
}

static void tell(struct prover *p, uint32_t cut)
{
    const struct cut *c = &p->l->cuts.list.data[cut];
    const struct block *b = &p->l->f->blocks.data[c->header];
    const struct instruction *last =
        &p->l->f->instructions.data[VECTOR_LAST(&b->instructions)];
    struct text text = {0};
    for (size_t i = 0; i < p->facts[cut].list.count; i++) {
        if (!p->needed[cut][i])
            continue;
        text_put(&text, text.count ? " && " : "");
        fact_tell(p->l, &p->facts[cut].list.data[i], &text);
    }
    if (text.count)
        VECTOR_PUSH(&p->out->found, arena_format(&p->out->arena, "%s: sooth_invariant(%s)",
                                                 prover_place(p, last), text_of(&text)));
    text_release(&text);
}

void prover_tell_facts(struct prover *p)
{
    struct arena arena;
    arena_init(&arena);
    bool **done = ARENA_ARRAY(&arena, bool *, p->count);
    for (uint32_t i = 0; i < p->count; i++)
        done[i] = ARENA_ARRAY(&arena, bool, p->questions[i].breaches.count + 1);
    for (bool changed = true; changed && !p->stopped;) {
        changed = false;
        for (uint32_t i = 0; i < p->count; i++)
            changed |= extend(p, &p->questions[i], done);
    }
    arena_release(&arena);
    for (uint32_t c = 0; c < p->l->cuts.list.count; c++)
        tell(p, c);
}
