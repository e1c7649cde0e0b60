/* Summary objects: what heap objects of earlier iterations are seen as in the abstract
 * formula (docs/decisions/041-heap-summaries.md).
 *
 * A site whose objects outlive the iteration that made them gets one summary, which stands
 * for all of them. A read gives any value, another one each time; a pointer read is any of
 * those that instances were seen to hold in that field. A write changes nothing else. It is
 * alive while all instances are; an access asks whether this instance is, which is anybody's
 * guess once one has been freed. What fields may hold is learnt by encoding the program again
 * until nothing new is seen. */
#ifndef FORMULA_CUT_SUMMARY_H
#define FORMULA_CUT_SUMMARY_H
#include "formula/cut/cut.h"
#include "formula/exec_internal.h"

struct summary_field {
    uint32_t at;
    /* something other than a whole pointer was written there: as a pointer it is unknown */
    bool odd;
    bool moved;               /* some pointer has an offset other than 0 */
    bool garbage;             /* some pointer names no object and is not null */
    VECTOR(uint64_t) targets; /* paths of objects; 0: none */
};
struct summary {
    uint64_t path;                       /* of the objects it stands for */
    uint64_t bytes;                      /* of each of them */
    uint32_t object;                     /* in the formula that is being built */
    VECTOR(struct summary_field) fields; /* that are read as pointers */
};
typedef VECTOR(struct summary) summaries;
void summaries_release(summaries *);

/* Makes the summaries' objects, at the start of a formula. */
void summaries_begin(struct exec *);
/* The formula that was encoded knew too little of the summaries: encode it again. */
bool summaries_again(const struct cut_model *);
/* The summary's object for an object made in a loop that is about to be left behind, or 0:
 * there is none. Then it is made for the next encoding, or the formula fails. */
uint32_t summary_for(struct exec *, uint32_t object);
/* Objects from `first` on belong to the past from now on: their summaries take over what they
 * hold. */
void summaries_fold(struct exec *, uint32_t first, struct memory_state *);

/* How the null and non-null parts of a pointer look. */
struct pointer_shape {
    bool moved, garbage;
};
struct pointer_shape pointer_shape(struct terms *, struct sym pointer);

#endif
