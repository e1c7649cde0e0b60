/* What values are after n rounds of a path.
 *
 * A round is a linear map U on polynomials over the symbols of the path. With D = U - 1 a
 * value x is after n rounds the sum of binomial(n, m) * D^m x, which ends where D^m x = 0:
 * constants, counters, sums of counters. Where it does not end, what x depends on may be a
 * linear system of few monomials: then the matrix of U is raised to the power n by its powers
 * of two (geometric growth, congruential generators). A value that each round sets anew is
 * what it is set to after n - 1 rounds. All of this is exact modulo 2^width. */
#ifndef ACCELERATE_RECURRENCE_H
#define ACCELERATE_RECURRENCE_H
#include "accelerate/path.h"

enum { MOST_DIFFERENCES = 4, MOST_DIMENSION = 5 };
enum closed_kind { CLOSED_NOT, CLOSED_SUM, CLOSED_POWER };
struct closed {
    enum closed_kind kind;
    uint32_t width;
    bool late; /* n - 1 rounds instead of n */
    uint32_t count;
    struct polynomial differences[MOST_DIFFERENCES]; /* SUM: D^m, for m from 0 to count - 1 */
    struct monomial basis[MOST_DIMENSION];           /* POWER: count of them */
    uint64_t matrix[MOST_DIMENSION]
                   [MOST_DIMENSION]; /* of one round: row i is what basis[i] becomes */
    struct polynomial start;         /* over the basis */
};

struct recurrence {
    struct path *path;
    VECTOR(struct walked) updates; /* of symbols, as they become known */
    VECTOR(uint8_t) states;
    /* numbers that must not leave their range in any round; `negated`: signed */
    VECTOR(struct walked) narrow;
};
void recurrence_init(struct recurrence *, struct path *);
void recurrence_release(struct recurrence *);
/* What a value is one round later. */
struct polynomial recurrence_next(struct recurrence *, const struct polynomial *,
                                  uint32_t width);
bool recurrence_is_fixed(struct recurrence *, const struct polynomial *, uint32_t width);
/* Does it grow by the same in each round? By what. */
bool recurrence_is_linear(struct recurrence *, const struct polynomial *, uint32_t width,
                          struct polynomial *step);
struct closed recurrence_close(struct recurrence *, const struct polynomial *,
                               uint32_t width);
/* Of base + offset: what is added to what the base is at first. */
struct closed recurrence_close_pointer(struct recurrence *, uint32_t base,
                                       const struct polynomial *offset);

#endif
