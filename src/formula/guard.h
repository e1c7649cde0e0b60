/* Guards: path conditions as chains of literals, so that merging can forget what the paths
 * have in common. */
#ifndef FORMULA_GUARD_H
#define FORMULA_GUARD_H
#include "base/arena.h"
#include "term/term.h"

struct guard {
    const struct guard *up; /* null at the root */
    struct term literal;    /* what this step adds */
    struct term term;       /* the conjunction of all literals from the root */
    uint32_t depth;
};

const struct guard *guard_root(struct arena *, struct terms *);
/* same if literal is true */
const struct guard *guard_and(struct arena *, struct terms *, const struct guard *,
                              struct term literal);
bool guard_is_false(const struct terms *, const struct guard *);
const struct guard *guard_common(const struct guard *, const struct guard *);
/* The conjunction of the literals between an ancestor (exclusive) and g. */
struct term guard_since(struct terms *, const struct guard *g, const struct guard *ancestor);

#endif
