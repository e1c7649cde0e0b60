/* The hook where float operators become circuits; the circuits are in float_*.c.
 *
 * A float is the bits of its IEEE format, with NaN always the canonical one (0 1..1 10..0); a
 * rounding mode is 3 bits with the values of enum rounding, never above 4; a Boolean is one
 * bit. The blaster makes variables obey this. */
#ifndef BLAST_FLOAT_BLAST_H
#define BLAST_FLOAT_BLAST_H
#include "blast/circuit.h"
#include "term/term.h"

/* An FP_* application whose arguments are already circuits. The result has the sort's width
 * (1 for predicates). */
struct bits blast_float(struct circuit *, const struct terms *, struct term application,
                        const struct bits *arguments);
/* Any bits of the format as a float: a NaN becomes the canonical one. */
struct bits float_canonical(struct circuit *, unsigned exponent, unsigned significand,
                            struct bits);

#endif
