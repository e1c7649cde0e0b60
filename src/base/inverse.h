/* Inverses modulo 2^64: every odd number has one. Its low bits are the inverse modulo fewer
 * bits. */
#ifndef BASE_INVERSE_H
#define BASE_INVERSE_H
#include "base/failure.h"

#include <stdint.h>

/* By Newton's steps: each doubles the number of bits that are right, of which odd itself has
 * three. */
static inline uint64_t odd_inverse(uint64_t odd)
{
    LAW(odd & 1);
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    LAW(odd * x == 1);
    return x;
}

#endif
