/* Symbolic paths: an inner domain's rows once for all states, and again for each path that
 * was asked for (T23 3.4.2).
 *
 * A path is a choice of values of the ghosts (formula/cut/ghost.h): which loops have been
 * iterated so far and, on request, which branches have been taken. They guard the rows at
 * entry, at the head and after the body alike, so a path begins where the run enters the loop
 * with it: nothing is assumed about ghosts during inference, which would lose the states at
 * entry. */
#ifndef DOMAIN_PATHS_H
#define DOMAIN_PATHS_H
#include "base/arena.h"
#include "domain/domain.h"

enum paths_of { PATHS_OF_LOOPS, PATHS_OF_BRANCHES /* and loops */ };
struct symbolic_path {
    uint64_t loop; /* name of the cut loop whose rows are refined */
    uint32_t values;
};
struct symbolic_paths {
    enum paths_of kind;
    VECTOR(struct symbolic_path) chosen;
};

/* No path is refined at first. The caller releases ->paths->chosen. */
const struct domain *domain_paths(struct arena *, const struct domain *inner, enum paths_of);
/* False if it is there already. */
bool paths_choose(struct symbolic_paths *, struct symbolic_path);

#endif
