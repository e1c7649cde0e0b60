/* Float inputs that tell a program's ways apart: the constants that it compares floats with,
 * their neighbours, and what lies between two of them. Bits drawn at random are hardly ever
 * within the range that a program asks for, and small integers taken as bits are next to 0.
 */
#ifndef ENGINE_FLOATS_H
#define ENGINE_FLOATS_H
#include "base/vector.h"
#include "program/program.h"

/* In rising order, each once, without NaNs. */
typedef VECTOR(double) compared_floats;
/* Of floats and doubles; at most a few. Whoever asks releases them. */
void floats_compared(const struct program *, compared_floats *out);
/* The program has an input that is a float or a double. */
bool floats_are_inputs(const struct program *);
/* The bits of a float of `width` 32 or 64, chosen by three random numbers. */
uint64_t floats_draw(const compared_floats *, uint32_t width, const uint64_t random[3]);

#endif
