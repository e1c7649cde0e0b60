/* Symbolic search: the unknown programs as sketches, one formula per test, a SAT solver looks
 * for a candidate (L14 6.4.3). Length, number of constants and width rise as in the decision
 * tree of Figure 6.8: candidates are found and verified on narrow words first, then their
 * constants are extended; when no extension works the width is doubled. At the full width an
 * UNSAT answer refutes the length for all constants. */
#include "synth/search/search.h"
#include "synth/search/sketch.h"

#include "base/map.h"
#include "base/vector.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

struct symbolic {
    struct host *host;
    struct testbed bed; /* full width */
    struct spec narrow_spec;
    const struct spec *spec; /* narrow or full */
    VECTOR(uint64_t) tests;  /* of the narrow specification, input_count words each */
    struct production production[PRODUCTIONS];
    unsigned production_count;
    struct code *code; /* of spec */
    uint64_t *registers;
};
enum outcome { OUTCOME_NONE, OUTCOME_WIDEN, OUTCOME_OVER, OUTCOME_GIVEN_UP };

static struct solver_limits limits_of(const struct symbolic *x)
{
    return (struct solver_limits){.stop = (const volatile int *)&x->host->share->stop};
}

struct attempt {
    struct symbolic *x;
    struct arena arena;
    struct solver *solver;
    struct sketch sketch[SOLUTION_PROGRAMS];
    /* tests are added when a candidate fails them: UNSAT on some is UNSAT on all
     *  */
    bool asserted[SHARE_TESTS];
};

/* Asserts that the sketches meet the specification on the inputs. */
static void assert_test(struct attempt *a, const uint64_t *input)
{
    const struct spec *s = a->x->spec;
    struct map values = {0};
    struct term in[CANDIDATE_INPUTS], out[CANDIDATE_OUTPUTS];
    for (unsigned i = 0; i < s->input_count; i++)
        map_set(&values, s->input[i].id, term_bv(s->terms, s->width, input[i]).id);
    for (unsigned k = 0; k < s->application_count; k++) {
        const struct spec_application *app = &s->application[k];
        for (unsigned i = 0; i < s->program[app->program].arity; i++)
            in[i] = term_substitute(s->terms, app->argument[i], &values);
        sketch_apply(&a->sketch[app->program], in, out);
        for (unsigned i = 0; i < s->program[app->program].outputs; i++)
            map_set(&values, app->result[i].id, out[i].id);
    }
    solver_assert(a->solver, term_substitute(s->terms, s->holds, &values));
    map_release(&values);
}

static unsigned test_count(const struct symbolic *x)
{
    if (x->spec == x->host->spec)
        return atomic_load(&x->host->share->test_count);
    return x->spec->input_count ? (unsigned)(x->tests.count / x->spec->input_count)
                                : x->tests.count != 0;
}

static const uint64_t *test_input(const struct symbolic *x, unsigned i)
{
    return x->spec == x->host->spec ? x->host->share->test[i].input
                                    : &x->tests.data[i * x->spec->input_count];
}

/* Verifies at the narrow width; a counterexample becomes a test. */
static bool right_when_narrow(struct symbolic *x, const struct solution *s)
{
    struct solver *v = solver_new(x->spec->terms, NULL);
    struct solver_limits limits = limits_of(x);
    solver_assert(v, term_not(x->spec->terms, spec_instance(x->spec, s)));
    enum answer answer = solver_solve(v, &limits);
    for (unsigned i = 0; answer == ANSWER_SAT && i < x->spec->input_count; i++) {
        uint64_t value = 0;
        term_const_u64(x->spec->terms, solver_value(v, x->spec->input[i]), &value);
        VECTOR_PUSH(&x->tests, value);
    }
    solver_free(v);
    return answer == ANSWER_UNSAT;
}

static enum proposal_answer offer(struct symbolic *x, struct solution *s)
{
    testbed_refresh(&x->bed);
    if (!testbed_passes(&x->bed, s))
        return PROPOSAL_REFUTED;
    struct solution tidy = *s;
    for (unsigned p = 0; p < tidy.count && !x->host->spec->grammar; p++)
        candidate_tidy(&tidy.program[p], x->host->spec->width);
    return host_propose(x->host, &tidy);
}

