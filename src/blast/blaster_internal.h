/* Inside blast/: circuits of single bit-vector operators. */
#ifndef BLAST_BLASTER_INTERNAL_H
#define BLAST_BLASTER_INTERNAL_H
#include "blast/circuit.h"
#include "term/term.h"

/* Applications whose arguments are already circuits, by class of the operator; Booleans have
 * width 1. */
struct bits blast_bv(struct circuit *, const struct terms *, struct term application,
                     const struct bits *arguments);
struct bits blast_order(struct circuit *, enum term_op, const struct bits *arguments);
struct bits blast_overflow(struct circuit *, enum term_op, const struct bits *arguments);

#endif
