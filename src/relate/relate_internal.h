/* Inside the search for witnesses. */
#ifndef RELATE_RELATE_INTERNAL_H
#define RELATE_RELATE_INTERNAL_H
#include "check/pair/pair_internal.h"
#include "relate/relate.h"

enum { MOST_SLOTS = 14, MOST_VISITS = 40, EXAMPLES = 56, MOST_COLUMNS = 3 * MOST_SLOTS + 1 };
enum { MOST_FACTS = 160 }; /* at a pair of places */

/* --- cuts.c: loops of each side --- */
struct loops {
    struct pair_cut cuts[PAIR_MOST_CUTS];
    uint32_t nesting[PAIR_MOST_CUTS]; /* loops around */
    size_t count;
};
/* All of them, outer loops first, no two at the same block of the same call; false: there are
 * too many. */
bool relate_loops(struct pair_side *, struct arena *, struct loops *);
/* Drops those that have an end without being cut. */
void relate_unroll(struct pair_side *, struct loops *);
/* Moves each cut past the test that may leave its loop. */
void relate_rotate(struct pair_side *, struct arena *, struct loops *);

/* --- examples.c: values at places in runs on examples --- */
enum slot_kind { SLOT_NUMBER, SLOT_ADDRESS, SLOT_FLOAT };
struct slot { /* a value that is needed at a place, or (path 0) a result, or a parameter */
    uint64_t path;
    uint32_t instruction;
    unsigned width;
    enum slot_kind kind;
};
struct slots {
    struct slot list[MOST_SLOTS];
    size_t count;
};
struct visit {
    uint32_t place;
    uint64_t value[MOST_SLOTS];
    bool known[MOST_SLOTS];
};
struct run {
    struct visit visits[MOST_VISITS];
    size_t count;
    bool ended;
};
struct examples {
    struct slots parameters, at[2][PAIR_MOST_CUTS + 2]; /* by place */
    uint64_t given[EXAMPLES][MOST_SLOTS];
    struct run runs[2][EXAMPLES];
};
void relate_examples(const struct pair_side sides[2], struct arena *, struct examples *);

/* --- facts.c: what holds at a pair of places in all examples --- */
struct sample {
    const uint64_t *parameters;
    const struct visit *visit[2];
};
struct samples {
    VECTOR(struct sample) list;
};
void relate_facts(struct pair_side sides[2], const struct examples *, const uint32_t place[2],
                  const struct samples *, pair_terms *out);

#endif
