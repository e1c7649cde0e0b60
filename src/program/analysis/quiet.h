/* Functions that change nothing: no memory besides their own locals, and all they call is
 * quiet too. Nobody can tell how often one was called. Inputs are no change, nor are checks
 * and errors; the end of a run is one. */
#ifndef PROGRAM_ANALYSIS_QUIET_H
#define PROGRAM_ANALYSIS_QUIET_H
#include "program/program.h"

/* By function; arena. Law: a quiet function has a body and no quiet function calls one that
 * is not. */
bool *quiet_functions(const struct program *, struct arena *);
/* Is all that one call may reach quiet? */
bool quiet_call(const struct program *, const struct function *,
                const struct instruction *call, const bool *quiet, struct arena *scratch);

#endif
