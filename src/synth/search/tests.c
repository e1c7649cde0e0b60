/* Making tests. For a plain specification the inputs are put into the formula: what is left
 * speaks of the outputs only and is often `out = value`, which lets the explicit search work
 * backwards; else a solver tells whether one value is wanted. */
#include "synth/search/tests.h"

#include "base/map.h"
#include "solver/solver.h"

#include <string.h>

enum { FIRST_TESTS = 20 };

static bool output_index(const struct spec *s, struct term t, unsigned *which)
{
    for (unsigned i = 0; i < s->program[0].outputs; i++)
        if (term_same(s->application[0].result[i], t))
            return *which = i, true;
    return false;
}

/* `out = value`, in either order */
static bool read_equality(const struct spec *s, struct term t, unsigned *which,
                          uint64_t *value)
{
    const struct terms *ts = s->terms;
    if (term_op(ts, t) != TERM_EQ)
        return false;
    struct term a = term_arg(ts, t, 0), b = term_arg(ts, t, 1);
    return (output_index(s, a, which) && term_const_u64(ts, b, value)) ||
           (output_index(s, b, which) && term_const_u64(ts, a, value));
}

/* Reads a conjunction of equalities, one for each output it speaks of. */
static bool read_goals(const struct spec *s, struct term t, struct test *test)
{
    const struct terms *ts = s->terms;
    unsigned which;
    uint64_t value;
    if (term_op(ts, t) == TERM_AND) {
        for (size_t i = 0; i < term_count(ts, t); i++)
            if (!read_goals(s, term_arg(ts, t, i), test))
                return false;
        return true;
    }
    if (!read_equality(s, t, &which, &value) || test->goal[which].kind == GOAL_EQUAL)
        return false;
    test->goal[which] = (struct goal){GOAL_EQUAL, value};
    return true;
}

static bool value_of(struct solver *v, const struct spec *s, unsigned output, uint64_t *value)
{
    return term_const_u64(s->terms, solver_value(v, s->application[0].result[output]), value);
}

/* Asks a solver whether each output can have one value only, or (one output) all but one. */
static bool ask_goals(const struct spec *s, struct term rest, struct test *test,
                      const volatile int *stop)
{
    struct solver_limits limits = {.seconds = 1, .stop = stop};
    struct terms *ts = s->terms;
    struct solver *v = solver_new(ts, NULL);
    solver_assert(v, rest);
    bool possible = solver_solve(v, &limits) != ANSWER_UNSAT;
    unsigned outputs = s->program[0].outputs;
    uint64_t model[CANDIDATE_OUTPUTS] = {0};
    for (unsigned i = 0; possible && i < outputs; i++)
        value_of(v, s, i, &model[i]);
    for (unsigned i = 0; possible && i < outputs; i++) {
        struct term other =
            term_ne(ts, s->application[0].result[i], term_bv(ts, s->width, model[i]));
        if (solver_solve_under(v, &other, 1, &limits) == ANSWER_UNSAT)
            test->goal[i] = (struct goal){GOAL_EQUAL, model[i]};
    }
    solver_free(v);
    if (!possible || outputs != 1 || test->goal[0].kind == GOAL_EQUAL)
        return possible;
    v = solver_new(ts, NULL);
    solver_assert(v, term_not(ts, rest));
    enum answer answer = solver_solve(v, &limits);
    if (answer == ANSWER_UNSAT)
        test->goal[0].kind = GOAL_FREE;
    if (answer == ANSWER_SAT && value_of(v, s, 0, &model[0])) {
        struct term other =
            term_ne(ts, s->application[0].result[0], term_bv(ts, s->width, model[0]));
        if (solver_solve_under(v, &other, 1, &limits) == ANSWER_UNSAT)
            test->goal[0] = (struct goal){GOAL_DIFFER, model[0]};
    }
    solver_free(v);
    return true;
}

