/* The abstract formula (formula/cut/cut.h, k = 1) with invariants of its loops, as
 * termination needs it. */
#ifndef ENGINE_TERMINATION_ABSTRACT_H
#define ENGINE_TERMINATION_ABSTRACT_H
#include "base/map.h"
#include "domain/strategy/strategy.h"
#include "engine/engine.h"

struct abstract_parts { /* shared by all formulae of one program */
    const struct engine_task *task;
    struct program_facts *facts;
    struct layouts *layouts;
    struct strategy_options options; /* seconds are set for each call */
};
enum { ABSTRACT_RECURSION = 2 }; /* activations of one function that may be open */
struct abstract {
    struct terms *terms;
    struct solver *solver; /* has the axioms */
    struct formula formula;
    struct cut_model cuts;
    rows rows; /* invariants, once inferred */
    bool good; /* the formula covers what it should */
    /* of models that a run may be tried with, first and last ones: as abstract_restrict
     * takes them */
    VECTOR(struct map) inputs;
    size_t kept;
};
/* Builds the formula in the given store; good tells whether it can be used. */
void abstract_open(struct abstract *, const struct abstract_parts *, struct terms *);
void abstract_close(struct abstract *);
/* From now on inputs of these instructions ((function << 32 | instruction) to value) have
 * these values. */
void abstract_restrict(struct abstract *, const struct map *inputs);
/* Finds invariants of the domain; false if time is over before. */
bool abstract_infer(struct abstract *, const struct abstract_parts *, const struct domain *,
                    double seconds);
/* Is a condition impossible under the invariants? */
enum answer abstract_ask(struct abstract *, const struct term *conditions, size_t count,
                         const struct solver_limits *);
/* After SAT: keeps the inputs of the model. */
enum { MOST_INPUTS = 12 };
void abstract_keep_inputs(struct abstract *);
/* Looks for rounds that change nothing and keeps their inputs. */
void abstract_still_rounds(struct abstract *, const struct solver_limits *);
/* Some run is not covered by the formula. */
struct term abstract_uncovered(struct abstract *);

#endif
