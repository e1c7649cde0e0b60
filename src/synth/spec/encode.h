/* A specification in C as a term: its `check` is run by formula/, which asks here for the
 * inputs and for what functions without body do: each is an unknown program, and a call of it
 * an application. */
#ifndef SYNTH_SPEC_ENCODE_H
#define SYNTH_SPEC_ENCODE_H
#include "base/failure.h"
#include "base/text.h"
#include "program/program.h"
#include "synth/spec/spec.h"

/* The C text that calls `check` with what the functions below give; `plain`: check(in, out).
 * To be appended to the specification, after SOOTH_META_WIDTH was defined. */
void encode_put_caller(struct text *, bool plain);
/* Fills programs, applications, `holds` and `floats` of a specification whose inputs there
 * are, and its first program where it is plain. */
bool encode_specification(struct spec *, struct program *, struct failure *);

#endif
