/* Genetic search with incremental evolution (L14 6.4.3): a population of solutions under
 * tournament selection, crossover and mutation. Fitness counts tests passed; where the wanted
 * value is known, the share of right bits counts a little, and every register of a plain
 * program is looked at as a possible output. New tests change the fitness, not the
 * population. */
#include "synth/language/grammar.h"

#include "base/random.h"
#include "synth/search/search.h"

#include <stdlib.h>
#include <string.h>

enum { POPULATION = 1200, TOURNAMENT = 4, PATIENCE = 60, LIST_ROOM = 64 };

struct individual {
    double fitness;
    bool passes;
    struct solution solution;
};
struct genetic {
    struct host *host;
    struct testbed bed;
    uint64_t random;
    unsigned length;
    bool plain;
    uint8_t op[OPERATOR_COUNT];
    unsigned op_count;
    uint64_t list[LIST_ROOM];
    unsigned list_count;
    struct individual *now, *next;
};

static uint64_t draw(struct genetic *g)
{
    return random_next(&g->random);
}
static unsigned below(struct genetic *g, unsigned n)
{
    return n ? (unsigned)((draw(g) >> 11) % n) : 0;
}

static uint64_t draw_constant(struct genetic *g)
{
    unsigned kind = below(g, 8);
    if (kind < 6)
        return g->list[below(g, 1 + below(g, g->list_count))];
    uint64_t mask = width_mask(g->host->spec->width);
    return (kind == 6 ? below(g, 64) : draw(g)) & mask;
}

static struct step draw_step(struct genetic *g, unsigned registers)
{
    struct step s = {.op = g->op[below(g, g->op_count)]};
    for (unsigned k = 0; k < operator_table[s.op].arity; k++)
        s.operand[k] = (uint8_t)below(g, registers);
    return s;
}

static void draw_candidate(struct genetic *g, struct candidate *c,
                           const struct spec_program *p)
{
    *c = (struct candidate){
        .inputs = (uint8_t)p->arity, .outputs = (uint8_t)p->outputs, .constants = 3};
    c->length = (uint8_t)(p->arity ? g->length : 0);
    for (unsigned i = 0; i < c->constants; i++)
        c->constant[i] = draw_constant(g);
    unsigned base = c->inputs + c->constants;
    for (unsigned i = 0; i < c->length; i++)
        c->step[i] = draw_step(g, base + i);
    for (unsigned i = 0; i < c->outputs; i++)
        c->output[i] = (uint8_t)below(g, base + c->length);
}

static void mutate_candidate(struct genetic *g, struct candidate *c)
{
    unsigned base = c->inputs + c->constants, kind = below(g, 10);
    if (kind == 0 || !c->length) {
        unsigned which = below(g, c->constants);
        uint64_t mask = width_mask(g->host->spec->width);
        c->constant[which] = below(g, 3)
                                 ? draw_constant(g)
                                 : (c->constant[which] + (below(g, 2) ? 1 : mask)) & mask;
    } else if (kind == 1 && c->outputs) {
        c->output[below(g, c->outputs)] = (uint8_t)below(g, base + c->length);
    } else {
        unsigned i = below(g, c->length);
        struct step *s = &c->step[i];
        if (kind < 5 && operator_table[s->op].arity)
            s->operand[below(g, operator_table[s->op].arity)] = (uint8_t)below(g, base + i);
        else
            *s = draw_step(g, base + i);
    }
    if (!c->length && c->outputs && !below(g, 3))
        c->output[below(g, c->outputs)] = (uint8_t)below(g, base);
}

/* Crossover at one step: the head of one parent, the tail and constants of either. */
static void cross(struct genetic *g, const struct candidate *a, const struct candidate *b,
                  struct candidate *out)
{
    *out = *a;
    if (a->length != b->length || !a->length)
        return;
    unsigned cut = below(g, a->length + 1u);
    memcpy(out->step + cut, b->step + cut, (a->length - cut) * sizeof *a->step);
    if (below(g, 2))
        memcpy(out->constant, b->constant, sizeof b->constant);
    if (below(g, 2))
        memcpy(out->output, b->output, sizeof b->output);
}

