#include "relate/relate.h"

#include "base/clock.h"
#include "base/failure.h"
#include "relate/relate_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 40, ALONE_STEPS = 3 };
#define PATIENCE 0.08 /* of the time for one question */

/* How many steps each side makes where both stand at corresponding loops. */
static const uint32_t orders[][2] = {{1, 1}, {1, 2}, {2, 1}, {1, 4}, {4, 1}, {1, 3},
                                     {3, 1}, {1, 8}, {8, 1}, {2, 4}, {4, 2}};
enum { ORDER_COUNT = sizeof orders / sizeof *orders };

struct witness_search {
    const struct relate_question *question;
    struct terms *terms;
    struct arena arena;
    struct loops loops[2];
    struct pair_side sides[2];
    struct examples *examples;
    struct pair_witness *witness;
    struct pair_result *result;
    struct samples samples[MOST_PAIRS];
    const uint32_t *order;
    bool together; /* both move wherever both are in loops */
    double until;
};

/* --- the order of steps --- */

static uint32_t nesting(const struct witness_search *s, int side, uint32_t place)
{
    LAW(place == PAIR_START || place == PAIR_DONE || place <= s->loops[side].count);
    return place == PAIR_START || place == PAIR_DONE ? 0 : s->loops[side].nesting[place - 1];
}

/* The one in a loop inside the loop that the other stands at goes first, else the one at the
 * earlier loop. */
static bool goes_first(const struct witness_search *s, int side, uint32_t mine,
                       uint32_t other)
{
    if (mine == other)
        return true;
    if (mine == PAIR_DONE || other == PAIR_DONE || !mine || !other)
        return mine < other;
    uint32_t deep = nesting(s, side, mine), deeper = nesting(s, !side, other);
    return deep != deeper ? deep > deeper : mine < other;
}

static void choose_steps(const struct witness_search *s, struct pair_at *at)
{
    bool first = goes_first(s, 0, at->place[0], at->place[1]),
         second = goes_first(s, 1, at->place[1], at->place[0]);
    bool loops = at->place[0] && at->place[1] && at->place[0] != PAIR_DONE &&
                 at->place[1] != PAIR_DONE;
    if (s->together && loops)
        first = second = true;
    bool both = first && second,
         start = at->place[0] == PAIR_START && at->place[1] == PAIR_START;
    for (int side = 0; side < 2; side++) {
        bool moves = (side ? second : first) && at->place[side] != PAIR_DONE;
        if (!moves)
            at->steps[side] = 0;
        else if (start || at->place[side] == PAIR_START)
            at->steps[side] = 1;
        else
            at->steps[side] = both ? s->order[side] : ALONE_STEPS;
        LAW(at->steps[side] <= PAIR_MOST_STEPS);
    }
    LAW(at->steps[0] || at->steps[1]); /* a round gets somewhere */
}

/* The pair of places, which is added if it is not there; SIZE_MAX: there are too many. */
static size_t pair_of(struct witness_search *s, uint32_t old_place, uint32_t new_place)
{
    struct pair_witness *w = s->witness;
    size_t i = pair_find(w, old_place, new_place);
    if (i != SIZE_MAX)
        return i;
    if (w->at.count == MOST_PAIRS)
        return SIZE_MAX;
    struct pair_at at = {.place = {old_place, new_place}};
    choose_steps(s, &at);
    VECTOR_PUSH(&w->at, at);
    return w->at.count - 1;
}

static size_t advanced(const struct run *run, size_t i, uint32_t steps)
{
    LAW(i < run->count);
    uint32_t place = run->visits[i].place;
    for (uint32_t k = 0; k < steps && i + 1 < run->count; k++) {
        i++;
        if (run->visits[i].place != place)
            break;
    }
    return i;
}

