/* Questions to the solver about the facts of a graph. Where it does not know, the answer is
 * the careful one. */
#include "engine/shapes/shapes.h"

#include "base/clock.h"

#include <stdio.h>

enum { MOST_MEMORY = 1 << 30, MOST_VARIABLES = 4000, MOST_ANSWERS = 1 << 18 };
#define QUESTION_SECONDS 0.2

/* "at" and the place where the graph is, if that is known. */
static void put_place(struct shapes *s, const struct graph *g, char *out, size_t room)
{
    char place[200] = "";
    if (g && g->frame && !shapes_is_nobody(s, g->frame)) {
        const struct graph_frame *f = g->frame;
        const struct block *b = &f->f->blocks.data[f->block];
        uint32_t at = f->position < b->instructions.count ? f->position : 0;
        const struct instruction *in = &f->f->instructions.data[b->instructions.data[at]];
        place_text(s->program, instruction_place(s->program, in), place, sizeof place);
    }
    snprintf(out, room, "%s%s", place[0] ? " at " : "", place);
}

void shapes_give_up(struct shapes *s, const struct graph *g, const char *why)
{
    if (s->why[0])
        return;
    char place[200];
    put_place(s, g, place, sizeof place);
    snprintf(s->why, sizeof s->why, "%s%s", why, place);
}

void shapes_alarm(struct shapes *s, const struct graph *g, enum violation kind)
{
    LAW(kind < VIOLATION_COUNT);
    uint32_t wanted = s->open & VIOLATION_BIT(kind);
    char place[150];
    put_place(s, g, place, sizeof place);
    if (!s->alarms && wanted)
        snprintf(s->alarm, sizeof s->alarm, " of %s%s", violation_name(kind), place);
    if (!s->alarms && wanted)
        s->alarm_way = g->way;
    s->alarms |= wanted;
    s->strayed = true;
    if (wanted && kind != VIOLATION_DEREF)
        shapes_note_suspects(s, g);
}

bool shapes_over(struct shapes *s)
{
    if (s->paused || s->why[0] || !(s->open & ~s->alarms) || (s->settings.whole && s->alarms))
        return true;
    if (++s->statistics.steps % 64)
        return false;
    if (s->task->stop && *s->task->stop)
        shapes_give_up(s, NULL, "out of time");
    if (s->arena.total > MOST_MEMORY)
        shapes_give_up(s, NULL, "out of memory");
    s->paused = s->until > 0 && cpu_now() > s->until;
    return s->paused || s->why[0];
}

struct term shapes_true_bit(struct shapes *s, struct term i1)
{
    LAW(term_width(s->terms, i1) == 1);
    return term_eq(s->terms, i1, term_bv(s->terms, 1, 1));
}

struct term shapes_from_bool(struct shapes *s, struct term condition)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    return term_ite(s->terms, condition, term_bv(s->terms, 1, 1), term_bv(s->terms, 1, 0));
}

struct term shapes_offset(struct shapes *s, int64_t offset)
{
    return term_bv_signed(s->terms, s->width, offset);
}

struct term shapes_fresh(struct shapes *s, unsigned width)
{
    LAW(width);
    return term_fresh(s->terms, sort_bv(s->terms, width), "v");
}

struct term shapes_length(struct shapes *s, const struct graph_object *o)
{
    return o->kind == GRAPH_LIST ? o->length : term_bv(s->terms, GRAPH_LENGTH_BITS, 1);
}

/* A solver assigns all that it was ever told of: one that knows much is slow at small
 * questions. */
struct solver *shapes_solver(struct shapes *s)
{
    struct solver_statistics t;
    solver_statistics(s->solver, &t);
    if (t.variables > MOST_VARIABLES) {
        solver_free(s->solver);
        s->solver = solver_new(s->terms, NULL);
        solver_keep_plain(s->solver);
    }
    s->statistics.questions++;
    return s->solver;
}

typedef VECTOR(struct term) question;

