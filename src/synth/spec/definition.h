/* A specification that says `out = term` defines its program: the last resort of the
 * searches, which look for a shorter one first. */
#ifndef SYNTH_SPEC_DEFINITION_H
#define SYNTH_SPEC_DEFINITION_H
#include "synth/spec/spec.h"

/* The programs that equations of a plain specification with one output spell out, where the
 * language has all their operations; returns how many (at most room). They may be wrong: an
 * equation may be one case of many.
 */
unsigned definitions_of(const struct spec *, struct candidate *out, unsigned room);

#endif
