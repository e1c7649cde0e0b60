/* Explicit search: every candidate over a list of constants, in tasks of rising cost. A task fixes the number
 * of steps, the number of constants and the families of instructions; cheap families go to greater lengths
 * before expensive ones, so a task of a smaller length may run later, and `refuted_listed` says up to where
 * nothing was left out. */
#include "synth/explicit_internal.h"

#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum task_kind { TASK_LIST, TASK_SOLVE };
struct task {
    unsigned length, constants, families;
    unsigned choices,
        beyond;   /* how many constants of the list take part; one at least is not among the first `beyond` */
    uint8_t kind; /* enum task_kind: TASK_SOLVE solves for one more constant, in the last step */
    bool done;
    double cost;
};
enum { LIST_ROOM = 64, LONGEST = 12, MOST_CONSTANTS = 3 };
enum { TIERS = 3 };
static const unsigned choices_for[MOST_CONSTANTS + 1][TIERS] = {{0}, {3, 12, 40}, {3, 6, 14}, {3, 5, 9}};

/* --- points --- */

static unsigned bits_set(uint64_t v)
{
    return (unsigned)__builtin_popcountll(v);
}

/* How much a test tells when only its first output is looked at: a wanted value that is not near 0 and no
 * input. */
static unsigned telling(const struct explicit *x, const struct test *t)
{
    const struct spec *s = x->host->spec;
    if (t->goal[0].kind != GOAL_EQUAL) return 0;
    uint64_t v = t->goal[0].value;
    unsigned ones = bits_set(v), score = 8 + (ones < s->width - ones ? ones : s->width - ones);
    if (v <= 1) return 1;
    for (unsigned i = 0; i < s->input_count; i++) {
        if (t->input[i] == v) return 2;
        if (t->input[i] <= 1) score /= 2;
    }
    return score;
}

static void compute_point(struct explicit *x, unsigned point)
{
    struct enumerator *e = &x->e;
    const struct test *t = &x->host->share->test[x->point_test[point]];
    x->goal[point] = t->goal[0];
    for (unsigned i = 0; i < e->inputs; i++)
        e->value[i][point] = t->input[i];
    for (unsigned i = 0; i < e->constants; i++)
        e->value[e->inputs + i][point] = e->constant[i];
    for (unsigned r = e->inputs + e->constants; r < e->registers; r++) {
        const struct step *s = &e->step[r - e->inputs - e->constants];
        e->value[r][point] =
            operator_apply(s->op, e->value[s->operand[0]][point], e->value[s->operand[1]][point],
                           e->value[s->operand[2]][point], e->width);
    }
}

void explicit_choose_points(struct explicit *x)
{
    testbed_refresh(&x->bed);
    unsigned n = x->bed.count, first = n > ENUMERATE_POINTS ? n - ENUMERATE_POINTS : 0, best = 0;
    x->e.points = n - first;
    for (unsigned i = 0; i < x->e.points; i++)
        x->point_test[i] = first + i;
    const struct test *tests = x->host->share->test;
    for (unsigned i = 1; i < x->e.points; i++)
        if (telling(x, &tests[x->point_test[i]]) > telling(x, &tests[x->point_test[best]])) best = i;
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
        e->type[e->inputs + i] = g ? (i < g->constant_count ? g->constant_type[i] : g->any_constant) : 1;
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
    if (host_stopped(x->host)) return x->done = true;
    unsigned before = x->bed.count;
    if (testbed_refresh(&x->bed)) append_points(x, before);
    if (!testbed_passes(&x->bed, s)) return false;
    for (unsigned i = 0; i < s->count && !x->host->spec->grammar; i++)
        candidate_tidy(&s->program[i], x->host->spec->width);
    if (solution_total(s) > atomic_load(&x->host->share->most)) return false;
    before = x->bed.count;
    switch (host_propose(x->host, s)) {
    case PROPOSAL_ACCEPTED:
        x->done = true;
        return true;
    case PROPOSAL_REFUTED:
        if (testbed_refresh(&x->bed)) append_points(x, before);
        return false;
    case PROPOSAL_UNKNOWN:
        break;
    }
    return false;
}

bool explicit_offer(struct explicit *x, const struct candidate *c)
{
    struct solution s = {.count = 1, .program = {*c}};
    return explicit_offer_solution(x, &s);
}

/* Inputs that the wanted output depends on: two tests that differ there only and want different values. */
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
                if (t->input[i] != u->input[i]) differ++, where = i;
            bool apart = t->goal[0].kind == GOAL_EQUAL &&
                         ((u->goal[0].kind == GOAL_EQUAL && u->goal[0].value != t->goal[0].value) ||
                          (u->goal[0].kind == GOAL_DIFFER && u->goal[0].value == t->goal[0].value));
            if (differ == 1 && apart) x->depends[where] = true;
        }
}

/* --- tasks --- */

