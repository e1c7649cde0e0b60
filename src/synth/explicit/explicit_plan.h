/* The tasks of the explicit search, by rising cost. */
#ifndef SYNTH_EXPLICIT_EXPLICIT_PLAN_H
#define SYNTH_EXPLICIT_EXPLICIT_PLAN_H
#include "base/vector.h"
#include "synth/explicit/explicit_internal.h"

/* TASK_SOLVE solves for one more constant, in the last step; TASK_ITERATE looks for iterated
 * programs; TASK_VOCABULARY takes the instructions, inputs and constants of the
 * specification, and no other; TASK_BANK joins expressions of a bank; TASK_DEFINITION takes
 * what the specification spells out. */
enum task_kind {
    TASK_LIST,
    TASK_SOLVE,
    TASK_ITERATE,
    TASK_VOCABULARY,
    TASK_BANK,
    TASK_DEFINITION
};
struct task {
    unsigned length, constants;
    operator_set operators;
    /* of TASK_VOCABULARY and TASK_BANK: enum suggestion; the latter: all that there is at
     * SUGGESTION_COUNT */
    uint8_t suggestion;
    unsigned entries; /* of TASK_BANK: size of the bank */
    unsigned choices,
        /* how many constants of the list take part; one at least is not among the first
           `beyond` */
        beyond;
    bool suggested; /* the instructions are those of the specification */
    uint8_t kind;   /* enum task_kind */
    /* of TASK_ITERATE: steps, enum iterate_extent, enum iterate_mask; of
     * TASK_BANK: steps of a start, enum bank_extent */
    uint8_t body, extent, mask;
    bool done;
    double cost;
};
enum { LIST_ROOM = 64, MOST_CONSTANTS = 3, ITERATE_CONSTANTS = 6, BANK_CONSTANTS = 9 };
struct plan {
    VECTOR(struct task) tasks;
    uint64_t list[LIST_ROOM]; /* of constants */
    unsigned list_count;
    struct vocabulary named[SUGGESTION_COUNT];
};
void plan_make(struct plan *, const struct host *);
/* The instructions of a set, as the grammar types them; returns how many. */
unsigned plan_productions(const struct host *, operator_set, struct production *out);
operator_set plan_all_operators(const struct host *);

#endif
