/* Concrete heaps, and what SLH expressions are in them. This is what formulae mean; nothing
 * here knows of small models. */
#ifndef LISTS_SLH_MODEL_H
#define LISTS_SLH_MODEL_H
#include "base/arena.h"
#include "base/map.h"
#include "lists/slh/slh.h"

struct slh_model {
    struct arena arena;
    uint32_t count;  /* of nodes; 0 is null, 1 .. count are the nodes of the base heap */
    uint32_t *next;  /* by node: a node, or count + 1 for an uninitialised one */
    uint64_t **data; /* by field and node, up to all */
    uint32_t all; /* nodes that expressions may lead to: also uninitialised and fresh ones */
    struct map pointers; /* id of a pointer variable to its node */
    /* id of another variable to the id of its value, a constant term; absent: 0 */
    struct map numbers;
    bool whole; /* false: there are more nodes than were made (the heap is too large) */
};
/* all nodes lead to null */
void slh_model_init(struct slh_model *, const struct slh *, uint32_t count);
void slh_model_release(struct slh_model *);
bool slh_model_holds(struct slh *, const struct slh_model *, struct term formula);
/* The value of any term, a constant. */
struct term slh_model_value(struct slh *, const struct slh_model *, struct term);

/* A heap expression, written out: successors and data by node, in the arena. */
struct slh_picture {
    uint32_t *next;
    uint64_t **data;
};
struct slh_picture slh_model_heap(struct slh *, const struct slh_model *, struct slh_heap,
                                  struct arena *);
uint32_t slh_model_pointer(struct slh *, const struct slh_model *, struct slh_pointer);

#endif
