/* What a comparison of two projects consists of: one entry per function asked for, decided
 * one by one.
 *
 * An entry names the functions, or the exported variables, in both versions; some are decided
 * from the start (missing on one side). Order is by source, then as the units define them, so
 * neighbours share callees. */
#ifndef DIFF_PROJECT_PLAN_H
#define DIFF_PROJECT_PLAN_H
#include "base/arena.h"
#include "base/vector.h"
#include "diff/match/compare.h"

struct plan_entry {
    const struct project_symbol *function[2]; /* old, new; one may be null */
    bool decided;
    struct compare_result result; /* once decided */
    double seconds;               /* processor time it took */
    long memory; /* kilobytes that the comparing process held at most, so far */
};

struct plan {
    struct arena arena; /* results and symbols of slices live here */
    struct project *project[2];
    const char *variable; /* null, or what the comparison is with respect to */
    VECTOR(struct plan_entry) entries;
    VECTOR(const char *) notes;                  /* one line each: what could not be found */
    VECTOR(const struct project_symbol *) added; /* exported by the new version only */
};

void plan_init(struct plan *, struct project *old_project, struct project *new_project);
void plan_release(struct plan *);

/* Which functions, when none are named: those the snapshot asks for (else the exported ones),
 * or all. */
enum plan_scope { PLAN_ASKED_FOR, PLAN_ALL };

/* The functions named (NAME or NAME@SOURCE), or with count 0 those in the scope, of the old
 * version. A name that neither version knows is a failure when the user gave it, a note when
 * a snapshot did. */
bool plan_functions(struct plan *, const char *const *names, size_t count, enum plan_scope,
                    struct failure *);

/* Adds the functions that a snapshot asks for and that have no entry yet: a handler that does
 * not mention the variable it is for, after plan_variable. */
void plan_rest(struct plan *);

/* Leaves out whatever has a name, or stands in a file, that one of the patterns matches as in
 * the shell. */
void plan_exclude(struct plan *, const char *const *patterns, size_t count);
bool plan_matches(const char *name, const char *const *patterns, size_t count);

/* The definition in the new version that pairs with an old one by name and file; a static
 * that moved counts if its name is unique there. Null: none. */
const struct project_symbol *plan_counterpart(struct plan *,
                                              const struct project_symbol *old_function);

/* All functions that mention the variable, each cut down to what the variable influences
 * (slice.h). A function that mentions it in one version only is different. VARIABLE is a
 * name, or NAME@SOURCE for a static of one file. */
bool plan_variable(struct plan *, const char *variable, struct failure *);

#endif
