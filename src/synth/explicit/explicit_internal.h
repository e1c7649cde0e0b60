/* Inside the explicit search: one state for all tasks, and the ways to finish a prefix of
 * steps. */
#ifndef SYNTH_EXPLICIT_EXPLICIT_INTERNAL_H
#define SYNTH_EXPLICIT_EXPLICIT_INTERNAL_H
#include "synth/search/enumerate.h"
#include "synth/search/search.h"

enum {
    REQUIREMENTS = 4096,
    TWICE = 255 /* an operand of the last step that is v once more */
};
/* On the value v of the second last step, on the first point: ((v & mask) - lo) mod 2^width
 * <= span. */
struct requirement {
    uint64_t mask, lo, span;
    const struct production *production;
    uint8_t position;   /* of v among the operands */
    uint8_t operand[3]; /* of the last step, registers or TWICE; [position] is to be filled */
};
/* Grouped by the other operand of a last step with two: group r is [start[r], start[r + 1]);
 * steps with one operand come before group 0. */
struct requirements {
    struct requirement item[REQUIREMENTS];
    unsigned count;
    unsigned start[CANDIDATE_REGISTERS + 2];
};
enum bank_extent { BANK_JOINED, BANK_WRAPPED /* one step more at the end */ };
struct bank_task {
    operator_set operators; /* of one or two operands */
    size_t entries;
    uint64_t budget; /* pairs of entries that are run for one instruction and target */
    enum bank_extent extent;
};
struct explicit
{
    struct host *host;
    struct testbed bed;
    struct enumerator e;
    /* which test a point is; point 0 is the most telling one */
    unsigned point_test[ENUMERATE_POINTS];
    struct goal goal[ENUMERATE_POINTS]; /* of output 0 on each point */
    bool pivot;                         /* point 0 has a known wanted value */
    nonterminals start;
    bool depends[CANDIDATE_INPUTS]; /* every solution reads this input */
    bool done;                      /* a proposal was accepted, or it is time to stop */
    bool late;                      /* tests came in while a task was running */
    /* something was left out: a table was full, or a proposal could not be judged */
    bool partial;
    /* finishing with two steps */
    uint8_t unused[8];
    unsigned unused_count;
    struct requirements exact, loose; /* one value; more than one */
    /* A bit per hash of an exact value, for the last step's other operand in each register,
     * and for all: most values fail here. */
    uint64_t seen[CANDIDATE_REGISTERS][4],
        seen_all[CANDIDATE_REGISTERS + 1][16]; /* seen_all[r]: of registers before r */
    unsigned required; /* registers whose groups are up to date, 0: none */
    struct step required_step[CANDIDATE_STEPS]; /* for these steps */
    /* selections with v as the condition, or where v does not matter */
    struct requirements other;
    struct requirements direct;   /* selections that pass the wanted value itself on */
    struct pair *pair;            /* what finish_two is working on */
    struct meeting *meeting;      /* tables of finish_meeting */
    const struct bank_task *bank; /* what finish_bank is to do */
    struct iterate *iterate;      /* what explicit_iterate is working on */
};

/* Leaves of the enumeration for plain specifications with one output: steps left are 0, 1
 * or 2. */
bool finish_none(struct enumerator *, unsigned done);
bool finish_one(struct enumerator *, unsigned done);
bool finish_two(struct enumerator *, unsigned done);
/* Three steps left, of which the last joins the two before it, which do not depend on each
 * other. Where this is called, finish_two may leave out the steps that do not use the one
 * before. */
bool finish_meeting(struct enumerator *, unsigned done);
/* Any number of steps left, of a program that joins expressions of a bank over the registers
 * there are (explicit_bank.c); x->bank says how. */
bool finish_bank(struct enumerator *, unsigned done);
/* One step left, which takes one operand from the registers and one constant that is solved
 * for. */
bool finish_constant(struct enumerator *, unsigned done);

bool explicit_take_unused(struct explicit *, unsigned most); /* false if there are more */
void explicit_set_last(struct enumerator *, struct candidate *, unsigned done, unsigned op,
                       const uint8_t operand[3]);
/* Fills the requirements for the registers there are; those of the steps that did not change
 * are kept. */
void explicit_require(struct explicit *);
/* What the other operand must be when a last step with two operands has this value and type
 * as one of them.
 */
void explicit_require_value(struct explicit *, uint64_t value, nonterminals,
                            struct requirements *exact, struct requirements *loose);
static inline unsigned exact_hash(uint64_t v)
{
    return (unsigned)((v * 0x9e3779b97f4a7c15u) >> 54);
} /* 10 bits */

/* Operand k of the last step when v has this value, on a point. */
static inline uint64_t requirement_operand(const struct enumerator *e,
                                           const struct requirement *q, unsigned k,
                                           uint64_t v, unsigned point)
{
    return k == q->position || q->operand[k] == TWICE ? v : e->value[q->operand[k]][point];
}
/* Is `value` right on the point? */
bool explicit_right(const struct explicit *, unsigned point, uint64_t value);
/* Tests the candidate on everything known and proposes it; true when the search is over. */
bool explicit_offer(struct explicit *, const struct candidate *);
bool explicit_offer_solution(struct explicit *, struct solution *);
/* The points anew from all tests; the most telling test becomes point 0. */
void explicit_choose_points(struct explicit *);
/* Fills the inputs' values, types and uses of the enumerator. */
void explicit_fill_inputs(struct explicit *);

/* Specifications with several programs, outputs or applications: every solution of `total`
 * steps in all over these constants. */
bool explicit_general(struct explicit *, unsigned total, const uint64_t *constant,
                      unsigned constants, const struct production *, unsigned productions);

/* Iterated programs (explicit_iterate.c): every body of `length` steps over these
 * instructions. The enumerator holds the inputs and the constants that steps before and after
 * may read, and the instructions of those; x->pivot holds. */
enum iterate_extent {
    ITERATE_ALONE,
    ITERATE_BEFORE_LAST,
    ITERATE_AROUND
}; /* a step after; one before, too */
enum iterate_mask { ITERATE_WITHOUT_MASK, ITERATE_WITH_MASK };
bool explicit_iterate(struct explicit *, enum iterate_extent, enum iterate_mask,
                      unsigned length, const struct production *, unsigned productions);
unsigned iterate_length(unsigned width, unsigned body); /* steps of all rounds */

#endif
