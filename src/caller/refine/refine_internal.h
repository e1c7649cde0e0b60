/* Shared by the files that see what a finding says about callers. */
#ifndef CALLER_REFINE_REFINE_INTERNAL_H
#define CALLER_REFINE_REFINE_INTERNAL_H
#include "caller/caller_internal.h"

struct refining {
    struct caller *plan;
    const struct replay_view *view;
    struct sources sources; /* what the failing instruction depends on */
    struct sources near;    /* the same within its function */
};

/* a condition for callers, once */
void refine_note(struct refining *, const char *what, const char *name);
/* the failing instruction depends on it */
bool refine_is_source(const struct refining *, const struct spot *);
/* within the function that it is in */
bool refine_is_near(const struct refining *, const struct spot *);
/* it is some number times another one away from where the pointer leads to: no text is read
 * like that */
bool refine_jumps(const struct refining *);
uint32_t refine_use(const struct refining *); /* the memory that is accessed; USE_NONE */
struct spot *refine_spot_at(struct caller *,
                            uint32_t line); /* made there in the text; null */
/* Cuts the range of a number; whether it is smaller now and not empty. */
bool refine_narrow(struct caller *, struct spot *, __int128 least, __int128 most);
/* The same in steps: without the sign bit, not negative, half as wide, small. */
bool refine_narrow_more(struct caller *, struct spot *);
enum refinement refine_globals(struct refining *); /* they hold their initial values */
/* The global that the finding depends on is in a range, or an index into so many elements (0:
 * it is none). */
enum refinement refine_global_number(struct refining *, uint64_t count);

/* limit.c: an index runs down below 0 since a number of callers that it is compared with is
 * negative; it is not */
bool refine_loop_limit(struct refining *);
/* What lies in front of the buffer is accessed, as far as a number of callers says that is
 * not the buffer's length: the pointer leads into the middle, perhaps. */
bool refine_is_rewound(const struct refining *, const struct spot *);

/* globals.c: a walk over a table in a global, to a 0 in it, leaves the table */
bool refine_walk_over_global(struct refining *);

/* the function, or what it calls, asks whether a result of the callee is null */
bool refine_is_result_tested(const struct caller *, uint32_t callee);

/* far.c: the memory that the finding is about is far, or numbers there are smaller */
bool refine_far(struct refining *);

/* callbacks.c. Whether functions of callers are taken to do less than before. */
bool refine_keep_in_callbacks(struct refining *);
bool refine_stop_filling(struct refining *);

/* bounds.c */
enum refinement refine_bounds(struct refining *);
bool refine_wide_index(struct refining *);
bool refine_far_access(struct refining *); /* in no object, through a pointer of callers */

/* index.c. What changes the plan tells whether it did. */
/* a mask or a remainder makes the index small enough, or should */
bool refine_cuts_index(const struct refining *);
bool refine_has_range_of_type(const struct caller *, const struct spot *);
bool refine_is_checked(
    const struct caller *,
    const struct spot *); /* its index is compared with its length by the function */
bool refine_has_capacity(
    const struct caller *,
    const struct spot *); /* the same for a record with elements at its end */
/* an index that is already as small as the array asks for */
bool refine_has_narrow_source(const struct refining *);
/* the array in a record, not the record */
bool refine_leaves_member(const struct refining *, const struct spot *);
/* another member says how large the buffer is */
bool refine_use_capacity(struct refining *, struct spot *);
/* Two members of a record that the function weighs: that the one is at most the other, or as
 * large, is for callers, whatever its own test lets pass. */
bool refine_is_fill(const struct caller *, const struct spot *, const struct spot *capacity);
bool refine_limit_index(struct refining *, struct spot *); /* a number is below its length */
/* numbers are below that of an array in the record */
bool refine_limit_to_member(struct refining *, struct spot *);
bool refine_limit_to(struct refining *, uint64_t count); /* numbers are below the count */

/* affine.c: the numbers that a table's index is computed from by constants are in the ranges
 * that keep it inside; false: it is not computed so. */
bool refine_limit_affine(struct refining *, bool *changed);
/* The function in which the access is compares the number with a constant that lets as much
 * pass, or more. */
bool refine_is_let_pass(const struct refining *, const struct spot *, __int128 most);
/* The index is computed from several numbers of callers, of which the function asks nothing:
 * how they relate is for callers. */
bool refine_is_for_callers(const struct refining *);
/* The failing instruction depends on several numbers of callers of which the function asks
 * nothing. */
bool refine_has_untested(const struct refining *);

/* difference.c: members whose difference is a length are in order */
bool refine_order_difference(struct refining *);

/* own.c: `depends` counts the numbers of callers that the object's size is computed from */
bool refine_limit_size(struct refining *, uint32_t *depends);
/* numbers that the index of a callee is computed from are smaller */
bool refine_limit_inputs(struct refining *);

/* callbacks.c: what fails is computed from what a function of callers returns; that number is
 * in a range. */
bool refine_depends_on_callback(const struct refining *);
bool refine_result_of_callback(struct refining *);
/* Nothing says yet that the limit is, directly or not, less than the number. */
bool refine_may_limit(const struct caller *, const struct spot *number, uint32_t limit);

#endif
