/* Writes a plan into a block of a copy of the program: n rounds of its path, for any n that
 * is possible. */
#ifndef ACCELERATE_EMIT_H
#define ACCELERATE_EMIT_H
#include "accelerate/accelerate.h"
#include "accelerate/plan.h"

enum { ROUND_BITS = 32, EXTRA_BITS = 34 };

struct emitter {
    struct program *program; /* that is written to */
    uint32_t function, block, place;
    struct rounds_plan *plan;
    struct accelerator *out;
    const struct accelerated *whole;
    /* the accelerator that was taken last, if no round as written followed; number: this one
     */
    struct value before;
    uint32_t number;
    /* their values in the first round; VALUE_NONE: not written yet */
    VECTOR(struct value) symbols;
    struct value rounds, last; /* n, and n - 1 */
};
/* Writes everything but the jump at the end; `after` gets the values of the phis, in the
 * order of plan->values (VALUE_NONE for cells). */
void emitter_plan(struct emitter *, struct value *after);
void emitter_release(struct emitter *);
bool rounds_plan_guesses(const struct rounds_plan *);
enum { WAY_BITS = 8 };

/* Single operations, at the end of the block. */
struct value emitter_1(struct emitter *, enum op, struct type, struct value);
struct value emitter_2(struct emitter *, enum op, struct type, struct value, struct value);
struct value emitter_compare(struct emitter *, enum compare, struct value, struct value);
struct value emitter_number(struct emitter *, uint32_t width, uint64_t);
struct value emitter_resized(struct emitter *, struct value, uint32_t from, uint32_t to,
                             bool is_signed);
void emitter_assume(struct emitter *, struct value);
struct value emitter_input(struct emitter *, struct type, const char *name);
/* A value in the first round, and in a later one. */
struct value emitter_polynomial(struct emitter *, const struct polynomial *, uint32_t width);
struct value emitter_symbol(struct emitter *, uint32_t symbol);
struct value emitter_closed(struct emitter *, const struct closed *, struct value round);
void emitter_tests(struct emitter *);

#endif
