/* Looks for an input on which the two functions of a product differ, by running both. */
#ifndef DIFF_PROVE_SEARCH_H
#define DIFF_PROVE_SEARCH_H
#include "base/arena.h"
#include "diff/prove/product.h"

struct search_result {
    bool found;
    struct run_input input;
    const char *input_text;  /* "argument 1 = 3, argument 2 = -1" */
    const char *effect_text; /* "the old version returns 2, the new one 3" */
    unsigned alike;          /* inputs on which both do the same */
};

/* How to look. HARNESS: where to write a program that runs both on the input found; null:
 * nowhere. PATIENT: go on although no run has come to new code for a long time. */
struct search_way {
    double seconds; /* of processor time, at most */
    const char *harness;
    bool patient;
};
/* In a child process. Texts live in the arena. */
struct search_result search_difference(struct arena *, struct product *, struct search_way);

#endif
