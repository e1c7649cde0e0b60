/* Equations of affine spaces: how one becomes a relation, and sums of multiples of terms. */
#ifndef ENGINE_KIKI_EQUATION_H
#define ENGINE_KIKI_EQUATION_H
#include "domain/template/affine.h"
#include "domain/template/relation.h"

/* Where a factor goes if negative ones change sides, and its size there. */
enum equation_side { EQUATION_LEFT, EQUATION_RIGHT };
enum equation_side equation_side(const struct affine *, uint64_t factor, uint64_t *size);
/* What an equation's factor belongs to: the product of so many views. */
enum { COORDINATE_DEGREE = 3 };
struct coordinate {
    unsigned degree; /* at least 1 */
    unsigned view[COORDINATE_DEGREE];
};
/* Sums of positive multiples on both sides; false: it has too many variables or factors. One
 * coordinate for each variable of the space. */
bool equation_relation(const struct affine *, const struct affine_equation *,
                       const struct coordinate *, const struct variable_view *,
                       struct relation *out);

/* A sum of multiples of terms of one width. */
enum { LINEAR_ATOMS = 32, LINEAR_DEPTH = 12 };
struct linear_sum {
    const struct terms *terms;
    struct term atom[LINEAR_ATOMS];
    uint64_t factor[LINEAR_ATOMS], constant;
    unsigned count;
    bool full; /* there was no room for all atoms */
};
void linear_sum_init(struct linear_sum *, const struct terms *);
/* Adds factor * term; sums inside the term are followed so deep. */
void linear_sum_add(struct linear_sum *, struct term, uint64_t factor, unsigned depth);
/* It is 0 whatever its atoms are. */
bool linear_sum_is_zero(const struct linear_sum *, unsigned width);

#endif
