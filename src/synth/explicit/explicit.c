/* Explicit search: every candidate over a list of constants, in tasks of rising cost. A task
 * fixes the number of steps, the number of constants and the families of instructions; cheap
 * families go to greater lengths before expensive ones, so a task of a smaller length may run
 * later, and `refuted_listed` says up to where nothing was left out. */
#include "base/failure.h"
#include "synth/spec/definition.h"
#include "synth/explicit/explicit_plan.h"

#include <stdlib.h>
#include <string.h>

/* --- points --- */

static unsigned bits_set(uint64_t v)
{
    return (unsigned)__builtin_popcountll(v);
}

/* How much a test tells when only its first output is looked at: a wanted value that is not
 * near 0 and no input. */
static unsigned telling(const struct explicit *x, const struct test *t)
{
    const struct spec *s = x->host->spec;
    if (t->goal[0].kind != GOAL_EQUAL)
        return 0;
    uint64_t v = t->goal[0].value;
    unsigned ones = bits_set(v),
             score = 8 + (ones < s->width - ones ? ones : s->width - ones);
    if (v <= 1)
        return 1;
    for (unsigned i = 0; i < s->input_count; i++) {
        if (t->input[i] == v)
            return 2;
        if (t->input[i] <= 1)
            score /= 2;
    }
    return score;
}

static void compute_point(struct explicit *x, unsigned point)
{
    LAW(point < ENUMERATE_POINTS);
    struct enumerator *e = &x->e;
    const struct test *t = &x->host->share->test[x->point_test[point]];
    x->goal[point] = t->goal[0];
    for (unsigned i = 0; i < e->inputs; i++)
        e->value[i][point] = t->input[i];
    for (unsigned i = 0; i < e->constants; i++)
        e->value[e->inputs + i][point] = e->constant[i];
    for (unsigned r = e->inputs + e->constants; r < e->registers; r++) {
        const struct step *s = &e->step[r - e->inputs - e->constants];
        LAW(s->operand[0] < r && s->operand[1] < r && s->operand[2] < r);
        e->value[r][point] = operator_apply(s->op, e->value[s->operand[0]][point],
                                            e->value[s->operand[1]][point],
                                            e->value[s->operand[2]][point], e->width);
    }
}

void explicit_choose_points(struct explicit *x)
{
    testbed_refresh(&x->bed);
    unsigned n = x->bed.count, first = n > ENUMERATE_POINTS ? n - ENUMERATE_POINTS : 0,
             best = 0;
    x->e.points = n - first;
    LAW(x->e.points <= ENUMERATE_POINTS);
    for (unsigned i = 0; i < x->e.points; i++)
        x->point_test[i] = first + i;
    const struct test *tests = x->host->share->test;
    for (unsigned i = 1; i < x->e.points; i++)
        if (telling(x, &tests[x->point_test[i]]) > telling(x, &tests[x->point_test[best]]))
            best = i;
    if (x->e.points) {
        unsigned swap = x->point_test[0];
        x->point_test[0] = x->point_test[best];
        x->point_test[best] = swap;
    }
    x->pivot = x->e.points && tests[x->point_test[0]].goal[0].kind == GOAL_EQUAL;
    x->late = false;
}

void explicit_fill_inputs(struct explicit *x)
{
    struct enumerator *e = &x->e;
    const struct grammar *g = x->host->spec->grammar;
    e->registers = e->inputs + e->constants;
    memset(e->uses, 0, sizeof e->uses);
    for (unsigned i = 0; i < e->inputs; i++)
        e->type[i] = g ? g->input[i] : 1;
    memcpy(e->use_input, x->depends, sizeof e->use_input);
    for (unsigned i = 0; i < e->constants; i++)
        e->type[e->inputs + i] =
            g ? (i < g->constant_count ? g->constant_type[i] : g->any_constant) : 1;
    for (unsigned t = 0; t < e->points; t++)
        compute_point(x, t);
}

static void append_points(struct explicit *x, unsigned from)
{
    if (!spec_is_plain(x->host->spec)) {
        x->late = true;
        return;
    }
    for (unsigned t = from; t < x->bed.count && x->e.points < ENUMERATE_POINTS; t++) {
        x->point_test[x->e.points] = t;
        compute_point(x, x->e.points++);
        x->late = true;
    }
}

bool explicit_offer_solution(struct explicit *x, struct solution *s)
{
    if (host_stopped(x->host))
        return x->done = true;
    unsigned before = x->bed.count;
    if (testbed_refresh(&x->bed))
        append_points(x, before);
    if (!testbed_passes(&x->bed, s))
        return false;
    for (unsigned i = 0; i < s->count && !x->host->spec->grammar; i++)
        candidate_tidy(&s->program[i], x->host->spec->width);
    if (solution_total(s) > atomic_load(&x->host->share->most))
        return false;
    before = x->bed.count;
    switch (host_propose(x->host, s)) {
    case PROPOSAL_TAKEN:
        return false;
    case PROPOSAL_REFUTED:
        if (testbed_refresh(&x->bed))
            append_points(x, before);
        return false;
    case PROPOSAL_UNKNOWN:
        x->partial = true;
        break;
    }
    return false;
}

