/* Ranking functions: why each loop of the abstract formula ends.
 *
 * A lexicographic list of sums of columns: the first never grows in a round and falls in
 * some, the second never grows in the others, ...; together one falls in every round. Each
 * activation of the loop ends then, since the sums are bounded integers; and when each
 * activation of each loop ends, and no recursion is without bound, so does every run (L14
 * Definitions 36 to 39). Candidates are tried in the order of their size against rounds seen
 * in models; a round that refutes one is kept (CEGIS). */
#ifndef ENGINE_TERMINATION_RANKING_H
#define ENGINE_TERMINATION_RANKING_H
#include "engine/termination/abstract.h"
#include "engine/certify.h"
#include "engine/termination/columns.h"

enum { RANKING_PARTS = 4, RANKING_DEPTH = 8 };
struct ranking_sum {
    unsigned count;
    uint32_t column[RANKING_PARTS];
    int factor[RANKING_PARTS];
};
struct ranking {   /* of one loop */
    uint32_t loop; /* its number, for the user */
    enum columns_wish wish;
    unsigned count; /* 0: no round at all is possible */
    struct ranking_sum list[RANKING_DEPTH];
};
/* Looks for one of a loop (or descent) of the formula, given its invariants, for `seconds` at
 * most. */
bool ranking_find(struct abstract *, const struct cut_loop *, enum columns_wish,
                  double seconds, const volatile int *stop, struct ranking *out);
/* Rounds in which the ranking does not fall: none, under the invariants. */
struct term ranking_fails(struct abstract *, const struct cut_loop *, const struct ranking *);
/* The same as sums over slots, for a certificate; false if it uses something else. */
typedef VECTOR(struct certify_sum) certify_sums;
bool ranking_certify(struct abstract *, const struct cut_loop *, const struct ranking *,
                     certify_sums *out);

#endif
