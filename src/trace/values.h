/* What the variables of a run hold when it ends.
 *
 * Variables in registers hold what was assigned last in the same call; those in memory what
 * their memory holds at the end, whoever wrote it: a pointer, a callee, a library function.
 */
#ifndef TRACE_VALUES_H
#define TRACE_VALUES_H
#include "base/arena.h"
#include "base/map.h"
#include "interp/interp.h"

struct variable_value {
    uint32_t variable, depth; /* depth of its call, 0 of globals */
    uint64_t call;            /* which call ran at that depth */
    uint32_t function,
        instruction; /* of the last direct assignment, or of the first mention */
    struct type type;
    struct interp_value value;
    const char *pointer; /* what it points to; null for numbers */
    bool known, in_memory;
    struct interp_value address; /* in_memory */
};
struct variable_values {
    const struct program *program;
    struct arena *arena; /* for texts of pointers */
    struct map index;    /* (variable, depth) to the place in `list` */
    VECTOR(struct variable_value) list;
    VECTOR(uint64_t) calls; /* by depth */
    uint64_t call;
    size_t pointers;
};
void variable_values_init(struct variable_values *, const struct program *, struct arena *);
void variable_values_release(struct variable_values *);
/* To be called before each instruction of the program's own functions. */
void variable_values_saw(struct variable_values *, const struct interp *, uint32_t function,
                         uint32_t instruction);
/* When the run is over, while its memory is still there. */
void variable_values_end(struct variable_values *, const struct interp *);
/* Of the variable in the call that runs at that depth (0: a global), or null if it is not
 * known. */
const struct variable_value *variable_values_find(const struct variable_values *,
                                                  uint32_t variable, uint32_t depth);

/* The variable behind an address: a named local or a global; UINT32_MAX if there is none. */
uint32_t variable_at(const struct program *, const struct function *, struct value address);
/* "&x", "&x + 8 bytes", "heap object 2", "null", an address. */
const char *pointer_text(struct arena *, const struct interp *, struct interp_value);

#endif
