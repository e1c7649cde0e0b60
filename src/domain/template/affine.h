/* Affine spaces modulo 2^width: all equations  a1*x1 + ... + an*xn + c = 0  that points seen
 * so far satisfy (Karr's domain over bit-vectors, as King and Søndergaard have it).
 *
 * What is kept is a basis of the equations, not of the points: a new point combines those
 * that it breaks, so that one of them goes or says less (modulo fewer bits). */
#ifndef DOMAIN_TEMPLATE_AFFINE_H
#define DOMAIN_TEMPLATE_AFFINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AFFINE_VARIABLES = 34 };
struct affine_equation {
    uint64_t factor[AFFINE_VARIABLES + 1]; /* of the variables, then the constant */
};
/* Law: every point that was added satisfies every equation; at first no point does. There are
 * at most variables + 1 equations. */
struct affine {
    unsigned width, variables, count;
    struct affine_equation equation[AFFINE_VARIABLES + 1];
};
void affine_init(struct affine *, unsigned width, unsigned variables);
void affine_add(struct affine *, const uint64_t *point);
bool affine_holds(const struct affine *, const struct affine_equation *,
                  const uint64_t *point);
/* Solves equations for one variable each, the first ones first, and makes factors small where
 * that is possible. Says the same afterwards. */
void affine_simplify(struct affine *);

#endif
