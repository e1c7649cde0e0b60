/* A round: each two ways of the sides that go together must do the same. */
#include "check/pair/pair_internal.h"

#include "base/clock.h"
#include "base/failure.h"

#include <stdio.h>
#include <string.h>

enum { MOST_WAYS = 96, LONGEST_WAY = 6000 };
#define HARD_SHARE 0.3 /* of the patience, for one fact */

/* What must hold, unless the old version was undefined before; fact: SIZE_MAX, or the number
 * of a fact. */
struct goal {
    struct term must, excused;
    const char *what;
    size_t fact;
};
typedef VECTOR(struct goal) goals;

struct match {
    struct pair_question *q;
    const struct pair_way *way[2];
    goals goals;
};

size_t pair_find(const struct pair_witness *w, uint32_t old_place, uint32_t new_place)
{
    for (size_t i = 0; i < w->at.count; i++)
        if (w->at.data[i].place[0] == old_place && w->at.data[i].place[1] == new_place)
            return i;
    return SIZE_MAX;
}

bool pair_refuse(struct pair_result *r, enum pair_answer answer, const char *why)
{
    r->answer = answer;
    snprintf(r->why, sizeof r->why, "%s", why);
    return false;
}

/* The old version does what is undefined before it makes event EPOCH (in the whole round:
 * UINT32_MAX). */
static struct term excused(const struct match *m, uint32_t epoch, bool overflow)
{
    struct terms *ts = m->q->terms;
    struct term any = term_bool(ts, false);
    for (size_t i = 0; i < m->way[0]->duties.count; i++) {
        const struct pair_duty *d = &m->way[0]->duties.data[i];
        bool counts = d->epoch <= epoch && (d->kind == PAIR_CHECK_HARD || overflow);
        if (counts)
            any = term_or(ts, any, term_not(ts, d->good));
    }
    return any;
}

static bool is_condition(const struct terms *ts, struct term t)
{
    return sort_kind(ts, term_sort(ts, t)) == SORT_BOOL;
}

static void add_goal(struct match *m, struct term must, struct term excuse, const char *what,
                     size_t fact)
{
    LAW(is_condition(m->q->terms, must) && is_condition(m->q->terms, excuse));
    if (!term_is_true(m->q->terms, must))
        VECTOR_PUSH(&m->goals, (struct goal){must, excuse, what, fact});
}

static void goal(struct match *m, struct term must, uint32_t epoch, const char *what)
{
    add_goal(m, must, excused(m, epoch, !m->q->witness->wraps), what, SIZE_MAX);
}

/* Two memories hold the same at any address. */
static struct term same_memory(struct match *m, struct term a, struct term b)
{
    struct terms *ts = m->q->terms;
    LAW(term_sort(ts, a).id == term_sort(ts, b).id);
    if (term_same(a, b))
        return term_bool(ts, true);
    struct term address = term_fresh(ts, sort_bv(ts, 64), "where");
    return term_eq(ts, term_select(ts, a, address), term_select(ts, b, address));
}

/* --- calls --- */

static void same_event(struct match *m, uint32_t number)
{
    LAW(number < m->way[0]->events.count && number < m->way[1]->events.count);
    const struct pair_event *a = &m->way[0]->events.data[number],
                            *b = &m->way[1]->events.data[number];
    struct terms *ts = m->q->terms;
    bool alike =
        !strcmp(a->callee, b->callee) && a->count == b->count && a->results == b->results;
    for (uint32_t i = 0; i < a->count && alike; i++)
        alike = term_width(ts, a->arguments[i]) == term_width(ts, b->arguments[i]);
    if (!alike)
        return goal(m, term_bool(ts, false), number, "different functions are called");
    for (uint32_t i = 0; i < a->count; i++)
        goal(m, term_eq(ts, a->arguments[i], b->arguments[i]), number,
             "a call is given something else");
    goal(m, same_memory(m, a->memory, b->memory), number, "a call finds other memory");
}

static void same_events(struct match *m)
{
    size_t both = m->way[0]->events.count;
    bool equal = both == m->way[1]->events.count;
    if (m->way[1]->events.count < both)
        both = m->way[1]->events.count;
    for (uint32_t i = 0; i < both; i++)
        same_event(m, i);
    if (!equal)
        goal(m, term_bool(m->q->terms, false), (uint32_t)both,
             "one makes a call that the other does not make");
}

/* --- what may be undefined --- */

static void defined_alike(struct match *m)
{
    for (size_t i = 0; i < m->way[1]->duties.count; i++) {
        const struct pair_duty *d = &m->way[1]->duties.data[i];
        if (d->kind == PAIR_CHECK_HARD)
            goal(m, d->good, d->epoch, "the new version does something undefined");
        else if (m->q->witness->defined)
            add_goal(m, d->good, excused(m, d->epoch, true), "the new version overflows",
                     SIZE_MAX);
    }
}

