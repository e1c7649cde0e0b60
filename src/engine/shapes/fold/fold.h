/* Inside folding: one attempt to make two neighbours one list. */
#ifndef ENGINE_SHAPES_FOLD_H
#define ENGINE_SHAPES_FOLD_H
#include "engine/shapes/shapes.h"

struct fold_pair {
    uint32_t a, b, joined; /* objects that elements own, 0: none; and what stands for both */
};
struct folding {
    struct shapes *s;
    struct graph *before, *after;
    uint32_t a, b, list; /* neighbours, and what they become */
    struct graph_link link;
    bool *private_a, *private_b; /* by id: only the element leads to it */
    VECTOR(struct fold_pair) pairs;
    VECTOR(uint32_t) lists; /* new ones, whose facts are to be found */
    /* what may be missing, and has the parts that are joined now; 0: the element itself has
     * them */
    uint32_t holder;
    /* who made the part whose own parts are joined now; 0: the element itself */
    uint64_t within;
    uint32_t only; /* the element that alone has the part that is joined now; 0: both */
    bool single;   /* a and b are the same node, which is to be a list */
    bool flat;   /* what may be missing has no parts of its own: chains are to become lists */
    bool varies; /* some number differs from element to element */
    bool lossy;  /* and it did not before */
    bool forgets; /* what some pointer of an element leads to */
};

/* The value of a field that elements have where one has x and the other y. New variables are
 * the list's. */
bool fold_value(struct folding *, uint32_t list, struct graph_value x, struct graph_value y,
                struct graph_value *out);
/* Fields of x and y, without the link's, joined into those of object `to` of the graph after.
 */
bool fold_fields(struct folding *, uint32_t list, const struct graph_object *x,
                 const struct graph_object *y, const struct graph_link *link, uint32_t to);
/* The same of one number. */
bool fold_term(struct folding *, uint32_t list, struct term x, struct term y,
               struct term *out);
/* members.c: the same states; bytes that nodes of one kind hold at times are numbers */
struct graph *fold_settle_members(struct shapes *, struct graph *);
/* rows.c: rows of numbers that the two elements own, into the region `to`. */
bool fold_rows(struct folding *, uint32_t a, uint32_t b, uint32_t to);
/* cells.c: rows of numbers that may become those of elements have few parts. */
struct graph *fold_number_rows(struct shapes *, struct graph *);
/* forget.c: are there pointers between parts of different nodes? If the settings say so they
 * are forgotten. */
bool fold_crosses(struct shapes *, struct graph *);
/* One size, or what one instruction made: then each element of the list has a size of its
 * own. */
bool fold_fits_size(const struct graph_object *, const struct graph_object *);
bool fold_size(struct folding *, uint32_t list, const struct graph_object *x,
               const struct graph_object *y, uint32_t to);
/* Once all fields are joined: what was private is gone, and nothing of it was left over. */
bool fold_all_joined(const struct folding *);
void fold_remove_private(struct folding *);
bool fold_is_entailed(struct folding *); /* by the graph before */
struct graph *fold_chains(struct shapes *,
                          struct graph *); /* also of two nodes that differ */
/* single.c: nodes of kinds that were seen in lists become lists of at least one. Links
 * without a fork are noted. */
void fold_note_link(struct shapes *, const struct graph_object *node, struct graph_link);
/* Where records of an array lead to the last nodes of their lists, once that was seen. */
void fold_note_tail(struct shapes *, const struct graph_object *record, uint32_t at);
bool fold_find_tail(const struct shapes *, const struct graph_object *record, uint32_t *at);
struct graph *fold_singles(struct shapes *, struct graph *,
                           bool hanging /* only what arrays lead to */);
/* lists that elements own may be empty */
struct graph *fold_loosen_owned(struct shapes *, struct graph *);
/* What only the object leads to, apart from its links. */
void fold_private(const struct graph *, uint32_t object, const struct graph_link *,
                  bool *out);

#endif
