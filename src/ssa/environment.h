/* Functions verified alone: the entry function is not main. */
#ifndef SSA_ENVIRONMENT_H
#define SSA_ENVIRONMENT_H
#include "ssa/exec_internal.h"

bool environment_used(const struct exec *);
/* Gives the parameters and the globals that the function may touch any value. */
void environment_bind(struct exec *, struct frame *);
/* The pointer names memory of the environment. */
struct term environment_named(struct exec *, struct sym pointer);
/* Where valid accesses are taken for granted: one behind an environment object of some size is inside one of a larger size, which is
 * among the runs; one before it is inside for a caller that passes a pointer into the middle. Where such callers are not among
 * the runs it is cut. */
void environment_access(struct exec *, struct frame *, uint32_t instruction, struct sym pointer,
                        struct term good);
/* Wild pointers in arrays carry no null of their own: a loaded one may be null as well. */
struct sym environment_pointer(struct exec *, struct frame *, uint32_t instruction, struct sym loaded);
/* Runs on which the pointer names environment memory are cut: it is freed or called. */
void environment_cut(struct exec *, struct frame *, uint32_t instruction, struct sym pointer,
                     const char *what);

#endif
