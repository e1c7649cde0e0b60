/* Finding a witness that two versions of a function do the same, for the checker of pairs
 * (check/pair/pair.h): cuts at loops, an order of steps, and facts that hold in examples and
 * that no round breaks. What is found is only a proposal. */
#ifndef RELATE_RELATE_H
#define RELATE_RELATE_H
#include "check/pair/pair.h"

struct relate_question {
    const struct program *both[2];
    const char *function;
    double seconds; /* of processor time */
};
/* False: none was found, and RESULT says why. The facts are terms of TERMS. */
bool relate_find(const struct relate_question *, struct terms *, struct pair_witness *,
                 struct pair_result *result);

#endif
