/* Words that C promoted to int, back at their own width. */
#ifndef SYNTH_LANGUAGE_LOW_H
#define SYNTH_LANGUAGE_LOW_H
#include "term/term.h"

/* An equivalent term: where only the low bits of a sum, product, selection or bitwise
 * operation are read it is computed on those bits alone; comparisons, divisions and shifts of
 * zero-extended words become those of the words. */
struct term low_normal(struct terms *, struct term);

#endif
