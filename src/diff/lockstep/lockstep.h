/* Running both functions of a product in step, from loop head to loop head (lockstep.cc). */
#ifndef DIFF_LOCKSTEP_LOCKSTEP_H
#define DIFF_LOCKSTEP_LOCKSTEP_H
#include "diff/prove/product.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOCKSTEP_DONE 15u /* the place at the end */
enum { LOCKSTEP_MOST_SLOTS = 24, LOCKSTEP_PLACES = 16, LOCKSTEP_MOST_STEPS = 4 };

/* Where the two sides stand: 0 at the start, k at the head of the k-th loop, 15 at the end.
 */
struct lockstep_place {
    unsigned place[2];
};

/* factor[0] * slot 0 + ... + constant = 0, whenever the sides stand at these places; computed
 * modulo two to the width of the narrowest slot in it. */
struct lockstep_relation {
    unsigned place[2];
    int64_t factor[LOCKSTEP_MOST_SLOTS], constant;
    unsigned defined; /* the slot that no other relation of these places mentions */
};

/* Two floats have the same bits whenever the sides stand at these places; counted like
 * lockstep_relation, with those of parameters and of the old side first. */
struct lockstep_equality {
    unsigned place[2];
    unsigned left, right;
};

/* left <= right + the constant; left < right; left <= the larger of right and the constant;
 * left >= the constant; left <= the constant; left leaves the constant when it is divided by
 * right, a power of two; left is not the constant. Counted like lockstep_relation; as signed
 * numbers, unless the code compares numbers of this width as unsigned ones only. */
enum lockstep_order_kind {
    ORDER_AT_MOST,
    ORDER_LESS,
    ORDER_CAPPED,
    ORDER_AT_LEAST,
    ORDER_BELOW,
    ORDER_REMAINDER,
    ORDER_UNLIKE
};
struct lockstep_order {
    unsigned place[2];
    enum lockstep_order_kind kind;
    unsigned left, right; /* slots, but see ORDER_REMAINDER */
    int64_t constant;
};

/* How many steps a side makes in a round that starts at this pair of places: as many as that,
 * but none after it has left its place. A choice: it only matters whether a proof is found.
 */
struct lockstep_schedule {
    unsigned char steps[2][LOCKSTEP_PLACES]
                       [LOCKSTEP_PLACES]; /* [side][place of the old one][of the new one] */
};

/* From one round to the next. */
struct lockstep_transition {
    struct lockstep_place from, to;
};

/* What the results of a function that calls itself may be known to keep, as signed numbers.
 */
struct lockstep_post {
    bool positive; /* at least 0 */
    bool at_least; /* at least the first parameter */
    bool at_most;  /* at most the first parameter, or 0 if that is larger */
};

struct lockstep_request {
    bool tracing;
    /* Not 0: calls of the function itself are unfolded as often (recursion.cc). SWAPPED: that
     * the old version ends without what is undefined where the new one ends, instead of the
     * other way round and equal results. POST: null, or what is supposed of answers of calls
     * and shown of the result. */
    unsigned unfold;
    bool swapped;
    const struct lockstep_post *post;
    /* One round that starts anywhere at this pair of places, not all of them from the start;
     * null: all. What is asserted at the end of a round is known at its start: rounds from
     * all places together are an induction. */
    const struct lockstep_place *round_from;
    /* Nothing is cut: the new version runs after the old one, from start to end. Only where
     * no memory of callers is accessed and no unknown function is called, which are noted
     * once in a round. */
    bool whole;
    /* loops are cut after the test, where they have one in front: places are inside of them
     */
    bool rotated;
    bool reshaped; /* loops are fused and reversed first, where they may be (reshape.cc) */
    const struct lockstep_schedule *schedule; /* null: see lockstep_shape */
    /* nothing is known of float arithmetic but that it is a function of its operands */
    bool floats_pure;
    enum lockstep_overflow overflow;
    const struct lockstep_place *places; /* the only ones that may be met; none: any */
    size_t place_count;
    /* the only ones that may be made; none: any */
    const struct lockstep_transition *transitions;
    size_t transition_count;
    const struct lockstep_relation *relations;
    size_t relation_count;
    const struct lockstep_equality *equalities;
    size_t equality_count;
    const struct lockstep_order *orders;
    size_t order_count;
};

struct lockstep_facts {
    bool loops;     /* is there a loop left? */
    bool accesses;  /* is memory accessed? */
    bool floats;    /* is there float arithmetic? */
    bool recursive; /* does a side call itself? */
    bool reshaped;  /* did some loop get another shape? */
};

/* Writes the program for sooth verify; null, or why it cannot be built. */
const char *lockstep_write(struct product *, const struct lockstep_request *,
                           const char *path, struct lockstep_facts *);

/* Keeps why none can be built, for product_proof_obstacle; returns it. */
const char *lockstep_keep_reason(struct product *, const char *reason);

/* What runs tell: the program makes steps of both sides in turn and reports where each stands
 * and what it holds there. It calls sooth.trace(side, place, count, slots), with floats as
 * bits just before to sooth.trace.floats(side, count, bits); side 2: the parameters. Inputs
 * come from sooth.input(index). An llvm::Module that the caller owns, or null. */
struct lockstep_shape {
    unsigned shared;   /* how many slots are parameters */
    unsigned heads[2]; /* loops of each side */
    /* both make a step where they stand at the same place, else one of them does */
    struct lockstep_schedule schedule;
};
void *lockstep_module(struct product *, const struct lockstep_request *,
                      struct lockstep_shape *);

/* The number that a failing relation or order ends the inputs of a counterexample with: its
 * index comes after it. */
#define LOCKSTEP_DOUBT_RELATION 7700000000000000ull
#define LOCKSTEP_DOUBT_ORDER 7800000000000000ull

#ifdef __cplusplus
}
#endif
#endif