/* Some access of the old version before the next call has this byte. */
static struct term is_accessed(struct match *m, struct term address,
                               const struct pair_access *by)
{
    struct terms *ts = m->q->terms;
    struct term any = term_bool(ts, false);
    for (size_t i = 0; i < m->way[0]->accesses.count; i++) {
        const struct pair_access *a = &m->way[0]->accesses.data[i];
        if (a->epoch != by->epoch || (by->writes && !a->writes))
            continue;
        struct term distance = term_2(ts, TERM_BV_SUB, address, a->address);
        any = term_or(ts, any, term_2(ts, TERM_BV_ULT, distance, term_bv(ts, 64, a->bytes)));
    }
    return any;
}

static bool is_plainly_accessed(const struct match *m, const struct pair_access *by)
{
    for (size_t i = 0; i < m->way[0]->accesses.count; i++) {
        const struct pair_access *a = &m->way[0]->accesses.data[i];
        bool may =
            a->epoch == by->epoch && (a->writes || !by->writes) && a->bytes >= by->bytes;
        if (may && term_same(a->address, by->address))
            return true;
    }
    return false;
}

static void accessed_alike(struct match *m)
{
    struct terms *ts = m->q->terms;
    for (size_t i = 0; i < m->way[1]->accesses.count; i++) {
        const struct pair_access *a = &m->way[1]->accesses.data[i];
        if (is_plainly_accessed(m, a))
            continue;
        for (uint32_t k = 0; k < a->bytes; k++) {
            struct term address = term_2(ts, TERM_BV_ADD, a->address, term_bv(ts, 64, k));
            goal(m, is_accessed(m, address, a), a->epoch,
                 "the new version accesses other memory");
        }
    }
}

/* --- ends --- */

/* A variable of a fact is what the way ends with. */
struct reading {
    struct match *m;
    struct map from_to;
    const char *failed;
};

static void read_variable(void *context, struct term variable)
{
    struct reading *r = context;
    struct terms *ts = r->m->q->terms;
    if (term_op(ts, variable) != TERM_VAR)
        return;
    const char *name = term_name(ts, variable);
    int side = strncmp(name, "new.", 4) == 0;
    unsigned long long path;
    unsigned instruction, result, width;
    const struct pair_way *w = r->m->way[side];
    struct pair_side *s = &r->m->q->side[side];
    if (strncmp(name, "old.", 4) != 0 && !side)
        return; /* parameters and addresses stay */
    if (sscanf(name + 4, "result.%u.%u", &result, &width) == 2) {
        struct term t = w->place == PAIR_DONE && result < w->result_count ? w->results[result]
                                                                          : TERM_NONE;
        if (!term_is(t) || term_width(ts, t) != width)
            r->failed = "a fact about a result that is not there";
        else
            map_set(&r->from_to, variable.id, t.id);
    } else if (sscanf(name + 4, "%llx.%u.%u.%u", &path, &instruction, &result, &width) == 4) {
        struct term t = pair_value_of(s, w, path, instruction, result, width);
        if (term_width(ts, t) != width)
            r->failed = "a fact about a value of another width";
        else
            map_set(&r->from_to, variable.id, t.id);
    }
}

static struct term fact_at_end(struct match *m, struct term fact, struct term memory)
{
    struct reading r = {.m = m};
    term_variables(m->q->terms, fact, read_variable, &r);
    map_set(&r.from_to, pair_memory(m->q->terms).id, memory.id);
    struct term t = r.failed ? term_bool(m->q->terms, false)
                             : term_substitute(m->q->terms, fact, &r.from_to);
    map_release(&r.from_to);
    return t;
}

static void same_results(struct match *m)
{
    const struct pair_way *a = m->way[0], *b = m->way[1];
    struct terms *ts = m->q->terms;
    if (a->result_count != b->result_count)
        return goal(m, term_bool(ts, false), UINT32_MAX, "other results");
    for (uint32_t i = 0; i < a->result_count; i++)
        goal(m, term_eq(ts, a->results[i], b->results[i]), UINT32_MAX, "another result");
}

static void same_stop(struct match *m)
{
    const struct pair_way *a = m->way[0], *b = m->way[1];
    struct terms *ts = m->q->terms;
    bool alike =
        a->end == b->end && a->stop == b->stop && term_is(a->status) == term_is(b->status);
    if (!alike)
        return goal(m, term_bool(ts, false), UINT32_MAX,
                    "one stops where the other does not");
    if (term_is(a->status))
        goal(m, term_eq(ts, a->status, b->status), UINT32_MAX, "another status");
}

/* The index of what the witness says of where the two are; SIZE_MAX: nothing is to be said.
 */
