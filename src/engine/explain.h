/* What an engine knows of why something stays open (I19, section 4): told while it works,
 * since it may be killed at any time. Items come in groups; what was told last of a group
 * replaces what was told of it before. */
#ifndef ENGINE_EXPLAIN_H
#define ENGINE_EXPLAIN_H
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum explain_group {
    EXPLAIN_UNWINDING,  /* UNWOUND, GOES_ON */
    EXPLAIN_INVARIANTS, /* OPEN, CUT, VARIABLE, MEMBER, OBJECT */
    EXPLAIN_LOOPS,      /* OBSTACLE */
    EXPLAIN_RUNS,       /* OPEN: a run was found, but the memory that it needs was not made */
    EXPLAIN_GROUPS
};
enum explain_kind {
    EXPLAIN_UNWOUND, /* all runs with at most `number` unwindings were looked at */
    EXPLAIN_GOES_ON, /* some run goes beyond them at that place */
    EXPLAIN_OPEN,    /* violation `number` is not excluded there */
    EXPLAIN_CUT,     /* a run may come to what cannot be encoded there: `name` */
    /* `name`, at the head of the loop there, is not bounded: `missing` says where */
    EXPLAIN_VARIABLE,
    EXPLAIN_MEMBER, /* the same of `name` in objects that were allocated at `made` */
    EXPLAIN_OBJECT, /* nothing is known of what is in `name` at the head of the loop there */
    EXPLAIN_OBSTACLE, /* no invariant of loops was looked for: `name` is why */
    EXPLAIN_KINDS
};
enum explain_missing { MISSING_ALL, MISSING_UPPER, MISSING_LOWER };
enum { EXPLAIN_NAME = 120 };
#define EXPLAIN_NOWHERE UINT32_MAX

struct explain_item {
    uint32_t kind, number, missing;
    uint32_t function, instruction; /* the place; NOWHERE: it has none */
    /* VARIABLE: the phi that it is at the head of the loop; NOWHERE: it is in memory */
    uint32_t value;
    uint32_t made_function, made; /* MEMBER: the allocation; NOWHERE: it is not known */
    char name[EXPLAIN_NAME];
};
typedef VECTOR(struct explain_item) explanation;

static inline struct explain_item explain_item(enum explain_kind kind, uint32_t function,
                                               uint32_t instruction)
{
    return (struct explain_item){.kind = kind,
                                 .function = function,
                                 .instruction = instruction,
                                 .value = EXPLAIN_NOWHERE,
                                 .made_function = EXPLAIN_NOWHERE,
                                 .made = EXPLAIN_NOWHERE};
}

#endif
