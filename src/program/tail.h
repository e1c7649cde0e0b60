/* Calls that a function ends with. */
#ifndef PROGRAM_TAIL_H
#define PROGRAM_TAIL_H
#include "program/program.h"

struct tail_call {
    uint32_t call, block; /* the CALL, and the block that holds it */
    uint32_t after; /* the block that it jumps to; UINT32_MAX: the RETURN is in `block` */
};
/* Does the function return, after this CALL, at once what the call gives, and all of it? What
 * stands after the call in its block can be left out then. Requires a linked function. */
bool tail_call_find(const struct function *, uint32_t call, struct tail_call *out);

#endif
