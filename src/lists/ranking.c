/* Rankings of loops without one: lengths and numbers, one after the other, each of which
 * never grows in the rounds that those before it leave open, and gets smaller in some. */
#include "lists/prove.h"

#include "base/clock.h"

/* The rounds of a cut in one question that no component makes smaller, up to now. */
struct open_rounds {
    struct term *open; /* by question */
};

static struct term rounds_where(struct prover *p, const struct question *q, uint32_t cut,
                                uint32_t rank, bool smaller)
{
    struct terms *t = p->l->terms;
    struct term all = term_bool(t, false);
    for (size_t i = 0; i < q->rounds.count; i++) {
        const struct round *r = &q->rounds.data[i];
        if (q->run.arrivals.data[r->arrival].cut != cut || r->rank != rank)
            continue;
        struct term holds = smaller ? r->smaller : r->not_greater;
        all = term_or(t, all, term_and(t, q->guards.data[r->arrival], term_not(t, holds)));
    }
    return all;
}

/* Never grows in an open round. */
static bool fits(struct prover *p, struct open_rounds *o, uint32_t cut, uint32_t rank)
{
    for (uint32_t i = 0; i < p->count; i++) {
        struct question *q = &p->questions[i];
        struct term grows = rounds_where(p, q, cut, rank, false);
        struct term bad = term_and(p->l->terms, o->open[i], grows);
        if (!term_is_false(p->l->terms, bad) && question_ask(p, q, bad) != ANSWER_UNSAT)
            return false;
    }
    return true;
}

/* Leaves less open; false: it does not help. */
static bool closes(struct prover *p, struct open_rounds *o, uint32_t cut, uint32_t rank)
{
    struct terms *t = p->l->terms;
    bool helps = false;
    for (uint32_t i = 0; i < p->count; i++) {
        struct question *q = &p->questions[i];
        struct term left = rounds_where(p, q, cut, rank, true);
        struct term closed = term_and(t, o->open[i], term_not(t, left));
        if (term_is_false(t, closed) || question_ask(p, q, closed) == ANSWER_UNSAT)
            continue;
        o->open[i] = term_and(t, o->open[i], left);
        helps = true;
    }
    return helps;
}

static bool all_closed(struct prover *p, struct open_rounds *o)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (!term_is_false(p->l->terms, o->open[i]) &&
            question_ask(p, &p->questions[i], o->open[i]) != ANSWER_UNSAT)
            return false;
    return true;
}

static void begin(struct prover *p, struct open_rounds *o, uint32_t cut, struct arena *arena)
{
    o->open = ARENA_ARRAY(arena, struct term, p->count);
    for (uint32_t i = 0; i < p->count; i++) {
        struct question *q = &p->questions[i];
        o->open[i] = term_bool(p->l->terms, false);
        for (size_t a = 0; a < q->run.arrivals.count; a++)
            if (q->run.arrivals.data[a].cut == cut && q->run.arrivals.data[a].inside)
                o->open[i] = term_or(p->l->terms, o->open[i], q->guards.data[a]);
    }
}

static bool search(struct prover *p, uint32_t cut, struct text *told)
{
    struct arena arena;
    arena_init(&arena);
    struct open_rounds o;
    begin(p, &o, cut, &arena);
    struct ranking *ranking = &p->rankings[cut];
    ranking->chosen = ARENA_ARRAY(&p->l->arena, uint32_t, p->l->rank_count[cut] + 1);
    ranking->count = 0;
    bool done = all_closed(p, &o);
    for (bool helped = true; !done && helped && !p->stopped;) {
        helped = false;
        for (uint32_t k = 0; k < p->l->rank_count[cut] && !done; k++) {
            if (!fits(p, &o, cut, k) || !closes(p, &o, cut, k))
                continue;
            if (ranking->count < p->l->rank_count[cut])
                ranking->chosen[ranking->count++] = k;
            text_put(told, told->count ? ", " : "");
            rank_tell(p->l, &p->l->cuts.list.data[cut], &p->l->ranks[cut][k], told);
            helped = true;
            done = all_closed(p, &o);
        }
    }
    arena_release(&arena);
    return done && !p->stopped;
}

static void rank_loop(struct prover *p, uint32_t cut)
{
    const struct cut *c = &p->l->cuts.list.data[cut];
    const struct block *b = &p->l->f->blocks.data[c->header];
    const struct instruction *last =
        &p->l->f->instructions.data[VECTOR_LAST(&b->instructions)];
    struct text told = {0};
    double began = wall_now();
    bool found = search(p, cut, &told);
    struct lists_condition condition = {
        .kind = LISTS_TERMINATION,
        .outcome = found ? LISTS_PROVED : LISTS_OPEN,
        .fault = found ? LISTS_FAULT_NONE : LISTS_NON_TERMINATION,
        .place = prover_place(p, last),
        .from = prover_from(p, cut),
        .text = "the loop ends",
        .seconds = wall_now() - began,
    };
    VECTOR_PUSH(&p->out->conditions, condition);
    if (found && told.count)
        VECTOR_PUSH(&p->out->found, arena_format(&p->out->arena, "%s: sooth_ranking(%s)",
                                                 prover_place(p, last), text_of(&told)));
    text_release(&told);
}

void prover_rank(struct prover *p)
{
    for (uint32_t c = 0; c < p->l->cuts.list.count; c++)
        if (p->l->cuts.list.data[c].ranking == UINT32_MAX)
            rank_loop(p, c);
}
