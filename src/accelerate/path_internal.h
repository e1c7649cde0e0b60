/* Inside the walk along a path: activations of functions, and single instructions. */
#ifndef ACCELERATE_PATH_INTERNAL_H
#define ACCELERATE_PATH_INTERNAL_H
#include "accelerate/path.h"
#include "base/map.h"

enum { MOST_BLOCKS = 200, MOST_SYMBOLS = 200, MOST_DEPTH = 4, MOST_DECISIONS = 12 };

struct activation {
    uint32_t function, depth;
    const struct activation *caller;
    struct map values; /* instruction to index in pool */
    VECTOR(struct walked) pool;
    VECTOR(struct walked) results;
    bool is_loop; /* the loop itself: what is not in the map was computed before it */
};

const struct walked *activation_value(struct path *, struct activation *, struct value,
                                      struct walked *room);
void activation_set(struct activation *, uint32_t instruction, struct walked);
/* The value of a condition on this path; a number stays what it is. False: there are too many
 * decisions. */
bool path_decide(struct path *, struct walked *);
bool path_require(struct path *, struct walked, bool holds);
/* One instruction that is no terminator, phi or call. False: the path cannot be followed. */
bool path_step(struct path *, struct activation *, uint32_t id);
bool path_load(struct path *, struct activation *, uint32_t id, struct walked *out);
bool path_store(struct path *, struct activation *, uint32_t id);

static inline struct walked walked_not(void)
{
    return (struct walked){.kind = WALKED_NOT};
}
static inline struct walked walked_number(struct polynomial p, uint32_t width)
{
    return p.fails ? walked_not()
                   : (struct walked){.kind = WALKED_NUMBER, .width = width, .number = p};
}

#endif
