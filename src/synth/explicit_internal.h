/* Inside the explicit search: one state for all tasks, and the ways to finish a prefix of steps. */
#ifndef SYNTH_EXPLICIT_INTERNAL_H
#define SYNTH_EXPLICIT_INTERNAL_H
#include "synth/enumerate.h"
#include "synth/search.h"

struct requirement { /* on the value v of the second last step, on the first point: lo <= (v & mask) <= hi */
    uint64_t mask, lo, span;
    const struct production *production;
    uint8_t position;   /* of v among the operands */
    uint8_t operand[3]; /* of the last step; [position] is to be filled */
};
enum { REQUIREMENTS = 4096 };

struct explicit {
    struct host *host;
    struct testbed bed;
    struct enumerator e;
    unsigned point_test[ENUMERATE_POINTS]; /* which test a point is; point 0 is the most telling one */
    struct goal goal[ENUMERATE_POINTS];    /* of output 0 on each point */
    bool pivot;                            /* point 0 has a known wanted value */
    nonterminals start;
    bool done;                             /* a proposal was accepted, or it is time to stop */
    bool late;                             /* tests came in while a task was running */
    /* finishing with two steps */
    uint8_t unused[8];
    unsigned unused_count;
    struct requirement requirement[REQUIREMENTS];
    unsigned requirement_count, requirement_start[CANDIDATE_REGISTERS + 2];
    unsigned direct_count; /* requirements that ask for the wanted value itself (selections) */
    struct requirement direct[REQUIREMENTS];
};

/* Leaves of the enumeration for plain specifications with one output: steps left are 0, 1 or 2. */
bool finish_none(struct enumerator *, unsigned done);
bool finish_one(struct enumerator *, unsigned done);
bool finish_two(struct enumerator *, unsigned done);
/* One step left, which takes one operand from the registers and one constant that is solved for. */
bool finish_constant(struct enumerator *, unsigned done);

/* Is `value` right on the point? */
bool explicit_right(const struct explicit *, unsigned point, uint64_t value);
/* Tests the candidate on everything known and proposes it; true when the search is over. */
bool explicit_offer(struct explicit *, const struct candidate *);
bool explicit_offer_solution(struct explicit *, struct solution *);
/* The points anew from all tests; the most telling test becomes point 0. */
void explicit_choose_points(struct explicit *);
/* Fills the inputs' values, types and uses of the enumerator. */
void explicit_fill_inputs(struct explicit *);

/* Specifications with several programs, outputs or applications: every solution of `total` steps in all over these constants. */
bool explicit_general(struct explicit *, unsigned total, const uint64_t *constant, unsigned constants,
                      const struct production *, unsigned productions);

#endif
