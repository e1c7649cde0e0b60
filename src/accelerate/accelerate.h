/* Acceleration: many rounds of a loop at once (L14 641-1437).
 *
 * `accelerate_program` copies a program and gives its loops more ways: at the head
 * of a loop a run may choose one of its accelerators, which stands for n rounds of one path
 * through the body, n an input, and comes back to the head. Instructions of the original keep
 * their numbers; what is added has higher ones.
 *
 * Law: a run of the copy whose accelerators do not guess is a run of the original, with n
 * rounds in their place; so what goes wrong in the copy goes wrong in the original. Runs of
 * those that guess must be tried. */
#ifndef ACCELERATE_ACCELERATE_H
#define ACCELERATE_ACCELERATE_H
#include "program/program.h"

struct accelerated_choice { /* an instruction of the body that asks in each round */
    uint32_t function, instruction;
    uint32_t answer; /* the input of the accelerator that is its answer; UINT32_MAX: none */
};
/* an instruction of the accelerator that may fail, and the one it stands for */
struct accelerated_anchor {
    uint32_t added, function, instruction;
};
struct accelerator {
    uint32_t function, header; /* of the loop, in the original */
    uint32_t choice;           /* the input at the head; 0: a round as written */
    uint32_t number;           /* its value for this accelerator, from 1 on */
    uint32_t rounds;           /* the input that is n */
    uint32_t each;             /* rounds of the loop for each of them */
    uint32_t block;
    bool guesses;
    VECTOR(struct accelerated_choice) asks;
    VECTOR(struct accelerated_anchor) anchors;
};
/* Bytes that the program sets apart, such as the end of a text: where it did so last. An
 * accelerator that takes the bytes it reads to be all the same looks at these as well. */
enum { MOST_MARKS = 6 };
struct accelerated {
    struct program *program;
    /* globals that were added: pointers to such a byte, null at first */
    uint32_t marks[MOST_MARKS];
    uint32_t mark_count;
    VECTOR(struct accelerator) list;
};
struct accelerate_options {
    uint32_t ignored; /* kinds of checks, as bits, that do not matter */
    bool guesses;     /* accelerators may guess */
};
/* False if no loop could be accelerated. An automaton at each head forbids what is redundant:
 * an accelerator right after itself. Law: with a round as written in between it may be taken
 * again, so no state of the head is lost. */
bool accelerate_program(const struct program *, const struct accelerate_options *,
                        struct accelerated *);
void accelerated_release(struct accelerated *);
struct text;
struct failure;
/* A program as C, for clang 15 and later: integers are unsigned _BitInt(N), memory is bytes.
 * False if something in it has no words here; `failure` says what. */
bool program_print_c(const struct program *, struct text *, struct failure *);
/* At a glance: is there a loop at all that might be accelerated? */
bool accelerate_suits(const struct program *);

enum { MOST_ASKED_ROUNDS = 1 << 20 }; /* where rounds ask for choices */

#endif
