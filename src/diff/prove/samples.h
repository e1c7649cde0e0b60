/* States that the two functions of a product, run in step, come through on small inputs, and the linear relations
 * that hold in all of them. */
#ifndef DIFF_PROVE_SAMPLES_H
#define DIFF_PROVE_SAMPLES_H
#include "diff/lockstep/lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRACE_MOST = 4000 };
struct run_sample {
    bool first; /* of its run */
    unsigned place[2], count;
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

/* To be released. False: none. */
bool samples_collect(struct product *, struct run_samples **);
void samples_release(struct run_samples *);

/* relations.c: the places met (for each pair of places once) and a basis of the relations at each. */
size_t run_relations_places(const struct run_samples *, struct lockstep_place *, size_t most);
/* The transitions seen, each once; 0 if there are more than MOST. */
size_t run_relations_transitions(const struct run_samples *, struct lockstep_transition *, size_t most);
size_t run_relations_equal_floats(const struct run_samples *, struct lockstep_place, struct lockstep_equality *,
                              size_t most);
size_t run_relations_find(const struct run_samples *, struct lockstep_place, struct lockstep_relation *,
                      size_t most);

/* orders.c: orders at these places between numbers that the RELATIONS do not define. */
size_t run_relations_orders(const struct run_samples *, struct lockstep_place,
                            const struct lockstep_relation *relations, size_t relation_count,
                            struct lockstep_order *, size_t most);

#ifdef __cplusplus
}
#endif
#endif
