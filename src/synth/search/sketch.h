/* A candidate as unknowns of a formula (L14 6.4.2): one Boolean per step and instruction, one
 * per operand and register, one word per constant. Well-formedness and symmetry breaking are
 * clauses; applying it to argument terms gives result terms. */
#ifndef SYNTH_SEARCH_SKETCH_H
#define SYNTH_SEARCH_SKETCH_H
#include "synth/language/grammar.h"
#include "synth/spec/spec.h"

struct solver;

enum sketch_dead {
    SKETCH_ALL_USED,
    SKETCH_STEPS_USED /* constants need not be */,
    SKETCH_DEAD_ALLOWED
};

struct sketch {
    struct terms *terms;
    unsigned width, inputs, constants, length, outputs;
    const struct production *production;
    unsigned production_count;
    /* null: plain L; else its literals are the first constants */
    const struct grammar *grammar;
    struct term *choice;   /* [length][production_count] */
    struct term *operand;  /* [length][3][registers] */
    struct term *output;   /* [outputs][registers]; TERM_NONE where the output is fixed */
    struct term *constant; /* words */
    unsigned registers;
};

/* Makes the unknowns (named after `name`, from the arena) and asserts what makes them a
 * well-formed candidate. */
void sketch_init(struct sketch *, struct arena *, struct solver *, const char *name,
                 enum sketch_dead);
/* The results for these arguments. */
void sketch_apply(const struct sketch *, const struct term *in, struct term *out);
/* The candidate that the solver's model names. */
void sketch_read(const struct sketch *, struct solver *, struct candidate *);

#endif
