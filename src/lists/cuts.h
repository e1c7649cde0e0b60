/* Where a function is cut into ways without loops: one point on each way round each loop. */
#ifndef LISTS_CUTS_H
#define LISTS_CUTS_H
#include "base/vector.h"
#include "program/passes.h"

struct failure;
struct cut {
    uint32_t loop, header; /* header: block */
    uint32_t block, after; /* the point is after that many instructions of the block */
    bool annotated;
    uint32_t ranking;            /* a call; UINT32_MAX: none */
    VECTOR(uint32_t) invariants; /* calls */
    bool *prefix; /* by block: it lies between the header and the point, ends included */
};
struct cuts {
    struct dominators dominators;
    struct loop_forest forest;
    VECTOR(struct cut) list; /* one per loop, in the order of the forest */
    uint32_t *cut_of;        /* by block: the cut in it; UINT32_MAX: none */
};
/* False with a failure (unsupported) that names the place. The arena keeps everything but
 * `list`. */
bool cuts_find(const struct program *, const struct function *, struct arena *, struct cuts *,
               struct failure *);
void cuts_release(struct cuts *);
/* The name of the function that a CALL calls; "" through a pointer. */
const char *call_name(const struct program *, const struct function *,
                      const struct instruction *);

#endif
