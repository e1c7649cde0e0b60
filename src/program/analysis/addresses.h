/* What becomes of addresses: which variables and heap objects can an environment of which
 * nothing is known get at? For functions verified alone and for functions without body. */
#ifndef PROGRAM_ANALYSIS_ADDRESSES_H
#define PROGRAM_ANALYSIS_ADDRESSES_H
#include "program/program.h"

struct global_facts {
    /* holds its initial value always: constant, or nobody writes it and nobody else can */
    bool fixed;
    /* no pointer from outside leads to it: nobody outside can know its address */
    bool hidden;
};
struct address_facts {
    struct global_facts *globals;
    /* by function and instruction, an ALLOCA or a call of malloc: others may know its address
     */
    bool **known;
    bool heap_known; /* that of some call of malloc */
    /* by function: others may know its address, since it is not static or more is done with
     * its address than calls and comparisons */
    bool *functions;
};
/* In the arena. */
struct address_facts *addresses_find(const struct program *, struct arena *);

#endif
