/* The three ways to look for candidates (L14 6.4.3), each in a child process of its own, and
 * what the parent lends them.
 *
 * Tests and bounds lie in shared memory. A search proposes a solution that passes all tests
 * it knows; the parent verifies it, and when it is wrong adds the counterexample, for all
 * searches, before it answers. */
#ifndef SYNTH_SEARCH_SEARCH_H
#define SYNTH_SEARCH_SEARCH_H
#include "synth/spec/spec.h"

#include <stdatomic.h>

enum {
    SHARE_TESTS = 512,
    SEARCH_COUNT = 3,
    REFUTER = SEARCH_COUNT /* its place in share.progress */
};

/* What a plain specification wants of one output on one test, where that is simple to say. */
enum goal_kind { GOAL_ASK, GOAL_EQUAL, GOAL_DIFFER, GOAL_FREE };
struct goal {
    uint8_t kind; /* GOAL_ASK: evaluate the specification; GOAL_FREE: any value is right */
    uint64_t value;
};
struct test {
    uint64_t input[CANDIDATE_INPUTS];
    struct goal goal[CANDIDATE_OUTPUTS]; /* plain specifications only */
};

struct search_progress {
    _Atomic uint64_t tried; /* candidates (explicit, genetic) or solver calls (symbolic) */
    _Atomic unsigned proposed;
    _Atomic unsigned length; /* being searched */
    /* no solution has fewer steps than this: over all constants and instructions */
    _Atomic unsigned refuted;
    /* the same with at most two constants, of constants_list */
    _Atomic unsigned refuted_listed;
    _Atomic int exhausted; /* the search ended without an answer */
    struct solution proposal;
};
struct share {
    _Atomic unsigned test_count;
    struct test test[SHARE_TESTS];
    _Atomic unsigned most; /* longest solution of interest: shrinks when one is found */
    _Atomic int stop;
    struct search_progress progress[SEARCH_COUNT + 1];
};

/* TAKEN: right, or no better than what was found; only shorter ones are wanted from then on
 * (share.most). */
enum proposal_answer { PROPOSAL_REFUTED, PROPOSAL_TAKEN, PROPOSAL_UNKNOWN };

struct host {
    const struct spec *spec;
    const struct code *code;
    struct share *share;
    struct search_progress *mine;
    operator_set operators; /* of L that may be used; a grammar overrides it */
    uint64_t seed;
    bool narrow; /* the width may be varied */
    bool refute; /* symbolic search only: refute lengths at the full width, from 0 on */
    int to_parent, from_parent; /* pipes that carry one byte per proposal and answer */
};
/* Sends the solution and waits for the answer. After REFUTED there is a new test that the
 * solution fails. */
enum proposal_answer host_propose(struct host *, const struct solution *);
static inline bool host_stopped(const struct host *h)
{
    return atomic_load_explicit(&h->share->stop, memory_order_relaxed) != 0;
}

struct search {
    const char *name;
    const char *summary;
    /* returns when the space up to share->most is exhausted or on stop */
    void (*run)(struct host *);
};
extern const struct search *const search_list[SEARCH_COUNT + 1]; /* ends with null */

/* A child's copy of the tests, prepared for evaluation. */
struct testbed {
    const struct host *host;
    unsigned count;
    uint64_t *registers; /* code_registers per test */
    unsigned stride;
};
void testbed_init(struct testbed *, const struct host *);
void testbed_release(struct testbed *);
unsigned testbed_refresh(struct testbed *); /* takes over new tests; how many there were */
/* Does the solution pass every test? */
bool testbed_passes(const struct testbed *, const struct solution *);
static inline uint64_t *testbed_registers(const struct testbed *b, unsigned test)
{
    return b->registers + (size_t)test * b->stride;
}
/* Plain specification, one output: is `value` right on this test? */
bool testbed_right(const struct testbed *, unsigned test, uint64_t value);

/* Constants worth trying at a width, the most likely first: those of the specification, small
 * ones, those made of the width, masks. Returns how many (at most room). */
unsigned constants_list(const struct spec *, uint64_t *out, unsigned room);
/* The instructions by which the specification computes the values that results must equal,
 * without those of its conditions or with them, and the inputs (one bit each) and constants
 * these read; 0 if it does not say.
 */
enum suggestion { SUGGESTION_VALUES, SUGGESTION_CONDITIONS, SUGGESTION_COUNT };
enum { OWN_CONSTANTS = 6 };
struct vocabulary {
    operator_set operators;
    uint64_t inputs;
    uint64_t constant[OWN_CONSTANTS];
    unsigned constants;
};
struct vocabulary vocabulary_of(const struct spec *, enum suggestion);

#endif
