/* Precisions: what of numbers is kept at loop heads, head by head; everything else is
 * forgotten there. The engine `lazy` starts with nothing and adds what spurious ways to an
 * error need (B06, 121-360). */
#ifndef ENGINE_SHAPES_PRECISION_H
#define ENGINE_SHAPES_PRECISION_H
#include "engine/shapes/shapes.h"

/* A comparison with a constant: of a value that an instruction computes, or of a field of
 * heap objects. */
enum predicate_kind { PREDICATE_ROOT, PREDICATE_FIELD };
struct graph_predicate {
    enum predicate_kind kind;
    uint32_t function, instruction; /* ROOT */
    uint32_t at, bytes;             /* FIELD */
    enum compare compare;
    int64_t constant;
};
enum { PRECISION_MOST = 64 }; /* predicates: sets of them are words */
struct precision_head {
    uint64_t path;
    uint32_t function, block;
    uint64_t tracked; /* by number of predicate */
};
struct graph_precision {
    VECTOR(struct graph_predicate) all;
    VECTOR(struct precision_head) heads;
    uint64_t everywhere; /* tracked at all heads */
};

/* The blocks that a graph came through, the last one first. */
struct graph_way {
    const struct graph_way *before;
    uint32_t steps; /* with this one: one more than those before */
    uint64_t path;
    uint32_t function, block;
    bool head;
};

/* The head's entry, made if there is none; entries are never removed. */
struct precision_head *precision_head(struct graph_precision *, uint64_t path,
                                      uint32_t function, uint32_t block);
/* The graphs that a graph at a head becomes: one for each combination of root predicates that
 * it may have, in which all that is not tracked is forgotten. They stand for all states of
 * the graph. Pushed onto the stack. */
void precision_apply(struct shapes *, struct graph *);
/* Control passed to the block in which the graph is; false: the way that is to be followed
 * goes elsewhere. */
bool precision_step(struct shapes *, struct graph *);

#endif
