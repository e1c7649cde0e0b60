/* SLH: heaps of singly linked lists, with lengths (L14, chapter 8). Formulae, their
 * satisfiability and validity.
 *
 * A heap is a finite set of nodes; each has one successor, which is a node or null. Sharing
 * and cycles are allowed. A context has ONE heap of unknown shape, the base heap; all other
 * heaps are made from it by changing successors. Pointers lead to nodes of any of these
 * heaps, or to null.
 *
 * Heaps and pointers are hash-consed expressions of a context (`struct slh`). What is
 * observed of them (isPath, length, ...) are ordinary terms of term/: variables that stand
 * for the observation. So Boolean structure and arithmetic over lengths are those of term/,
 * linear or not (docs/decisions/370). A transformer of L14 on a labelled heap (L, G) is here
 * an expression: new(x) is a fresh pointer linked to null, assign(x, y) is nothing at all
 * (the name x now stands for y's expression), lookup(x, y) is slh_next, update(x, y) is
 * slh_link.
 *
 * NUMBERS. Lengths are natural numbers below 2^48, as 64-bit vectors, or SLH_INFINITE where
 * there is no path. They do not wrap: no heap of any machine has 2^48 nodes. All other
 * numbers are bit-vectors and wrap as term/ says.
 *
 * WHAT IS COMPLETE. Shape, lengths, values of single nodes, order (slh_sorted) and bounds
 * (slh_within), in any combination: unsatisfiable and satisfiable are both right, and a
 * satisfiable formula has a heap of the size that slh_size tells. slh_sum is complete where a
 * formula has no slh_sorted and slh_within of the same field; otherwise sums of inner nodes
 * are not tied to their bounds, so that valid and unsatisfiable are right, and satisfiable is
 * said only where a heap was made and tried, else unknown. What values of two lists have to
 * do with each other (equal contents, permutations, counts of a value) cannot be said. */
#ifndef LISTS_SLH_SLH_H
#define LISTS_SLH_SLH_H
#include "base/text.h"
#include "term/term.h"

struct slh;
struct slh_heap {
    uint32_t id;
};
struct slh_pointer {
    uint32_t id;
};
#define SLH_INFINITE INT64_MAX
enum { SLH_LENGTH_BITS = 64, SLH_WEIGHT_BITS = 48, SLH_OWN_SLOT = -1 };

struct slh *slh_new(struct terms *); /* the store must outlive it */
void slh_free(struct slh *);
struct terms *slh_terms(struct slh *);

/* --- pointers --- */
struct slh_pointer slh_null(struct slh *);
/* An uninitialised pointer: its own node, which is its own successor. Whoever compares or
 * follows it decides what that means. */
struct slh_pointer slh_junk(struct slh *);
/* A node of the base heap, or null; with SLH_MAYBE_JUNK also the uninitialised pointer. One
 * per name. */
enum slh_start { SLH_PROPER, SLH_MAYBE_JUNK };
struct slh_pointer slh_variable(struct slh *, const char *name, enum slh_start);
struct slh_pointer slh_if(struct slh *, struct term condition, struct slh_pointer,
                          struct slh_pointer);
/* The successor of a node; null of null. Where `when` is false it must not matter what it is,
 * and it costs nothing: of expressions with one slot at most one may have a true `when` in
 * any model (laws, not checked), and one node of the small model is for all of them.
 * SLH_OWN_SLOT: shares with nobody. */
struct slh_pointer slh_next(struct slh *, struct term when, struct slh_heap,
                            struct slh_pointer, int slot);
/* A node that the base heap does not have; different ones for different slots. slh_link gives
 * it a successor; until then that is null. */
struct slh_pointer slh_fresh(struct slh *, int slot);

/* --- heaps --- */
/* The base heap; with SLH_MAYBE_JUNK successors may be uninitialised. All calls of one
 * context agree. */
struct slh_heap slh_base(struct slh *, enum slh_start);
/* The node's successor becomes `to`. Linking null changes nothing. */
struct slh_heap slh_link(struct slh *, struct slh_heap, struct slh_pointer node,
                         struct slh_pointer to);
struct slh_heap slh_heap_if(struct slh *, struct term condition, struct slh_heap,
                            struct slh_heap);
/* Data in nodes: a field is a number of 1 to 64 bits. */
enum slh_sign { SLH_UNSIGNED, SLH_SIGNED };
unsigned slh_field(struct slh *, unsigned width, enum slh_sign); /* a new one */
/* In the base heap, and in nodes that are fresh, the field is 0. */
void slh_field_zero(struct slh *, unsigned field);
struct slh_heap slh_put(struct slh *, struct slh_heap, struct slh_pointer node,
                        unsigned field, struct term value);

/* --- observations: terms --- */
struct term slh_alias(struct slh *, struct slh_pointer, struct slh_pointer);
struct term slh_is_null(struct slh *, struct slh_pointer);
/* Following successors from p, perhaps no step, leads to q. */
struct term slh_is_path(struct slh *, struct slh_heap, struct slh_pointer p,
                        struct slh_pointer q);
/* How many steps that takes, 64 bits; SLH_INFINITE: it does not. */
struct term slh_length(struct slh *, struct slh_heap, struct slh_pointer p,
                       struct slh_pointer q);
/* One or more steps lead from p to p; never of null. */
struct term slh_circular(struct slh *, struct slh_heap, struct slh_pointer p);
/* All nodes have the same successors and data in both heaps. */
struct term slh_same(struct slh *, struct slh_heap, struct slh_heap);
/* No node is reached from both. */
struct term slh_disjoint(struct slh *, struct slh_heap, struct slh_pointer,
                         struct slh_pointer);
/* Of the nodes from p up to q, without q; false, or 0, where there is no path. */
struct term slh_sorted(struct slh *, struct slh_heap, struct slh_pointer p,
                       struct slh_pointer q, unsigned field);
struct term slh_within(struct slh *, struct slh_heap, struct slh_pointer p,
                       struct slh_pointer q, unsigned field, struct term least,
                       struct term most);
/* 64 bits, wraps */
struct term slh_sum(struct slh *, struct slh_heap, struct slh_pointer p, struct slh_pointer q,
                    unsigned field);
/* of null: 0 */
struct term slh_value(struct slh *, struct slh_heap, struct slh_pointer, unsigned field);

#endif