static unsigned productions_of(const struct host *h, unsigned families, struct production *out)
{
    unsigned n = 0;
    const struct grammar *g = h->spec->grammar;
    for (unsigned i = 0; g && i < g->production_count; i++)
        if (operator_table[g->production[i].op].family & families) out[n++] = g->production[i];
    for (unsigned op = 0; op < OPERATOR_COUNT && !g; op++)
        if ((h->operators & OPERATOR_BIT(op)) && (operator_table[op].family & families))
            out[n++] = (struct production){(uint8_t)op, {1, 1, 1}, 1};
    return n;
}

static double steps_over(const struct host *h, unsigned families, double registers)
{
    struct production p[PRODUCTIONS];
    unsigned n = productions_of(h, families, p);
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += pow(registers, operator_table[p[i].op].arity) / (operator_table[p[i].op].commutes ? 2 : 1);
    return sum;
}

/* Time per step tried, relative to the basic instructions (measured: divisions and selections pass more wrong
 * pairs on). */
static double weight_of(unsigned families)
{
    return families == FAMILY_BASIC
               ? 1
               : (families & FAMILY_MULTIPLY ? 4 : 1) + (families & FAMILY_COMPARE ? 2 : 0);
}

/* How much less likely such programs are: unusual instructions, several constants, unusual ones. */
static double rarity_of(const struct task *t)
{
    double rare = t->constants > 1 ? (t->constants > 2 ? 40 : 6) : 1;
    if (t->families & ~(unsigned)FAMILY_BASIC) rare *= 2;
    if ((t->families & FAMILY_COMPARE) && (t->families & FAMILY_MULTIPLY)) rare *= 2;
    if (t->kind == TASK_SOLVE) rare *= 2;
    return rare * (t->beyond ? (t->beyond > choices_for[t->constants][0] ? 12 : 4) : 1);
}

/* About how many steps the task tries: products of choices, less the orders of independent steps; each
 * constant, as it must be used, leaves about a quarter. */
static double cost_of(const struct host *h, const struct task *t)
{
    const struct spec *s = h->spec;
    double cost = 1, all = 1, before = 1;
    double registers = (s->program_count ? s->program[0].arity : 0) + t->constants +
                       (s->grammar ? s->grammar->constant_count : 0);
    unsigned deep = t->length > 1 ? t->length - 1 : t->length;
    for (unsigned i = 0; i < deep; i++)
        cost *= steps_over(h, t->families, registers + i) / (i + 1 < deep ? i + 1 : 1);
    for (unsigned i = 0; i < t->constants; i++) {
        all *= (double)(t->choices - i) / (i + 1) / 4;
        before *= t->beyond > i ? (double)(t->beyond - i) / (i + 1) / 4 : 0;
    }
    cost *= t->constants ? all - before : 1;
    return cost * (t->kind == TASK_SOLVE ? 20 : weight_of(t->families)) * rarity_of(t);
}

static int by_cost(const void *a, const void *b)
{
    double x = ((const struct task *)a)->cost, y = ((const struct task *)b)->cost;
    return x < y ? -1 : x > y;
}

static unsigned all_families(const struct host *h)
{
    if (h->spec->grammar) return ~0u;
    return FAMILY_BASIC | FAMILY_COMPARE | FAMILY_MULTIPLY | (h->spec->floats ? FAMILY_FLOAT : 0u);
}

/* The same instructions as a smaller choice of families, which is planned anyway. */
static bool adds_nothing(const struct host *h, const unsigned *families, unsigned which)
{
    struct production p[PRODUCTIONS];
    unsigned n = productions_of(h, families[which], p);
    for (unsigned k = which + 1; k < 4; k++) /* the last one is kept: it stands for all */
        if ((families[k] & families[which]) == families[which] && productions_of(h, families[k], p) == n)
            return true;
    return n == 0 && which != 3;
}

struct plan {
    VECTOR(struct task) tasks;
    uint64_t list[LIST_ROOM];
    unsigned list_count;
};

static void plan_add(struct plan *p, const struct host *h, struct task t)
{
    for (unsigned tier = 0; tier < (t.constants ? TIERS : 1); tier++) {
        t.beyond = tier ? t.choices : 0;
        t.choices = choices_for[t.constants][tier];
        if (t.choices > p->list_count) t.choices = p->list_count;
        if (t.choices < t.constants || (tier && t.choices == t.beyond)) continue;
        t.cost = cost_of(h, &t);
        VECTOR_PUSH(&p->tasks, t);
    }
}

static void make_plan(struct plan *p, const struct host *h)
{
    const struct grammar *g = h->spec->grammar;
    unsigned all = all_families(h);
    unsigned families[] = {FAMILY_BASIC, FAMILY_BASIC | FAMILY_COMPARE, FAMILY_BASIC | FAMILY_MULTIPLY, all};
    bool plain = spec_is_plain(h->spec) && h->spec->program[0].outputs == 1;
    p->list_count = constants_list(h->spec, p->list, LIST_ROOM);
    for (unsigned length = 0; length <= LONGEST; length++)
        for (unsigned c = 0; c <= MOST_CONSTANTS && (plain || c <= 2) && c <= (length ? length : 1); c++) {
            if (g && c && !g->any_constant) continue;
            for (unsigned f = length ? 0 : 3; f < 4; f++) {
                if (adds_nothing(h, families, f)) continue;
                plan_add(p, h,
                         (struct task){
                             .length = length, .constants = c, .families = families[f], .kind = TASK_LIST});
                if (plain && !g && length && c <= 1)
                    plan_add(
                        p, h,
                        (struct task){
                            .length = length, .constants = c, .families = families[f], .kind = TASK_SOLVE});
            }
        }
    qsort(p->tasks.data, p->tasks.count, sizeof *p->tasks.data, by_cost);
}