/* False if no output is right. */
static bool find_goals(const struct spec *s, struct test *test, const volatile int *stop)
{
    struct map values = {0};
    struct terms *ts = s->terms;
    for (unsigned i = 0; i < s->input_count; i++)
        map_set(&values, s->input[i].id, term_bv(ts, s->width, test->input[i]).id);
    struct term rest = term_substitute(ts, s->holds, &values);
    map_release(&values);
    unsigned which, outputs = s->program[0].outputs;
    uint64_t value;
    if (term_is_false(ts, rest))
        return false;
    if (term_is_true(ts, rest)) {
        for (unsigned i = 0; i < outputs; i++)
            test->goal[i].kind = GOAL_FREE;
        return true;
    }
    if (outputs == 1 && term_op(ts, rest) == TERM_NOT &&
        read_equality(s, term_arg(ts, rest, 0), &which, &value)) {
        test->goal[0] = (struct goal){GOAL_DIFFER, value};
        return true;
    }
    if (read_goals(s, rest, test)) {
        for (unsigned i = 0; i < outputs; i++)
            if (test->goal[i].kind == GOAL_ASK)
                test->goal[i].kind = GOAL_FREE;
        return true;
    }
    memset(test->goal, 0, sizeof test->goal);
    return ask_goals(s, rest, test, stop);
}

enum test_result tests_add(const struct spec *s, struct share *share, const uint64_t *input,
                           const volatile int *stop)
{
    unsigned n = atomic_load(&share->test_count);
    for (unsigned t = 0; t < n; t++)
        if (!memcmp(share->test[t].input, input, s->input_count * sizeof *input))
            return TEST_IGNORED;
    if (n == SHARE_TESTS)
        return TEST_IGNORED;
    struct test *test = &share->test[n];
    memset(test, 0, sizeof *test);
    memcpy(test->input, input, s->input_count * sizeof *input);
    if (spec_is_plain(s)) {
        if (!find_goals(s, test, stop))
            return TEST_IMPOSSIBLE;
        if (test->goal[0].kind == GOAL_FREE && s->program[0].outputs == 1)
            return TEST_IGNORED;
    }
    atomic_store(&share->test_count, n + 1);
    return TEST_ADDED;
}

static uint64_t draw(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

struct test_words test_words_of(const struct spec *s)
{
    uint64_t list[TEST_WORDS] = {0};
    struct test_words words = {{0}};
    unsigned n = constants_list(s, list, TEST_WORDS);
    for (unsigned i = 0; i < TEST_WORDS && n; i++)
        words.word[i] = list[i % n];
    return words;
}

/* Corner values, and what the specification compares with: a condition that holds for one
 * value only shows on no other. */
static uint64_t draw_word(uint64_t *random, unsigned width, const struct test_words *words)
{
    uint64_t v = draw(random) >> 3, small = draw(random) >> 9;
    switch (draw(random) % 8) {
    case 0:
        return small % 4 & width_mask(width);
    case 1:
        return small % (width + 1) & width_mask(width);
    case 2:
        return ((uint64_t)1 << small % width) & width_mask(width);
    case 3:
        return -(small % 4) & width_mask(width);
    case 4:
        return (v >> small % width) & width_mask(width);
    case 5:
        return (words->word[small % TEST_WORDS] + (v % 4 == 0) - (v % 4 == 1)) &
               width_mask(width);
    default:
        return v & width_mask(width);
    }
}

/* Any word, or one that is likely to tell something. */
static uint64_t first_draw(uint64_t *random, unsigned tries, unsigned width,
                           const struct test_words *words)
{
    if (tries % 4 == 3)
        return draw(random) >> 3 & width_mask(width);
    return draw_word(random, width, words);
}

enum test_result tests_start(const struct spec *s, struct share *share, uint64_t seed,
                             const volatile int *stop, uint64_t *input)
{
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1442695040888963407u;
    uint64_t first[3] = {0, width_mask(s->width), 1};
    struct test_words words = test_words_of(s);
    for (unsigned tries = 0; tries < 600 && atomic_load(&share->test_count) < FIRST_TESTS;
         tries++) {
        for (unsigned i = 0; i < s->input_count; i++)
            input[i] =
                tries < 3 ? first[tries] : first_draw(&random, tries, s->width, &words);
        if (s->input_count > 1 && tries % 8 == 6)
            input[draw(&random) % s->input_count] = input[0];
        unsigned known = atomic_load(&share->test_count);
        if (s->input_count > 1 && known &&
            tries % 2) { /* a neighbour of a test tells what depends on one input */
            unsigned one = (tries / 2) % s->input_count;
            uint64_t changed = input[one];
            memcpy(input, share->test[draw(&random) % known].input,
                   s->input_count * sizeof *input);
            input[one] = changed;
        }
        if (tests_add(s, share, input, stop) == TEST_IMPOSSIBLE)
            return TEST_IMPOSSIBLE;
        if (stop && *stop)
            break;
        if (!s->input_count)
            break;
    }
    return TEST_ADDED;
}