/* Goes through both runs of an example in the order of steps, and notes what is seen. */
static bool join_runs(struct witness_search *s, size_t example)
{
    const struct run *runs[2] = {&s->examples->runs[0][example],
                                 &s->examples->runs[1][example]};
    size_t i = 0, k = 0;
    while (runs[0]->count && runs[1]->count) {
        const struct visit *a = &runs[0]->visits[i], *b = &runs[1]->visits[k];
        if (a->place == PAIR_DONE && b->place == PAIR_DONE)
            return true;
        size_t at = pair_of(s, a->place, b->place);
        if (at == SIZE_MAX)
            return false;
        VECTOR_PUSH(&s->samples[at].list,
                    (struct sample){s->examples->given[example], {a, b}});
        const struct pair_at *p = &s->witness->at.data[at];
        size_t next = advanced(runs[0], i, p->steps[0]),
               then = advanced(runs[1], k, p->steps[1]);
        bool short_run = (next + 1 == runs[0]->count && !runs[0]->ended) ||
                         (then + 1 == runs[1]->count && !runs[1]->ended);
        if ((next == i && then == k) || short_run)
            return true;
        i = next;
        k = then;
    }
    return true;
}

static void clear_order(struct witness_search *s)
{
    for (size_t i = 0; i < s->witness->at.count; i++)
        VECTOR_RELEASE(&s->witness->at.data[i].facts);
    VECTOR_CLEAR(&s->witness->at);
    for (size_t i = 0; i < MOST_PAIRS; i++)
        VECTOR_CLEAR(&s->samples[i].list);
}

static bool propose(struct witness_search *s)
{
    clear_order(s);
    pair_of(s, PAIR_START, PAIR_START);
    for (size_t e = 0; e < EXAMPLES; e++)
        if (!join_runs(s, e))
            return false;
    for (size_t i = 1; i < s->witness->at.count; i++) {
        struct pair_at *at = &s->witness->at.data[i];
        relate_facts(s->sides, s->examples, at->place, &s->samples[i], &at->facts);
    }
    return true;
}

/* --- facts that rounds break are dropped --- */

struct dropping {
    struct witness_search *search;
    bool failed[MOST_PAIRS][MOST_FACTS], dropped[MOST_PAIRS];
    bool any;
};

static void fact_fails(void *context, size_t at, size_t fact)
{
    struct dropping *d = context;
    LAW(at < d->search->witness->at.count);
    LAW(fact < d->search->witness->at.data[at].facts.count && fact < MOST_FACTS);
    d->failed[at][fact] = d->dropped[at] = d->any = true;
}

static void drop(struct dropping *d)
{
    for (size_t i = 0; i < d->search->witness->at.count; i++) {
        pair_terms *facts = &d->search->witness->at.data[i].facts;
        size_t kept = 0;
        for (size_t k = 0; k < facts->count; k++)
            if (!d->failed[i][k])
                facts->data[kept++] = facts->data[k];
        facts->count = kept;
    }
    memset(d->failed, 0, sizeof d->failed);
    memset(d->dropped, 0, sizeof d->dropped);
    d->any = false;
}

/* Until no round breaks a fact: a round is asked again when facts that it starts with were
 * dropped. False: something else fails, whatever the facts are. */
static bool settle(struct witness_search *s)
{
    static struct dropping d;
    memset(&d, 0, sizeof d);
    d.search = s;
    struct pair_sink sink = {fact_fails, &d};
    struct pair_question q;
    bool good = pair_question_start(&q, s->question->both, s->witness, s->terms,
                                    s->until - cpu_now(), s->result);
    bool shown[MOST_PAIRS] = {false};
    q.patience = s->question->seconds * PATIENCE;
    for (size_t i = 0; i < s->witness->at.count && good; i++) {
        bool next[MOST_PAIRS] = {false};
        if (shown[i])
            continue;
        shown[i] = true;
        good = pair_round(&q, i, next, &sink, s->result);
        if (!d.any)
            continue;
        for (size_t k = 0; k < s->witness->at.count; k++)
            shown[k] = shown[k] && !d.dropped[k];
        drop(&d);
        i = SIZE_MAX; /* from the first one on */
    }
    pair_question_release(&q);
    return good;
}