/* Runs the task for one choice of constants. */
static bool run_choice(struct explicit *x, const struct task *t, const uint64_t *constant)
{
    struct enumerator *e = &x->e;
    const struct spec *s = x->host->spec;
    const struct grammar *g = s->grammar;
    struct production productions[PRODUCTIONS];
    unsigned count = productions_of(x->host, t->families, productions), literals = g ? g->constant_count : 0;
    if (literals + t->constants > CANDIDATE_CONSTANTS) return false;
    if (literals) memcpy(e->constant, g->constant, literals * sizeof *constant);
    memcpy(e->constant + literals, constant, t->constants * sizeof *constant);
    if (!spec_is_plain(s) || s->program[0].outputs != 1)
        return explicit_general(x, t->length, e->constant, literals + t->constants, productions, count);
    e->inputs = s->input_count;
    e->constants = literals + t->constants;
    e->use_constants = !g;
    e->outputs = 1;
    e->length = t->length;
    e->production = productions;
    e->production_count = count;
    explicit_fill_inputs(x);
    x->required = 0;
    e->before = NULL;
    if (t->kind == TASK_SOLVE) {
        e->stop = 1;
        e->leaf = finish_constant;
    } else {
        e->stop = x->pivot && t->length >= 2 ? 2 : t->length ? 1 : 0;
        bool binary = true;
        for (unsigned i = 0; i < count; i++)
            binary &= operator_table[productions[i].op].arity <= 2;
        if (e->stop == 2 && binary) e->before = finish_meeting;
        e->leaf = e->stop == 2 ? finish_two : e->stop ? finish_one : finish_none;
    }
    enumerate(e);
    atomic_fetch_add(&x->host->mine->tried, e->visited);
    e->visited = 0;
    return x->done || host_stopped(x->host);
}

static bool run_choices(struct explicit *x, const struct plan *p, const struct task *t, unsigned from,
                        unsigned chosen, uint64_t *constant)
{
    if (chosen == t->constants) return run_choice(x, t, constant);
    unsigned first =
        chosen + 1 == t->constants && from < t->beyond ? t->beyond : from; /* the others were tried before */
    for (unsigned i = first; i < t->choices; i++) {
        constant[chosen] = p->list[i];
        if (run_choices(x, p, t, i + 1, chosen + 1, constant)) return true;
        if (t->length > atomic_load(&x->host->share->most)) return false;
    }
    return false;
}

static void note_refuted(struct explicit *x, const struct plan *p)
{
    unsigned all = all_families(x->host), length = 0;
    for (;; length++) {
        bool complete = true, any = false;
        for (size_t i = 0; i < p->tasks.count; i++) {
            const struct task *t = &p->tasks.data[i];
            if (t->length != length || t->kind != TASK_LIST || t->constants > 2) continue;
            if ((t->families & all) != all) continue;
            any = true;
            complete &= t->done;
        }
        if (!any || !complete) break;
    }
    if (length) atomic_store(&x->host->mine->refuted_listed, length);
}

static void run_explicit(struct host *h)
{
    if (!spec_is_flat(h->spec)) return;
    struct explicit *x = calloc(1, sizeof *x);
    struct plan p = {0};
    uint64_t constant[MOST_CONSTANTS + 1];
    x->host = h;
    x->e.context = x;
    x->e.width = h->spec->width;
    x->e.interrupt = (const volatile int *)&h->share->stop;
    x->start = h->spec->grammar ? h->spec->grammar->start : 1;
    testbed_init(&x->bed, h);
    make_plan(&p, h);
    if (spec_is_plain(h->spec) && h->spec->program[0].outputs == 1) find_dependence(x);
    for (size_t i = 0; i < p.tasks.count && !x->done && !host_stopped(h); i++) {
        struct task *t = &p.tasks.data[i];
        if (t->length > atomic_load(&h->share->most)) continue;
        atomic_store(&h->mine->length, t->length);
        unsigned rounds = 0;
        do {
            explicit_choose_points(x);
            if (run_choices(x, &p, t, 0, 0, constant)) break;
        } while (x->late && ++rounds < 40 && t->cost < 1e10);
        t->done = !x->late && !x->done && !host_stopped(h) && t->length <= atomic_load(&h->share->most);
        note_refuted(x, &p);
    }
    VECTOR_RELEASE(&p.tasks);
    testbed_release(&x->bed);
    free(x->meeting);
    free(x);
}

const struct search search_explicit = {"explicit", "enumeration of all programs over a list of constants",
                                       run_explicit};
