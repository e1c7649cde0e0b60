/* Polynomials over symbols, with factors modulo 2^width: what a path of a loop makes of the
 * values at its head. Small and by value. One that has grown too large `fails`, and so does
 * whatever is made of it. */
#ifndef ACCELERATE_POLYNOMIAL_H
#define ACCELERATE_POLYNOMIAL_H
#include <stdbool.h>
#include <stdint.h>

enum { MOST_PARTS = 10, MOST_DEGREE = 3, NO_SYMBOL = 0xffff };

struct monomial {
    uint16_t symbols[MOST_DEGREE]; /* sorted; NO_SYMBOL at the end */
};
struct part {
    uint64_t factor; /* not 0 */
    struct monomial monomial;
};
struct polynomial {
    bool fails;
    uint8_t count;
    struct part parts[MOST_PARTS]; /* different monomials, sorted */
};

uint64_t mask_of(uint32_t width); /* 1 to 64 */
int64_t signed_of(uint64_t value, uint32_t width);
extern const struct monomial monomial_one;
bool monomial_same(struct monomial, struct monomial);

struct polynomial polynomial_failed(void);
struct polynomial polynomial_number(uint64_t value, uint32_t width);
struct polynomial polynomial_symbol(uint32_t symbol);
struct polynomial polynomial_of(struct monomial);
struct polynomial polynomial_plus(const struct polynomial *, const struct polynomial *,
                                  uint32_t width);
struct polynomial polynomial_minus(const struct polynomial *, const struct polynomial *,
                                   uint32_t width);
struct polynomial polynomial_times(const struct polynomial *, const struct polynomial *,
                                   uint32_t width);
struct polynomial polynomial_scale(const struct polynomial *, uint64_t factor,
                                   uint32_t width);
bool polynomial_same(const struct polynomial *, const struct polynomial *);
bool polynomial_is_number(const struct polynomial *, uint64_t *value);
bool polynomial_is_zero(const struct polynomial *);
bool polynomial_mentions(const struct polynomial *, uint32_t symbol);

#endif
