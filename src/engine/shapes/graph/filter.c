/* Which of many candidates follow from facts: each model of the facts drops all that are
 * false in it. */
#include "engine/shapes/graph/question.h"

#include "base/clock.h"

enum { MOST_KEPT = 1 << 20 };
static const double EACH_SECONDS = 0.05, ALL_SECONDS = 0.5;

typedef VECTOR(struct term) term_list;

struct filtering {
    struct shapes *s;
    const struct naming *naming;
    const term_list *facts;
    const struct term *candidates;
    bool *keep;
    size_t count;
    bool (*worth)(void *context, const bool *keep, size_t);
    void *context;
};

static bool is_open(const struct filtering *f, size_t i)
{
    return f->keep[i] && !term_is_true(f->s->terms, f->candidates[i]);
}

static size_t count_open(const struct filtering *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->count; i++)
        n += is_open(f, i);
    return n;
}

/* Drops what is false in the model; says whether something is left to be asked. */
static bool drop_false(struct filtering *f, struct model_use *m)
{
    bool left = false;
    for (size_t i = 0; i < f->count; i++) {
        if (!is_open(f, i))
            continue;
        f->keep[i] = model_holds(m, f->candidates[i]);
        left |= f->keep[i];
    }
    return left;
}

/* Says whether one of the models kept is a model of the facts. */
static bool try_models(struct filtering *f)
{
    bool found = false, left = true;
    for (size_t i = 0; i < f->s->questions->models.count && left; i++) {
        struct model_use m;
        if (model_begin(&m, f->naming, i, f->facts->data, f->facts->count)) {
            found = true;
            left = drop_false(f, &m);
        }
        model_end(&m);
    }
    return found;
}

static bool take_model(struct filtering *f)
{
    struct model_use m;
    model_begin(&m, f->naming, model_note(f->naming), NULL, 0);
    bool left = drop_false(f, &m);
    model_end(&m);
    return left;
}

static enum answer ask_for_another(struct filtering *f, const struct solver_limits *limits)
{
    term_list clause = {0};
    for (size_t i = 0; i < f->count; i++)
        if (is_open(f, i) && f->worth(f->context, f->keep, i))
            VECTOR_PUSH(&clause, term_not(f->s->terms, f->candidates[i]));
    enum answer a = solver_solve_clause(shapes_solver(f->s), f->facts->data, f->facts->count,
                                        clause.data, clause.count, limits);
    VECTOR_RELEASE(&clause);
    return a;
}

static void ask_one(struct filtering *f, size_t i, double until)
{
    struct solver_limits limits = {.seconds = EACH_SECONDS, .stop = f->s->task->stop};
    struct term opposite = term_not(f->s->terms, f->candidates[i]);
    enum answer a = ANSWER_UNKNOWN;
    if (cpu_now() < until)
        a = solver_solve_clause(shapes_solver(f->s), f->facts->data, f->facts->count,
                                &opposite, 1, &limits);
    if (a == ANSWER_SAT)
        take_model(f);
    f->keep[i] = a == ANSWER_UNSAT;
}

/* A question about all was too hard: each is asked alone, as long as that takes little time.
 * Weaker ones come into question when stronger ones are dropped. */
static void ask_each(struct filtering *f)
{
    double until = cpu_now() + ALL_SECONDS;
    bool *asked = ARENA_ARRAY(&f->s->arena, bool, f->count), more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < f->count; i++) {
            if (asked[i] || !is_open(f, i) || !f->worth(f->context, f->keep, i))
                continue;
            asked[i] = more = true;
            ask_one(f, i, until);
        }
    }
}

static void filter(struct filtering *f)
{
    struct solver_limits limits = {.seconds = QUESTION_SECONDS, .stop = f->s->task->stop};
    bool possible = try_models(f);
    if (possible && !count_open(f))
        return;
    enum answer a = possible ? ask_for_another(f, &limits)
                             : solver_solve_under(shapes_solver(f->s), f->facts->data,
                                                  f->facts->count, &limits);
    while (a == ANSWER_SAT && take_model(f))
        a = ask_for_another(f, &limits);
    if (a == ANSWER_UNKNOWN)
        ask_each(f);
}

/* --- what was asked before ---
 * Graphs of one head are joined again and again, so that most of these questions were asked,
 * in the same names. */

static uint64_t key_of(const struct filtering *f)
{
    uint64_t key = f->facts->count;
    for (size_t i = 0; i < f->facts->count; i++)
        key = hash_pair(key, f->facts->data[i].id);
    for (size_t i = 0; i < f->count; i++)
        if (is_open(f, i))
            key = hash_pair(key, f->candidates[i].id);
    return key;
}

/* The answers are bits, from a place in `kept` on. */
static bool is_kept(const struct shapes *s, uint64_t from, size_t i)
{
    return s->questions->kept.data[from + i / 64] >> i % 64 & 1;
}

static void take_answers(struct filtering *f, uint64_t from)
{
    size_t n = 0;
    for (size_t i = 0; i < f->count; i++)
        if (is_open(f, i))
            f->keep[i] = is_kept(f->s, from, n++);
}

static void note_answers(struct filtering *f, uint64_t key, const bool *asked)
{
    struct shapes *s = f->s;
    if (s->questions->kept.count > MOST_KEPT) {
        map_clear(&s->questions->filtered);
        s->questions->kept.count = 0;
    }
    map_set(&s->questions->filtered, key, s->questions->kept.count);
    size_t n = 0;
    for (size_t i = 0; i < f->count; i++) {
        if (!asked[i])
            continue;
        if (n % 64 == 0)
            VECTOR_PUSH(&s->questions->kept, 0);
        s->questions->kept.data[s->questions->kept.count - 1] |= (uint64_t)f->keep[i]
                                                                 << n++ % 64;
    }
}

static void filter_once(struct filtering *f)
{
    uint64_t key = key_of(f), from;
    if (!count_open(f))
        return;
    if (map_get(&f->s->questions->filtered, key, &from)) {
        take_answers(f, from);
        return;
    }
    bool *asked = ARENA_ARRAY(&f->s->arena, bool, f->count);
    for (size_t i = 0; i < f->count; i++)
        asked[i] = is_open(f, i);
    filter(f);
    note_answers(f, key, asked);
}

void shapes_filter(struct shapes *s, const struct term *facts, size_t count,
                   struct term *candidates, bool *keep, size_t candidate_count,
                   bool (*worth)(void *context, const bool *keep, size_t), void *context)
{
    struct naming n = {.s = s};
    term_list all = {0};
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&all, graph_in_names(&n, facts[i]));
    for (size_t i = 0; i < candidate_count; i++)
        if (keep[i])
            candidates[i] = graph_in_names(&n, candidates[i]);
    struct filtering f = {.s = s,
                          .naming = &n,
                          .facts = &all,
                          .candidates = candidates,
                          .keep = keep,
                          .count = candidate_count,
                          .worth = worth,
                          .context = context};
    filter_once(&f);
    naming_release(&n);
    VECTOR_RELEASE(&all);
}
