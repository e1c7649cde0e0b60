/* Numbers that a program compares with: inputs that tell its ways apart. */
#ifndef ENGINE_NUMBERS_H
#define ENGINE_NUMBERS_H
#include "base/vector.h"
#include "program/program.h"

typedef VECTOR(uint64_t) compared_numbers;
/* Each once, the first ones of the program; whoever asks releases them. */
void numbers_compared(const struct program *, compared_numbers *out);

#endif