bool explicit_offer(struct explicit *x, const struct candidate *c)
{
    LAW(candidate_well_formed(c, x->host->spec->width));
    struct solution s = {.count = 1, .program = {*c}};
    return explicit_offer_solution(x, &s);
}

/* Inputs that the wanted output depends on: two tests that differ there only and want
 * different values. */
static void find_dependence(struct explicit *x)
{
    const struct spec *s = x->host->spec;
    const struct share *share = x->host->share;
    unsigned n = atomic_load(&share->test_count);
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < a; b++) {
            const struct test *t = &share->test[a], *u = &share->test[b];
            unsigned differ = 0, where = 0;
            for (unsigned i = 0; i < s->input_count; i++)
                if (t->input[i] != u->input[i])
                    differ++, where = i;
            bool apart =
                t->goal[0].kind == GOAL_EQUAL &&
                ((u->goal[0].kind == GOAL_EQUAL && u->goal[0].value != t->goal[0].value) ||
                 (u->goal[0].kind == GOAL_DIFFER && u->goal[0].value == t->goal[0].value));
            if (differ == 1 && apart)
                x->depends[where] = true;
        }
}

/* Runs the task for one choice of constants; none of a vocabulary must be used. */
static bool run_choice(struct explicit *x, const struct task *t, const uint64_t *constant,
                       const struct vocabulary *named)
{
    struct enumerator *e = &x->e;
    const struct spec *s = x->host->spec;
    const struct grammar *g = s->grammar;
    struct production productions[PRODUCTIONS];
    unsigned count = plan_productions(x->host, t->operators, productions),
             literals = g ? g->constant_count : 0;
    if (literals + t->constants > CANDIDATE_CONSTANTS)
        return false;
    if (literals)
        memcpy(e->constant, g->constant, literals * sizeof *constant);
    memcpy(e->constant + literals, constant, t->constants * sizeof *constant);
    if (!spec_is_plain(s) || s->program[0].outputs != 1)
        return explicit_general(x, t->length, e->constant, literals + t->constants,
                                productions, count);
    e->inputs = s->input_count;
    e->constants = literals + t->constants;
    e->use_constants = !g && !named;
    e->literals = g != NULL;
    e->outputs = 1;
    e->length = t->length;
    e->production = productions;
    e->production_count = count;
    explicit_fill_inputs(x);
    for (unsigned i = 0; i < e->inputs && named; i++)
        if (!(named->inputs >> i & 1))
            e->type[i] = 0; /* fits nowhere */
    x->required = 0;
    e->before = NULL;
    if (t->kind == TASK_SOLVE) {
        e->stop = 1;
        e->leaf = finish_constant;
    } else {
        e->stop = t->length ? 1 : 0;
        if (x->pivot && t->length >= 2)
            e->stop = 2;
        bool binary = true;
        for (unsigned i = 0; i < count; i++)
            binary &= operator_table[productions[i].op].arity <= 2;
        if (e->stop == 2 && binary)
            e->before = finish_meeting;
        e->leaf = e->stop ? finish_one : finish_none;
        if (e->stop == 2)
            e->leaf = finish_two;
    }
    enumerate(e);
    atomic_fetch_add(&x->host->mine->tried, e->visited);
    e->visited = 0;
    return x->done || host_stopped(x->host);
}

static bool run_choices(struct explicit *x, const struct plan *p, const struct task *t,
                        unsigned from, unsigned chosen, uint64_t *constant)
{
    LAW(chosen <= t->constants && t->constants <= MOST_CONSTANTS);
    if (chosen == t->constants)
        return run_choice(x, t, constant, NULL);
    unsigned first = chosen + 1 == t->constants && from < t->beyond
                         ? t->beyond
                         : from; /* the others were tried before */
    for (unsigned i = first; i < t->choices; i++) {
        constant[chosen] = p->list[i];
        if (run_choices(x, p, t, i + 1, chosen + 1, constant))
            return true;
        if (t->length > atomic_load(&x->host->share->most))
            return false;
    }
    return false;
}

/* Steps before and after the rounds read the inputs and a few constants. */
static bool run_iterate(struct explicit *x, const struct plan *p, const struct task *t)
{
    struct enumerator *e = &x->e;
    struct production basic[PRODUCTIONS], body[PRODUCTIONS];
    if (!x->pivot)
        return false;
    e->inputs = x->host->spec->input_count;
    e->constants = p->list_count < ITERATE_CONSTANTS ? p->list_count : ITERATE_CONSTANTS;
    memcpy(e->constant, p->list, e->constants * sizeof *e->constant);
    e->use_constants = true;
    e->literals = false;
    e->production = basic;
    e->production_count = plan_productions(x->host, operators_of(FAMILY_BASIC), basic);
    explicit_fill_inputs(x);
    x->required = 0;
    return explicit_iterate(x, t->extent, t->mask, t->body, body,
                            plan_productions(x->host, t->operators, body));
}

