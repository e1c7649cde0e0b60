/* The small model of SLH formulae as terms (L14, 8.4-8.6).
 *
 * Take a heap in which a formula holds, and call the nodes labelled that pointer variables
 * lead to (p variables) and those that slh_next gives (k slots). Forget nodes that no
 * variable reaches. A node without label and with one predecessor can be smoothed away: the
 * edge that replaces it and its own weighs as much as both. What is left are null, the
 * labelled nodes and those where ways meet. Each variable adds at most one meeting point, so
 * that 2p + k nodes and null are enough. Smoothing changes no observation, and no edge that
 * is ever followed or changed: those start at labelled nodes, and of a followed edge the
 * other end is labelled, too, so that it weighs 1. Fresh nodes, and the node of uninitialised
 * pointers, come on top.
 *
 * Of the data in smoothed nodes an edge remembers the least and the greatest value, whether
 * they are in order, and the sum; what combinations are possible is a constraint (data.c). */
#ifndef LISTS_SLH_ENCODE_H
#define LISTS_SLH_ENCODE_H
#include "lists/slh/slh.h"

struct slh_encoding;
struct slh_size {
    unsigned pointers, nexts, fresh; /* p, k and nodes made by slh_fresh */
    unsigned nodes;                  /* of the small model: 2p + k + 1 */
};
struct slh_size slh_size(struct slh *, const struct term *formulae, size_t count);

/* An encoding is made for all formulae that it will be asked for: what they mention
 * determines its size. `more`: that many nodes beyond the bound, for tests of the bound. */
struct slh_encoding *slh_encoding_new(struct slh *, const struct term *formulae, size_t count,
                                      unsigned more);
void slh_encoding_free(struct slh_encoding *);
/* The formula (or other term) over the variables of the small model: it is satisfiable
 * together with slh_encoding_sides exactly if it has a heap. */
struct term slh_encode(struct slh_encoding *, struct term);
/* Constraints that belong to all that was encoded up to now. */
struct term slh_encoding_sides(struct slh_encoding *);
/* Holds if not more than `most` (up to 15) nodes of the base heap are reached from pointer
 * variables. */
struct term slh_encoding_small(struct slh_encoding *, unsigned most);
/* false: satisfiable needs a heap, see slh.h */
bool slh_encoding_exact(const struct slh_encoding *);

#endif
