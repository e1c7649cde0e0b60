/* A proof from the sources, where none was found in step. */
#ifndef DIFF_PROVE_RELATED_H
#define DIFF_PROVE_RELATED_H
#include "diff/match/compare.h"

/* FILES: the two versions as they were given. True: sooth relate found why both do the same; then what that assumes. */
bool related_holds(const char *const files[2], const char *function, double seconds, unsigned *assumptions);

#endif
