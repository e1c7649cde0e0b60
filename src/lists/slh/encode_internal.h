/* Inside the encoding of SLH. */
#ifndef LISTS_SLH_ENCODE_INTERNAL_H
#define LISTS_SLH_ENCODE_INTERNAL_H
#include "lists/slh/encode.h"
#include "lists/slh/slh_internal.h"

/* A heap: for each node of the small model its successor, the weight of that edge, and its
 * data. */
struct coded_heap {
    struct term *next, *weight;
    struct term **data; /* by field */
};
/* What the smoothed nodes of an edge of the base heap hold; of an edge that weighs 1 it means
 * nothing. */
struct coded_inner {
    struct term *least, *most, *sorted, *sum; /* by node */
};
/* How far each node of the base heap is from the end of its way: edges go down, but for the
 * one out of the first node of each cycle, which is at the bottom and closes it. An edge
 * weighs what it goes down; so that lengths are differences, not sums over many edges. */
struct coded_order {
    struct term *height; /* by node, 64 bits */
    struct term *closes; /* Boolean: its edge closes a cycle */
    struct term *round;  /* then: the length of the cycle */
};
/* The way from a pointer: at[i] is the node after i edges. */
struct slh_way {
    struct term *at;
};

struct slh_encoding {
    struct slh *s;
    struct terms *terms;
    struct arena arena;
    struct slh_size size;
    /* nodes: 0 null, those of the base heap, then junk (if has_junk), then fresh ones */
    uint32_t base_end, junk, first_fresh, count;
    unsigned bits; /* of a node's number */
    bool has_junk;
    struct map slot_index, fresh_index; /* slot to its place among those that are used */
    VECTOR(uint32_t) variables; /* pointer ids, in order: variable i has label i + 1 */
    struct map variable_index;
    struct map numbers; /* ordinary variables that were met: term id to 1 */
    struct map heaps, pointers, walks, definitions;
    VECTOR(struct term) sides;
    bool measured; /* there are lengths or data: edges have weights, else all weigh 1 */
    struct coded_order order;
    VECTOR(struct reach) reaches; /* that were asked for */
    struct map reach_index;
    struct coded_inner *inner; /* by field */
    bool *ordered, *summed;    /* by field: which observations there are */
    struct term *exists;       /* by node, for slh_encoding_small; null: not made */
};

struct term node_number(struct slh_encoding *, uint32_t node);
/* The element of an array (by node) at a node that is a term. */
struct term node_select(struct slh_encoding *, struct term *array, struct term node);
struct term node_is(struct slh_encoding *, struct term node, uint32_t number);
void side_add(struct slh_encoding *, struct term);
struct term number_variable(struct slh_encoding *, struct sort, const char *what, uint32_t i,
                            uint32_t j);

struct coded_heap *heap_code(struct slh_encoding *, struct slh_heap);
struct term pointer_code(struct slh_encoding *, struct slh_pointer);
struct slh_way *walk_code(struct slh_encoding *, struct slh_heap, struct term node);
/* length.c */
void order_begin(struct slh_encoding *);
void order_constrain(struct slh_encoding *, struct coded_heap *base);
struct term length_code(struct slh_encoding *, const struct look *);
void path_order(struct slh_encoding *, struct term x, struct term q);
/* reach.c. The way from x in a heap comes to a, and before that to none of the stops (nodes,
 * as terms). */
enum { REACH_STOPS = 24 };
struct reach {
    struct slh_heap heap;
    struct term x, a;
    struct term stops[REACH_STOPS];
    unsigned count;
    struct term result;
};
struct term reach_code(struct slh_encoding *, const struct reach *);
struct term path_in(struct slh_encoding *, struct slh_heap, struct term x, struct term q);
/* The successor of a node in a heap, and whether that edge weighs 1. */
struct term next_in(struct slh_encoding *, struct slh_heap, struct term node);
struct term unit_in(struct slh_encoding *, struct slh_heap, struct term node);
struct term value_in(struct slh_encoding *, struct slh_heap, unsigned field,
                     struct term node);
struct term look_code(struct slh_encoding *, struct look);
/* data.c: the observations of data, and what holds of data in the base heap. */
struct term look_data_code(struct slh_encoding *, struct look);
void inner_begin(struct slh_encoding *);
void inner_constrain(struct slh_encoding *, const struct coded_heap *base);

#endif
