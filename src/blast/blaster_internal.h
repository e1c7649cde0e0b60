/* Inside blast/: circuits of single bit-vector operators. */
#ifndef BLAST_BLASTER_INTERNAL_H
#define BLAST_BLASTER_INTERNAL_H
#include "blast/circuit.h"
#include "term/term.h"

/* A BV_* application whose arguments are already circuits; Booleans have width 1. */
struct bits blast_bv(struct circuit *, const struct terms *, struct term application,
                     const struct bits *arguments);

#endif