/* Extends the constants from number `which` on by every rule; true when one was accepted. */
static bool extend(struct symbolic *x, const struct solution *narrow, struct solution *wide,
                   unsigned program, unsigned which)
{
    while (program < wide->count && which == wide->program[program].constants)
        program++, which = 0;
    if (program == wide->count)
        return offer(x, wide) == PROPOSAL_TAKEN;
    for (unsigned rule = 0; rule < CONSTANT_RULES; rule++) {
        if (host_stopped(x->host))
            return false;
        if (constant_extend(narrow->program[program].constant[which], x->spec->width,
                            x->host->spec->width, rule,
                            &wide->program[program].constant[which]) &&
            extend(x, narrow, wide, program, which + 1))
            return true;
    }
    return false;
}

static void begin(struct attempt *a, unsigned length, unsigned constants,
                  enum sketch_dead dead)
{
    struct symbolic *x = a->x;
    const struct spec *s = x->spec;
    const struct grammar *g = x->host->spec->grammar;
    arena_init(&a->arena);
    a->solver = solver_new(s->terms, NULL);
    for (unsigned p = 0; p < s->program_count; p++) {
        struct sketch *k = &a->sketch[p];
        *k = (struct sketch){
            .terms = s->terms,
            .width = s->width,
            .inputs = s->program[p].arity,
            .outputs = s->program[p].outputs,
            .constants = s->program[p].arity ? constants + (g ? g->constant_count : 0) : 1,
            .length = s->program[p].arity ? length : 0,
            .production = x->production,
            .production_count = x->production_count,
            .grammar = g};
        sketch_init(k, &a->arena, a->solver, arena_format(&a->arena, "p%u", p),
                    s->program_count > 1 ? SKETCH_DEAD_ALLOWED : dead);
    }
}

static void end(struct attempt *a)
{
    solver_free(a->solver);
    arena_release(&a->arena);
}

static void assert_number(struct attempt *a, unsigned test)
{
    if (test >= SHARE_TESTS || a->asserted[test])
        return;
    a->asserted[test] = true;
    assert_test(a, test_input(a->x, test));
}

static void assert_first(struct attempt *a)
{
    unsigned n = test_count(a->x);
    for (unsigned i = 0; i < 4 && i < n; i++)
        assert_number(a, (3 + 2 * i) % n); /* corner inputs come first in the list */
}

static bool fails(struct symbolic *x, const struct code *code, uint64_t *registers,
                  const struct solution *s, unsigned test)
{
    code_prepare(code, test_input(x, test), registers);
    return !code_check(code, s, registers);
}

/* Adds a known test that the candidate fails; false if there is none. */
static bool assert_failing(struct attempt *a, const struct solution *s)
{
    struct symbolic *x = a->x;
    for (unsigned t = test_count(x); t-- > 0;) {
        if (t >= SHARE_TESTS || a->asserted[t] || !fails(x, x->code, x->registers, s, t))
            continue;
        assert_number(a, t);
        return true;
    }
    return false;
}

/* The refinement loop (Algorithm 1) for one choice of parameters. */
static enum outcome refine(struct symbolic *x, unsigned length, unsigned constants,
                           enum sketch_dead dead)
{
    struct attempt *a = calloc(1, sizeof *a);
    struct solver_limits limits = limits_of(x);
    enum outcome outcome = OUTCOME_GIVEN_UP;
    a->x = x;
    begin(a, length, constants, dead);
    for (unsigned round = 0; round < 2000; round++) {
        if (host_stopped(x->host))
            break;
        if (round == 0)
            assert_first(a);
        enum answer answer = solver_solve(a->solver, &limits);
        atomic_fetch_add(&x->host->mine->tried, 1);
        if (answer != ANSWER_SAT) {
            outcome = answer == ANSWER_UNSAT ? OUTCOME_NONE : OUTCOME_GIVEN_UP;
            break;
        }
        struct solution s = {.count = x->spec->program_count};
        for (unsigned p = 0; p < s.count; p++)
            sketch_read(&a->sketch[p], a->solver, &s.program[p]);
        if (assert_failing(a, &s))
            continue;
        if (x->spec == x->host->spec) {
            enum proposal_answer said = offer(x, &s);
            if (said == PROPOSAL_TAKEN)
                outcome = OUTCOME_OVER;
            if (said != PROPOSAL_REFUTED)
                break;
        } else if (right_when_narrow(x, &s)) {
            struct solution wide = s;
            outcome = extend(x, &s, &wide, 0, 0) ? OUTCOME_OVER : OUTCOME_WIDEN;
            break;
        }
    }
    end(a);
    free(a);
    return outcome;
}

