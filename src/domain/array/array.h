/* Array rows: facts about all elements of a segment of an array (T23 chapter 4; design.md,
 * "Abstract heap").
 *
 * A row reads "for all j: if j is in the segment, then P(a[j], b[j], j, scalars)". After the
 * body and at entry it is asked of one arbitrary index, the witness; at the head it is relied
 * on at finitely many indices: those at which the formula reads the arrays, and the witness.
 * Segments end at borders: the indices that the loop writes or reads at, as functions of its
 * state. The inner P are bounds, comparisons with scalars and with other arrays, and what the
 * program asserts about elements.
 *
 * P and the segment are terms over stand-ins: a variable for j, one for each scalar, a
 * function for each array. Only elements that lie inside their objects are spoken of; j is a
 * number of 64 bits and does not wrap. */
#ifndef DOMAIN_ARRAY_ARRAY_H
#define DOMAIN_ARRAY_ARRAY_H
#include "base/arena.h"
#include "domain/domain.h"

/* An array as a row names it: elements are `bytes` bytes at offset `at` of each stride of the
 * object. */
struct row_array {
    uint64_t object;
    uint32_t object_id, at, bytes;
    uint64_t stride;
    const char *function; /* stands for it */
};
struct row_scalar {
    struct row_operand operand;
    struct term stands;
};
/* What a quantified row has besides its entry and post, which are at the witness. */
struct forall {
    uint32_t instances;
    struct term *guard, *value; /* at the head, by instance */
    /* in stand-ins, to be written down */
    struct term index, segment, body;
    uint32_t array_count, scalar_count;
    struct row_array *arrays;
    struct row_scalar *scalars;
};

/* The law of such a row: segment and body speak of the index and of the listed scalars and
 * arrays alone, elements lie inside their strides, and instances have the form of the body,
 * which is of this sort. */
bool forall_is_lawful(struct terms *, const struct forall *, struct sort);

/* Does some loop change an array of numbers, or is there one that it leaves alone? */
bool array_matters(const struct cut_model *);

/* A term over stand-ins with other variables for j and the scalars (handle ids), and
 * functions a0b4, a1b8,
 * ... (number in the row, bytes) for the arrays. */
struct map;
struct term array_rename(struct terms *, const struct forall *, struct term,
                         struct map *variables);
/* Some variable or function in it is still a stand-in of a row. */
bool array_has_stand_in(struct terms *, struct term);

#endif