static double score(const struct genetic *g, unsigned test, unsigned output, uint64_t value,
                    bool *right)
{
    const struct goal *goal = &g->host->share->test[test].goal[output];
    unsigned w = g->host->spec->width;
    if (goal->kind == GOAL_EQUAL) {
        *right = value == goal->value;
        if (*right)
            return 1;
        return 0.3 * (double)(w - (unsigned)__builtin_popcountll(value ^ goal->value)) / w;
    }
    if (goal->kind == GOAL_ASK && g->host->spec->program[0].outputs > 1)
        return *right = true, 0; /* the whole is judged later */
    *right = goal->kind == GOAL_DIFFER
                 ? value != goal->value
                 : goal->kind == GOAL_FREE || testbed_right(&g->bed, test, value);
    return *right;
}

/* Plain specification: for each output the best register is taken. */
static void judge_plain(struct genetic *g, struct individual *x)
{
    struct candidate *c = &x->solution.program[0];
    unsigned base = c->inputs + c->constants, n = base + c->length, w = g->host->spec->width;
    double sum[CANDIDATE_OUTPUTS][CANDIDATE_REGISTERS] = {0};
    bool wrong[CANDIDATE_OUTPUTS][CANDIDATE_REGISTERS] = {0};
    uint64_t r[CANDIDATE_REGISTERS];
    unsigned from = c->outputs > 1 ? 0 : base;
    for (unsigned t = 0; t < g->bed.count; t++) {
        memcpy(r, g->host->share->test[t].input, c->inputs * sizeof *r);
        memcpy(r + c->inputs, c->constant, c->constants * sizeof *r);
        for (unsigned i = 0; i < c->length; i++) {
            const struct step *s = &c->step[i];
            r[base + i] = operator_apply(s->op, r[s->operand[0]], r[s->operand[1]],
                                         r[s->operand[2]], w);
        }
        for (unsigned o = 0; o < c->outputs; o++)
            for (unsigned i = from; i < n; i++) {
                bool right;
                sum[o][i] += score(g, t, o, r[i], &right);
                wrong[o][i] |= !right;
            }
    }
    x->fitness = 0;
    x->passes = true;
    for (unsigned o = 0; o < c->outputs; o++) {
        unsigned best = n - 1;
        for (unsigned i = from; i < n; i++)
            if (sum[o][i] > sum[o][best])
                best = i;
        c->output[o] = (uint8_t)best;
        x->fitness += sum[o][best];
        x->passes &= !wrong[o][best];
    }
}

static void judge(struct genetic *g, struct individual *x)
{
    atomic_fetch_add_explicit(&g->host->mine->tried, 1, memory_order_relaxed);
    if (g->plain && x->solution.program[0].length) {
        judge_plain(g, x);
        return;
    }
    unsigned passed = 0;
    for (unsigned t = 0; t < g->bed.count; t++)
        passed += code_check(g->host->code, &x->solution, testbed_registers(&g->bed, t));
    x->fitness = passed;
    x->passes = passed == g->bed.count;
}

static void draw_individual(struct genetic *g, struct individual *x)
{
    const struct spec *s = g->host->spec;
    x->solution.count = s->program_count;
    for (unsigned p = 0; p < s->program_count; p++)
        draw_candidate(g, &x->solution.program[p], &s->program[p]);
    judge(g, x);
}

static const struct individual *select_parent(struct genetic *g)
{
    const struct individual *best = &g->now[below(g, POPULATION)];
    for (unsigned i = 1; i < TOURNAMENT; i++) {
        const struct individual *other = &g->now[below(g, POPULATION)];
        if (other->fitness > best->fitness)
            best = other;
    }
    return best;
}