static size_t same_end(struct match *m)
{
    const struct pair_way *a = m->way[0], *b = m->way[1];
    const struct pair_witness *w = m->q->witness;
    goal(m, same_memory(m, a->memory, b->memory), UINT32_MAX,
         "memory is different at the end of a round");
    if (a->end == PAIR_END_STOP || b->end == PAIR_END_STOP) {
        same_stop(m);
        return SIZE_MAX;
    }
    if (a->place == PAIR_DONE && b->place == PAIR_DONE) {
        same_results(m);
        return SIZE_MAX;
    }
    size_t at = pair_find(w, a->place, b->place);
    if (at == SIZE_MAX) {
        goal(m, term_bool(m->q->terms, false), UINT32_MAX,
             "a pair of places that the witness does not tell of");
        return SIZE_MAX;
    }
    struct term excuse = excused(m, UINT32_MAX, !w->wraps);
    for (size_t i = 0; i < w->at.data[at].facts.count; i++)
        add_goal(m, fact_at_end(m, w->at.data[at].facts.data[i], a->memory), excuse,
                 "a fact fails at the end of a round", i);
    return at;
}

/* --- questions --- */

static void add_known(struct match *m, const pair_terms *known, pair_terms *all)
{
    for (size_t i = 0; i < known->count; i++)
        VECTOR_PUSH(all, known->data[i]);
    for (size_t i = 0; i < m->q->objects.apart.count; i++)
        VECTOR_PUSH(all, m->q->objects.apart.data[i]);
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < m->way[s]->conditions.count; i++)
            VECTOR_PUSH(all, m->way[s]->conditions.data[i]);
}

static bool fails(struct match *m, const struct goal *g)
{
    return !solver_true(m->q->solver, g->must) && !solver_true(m->q->solver, g->excused);
}

/* In the model: tells of facts that fail, and drops these goals; false: something else fails.
 */
static bool drop_failing(struct match *m, size_t at, const struct pair_sink *sink,
                         struct pair_result *result)
{
    size_t kept = 0, dropped = 0;
    const char *other = NULL;
    bool bad[512];
    LAW(!sink || at == SIZE_MAX || at < m->q->witness->at.count);
    if (m->goals.count > 512)
        return pair_refuse(result, PAIR_UNDECIDED, "too much is to be shown");
    for (size_t i = 0; i < m->goals.count; i++)
        bad[i] = fails(m, &m->goals.data[i]);
    for (size_t i = 0; i < m->goals.count; i++) {
        struct goal g = m->goals.data[i];
        if (bad[i] && g.fact != SIZE_MAX && sink) {
            sink->fact_fails(sink->context, at, g.fact);
            dropped++;
            continue;
        }
        if (bad[i] && !other)
            other = g.what;
        m->goals.data[kept++] = g;
    }
    m->goals.count = kept;
    if (dropped)
        return true; /* the rest is asked again */
    return pair_refuse(result, PAIR_REFUSED, other ? other : "a condition that fails");
}

static enum answer ask(struct match *m, const pair_terms *known, const struct goal *list,
                       size_t count, double seconds)
{
    struct terms *ts = m->q->terms;
    pair_terms all = {0}, clause = {0};
    struct solver_limits limits = {.seconds = seconds > 0.01 ? seconds : 0.01};
    add_known(m, known, &all);
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&clause,
                    term_and(ts, term_not(ts, list[i].must), term_not(ts, list[i].excused)));
    enum answer answer = solver_solve_clause(m->q->solver, all.data, all.count, clause.data,
                                             clause.count, &limits);
    VECTOR_RELEASE(&all);
    VECTOR_RELEASE(&clause);
    return answer;
}

/* Facts that are not shown in a moment are not worth it; false: there are none. */
static bool drop_hard(struct match *m, const pair_terms *known, size_t at,
                      const struct pair_sink *sink)
{
    size_t kept = 0;
    bool dropped = false;
    for (size_t i = 0; i < m->goals.count; i++) {
        struct goal g = m->goals.data[i];
        bool hard = sink && g.fact != SIZE_MAX &&
                    ask(m, known, &g, 1, m->q->patience * HARD_SHARE) != ANSWER_UNSAT;
        if (hard)
            sink->fact_fails(sink->context, at, g.fact);
        dropped = dropped || hard;
        if (!hard)
            m->goals.data[kept++] = g;
    }
    m->goals.count = kept;
    return dropped;
}