static void set_productions(struct symbolic *x, unsigned families)
{
    const struct grammar *g = x->host->spec->grammar;
    x->production_count = g ? g->production_count : 0;
    if (g)
        memcpy(x->production, g->production, g->production_count * sizeof *x->production);
    for (unsigned op = 0; op < OPERATOR_COUNT && !g; op++)
        if ((x->host->operators & OPERATOR_BIT(op)) && (operator_table[op].family & families))
            x->production[x->production_count++] =
                (struct production){(uint8_t)op, {1, 1, 1}, 1};
}

static void use_code(struct symbolic *x)
{
    code_free(x->code);
    free(x->registers);
    x->code = code_new(x->spec, NULL);
    x->registers = x->code ? calloc(code_registers(x->code), sizeof *x->registers) : NULL;
}

static void use_full(struct symbolic *x)
{
    code_free(x->code); /* it refers to the specification */
    x->code = NULL;
    if (x->spec != x->host->spec)
        spec_release(&x->narrow_spec);
    x->spec = x->host->spec;
    use_code(x);
}

/* Takes up a width; a few tests of its own to start from. */
static void use_width(struct symbolic *x, unsigned width)
{
    use_full(x);
    if (width >= x->host->spec->width || !x->host->narrow || x->host->spec->grammar ||
        x->host->spec->floats)
        return;
    if (!spec_narrow(x->host->spec, width, &x->narrow_spec))
        return;
    code_free(x->code);
    x->code = NULL;
    x->spec = &x->narrow_spec;
    use_code(x);
    if (!x->code) { /* it cannot be computed on narrow words */
        use_full(x);
        return;
    }
    VECTOR_CLEAR(&x->tests);
    uint64_t random = 88172645463325252u;
    for (unsigned i = 0; i < 6 * x->spec->input_count; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        VECTOR_PUSH(&x->tests,
                    (i < 2 * x->spec->input_count ? random >> 20 & 3 : random >> 20) &
                        width_mask(width));
    }
}

/* Lengths from 0 on at the full width with as many constants as steps: what is UNSAT is
 * refuted for good. */
static void refute(struct symbolic *x)
{
    use_full(x);
    set_productions(x, ~0u);
    for (unsigned length = 0;
         length <= atomic_load(&x->host->share->most) && !host_stopped(x->host); length++) {
        unsigned constants = length ? 2 * length : 1;
        if (x->host->spec->grammar && !x->host->spec->grammar->any_constant)
            constants = 0;
        if (constants > CANDIDATE_CONSTANTS)
            return; /* a step reads at most two constants in a smallest program */
        enum outcome outcome = refine(x, length, constants, SKETCH_STEPS_USED);
        if (outcome != OUTCOME_NONE)
            return;
        atomic_store(&x->host->mine->refuted, length + 1);
    }
}

static void look(struct symbolic *x)
{
    unsigned width = x->host->spec->width > 8 ? 8 : x->host->spec->width;
    bool constants_free = !x->host->spec->grammar || x->host->spec->grammar->any_constant;
    use_width(x, width);
    for (unsigned length = 0; length <= atomic_load(&x->host->share->most); length++)
        for (unsigned constants = 0; constants <= (length ? length : 1) && constants <= 4;
             constants++) {
            if (constants && !constants_free)
                break;
            for (unsigned families = length > 2 ? FAMILY_BASIC | FAMILY_COMPARE | FAMILY_FLOAT
                                                : ~0u;
                 ; families = ~0u) {
                if (host_stopped(x->host))
                    return;
                atomic_store(&x->host->mine->length, length);
                set_productions(x, families);
                enum outcome outcome = refine(x, length, constants, SKETCH_ALL_USED);
                while (outcome == OUTCOME_WIDEN && width < x->host->spec->width) {
                    width *= 2;
                    use_width(x, width);
                    outcome = refine(x, length, constants, SKETCH_ALL_USED);
                }
                if (outcome == OUTCOME_OVER)
                    return;
                if (families == ~0u || x->host->spec->grammar)
                    break;
            }
        }
}

static void run_symbolic(struct host *h)
{
    struct symbolic *x = calloc(1, sizeof *x);
    x->host = h;
    x->spec = h->spec;
    testbed_init(&x->bed, h);
    if (h->refute)
        refute(x);
    else
        look(x);
    use_full(x);
    code_free(x->code);
    free(x->registers);
    testbed_release(&x->bed);
    VECTOR_RELEASE(&x->tests);
    free(x);
}

const struct search search_symbolic = {
    "symbolic", "SAT search over sketches, narrow words first", run_symbolic};
