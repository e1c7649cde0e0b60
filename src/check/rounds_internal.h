/* Inside the induction over rounds: one round as terms (rounds_round.c), and what is shown of
 * all of them (rounds.c). */
#ifndef CHECK_ROUNDS_INTERNAL_H
#define CHECK_ROUNDS_INTERNAL_H
#include "base/map.h"
#include "check/rounds.h"
#include "solver/solver.h"

enum { MOST_PHIS = 16, ROUND_WIDTH = 64 };

struct phi {
    uint32_t id, width;
    uint64_t start, step; /* step: what the first round adds */
    bool linear;          /* it grows by `step` in each round, as far as known */
    struct term before, after;
    uint64_t end;
};
struct rounds {
    const struct rounds_question *question;
    const struct function *f;
    struct terms *terms;
    struct solver *solver;
    struct term round; /* its number, from 0 on */
    struct phi phis[MOST_PHIS];
    uint32_t count;
    struct map values;        /* (activation, instruction) to term */
    VECTOR(struct term) must; /* hold in each round */
    VECTOR(uint32_t) way;     /* blocks of the first round, as they come */
    size_t at;                /* in the way */
    bool first;          /* this is the first round: branches are decided, not followed */
    uint32_t activation; /* that runs; 0: the loop itself */
    uint32_t activations, depth, steps;
};

/* integers of at most 64 bits: all that is told of */
static inline bool rounds_plain(struct type t)
{
    return t.kind == TYPE_INT && t.width <= 64;
}
/* For term_evaluate of what has no variables. */
struct term rounds_no_value(void *context, struct term variable);

/* From the head to the head, with the phis' `before`; sets their `after`, and what must hold
 * in such a round. False: it does something else than compute with integers, or leaves the
 * way of the first round. */
bool rounds_run(struct rounds *);

#endif