/* Every start of `body` steps is the base of a bank; nothing must be used. */
static bool run_bank(struct explicit *x, const struct plan *p, const struct task *t)
{
    const struct vocabulary *named =
        t->suggestion < SUGGESTION_COUNT ? &p->named[t->suggestion] : NULL;
    struct enumerator *e = &x->e;
    struct production start[PRODUCTIONS];
    struct bank_task task = {.operators = t->operators & ~OPERATOR_BIT(OPERATOR_ITE) &
                                          ~operators_of(FAMILY_FLOAT),
                             .entries = t->entries,
                             .budget = (uint64_t)t->entries * (t->body ? 20 : 100),
                             .extent = (enum bank_extent)t->extent};
    if (!x->pivot || !x->host->spec->input_count)
        return false;
    x->bank = &task;
    e->inputs = x->host->spec->input_count;
    e->constants = t->constants;
    if (t->constants)
        memcpy(e->constant, named ? named->constant : p->list,
               t->constants * sizeof *e->constant);
    e->use_constants = e->literals = false;
    e->production = start;
    e->production_count = plan_productions(x->host, t->operators, start);
    explicit_fill_inputs(x);
    memset(e->use_input, 0, sizeof e->use_input);
    for (unsigned i = 0; i < e->inputs && named; i++)
        if (!(named->inputs >> i & 1))
            e->type[i] = 0;
    e->length = t->body;
    e->outputs = CANDIDATE_OUTPUTS; /* so many steps may stay unused here */
    e->stop = 0;
    e->before = NULL;
    e->leaf = finish_bank;
    enumerate(e);
    e->outputs = 1;
    atomic_fetch_add(&x->host->mine->tried, e->visited);
    e->visited = 0;
    return x->done || host_stopped(x->host);
}

static bool run_definition(struct explicit *x)
{
    struct candidate found[4];
    unsigned n = definitions_of(x->host->spec, found, 4);
    for (unsigned i = 0; i < n; i++)
        if (explicit_offer(x, &found[i]))
            return true;
    return false;
}

static bool run_task(struct explicit *x, const struct plan *p, const struct task *t)
{
    uint64_t constant[MOST_CONSTANTS + 1];
    switch ((enum task_kind)t->kind) {
    case TASK_VOCABULARY:
        return run_choice(x, t, p->named[t->suggestion].constant, &p->named[t->suggestion]);
    case TASK_ITERATE:
        return run_iterate(x, p, t);
    case TASK_BANK:
        return run_bank(x, p, t);
    case TASK_DEFINITION:
        return run_definition(x);
    case TASK_LIST:
    case TASK_SOLVE:
        break;
    }
    return run_choices(x, p, t, 0, 0, constant);
}

static void note_refuted(struct explicit *x, const struct plan *p)
{
    operator_set all = plan_all_operators(x->host);
    unsigned length = 0;
    for (;; length++) {
        bool complete = true, any = false;
        for (size_t i = 0; i < p->tasks.count; i++) {
            const struct task *t = &p->tasks.data[i];
            if (t->length != length || t->kind != TASK_LIST || t->constants > 2)
                continue;
            if (t->operators != all)
                continue;
            any = true;
            complete &= t->done;
        }
        if (!any || !complete)
            break;
    }
    if (!length || x->partial)
        return;
    const struct grammar *g = x->host->spec->grammar;
    atomic_store(&x->host->mine->refuted_listed, length);
    if (g && !g->any_constant)
        atomic_store(&x->host->mine->refuted, length); /* there are no other constants */
}

static void run_explicit(struct host *h)
{
    if (!spec_is_flat(h->spec))
        return;
    struct explicit *x = calloc(1, sizeof *x);
    struct plan p = {0};
    x->host = h;
    x->e.context = x;
    x->e.width = h->spec->width;
    x->e.interrupt = (const volatile int *)&h->share->stop;
    x->start = h->spec->grammar ? h->spec->grammar->start : 1;
    testbed_init(&x->bed, h);
    plan_make(&p, h);
    if (spec_is_plain(h->spec) && h->spec->program[0].outputs == 1)
        find_dependence(x);
    for (size_t i = 0; i < p.tasks.count && !x->done && !host_stopped(h); i++) {
        struct task *t = &p.tasks.data[i];
        if (t->length > atomic_load(&h->share->most))
            continue;
        atomic_store(&h->mine->length, t->length);
        unsigned rounds = 0;
        do {
            explicit_choose_points(x);
            if (run_task(x, &p, t))
                break;
        } while (x->late && ++rounds < 40 && t->cost < 1e10);
        t->done = !x->late && !x->done && !host_stopped(h) &&
                  t->length <= atomic_load(&h->share->most);
        note_refuted(x, &p);
    }
    VECTOR_RELEASE(&p.tasks);
    testbed_release(&x->bed);
    free(x->meeting);
    free(x);
}

const struct search search_explicit = {
    "explicit", "enumeration of all programs over a list of constants", run_explicit};