/* All goals hold where the two ways are taken. */
static bool show(struct match *m, const pair_terms *known, size_t at,
                 const struct pair_sink *sink, struct pair_result *result)
{
    bool good = true;
    while (good && m->goals.count) {
        double left = m->q->until - cpu_now();
        if (m->q->patience > 0 && left > m->q->patience)
            left = m->q->patience;
        enum answer answer = ask(m, known, m->goals.data, m->goals.count, left);
        if (answer == ANSWER_UNSAT)
            break;
        if (answer == ANSWER_SAT)
            good = drop_failing(m, at, sink, result);
        if (answer == ANSWER_UNKNOWN && !drop_hard(m, known, at, sink))
            good = pair_refuse(result, PAIR_UNDECIDED, "a question is too hard");
    }
    return good;
}

static bool go_together(struct match *m, const pair_terms *known)
{
    pair_terms all = {0};
    struct solver_limits limits = {.seconds = 1};
    add_known(m, known, &all);
    enum answer answer = solver_solve_under(m->q->solver, all.data, all.count, &limits);
    VECTOR_RELEASE(&all);
    return answer != ANSWER_UNSAT;
}

static bool match_ways(struct pair_question *q, const struct pair_way *a,
                       const struct pair_way *b, const pair_terms *known, bool *next,
                       const struct pair_sink *sink, struct pair_result *result)
{
    LAW(a->end != PAIR_END_OPEN && b->end != PAIR_END_OPEN);
    struct match m = {.q = q, .way = {a, b}};
    if (!go_together(&m, known))
        return true;
    same_events(&m);
    defined_alike(&m);
    accessed_alike(&m);
    size_t at = same_end(&m);
    const char *failed = NULL;
    for (int s = 0; s < 2; s++)
        failed = failed ? failed : q->side[s].failed;
    bool good = failed ? pair_refuse(result, PAIR_UNDECIDED, failed)
                       : show(&m, known, at, sink, result);
    if (good && at != SIZE_MAX)
        next[at] = true;
    VECTOR_RELEASE(&m.goals);
    return good;
}

bool pair_round(struct pair_question *q, size_t at, bool *next, const struct pair_sink *sink,
                struct pair_result *result)
{
    LAW(at < q->witness->at.count);
    const struct pair_at *from = &q->witness->at.data[at];
    pair_ways ways[2] = {{0}, {0}};
    struct pair_known known;
    bool good = true;
    pair_known_find(q->terms, &from->facts, &known);
    LAW(!q->side[0].failed && !q->side[1].failed);
    for (int s = 0; s < 2 && good; s++) {
        struct pair_way start;
        q->side[s].known = &known.rest;
        q->side[s].defined = &known.defined;
        if (pair_way_start(&q->side[s], from->place[s], &start))
            good = pair_walk(&q->side[s], &start,
                             from->place[s] == PAIR_DONE ? 0 : from->steps[s], &ways[s]);
        else
            good = pair_refuse(result, PAIR_REFUSED, "a place that is not there");
        pair_way_release(&start);
        if (q->side[s].failed)
            good = pair_refuse(result, PAIR_UNDECIDED, q->side[s].failed);
    }
    for (size_t i = 0; i < ways[0].count && good; i++)
        for (size_t k = 0; k < ways[1].count && good; k++)
            good = match_ways(q, &ways[0].data[i], &ways[1].data[k], &known.rest, next, sink,
                              result);
    for (int s = 0; s < 2; s++) {
        pair_ways_release(&ways[s]);
        q->side[s].known = NULL;
        q->side[s].defined = NULL;
    }
    pair_known_release(&known);
    return good;
}

bool pair_question_start(struct pair_question *q, const struct program *const both[2],
                         const struct pair_witness *w, struct terms *terms, double seconds,
                         struct pair_result *result)
{
    *q = (struct pair_question){.witness = w, .terms = terms, .until = cpu_now() + seconds};
    uint32_t function[2];
    for (int s = 0; s < 2; s++) {
        function[s] = program_find_function(both[s], w->function);
        if (function[s] == UINT32_MAX || !both[s]->functions.data[function[s]].has_body)
            return pair_refuse(result, PAIR_REFUSED, "there is no such function");
    }
    const char *why = pair_compare_types(both, function);
    if (why)
        return pair_refuse(result, PAIR_REFUSED, why);
    q->solver = solver_new(terms, NULL);
    for (int s = 0; s < 2; s++)
        q->side[s] = (struct pair_side){.program = both[s],
                                        .other = both[!s],
                                        .function = function[s],
                                        .side = s,
                                        .cuts = w->cuts[s].data,
                                        .cut_count = w->cuts[s].count,
                                        .terms = terms,
                                        .solver = q->solver,
                                        .most_ways = MOST_WAYS,
                                        .most_length = LONGEST_WAY,
                                        .until = q->until,
                                        .objects = &q->objects};
    return true;
}

void pair_question_release(struct pair_question *q)
{
    if (q->solver)
        solver_free(q->solver);
    VECTOR_RELEASE(&q->objects.list);
    VECTOR_RELEASE(&q->objects.apart);
}
