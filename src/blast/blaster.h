/* Terms to circuits. One blaster per term store, shared by all solvers of the store: a term
 * is blasted once.
 *
 * Leaves are what the circuits cannot define: variables, reads of arrays (SELECT), calls, and
 * equalities of arrays. They are inputs; the solver adds lemmas about the last three. Terms
 * of array sort have no circuit.
 */
#ifndef BLAST_BLASTER_H
#define BLAST_BLASTER_H
#include "blast/circuit.h"
#include "term/term.h"

struct blaster;

/* the store's blaster, made on first use, released with the store */
struct blaster *blaster_of(struct terms *);
struct aig *blaster_aig(struct blaster *);

/* The circuit of a term (not an array): as many literals as sort_width says, 1 for a Boolean,
 * 3 for a rounding mode. The words live as long as the blaster. */
struct bits blaster_bits(struct blaster *, struct term);
literal blaster_literal(struct blaster *, struct term); /* of a Boolean term */
/* Makes the circuit, unless `over` holds before it is done: then false, and what was made is
 * kept for the next time. */
bool blaster_prepare(struct blaster *, struct term, bool (*over)(void *context),
                     void *context);
bool blaster_is_leaf(struct blaster *, struct term);
/* The inputs behind a leaf, or width 0 if it was never blasted. For floats and rounding modes
 * any bits may occur here: blaster_value says what they mean. */
struct bits blaster_inputs(struct blaster *, struct term leaf);
/* The constant that a leaf of this sort has when its inputs have these values (limbs, low
 * first). */
struct term blaster_value(struct terms *, struct sort, const uint32_t *limbs);
unsigned blaster_width(const struct terms *, struct sort); /* how many literals a sort has */
/* Is there an array, or a call, at or below the term? */
bool blaster_needs_lemmas(struct blaster *, struct term);

#endif
