/* Explicit search for specifications with several programs, outputs or applications whose
 * arguments are known in advance. The programs are enumerated one inside the other; each is
 * evaluated on all its points (a test and an application of it), and when all are there the
 * specification judges their results on every test. */
#include "synth/explicit/explicit_internal.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

struct nest {
    struct explicit *x;
    unsigned left; /* steps that programs from this one on may still take */
    unsigned program;
    const uint64_t *constant;
    unsigned constants;
    const struct production *production;
    unsigned productions;
    struct solution *solution;
    unsigned application[ENUMERATE_POINTS], test[ENUMERATE_POINTS]; /* of each point */
    struct enumerator e;
};

static bool nest_next(const struct nest *outer, unsigned left);

static bool choose_outputs(struct enumerator *e, struct nest *n, unsigned done,
                           unsigned which, uint8_t *output)
{
    LAW(done <= n->left && which <= e->outputs);
    if (which == e->outputs) {
        uint8_t unused[CANDIDATE_REGISTERS];
        unsigned count = enumerate_unused(e, unused, CANDIDATE_REGISTERS);
        for (unsigned i = 0; i < count; i++)
            if (!memchr(output, unused[i], e->outputs))
                return false;
        enumerate_candidate(e, done, output, &n->solution->program[n->program]);
        return nest_next(n, n->left - done);
    }
    const struct spec *s = n->x->host->spec;
    const struct test *tests = n->x->host->share->test;
    bool plain = spec_is_plain(s);
    nonterminals start = s->grammar ? n->x->start : 1;
    for (unsigned r = 0; r < e->registers; r++) {
        bool right = (e->type[r] & start) != 0;
        for (unsigned t = 0; plain && right && t < e->points; t++) {
            const struct goal *g = &tests[n->test[t]].goal[which];
            right = g->kind == GOAL_EQUAL
                        ? e->value[r][t] == g->value
                        : g->kind != GOAL_DIFFER || e->value[r][t] != g->value;
        }
        output[which] = (uint8_t)r;
        if (right && choose_outputs(e, n, done, which + 1, output))
            return true;
    }
    return false;
}

static bool leaf(struct enumerator *e, unsigned done)
{
    uint8_t output[CANDIDATE_OUTPUTS];
    return choose_outputs(e, e->context, done, 0, output);
}

static void fill_points(struct nest *n)
{
    const struct explicit *x = n->x;
    const struct spec *s = x->host->spec;
    unsigned count = 0;
    for (unsigned t = 0; t < x->bed.count && count < ENUMERATE_POINTS; t++)
        for (unsigned a = 0; a < s->application_count && count < ENUMERATE_POINTS; a++) {
            if (s->application[a].program != n->program)
                continue;
            uint64_t argument[CANDIDATE_INPUTS];
            code_arguments(x->host->code, testbed_registers(&x->bed, t), a, argument);
            for (unsigned i = 0; i < n->e.inputs; i++)
                n->e.value[i][count] = argument[i];
            for (unsigned i = 0; i < n->constants; i++)
                n->e.value[n->e.inputs + i][count] = n->constant[i];
            n->test[count] = t;
            n->application[count++] = a;
        }
    n->e.points = count;
}

static bool run_length(struct nest *n, unsigned length)
{
    LAW(length <= n->left && n->program < n->x->host->spec->program_count);
    struct enumerator *e = &n->e;
    const struct spec *s = n->x->host->spec;
    *e = (struct enumerator){.inputs = s->program[n->program].arity,
                             .constants = n->constants,
                             .length = length,
                             .outputs = s->program[n->program].outputs,
                             .width = s->width,
                             .production = n->production,
                             .production_count = n->productions,
                             .use_constants = false,
                             .literals = s->grammar != NULL,
                             .stop = 0,
                             .leaf = leaf,
                             .context = n,
                             .interrupt = n->x->e.interrupt};
    memcpy(e->constant, n->constant, n->constants * sizeof *n->constant);
    for (unsigned i = 0; i < e->inputs + e->constants; i++)
        e->type[i] = 1;
    if (s->grammar) {
        for (unsigned i = 0; i < e->inputs; i++)
            e->type[i] = s->grammar->input[i];
        for (unsigned i = 0; i < e->constants; i++)
            e->type[e->inputs + i] = i < s->grammar->constant_count
                                         ? s->grammar->constant_type[i]
                                         : s->grammar->any_constant;
    }
    fill_points(n);
    bool found = enumerate(e);
    n->x->e.visited += e->visited;
    return found;
}

/* Programs before `outer->program` and itself are in the solution: goes on with the next one.
 */
static bool nest_next(const struct nest *outer, unsigned left)
{
    LAW(left <= outer->left);
    const struct spec *s = outer->x->host->spec;
    if (outer->program + 1 == s->program_count) {
        struct solution copy = *outer->solution;
        return left == 0 && explicit_offer_solution(outer->x, &copy);
    }
    struct nest *n = malloc(sizeof *n);
    memcpy(n, outer, offsetof(struct nest, e));
    n->program++;
    n->left = left;
    bool last = n->program + 1 == s->program_count, found = false;
    for (unsigned length = last ? left : 0; length <= left && !found; length++)
        found = run_length(n, length);
    free(n);
    return found;
}

bool explicit_general(struct explicit *x, unsigned total, const uint64_t *constant,
                      unsigned constants, const struct production *production,
                      unsigned productions)
{
    struct solution *solution = calloc(1, sizeof *solution);
    struct nest *n = calloc(1, sizeof *n);
    solution->count = x->host->spec->program_count;
    *n = (struct nest){.x = x,
                       .left = total,
                       .program = UINT32_MAX,
                       .constant = constant,
                       .constants = constants,
                       .production = production,
                       .productions = productions,
                       .solution = solution};
    x->e.visited = 0;
    nest_next(n, total);
    atomic_fetch_add(&x->host->mine->tried, x->e.visited);
    free(n);
    free(solution);
    return x->done || host_stopped(x->host);
}
