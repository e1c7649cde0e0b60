/* Questions to the solver about the facts of a graph. Where it does not know, the answer is
 * the careful one. */
#include "engine/shapes/graph/question.h"

#include "base/clock.h"

#include <stdio.h>

enum { MOST_MEMORY = 1 << 30, MOST_VARIABLES = 4000, MOST_ANSWERS = 1 << 18 };

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
    if (o->kind == GRAPH_LIST)
        return o->length;
    if (o->least)
        return term_bv(s->terms, GRAPH_LENGTH_BITS, 1);
    return term_is(o->there) ? term_zext(s->terms, o->there, GRAPH_LENGTH_BITS) : TERM_NONE;
}

static void begin_solver(struct graph_questions *q)
{
    q->solver = solver_new(q->terms, NULL);
    solver_keep_plain(q->solver);
}

void shapes_begin_questions(struct graph_questions *q)
{
    *q = (struct graph_questions){.terms = terms_new()};
    begin_solver(q);
}

void shapes_end_questions(struct graph_questions *q)
{
    solver_free(q->solver);
    map_release(&q->names);
    map_release(&q->answers);
    map_release(&q->filtered);
    VECTOR_RELEASE(&q->kept);
    for (size_t i = 0; i < q->models.count; i++)
        map_release(&q->models.data[i]);
    VECTOR_RELEASE(&q->models);
    term_words_release(&q->words);
    terms_free(q->terms);
}

/* A solver assigns all that it was ever told of: one that knows much is slow at small
 * questions. */
struct solver *shapes_solver(struct shapes *s)
{
    struct solver_statistics t;
    solver_statistics(s->questions->solver, &t);
    if (t.variables > MOST_VARIABLES) {
        solver_free(s->questions->solver);
        begin_solver(s->questions);
    }
    s->statistics.questions++;
    return s->questions->solver;
}

typedef VECTOR(struct term) question;

/* --- names ---
 * Every node that is loaded and every element has new variables. A question is asked in names
 * of its own, which its variables get in the order in which they occur: then the same
 * question about other nodes is the same terms, whose answer is known, or at least what the
 * solver was told of them before. */

static void name_variable(void *context, struct term v)
{
    struct naming *n = context;
    struct terms *ts = n->s->terms;
    uint64_t name;
    if (map_has(&n->names, v.id) || term_op(ts, v) != TERM_VAR)
        return;
    uint32_t sort = term_sort(ts, v).id;
    enum sort_kind kind = sort_kind(ts, term_sort(ts, v));
    n->other |= kind != SORT_BV && kind != SORT_BOOL;
    uint64_t number = map_or(&n->used, sort, 0);
    map_set(&n->used, sort, number + 1);
    uint64_t key = (uint64_t)sort << 32 | number;
    if (!map_get(&n->s->questions->names, key, &name)) {
        name = term_fresh(ts, term_sort(ts, v), "q").id;
        map_set(&n->s->questions->names, key, name);
    }
    map_set(&n->names, v.id, name);
}

struct term graph_in_names(struct naming *n, struct term t)
{
    term_variables(n->s->terms, t, name_variable, n);
    return term_substitute(n->s->terms, t, &n->names);
}

void naming_release(struct naming *n)
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

static bool has_model(const struct naming *n, const question *all)
{
    for (size_t i = 0; i < n->s->questions->models.count; i++) {
        struct model_use m;
        bool is = model_begin(&m, n, i, all->data, all->count);
        model_end(&m);
        if (is)
            return true;
    }
    return false;
}

static enum answer ask_in_names(const struct naming *n, const question *all)
{
    if (has_model(n, all))
        return ANSWER_SAT;
    return ask_solver(n->s, all);
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
        all.data[i] = graph_in_names(&n, all.data[i]);
        key = hash_pair(key, all.data[i].id);
    }
    if (!map_get(&s->questions->answers, key, &known)) {
        known = ask_in_names(&n, &all);
        if (s->questions->answers.count > MOST_ANSWERS)
            map_clear(&s->questions->answers);
        if (known != ANSWER_UNKNOWN)
            map_set(&s->questions->answers, key, known);
    }
    naming_release(&n);
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
    struct term one = solver_value(s->questions->solver, t);
    return term_const_u64(s->terms, one, value) &&
           shapes_prove(s, g, term_eq(s->terms, t, one));
}