/* --- names ---
 * Every node that is loaded and every element has new variables. A question is asked in names
 * of its own, which its variables get in the order in which they occur: then the same
 * question about other nodes is the same terms, whose answer is known, or at least what the
 * solver was told of them before. */

struct naming {
    struct shapes *s;
    struct map names; /* of the variables of this question */
    struct map used;  /* by sort: how many */
};

static void name_variable(void *context, struct term v)
{
    struct naming *n = context;
    struct terms *ts = n->s->terms;
    uint64_t name;
    if (map_has(&n->names, v.id) || term_op(ts, v) != TERM_VAR)
        return;
    uint32_t sort = term_sort(ts, v).id;
    uint64_t number = map_or(&n->used, sort, 0);
    map_set(&n->used, sort, number + 1);
    uint64_t key = (uint64_t)sort << 32 | number;
    if (!map_get(&n->s->names, key, &name)) {
        name = term_fresh(ts, term_sort(ts, v), "q").id;
        map_set(&n->s->names, key, name);
    }
    map_set(&n->names, v.id, name);
}

static struct term in_names(struct naming *n, struct term t)
{
    term_variables(n->s->terms, t, name_variable, n);
    return term_substitute(n->s->terms, t, &n->names);
}

static void naming_release(struct naming *n)
{
    map_release(&n->names);
    map_release(&n->used);
}

static question question_of(const struct graph_terms *facts, const struct graph_terms *more,
                            struct term condition)
{
    question all = {0};
    for (uint32_t i = 0; i < facts->count; i++)
        VECTOR_PUSH(&all, facts->data[i]);
    for (uint32_t i = 0; more && i < more->count; i++)
        VECTOR_PUSH(&all, more->data[i]);
    VECTOR_PUSH(&all, condition);
    return all;
}

static enum answer ask_solver(struct shapes *s, const question *all)
{
    struct solver_limits limits = {.seconds = QUESTION_SECONDS, .stop = s->task->stop};
    return solver_solve_under(shapes_solver(s), all->data, all->count, &limits);
}

/* Graphs of one head are compared again and again, so that most questions were asked before:
 * answers are kept. Two questions of one key are next to impossible, and what follows from a
 * wrong answer is not confirmed. */
static enum answer ask(struct shapes *s, const struct graph_terms *facts,
                       const struct graph_terms *more, struct term condition)
{
    question all = question_of(facts, more, condition);
    uint64_t key = all.count, known = ANSWER_UNKNOWN;
    struct naming n = {.s = s};
    for (size_t i = 0; i < all.count; i++) {
        all.data[i] = in_names(&n, all.data[i]);
        key = hash_pair(key, all.data[i].id);
    }
    naming_release(&n);
    if (!map_get(&s->answers, key, &known)) {
        known = ask_solver(s, &all);
        if (s->answers.count > MOST_ANSWERS)
            map_clear(&s->answers);
        if (known != ANSWER_UNKNOWN)
            map_set(&s->answers, key, known);
    }
    VECTOR_RELEASE(&all);
    return (enum answer)known;
}

/* With a model that can be read afterwards. */
static bool find_model(struct shapes *s, const struct graph_terms *facts)
{
    question all = question_of(facts, NULL, term_bool(s->terms, true));
    enum answer a = ask_solver(s, &all);
    VECTOR_RELEASE(&all);
    return a == ANSWER_SAT;
}

bool shapes_prove_under(struct shapes *s, const struct graph_terms *facts,
                        const struct graph_terms *more, struct term condition)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    if (term_is_true(s->terms, condition))
        return true;
    if (graph_terms_have(facts, condition))
        return true;
    return ask(s, facts, more, term_not(s->terms, condition)) == ANSWER_UNSAT;
}

bool shapes_prove(struct shapes *s, const struct graph *g, struct term condition)
{
    return shapes_prove_under(s, &g->facts, NULL, condition);
}

bool shapes_possible(struct shapes *s, const struct graph *g, struct term condition)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    if (term_is_false(s->terms, condition))
        return false;
    return ask(s, &g->facts, NULL, condition) != ANSWER_UNSAT;
}

