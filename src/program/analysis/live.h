/* What an activation that waits for a call still has: values that are needed afterwards, and
 * values that its variables had. For what counts as held when the program ends inside a call
 * (docs/decisions/170). */
#ifndef PROGRAM_ANALYSIS_LIVE_H
#define PROGRAM_ANALYSIS_LIVE_H
#include "program/program.h"

struct liveness {
    const struct function *f;
    uint32_t words;    /* of a set of values: a bit for each instruction */
    uint64_t **before; /* by block: needed at its start, besides what its PHIs take; arena */
};
struct liveness *liveness_find(const struct function *, struct arena *);
/* The values that some way on uses, from just before the instruction at a position of a
 * block; a NOTE does not use. */
void liveness_at(const struct liveness *, uint32_t block, uint32_t position, uint64_t *set);
/* The same from just after an instruction. */
void liveness_after(const struct liveness *, uint32_t instruction, uint64_t *set);

/* The values that variables may have there, as far as NOTEs and names of values tell;
 * parameters without name count, and so do variables whose scope is over. Of a function with
 * debug information. */
void variables_at(const struct function *, uint32_t instruction, struct arena *,
                  uint64_t *set);

/* Adds to what liveness_after tells the parameters that are never given another value: they
 * are there as long as the activation is. Law: whatever is in the set, a variable or a
 * pending computation has. */
void held_after(const struct liveness *, uint32_t instruction, uint64_t *set);

static inline bool value_set_has(const uint64_t *set, uint32_t id)
{
    return set[id / 64] >> (id % 64) & 1;
}

#endif
