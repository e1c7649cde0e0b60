/* Inside blast/: what gate an AND node of the graph really is. */
#ifndef BLAST_GATE_H
#define BLAST_GATE_H
#include "blast/aig.h"

enum gate_kind { GATE_AND, GATE_ITE, GATE_MAJORITY, GATE_XOR };
enum { GATE_INPUTS = 64 };

/* The node equals the function of the inputs: conjunction; (condition, then, otherwise); at
 * least two of three; odd parity of two or three. */
struct gate {
    enum gate_kind kind;
    size_t count;
    literal inputs[GATE_INPUTS];
};

/* `taken` says of a node that it has a variable anyway, so that looking through it saves
 * nothing. */
void gate_recognise(const struct aig *, uint32_t node,
                    bool (*taken)(const void *context, uint32_t node), const void *context,
                    struct gate *);

#endif
