/* The checker of certificates: its own verification conditions, from the program alone.
 *
 * It shares no code with the prover (formula/, domain/, engine/): it executes the program
 * symbolically by itself, inlines calls, and cuts each loop at its header by the
 * certificate's facts, or unwinds it as often as the certificate says. What a loop changes it
 * finds out by itself. The facts must hold when the loop is entered (initial), be kept by its
 * body (inductive), and leave no way to a violation or to anything that was not executed
 * (sufficient). */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H
#include "certificate/certificate.h"

enum check_answer {
    CHECK_UNDECIDED, /* a limit of time or memory, or a failure of the checker */
    CHECK_CONFIRMED, /* no run violates what it is about */
    /* a counterexample to one of its duties, of runs that the checker covers wholly */
    CHECK_REFUTED,
    /* one that may be owed to what the checker did not know: facts about all elements are
     * used at some of them only, others have no words */
    CHECK_NOT_SHOWN,
    CHECK_NOT_COVERED, /* all counterexamples are of runs that the checker does not cover */
    CHECK_INVALID,     /* it is no certificate of this program or this question */
};
const char *check_answer_name(enum check_answer); /* "not shown" */
struct check_result {
    enum check_answer answer;
    char why[240]; /* unless confirmed */
};

/* Checks in this process, within about that many seconds. */
void certificate_check(const struct program *, const struct certificate *, double seconds,
                       struct check_result *);
/* The same in a child process, so that limits of time and memory (bytes; 0: none) are kept
 * whatever happens.
 */
void certificate_check_apart(const struct program *, const struct certificate *,
                             double seconds, uint64_t memory, struct check_result *);

#endif
