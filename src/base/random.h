/* Numbers that look random and are the same in every run: xorshift. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H
#include <stdint.h>

/* The next state, which is the number drawn. Law: a state that is not 0 never becomes 0. */
static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
