/* Far memory: what pointers lead to of which no plan says anything.
 *
 * Where no plan suffices, pointers that it does not reach (found behind cut off structures,
 * in elements, in globals, made of numbers, returned by functions without body) lead to far
 * memory. It is as large as it is used, holds anything each time it is read, and keeps
 * nothing that is written to it. A far pointer is one into the object `sooth_far_memory` of
 * the harness, at any offset; accesses that may be through one are led to a window, a
 * variable of their type, where they are. So engines, interpreter and checker all see it as
 * part of the program. What is found so is no alarm; what is assumed so is said. */
#ifndef CALLER_FAR_FAR_H
#define CALLER_FAR_FAR_H
#include "caller/caller_internal.h"

#include "base/text.h"

/* Which pointers may be far: by function and instruction. Kept ones are addresses that are
 * not far, that the program put into far memory and that it may find there again. */
enum { FLOW_FAR = 1, FLOW_OTHER = 2, FLOW_KEPT = 4, FLOW_OWN = FLOW_OTHER | FLOW_KEPT };
struct flow {
    const struct caller *plan;
    const struct usage *usage;
    const struct program *program;
    const bool *reached;
    uint32_t *counts;    /* of instructions, by function, when it was made */
    uint8_t **values;    /* by function, instruction: FLOW_... */
    uint8_t **params;    /* by function, PARAM */
    uint8_t **within;    /* the same, from calls that are not the harness's */
    uint8_t *results;    /* by function */
    bool calls_pointers; /* some function that is reached does */
    bool changed;
    bool keeps; /* far memory keeps addresses that are not far, and it matters */
};
void flow_init(struct flow *, struct arena *); /* the rest is set */
/* The least solution: values that are null alone have no flow. */
void flow_find(struct flow *);
uint8_t flow_of(const struct flow *, uint32_t function, struct value);
/* The store puts an address that is not far into memory that may be: one of a variable or of
 * heap memory, not of a function or a constant. */
bool flow_keeps(const struct flow *, uint32_t function, const struct instruction *store);

/* far/effects.c: after the call at that place of the block, locals that it was given the
 * address of hold anything; moves the place behind what was put there. */
void far_put_effects(struct program *, uint32_t function, uint32_t block, size_t *at,
                     uint32_t call);
/* far/effects.c: the call becomes what stands for its result: of a pointer a call of
 * `pointer`, of anything else an input with that text. */
void far_put_result(struct program *, uint32_t function, uint32_t call, const char *pointer,
                    const char *text);

/* Where pointers lie in what has the type, from there on: in records, arrays and unions. */
enum { FAR_MOST_POINTERS = 24 };
struct pointer_offsets {
    uint64_t data[FAR_MOST_POINTERS];
    uint32_t count;
};
void far_find_pointers(const struct program *, uint32_t ctype, uint64_t at,
                       struct pointer_offsets *);
/* The same of pointers in a local that a record was copied to from far memory. */
void far_put_pointers(struct program *, uint32_t function, uint32_t block, size_t *at,
                      uint32_t copy);

/* far/print.c: calls of functions that print */
void far_mark_printers(struct caller *, struct program *, uint32_t function);

/* far/sources.c: pointers that are far where they come from, in the program. */
struct far_marking {
    struct caller *plan;
    struct program *program;
    const struct usage *usage;
    const bool *reached;
    uint32_t function; /* that is looked at */
};
void far_mark_sources(struct far_marking *);
/* The function of the harness; UINT32_MAX: there is none. */
uint32_t far_function(const struct program *, const char *name);
/* All other uses of the instruction become uses of the other one. */
void far_replace(struct function *, uint32_t from, uint32_t to);
/* Something else than reading happens with the variable in a function that is reached. */
bool far_is_handled(const struct program *, const bool *reached, uint32_t global);
/* Says, once, that something is far. */
void far_note(struct caller *, const char *what);
/* The function itself asks whether the pointer is null, perhaps after a choice. */
bool far_is_tested(const struct function *, uint32_t id);

#endif
