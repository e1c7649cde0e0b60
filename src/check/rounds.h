/* Rounds of a loop that are too many to be run: what a run's values are after them.
 *
 * The run is at the head of the loop with known values. All rounds take the way of the first
 * one and have no effect on memory; that is shown by induction over the number of the round:
 * values that grow by the same number each time are told as functions of it, others are
 * arbitrary, and the solver shows that no round leaves the way, fails a check or breaks an
 * assumption. Values that do not grow so are linear in each other and in the number of the
 * round, which the solver shows for one arbitrary round; they are computed by powers of the
 * matrix of a round.
 *
 * Law: where this answers, a run that comes to the head with these values comes there again
 * after exactly so many rounds, with the values told, and nothing else has changed. */
#ifndef CHECK_ROUNDS_H
#define CHECK_ROUNDS_H
#include "base/vector.h"
#include "program/program.h"

struct rounds_value {
    uint32_t phi;
    uint64_t value;
};
struct rounds_question {
    const struct program *program;
    uint32_t function, header; /* a block */
    uint64_t rounds;           /* at least 1, below 2^62 */
    /* What an integer of at most 64 bits is at the head; false: that is not defined. */
    bool (*value)(void *context, struct value, uint64_t *out);
    void *context;
    double seconds; /* for each question to the solver */
};
typedef VECTOR(struct rounds_value) rounds_values;
/* False: it cannot be told. */
bool check_rounds(const struct rounds_question *, rounds_values *out);

#endif
