/* Challenges: before a proof is told, the program is run for a moment, with inputs that are
 * apt to break it.
 *
 * Inputs are boundaries of their types, constants of the program and of the proof, and
 * mixtures of both. A run that violates what was proved is no part of any proof: either the
 * proof is wrong or the interpreter is, and both are defects of ours. Runs end where an
 * assumption is false or a function without body is called: what was made up is no evidence.
 */
#ifndef JUDGE_CHALLENGE_H
#define JUDGE_CHALLENGE_H
#include "trace/trace.h"

struct challenge {
    const struct program *program;
    uint32_t violations; /* that were proved of main */
    bool malloc_may_fail;
    const char *proof; /* certificates as text: their numbers are tried too; may be null */
    double seconds;    /* of the wall clock, for all runs */
};
struct challenge_result {
    uint32_t runs;
    bool broken; /* a run violates it; trace and replay are to be released */
    struct trace trace;
    struct replay replay;
};
void challenge_run(const struct challenge *, struct challenge_result *);
void challenge_result_release(struct challenge_result *);

#endif