static void breed(struct genetic *g, struct individual *child)
{
    const struct individual *a = select_parent(g), *b = select_parent(g);
    child->solution.count = a->solution.count;
    unsigned programs = a->solution.count;
    for (unsigned p = 0; p < programs; p++)
        cross(g, &a->solution.program[p], &b->solution.program[p],
              &child->solution.program[p]);
    unsigned changes = below(g, 4);
    for (unsigned i = 0; i < changes; i++)
        mutate_candidate(g, &child->solution.program[below(g, programs)]);
    judge(g, child);
}

/* True when the search is over. */
static bool offer(struct genetic *g, const struct individual *x)
{
    struct solution s = x->solution;
    for (unsigned p = 0; p < s.count; p++)
        candidate_tidy(&s.program[p], g->host->spec->width);
    if (!testbed_passes(&g->bed, &s) ||
        solution_total(&s) > atomic_load(&g->host->share->most))
        return false;
    return host_propose(g->host, &s) == PROPOSAL_TAKEN;
}

static bool refresh(struct genetic *g)
{
    if (!testbed_refresh(&g->bed))
        return false;
    for (unsigned i = 0; i < POPULATION; i++)
        judge(g, &g->now[i]);
    return true;
}

/* Evolves one population until it stagnates; true when the search is over. */
static bool evolve(struct genetic *g)
{
    double best = -1;
    unsigned idle = 0;
    for (unsigned i = 0; i < POPULATION; i++)
        draw_individual(g, &g->now[i]);
    while (idle < PATIENCE && !host_stopped(g->host)) {
        if (refresh(g))
            best = -1;
        unsigned champion = 0;
        for (unsigned i = 0; i < POPULATION; i++) {
            if (g->now[i].fitness > g->now[champion].fitness)
                champion = i;
            if (g->now[i].passes) {
                if (offer(g, &g->now[i]))
                    return true;
                g->now[i].passes = false;
                if (refresh(g))
                    best = -1;
            }
        }
        idle = g->now[champion].fitness > best ? 0 : idle + 1;
        if (g->now[champion].fitness > best)
            best = g->now[champion].fitness;
        g->next[0] = g->now[champion];
        for (unsigned i = 1; i < POPULATION; i++) {
            if (i > POPULATION * 9 / 10)
                draw_individual(g, &g->next[i]);
            else
                breed(g, &g->next[i]);
        }
        struct individual *swap = g->now;
        g->now = g->next;
        g->next = swap;
    }
    return host_stopped(g->host);
}

static void run_genetic(struct host *h)
{
    static const unsigned lengths[] = {2, 3, 4, 5, 4, 6, 5, 8, 3, 6, 7, 10};
    if (h->spec->grammar)
        return; /* its operators do not follow grammars */
    struct genetic g = {.host = h, .random = h->seed * 0x9e3779b97f4a7c15u | 1};
    g.plain = spec_is_plain(h->spec);
    for (unsigned op = 0; op < OPERATOR_COUNT; op++)
        if (h->operators & OPERATOR_BIT(op))
            g.op[g.op_count++] = (uint8_t)op;
    g.list_count = constants_list(h->spec, g.list, LIST_ROOM);
    g.now = calloc(POPULATION, sizeof *g.now);
    g.next = calloc(POPULATION, sizeof *g.next);
    testbed_init(&g.bed, h);
    testbed_refresh(&g.bed);
    for (unsigned round = 0; !host_stopped(h) && atomic_load(&h->share->most) > 0; round++) {
        g.length = lengths[round % (sizeof lengths / sizeof *lengths)];
        atomic_store(&h->mine->length, g.length);
        if (evolve(&g))
            break;
    }
    testbed_release(&g.bed);
    free(g.now);
    free(g.next);
}

const struct search search_genetic = {
    "genetic", "genetic programming with incremental evolution", run_genetic};
