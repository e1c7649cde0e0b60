/* Promotion: promote.c chooses the variables and rewrites, promote_rename.c finds which value
 * each load sees.
 */
#ifndef PROGRAM_PASSES_PROMOTE_INTERNAL_H
#define PROGRAM_PASSES_PROMOTE_INTERNAL_H
#include "program/passes_internal.h"

/* A local variable. */
struct slot {
    uint32_t alloca;
    uint32_t variable; /* its name */
    struct type type;  /* of all accesses; void: none yet */
    uint64_t size;
    bool bad; /* the address is used otherwise */
    size_t first,
        /* its accesses: the ALLOCA, loads, stores, life markers, notes in the order of blocks
         */
        count;
};

struct promotion {
    struct program *program;
    struct function *function;
    struct pass_memory *memory;
    struct arena *scratch;
    struct slot *slots;
    uint32_t slot_count;
    uint32_t *slot_of;  /* of each instruction that is an ALLOCA; UINT32_MAX if none */
    uint32_t *accesses; /* instruction ids, grouped by slot */
    bool *read; /* of each birth (ALLOCA, LIFESTART, LIFEEND): its unknown value is read */
    struct replacement replacement; /* loads by values */
    uint32_t *first_phi;            /* of each block, into the memory's phis */
    struct rename *rename;
};

/* From here on the variable holds one unknown value: ALLOCA, LIFESTART, LIFEEND, or a store
 * of an undefined value. */
bool promotion_is_birth(const struct promotion *, const struct instruction *);
void promotion_start(struct promotion *);
void promotion_rename(
    struct promotion *,
    const struct slot *); /* fills read, replacement and phis for one variable */

#endif
