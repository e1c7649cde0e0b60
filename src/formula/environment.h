/* Functions verified alone: the entry function is not main. */
#ifndef FORMULA_ENVIRONMENT_H
#define FORMULA_ENVIRONMENT_H
#include "formula/exec_internal.h"

bool environment_used(const struct exec *);
/* Gives the parameters and the globals that the function may touch any value. */
void environment_bind(struct exec *, struct frame *);
/* The pointer names memory of the environment. */
struct term environment_named(struct exec *, struct sym pointer);
/* Where valid accesses are taken for granted: one behind an environment object of some size
 * is inside one of a larger size, which is among the runs; one before it is inside for a
 * caller that passes a pointer into the middle. Where such callers are not among the runs it
 * is cut. */
void environment_access(struct exec *, struct frame *, uint32_t instruction,
                        struct sym pointer, struct term good);
void environment_release(struct exec *);
/* A pointer that was read: where it is wild it becomes null or a pointer into an environment
 * object or a global. (Left as it is where loops are cut: objects met in one iteration would
 * have to outlive it.) */
struct sym environment_pointer(struct exec *, struct frame *, uint32_t instruction,
                               struct sym loaded);
/* environment_type.c: the C type a pointer (the instruction's value) is declared to point to;
 * 0 if it is not known. */
uint32_t environment_pointee(const struct program *, const struct function *,
                             uint32_t instruction);
/* What memory behind a pointer to that type has at least. */
struct environment_need {
    uint64_t bytes, alignment;
};
struct environment_need environment_need(const struct program *, uint32_t ctype);
/* Where in something of the one type things of the other lie, as far as these are found. */
enum { MOST_PARTS = 16 };
struct environment_parts {
    uint64_t offsets[MOST_PARTS];
    unsigned count;
};
struct environment_parts environment_parts(const struct program *, uint32_t whole,
                                           uint32_t part);
/* Calls see with a pointer to each object that pointers from outside may point into. */
void environment_reach(struct exec *, void (*see)(void *context, struct sym), void *context);
/* Runs on which the pointer names environment memory are cut: it is freed or called. */
void environment_cut(struct exec *, struct frame *, uint32_t instruction, struct sym pointer,
                     const char *what);

#endif
