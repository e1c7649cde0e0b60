/* Running both functions of a product in step, from loop head to loop head (lockstep.cc). */
#ifndef DIFF_PROVE_LOCKSTEP_H
#define DIFF_PROVE_LOCKSTEP_H
#include "diff/prove/product.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LOCKSTEP_MOST_SLOTS = 24 };

/* Where the two sides stand: 0 at the start, k at the head of the k-th loop, 15 at the end. */
struct lockstep_place {
    unsigned place[2];
};

/* factor[0] * slot 0 + ... + constant = 0, whenever the sides stand at these places; computed modulo two to the
 * width of the narrowest slot in it. */
struct lockstep_relation {
    unsigned place[2];
    int64_t factor[LOCKSTEP_MOST_SLOTS], constant;
};

/* Two floats have the same bits whenever the sides stand at these places; counted like lockstep_relation, with
 * those of parameters and of the old side first. */
struct lockstep_equality {
    unsigned place[2];
    unsigned left, right;
};

/* From one round to the next. Both sides make a step where they stand at the same place, else one of them does. */
struct lockstep_transition {
    struct lockstep_place from, to;
};

struct lockstep_request {
    bool tracing;
    enum lockstep_overflow overflow;
    const struct lockstep_place *places; /* the only ones that may be met; none: any */
    size_t place_count;
    const struct lockstep_transition *transitions; /* the only ones that may be made; none: any */
    size_t transition_count;
    const struct lockstep_relation *relations;
    size_t relation_count;
    const struct lockstep_equality *equalities;
    size_t equality_count;
};

struct lockstep_facts {
    bool loops;    /* is there a loop left? */
    bool accesses; /* is memory accessed? */
};

/* Writes the program for sooth verify; null, or why it cannot be built. */
const char *lockstep_write(struct product *, const struct lockstep_request *, const char *path,
                           struct lockstep_facts *);

/* The program that reports the places and slots it comes through to sooth.trace(place, place, count, slots) and
 * gets its inputs from sooth.input(index): an llvm::Module that the caller owns, or null. Just before, it reports
 * floats, as bits, to sooth.trace.floats(count of the old side, count, bits). */
void *lockstep_module(struct product *);

#ifdef __cplusplus
}
#endif
#endif