static bool try_order(struct witness_search *s)
{
    if (!propose(s))
        return pair_refuse(s->result, PAIR_UNDECIDED, "too many pairs of places");
    if (s->witness->at.count > 1 && !settle(s))
        return false;
    pair_check(s->question->both, s->witness, s->terms, s->until - cpu_now(), s->result);
    return s->result->answer == PAIR_CONFIRMED;
}

/* The weakest claim tells whether an order is any good; then the strongest one that holds is
 * looked for. */
static bool try_claims(struct witness_search *s)
{
    static const struct {
        bool wraps, defined;
    } claims[] = {{true, true}, {true, false}, {false, true}};
    s->witness->wraps = s->witness->defined = false;
    if (s->loops[0].count + s->loops[1].count && !try_order(s))
        return false;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        s->witness->wraps = claims[i].wraps;
        s->witness->defined = claims[i].defined;
        if (try_order(s))
            return true;
    }
    s->witness->wraps = s->witness->defined = false;
    return try_order(s);
}

/* Cuts at heads of loops, or after the tests there. */
static void place_cuts(struct witness_search *s, bool after_tests)
{
    for (int side = 0; side < 2; side++) {
        struct pair_side *one = &s->sides[side];
        if (after_tests)
            relate_rotate(one, &s->arena, &s->loops[side]);
        VECTOR_CLEAR(&s->witness->cuts[side]);
        for (size_t i = 0; i < s->loops[side].count; i++)
            VECTOR_PUSH(&s->witness->cuts[side], s->loops[side].cuts[i]);
        one->cuts = s->witness->cuts[side].data;
        one->cut_count = s->witness->cuts[side].count;
    }
    memset(s->examples, 0, sizeof *s->examples);
    relate_examples(s->sides, &s->arena, s->examples);
}

static bool try_all(struct witness_search *s)
{
    size_t count = s->loops[0].count && s->loops[1].count ? ORDER_COUNT : 1;
    for (int after_tests = 0; after_tests < 2; after_tests++) {
        place_cuts(s, after_tests);
        for (size_t i = 0; i < count && cpu_now() < s->until; i++) {
            s->order = orders[i];
            s->together = false;
            if (try_claims(s))
                return true;
            s->together = s->loops[0].count != s->loops[1].count;
            if (s->together && try_claims(s))
                return true;
        }
    }
    return false;
}

static bool prepare(struct witness_search *s)
{
    struct pair_question q;
    const struct relate_question *question = s->question;
    bool good = pair_question_start(&q, question->both, s->witness, s->terms,
                                    question->seconds, s->result);
    for (int side = 0; side < 2 && good; side++) {
        s->sides[side] = q.side[side];
        s->sides[side].solver = NULL;
        s->sides[side].objects = NULL;
        if (!relate_loops(&s->sides[side], &s->arena, &s->loops[side]))
            good = pair_refuse(s->result, PAIR_UNDECIDED, "too many loops");
        if (good)
            relate_unroll(&s->sides[side], &s->loops[side]);
    }
    pair_question_release(&q);
    return good;
}

bool relate_find(const struct relate_question *question, struct terms *terms,
                 struct pair_witness *witness, struct pair_result *result)
{
    struct witness_search s = {
        .question = question, .terms = terms, .witness = witness, .result = result};
    s.until = cpu_now() + question->seconds;
    arena_init(&s.arena);
    s.examples = calloc(1, sizeof *s.examples);
    *witness = (struct pair_witness){.function = strdup(question->function)};
    *result = (struct pair_result){.answer = PAIR_UNDECIDED, .why = "out of time"};
    bool good = prepare(&s) && try_all(&s);
    for (size_t i = 0; i < MOST_PAIRS; i++)
        VECTOR_RELEASE(&s.samples[i].list);
    if (!good)
        pair_witness_release(witness);
    free(s.examples);
    arena_release(&s.arena);
    return good;
}
