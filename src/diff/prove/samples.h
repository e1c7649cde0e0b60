/* States that the two functions of a product, run in step, come through on small inputs, and
 * the linear relations that hold in all of them. */
#ifndef DIFF_PROVE_SAMPLES_H
#define DIFF_PROVE_SAMPLES_H
#include "diff/lockstep/lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRACE_MOST = 9000 };
struct run_sample {
    bool first;                          /* of its run */
    bool apart;                          /* memory, or the number of calls, is not the same */
    unsigned place[2], count, old_slots; /* the first ones: parameters and the old side */
    int64_t slot[LOCKSTEP_MOST_SLOTS];
    unsigned old_floats, floats;
    uint64_t bits[LOCKSTEP_MOST_SLOTS];
};
struct run_samples {
    size_t count;
    unsigned shared;   /* slots of parameters, which come first */
    unsigned pointers; /* bit k: slot k is a parameter that is an address */
    struct run_sample list[TRACE_MOST];
};

/* The same runs, each side by itself: in which order they make their steps is left open.
 * Most runs are followed for some rounds only; the last ones as far as there is room, so that
 * loops with a fixed number of rounds are seen to end. */
enum { TRACE_RUNS = 120, TRACE_LONG_RUNS = 3, TRACE_ROUNDS = 1100, TRACE_SHORT_ROUNDS = 40 };

struct run_state {
    unsigned place, count, floats;
    int64_t slot[LOCKSTEP_MOST_SLOTS];
    uint64_t bits[LOCKSTEP_MOST_SLOTS];
    /* of what memory of callers holds and of calls: the same for the same */
    uint64_t effects;
};
struct run_trace {
    struct run_state parameters;
    unsigned count[2];
    struct run_state states[2][TRACE_ROUNDS];
};
struct run_traces {
    struct lockstep_shape shape;
    unsigned pointers;
    size_t count;
    struct run_trace runs[TRACE_RUNS];
};

/* Of programs built like that. To be released. False: none. */
bool samples_collect(struct product *, const struct lockstep_request *like,
                     struct run_traces **);
void samples_release(struct run_traces *);

/* schedule.c: the samples of the first RUNS runs in this order of steps. */
void samples_join(const struct run_traces *, const struct lockstep_schedule *, size_t runs,
                  struct run_samples *);
/* An order of steps in which the two sides have much to do with each other, found step by
 * step from the usual one, and what it costs. */
unsigned samples_schedule(const struct run_traces *, struct lockstep_schedule *);
unsigned samples_schedule_cost(const struct run_traces *, const struct lockstep_schedule *);

/* relations.c: the places met (for each pair of places once) and a basis of the relations at
 * each. */
size_t run_relations_places(const struct run_samples *, struct lockstep_place *, size_t most);
/* The transitions seen, each once; 0 if there are more than MOST. */
size_t run_relations_transitions(const struct run_samples *, struct lockstep_transition *,
                                 size_t most);
size_t run_relations_equal_floats(const struct run_samples *, struct lockstep_place,
                                  struct lockstep_equality *, size_t most);
size_t run_relations_find(const struct run_samples *, struct lockstep_place,
                          struct lockstep_relation *, size_t most);

/* orders.c: orders at these places between numbers that the RELATIONS do not define. */
size_t run_relations_orders(const struct run_samples *, struct lockstep_place,
                            const struct lockstep_relation *relations, size_t relation_count,
                            struct lockstep_order *, size_t most);

#ifdef __cplusplus
}
#endif
#endif