bool shapes_assume(struct shapes *s, struct graph *g, struct term fact)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, fact)) == SORT_BOOL);
    if (term_is_true(s->terms, fact))
        return true;
    if (term_is_false(s->terms, fact))
        return false;
    graph_assume(&s->arena, g, fact);
    return true;
}

struct term shapes_size_fits(struct shapes *s, struct term size)
{
    LAW(term_width(s->terms, size) == s->width);
    return memory_size_fits(&s->formula.memory, size);
}

bool shapes_constant(struct shapes *s, const struct graph *g, struct term t, uint64_t *value)
{
    LAW(term_width(s->terms, t) <= 64);
    if (term_const_u64(s->terms, t, value))
        return true;
    if (term_width(s->terms, t) > 64)
        return false;
    if (!find_model(s, &g->facts))
        return false;
    struct term one = solver_value(s->solver, t);
    return term_const_u64(s->terms, one, value) &&
           shapes_prove(s, g, term_eq(s->terms, t, one));
}

struct model {
    struct solver *solver;
};

static struct term model_value(void *context, struct term variable)
{
    return solver_value(((struct model *)context)->solver, variable);
}

/* Drops what is false in the solver's model; says whether something is left to be asked. */
static bool drop_false(struct shapes *s, const struct term *candidates, bool *keep,
                       size_t count)
{
    struct model model = {s->solver};
    struct map memo = {0};
    bool left = false;
    for (size_t i = 0; i < count; i++) {
        if (!keep[i] || term_is_true(s->terms, candidates[i]))
            continue;
        struct term value =
            term_evaluate_memo(s->terms, candidates[i], &memo, model_value, &model);
        keep[i] = term_is_true(s->terms, value);
        left |= keep[i];
    }
    map_release(&memo);
    return left;
}

/* Each model drops every candidate that is false in it. */
static void filter(struct shapes *s, const struct term *facts, size_t count,
                   struct term *candidates, bool *keep, size_t candidate_count,
                   bool (*worth)(void *context, const bool *keep, size_t), void *context)
{
    struct solver_limits limits = {.seconds = QUESTION_SECONDS, .stop = s->task->stop};
    bool left = false;
    for (size_t i = 0; i < candidate_count; i++)
        left |= keep[i] && !term_is_true(s->terms, candidates[i]);
    if (!left)
        return;
    enum answer a = solver_solve_under(shapes_solver(s), facts, count, &limits);
    if (a == ANSWER_UNSAT)
        return;
    while (a == ANSWER_SAT && drop_false(s, candidates, keep, candidate_count)) {
        VECTOR(struct term) clause = {0};
        for (size_t i = 0; i < candidate_count; i++)
            if (keep[i] && !term_is_true(s->terms, candidates[i]) && worth(context, keep, i))
                VECTOR_PUSH(&clause, term_not(s->terms, candidates[i]));
        a = solver_solve_clause(shapes_solver(s), facts, count, clause.data, clause.count,
                                &limits);
        VECTOR_RELEASE(&clause);
        if (a == ANSWER_UNSAT)
            return;
    }
    for (size_t i = 0; a == ANSWER_UNKNOWN && i < candidate_count; i++)
        if (keep[i] && !term_is_true(s->terms, candidates[i]))
            keep[i] = false;
}

void shapes_filter(struct shapes *s, const struct term *facts, size_t count,
                   struct term *candidates, bool *keep, size_t candidate_count,
                   bool (*worth)(void *context, const bool *keep, size_t), void *context)
{
    struct naming n = {.s = s};
    question all = {0};
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&all, in_names(&n, facts[i]));
    for (size_t i = 0; i < candidate_count; i++)
        if (keep[i])
            candidates[i] = in_names(&n, candidates[i]);
    filter(s, all.data, count, candidates, keep, candidate_count, worth, context);
    naming_release(&n);
    VECTOR_RELEASE(&all);
}
