/* Ghosts: Booleans that remember what a run has done; the program itself does not have them.
 *
 * A ghost is a byte of memory that no pointer of the program can name: it is 0 at the start
 * and becomes 1 when control passes certain edges. Like other memory it is merged where paths
 * join, and loops that change it carry it from one iteration to the next. */
#ifndef FORMULA_CUT_GHOST_H
#define FORMULA_CUT_GHOST_H
#include "memory/memory.h"

enum ghost_kind {
    GHOST_LOOP,  /* a back edge of the loop was taken */
    GHOST_BRANCH /* the edge was taken */
};
struct ghost {
    enum ghost_kind kind;
    uint64_t path; /* of the calls that lead to the function */
    uint32_t function;
    uint32_t from; /* BRANCH */
    uint32_t to;   /* LOOP: the header */
};
enum { MOST_GHOSTS = 12 };

/* The object of ghost number n; 0 before it was made. */
uint32_t ghost_object(const struct memory *, size_t n);
void ghosts_begin(struct memory *, struct memory_state *, size_t count);
void ghost_set(struct memory *, struct memory_state *, size_t n);
/* a Boolean */
struct term ghost_value(struct memory *, const struct memory_state *, size_t n);

#endif
