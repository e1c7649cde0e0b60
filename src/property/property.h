/* Properties: what can go wrong, how users and SV-COMP name it, and which checks belong to
 * which property. */
#ifndef PROPERTY_PROPERTY_H
#define PROPERTY_PROPERTY_H
#include "program/program.h"

struct failure;

/* kinds of errors that engines look for; the names are those of verdicts: false(NAME) */
enum violation {
    VIOLATION_REACH,      /* an assertion fails or reach_error is called */
    VIOLATION_DEREF,      /* an access that is not inside a live object */
    VIOLATION_FREE,       /* free of what was not allocated, or twice */
    VIOLATION_MEMTRACK,   /* memory that is neither freed nor reachable at the end */
    VIOLATION_MEMCLEANUP, /* memory that is not freed at the end */
    /* signed arithmetic or a left shift whose result is not representable */
    VIOLATION_OVERFLOW,
    VIOLATION_SHIFT,    /* shift amount negative or too large */
    VIOLATION_DIVISION, /* division by zero */
    /* a float that the integer type it is converted to cannot hold */
    VIOLATION_FLOAT_CAST,
    VIOLATION_UNREACHABLE, /* code that the program calls unreachable is reached */
    VIOLATION_TERMINATION, /* a run that never ends */
    VIOLATION_COUNT
};
#define VIOLATION_BIT(v) (1u << (v))

struct property {
    const char *name; /* as on the command line */
    const char *summary;
    uint32_t violations; /* VIOLATION_BIT(...) of each kind it is about */
    bool on_request;     /* not looked at unless it is named */
};
extern const struct property property_list[]; /* ends with a null name */

const char *violation_name(enum violation); /* "valid-deref" */
/* "memory is accessed outside of a live object" */
const char *violation_sentence(enum violation);
/* The kind a CHECK instruction is about; false if it is about none. Law: every kind is looked
 * for by some property. */
bool violation_of_check(enum check_kind, enum violation *);

/* Do these kinds need the CHECKs that a program only has on request (OVERFLOW_SITES_PLACED)?
 * Termination does, since what an overflow leads to is open. */
bool violations_need_sites(uint32_t violations);
/* Without those that no instruction of the program can be: unreachable code where it has
 * none.
 */
uint32_t violations_that_matter(const struct program *, uint32_t violations);

/* A property by name, or an SV-COMP .prp file: the kinds are added to *violations. */
bool property_parse(const char *text, uint32_t *violations, struct failure *);

#endif
