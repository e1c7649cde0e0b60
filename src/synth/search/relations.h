/* Relations between variables that hold in all states seen: candidates for loop invariants
 * (L14, SI). */
#ifndef SYNTH_SEARCH_RELATIONS_H
#define SYNTH_SEARCH_RELATIONS_H
#include "synth/language/language.h"

struct relation_states {
    unsigned width, variables, count;
    const uint64_t *value; /* variable v of state s: [s * variables + v] */
};
/* Candidates with two outputs that are equal in every state given, though not in every state
 * there could be; variables that are equal, or constant, in all states are taken to be so.
 * The simplest come first. Returns how many (at most room). */
size_t relations_find(const struct relation_states *, const uint64_t *constant,
                      unsigned constants, struct candidate *out, size_t room);

#endif
