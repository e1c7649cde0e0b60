/* Cut loops: the abstract formula. Instead of being unwound, a loop is entered in any state
 * that its invariant allows.
 *
 * With k = 1 the body is executed once from such a state: `pre` is the state at the head
 * (fresh variables), `post` the state when a back edge is taken, `entry` the state when the
 * loop is entered from outside. With k > 1 the first k-1 iterations are executed from the
 * entry under `not select` (with checks), and under `select` k-1 iterations run from `pre`
 * with checks assumed and no exit, then one with checks; so a claim that no run of this
 * formula violates holds by k-induction. (T23 281-350; the soundness argument: an error in
 * iteration j < k-1 is in the first part, one in j >= k-1 has k-1 good iterations before it.)
 *
 * What a loop changes is found by executing it: slots are the phis of its header and the
 * memory cells that differ at a back edge. The set grows until it is closed; `struct
 * cut_model` remembers it between formulae.
 */
#ifndef FORMULA_CUT_H
#define FORMULA_CUT_H
#include "formula/formula.h"
#include "formula/cut/ghost.h"

enum slot_kind {
    SLOT_PHI,
    SLOT_CELL,
    SLOT_ALIVE,
    SLOT_OBJECT /* whole object, nothing is known of it */
};

/* One part of the state that a loop changes. Bits, floats and pointers have sym values; array
 * cells have array terms. */
struct slot {
    enum slot_kind kind;
    uint32_t instruction;          /* PHI */
    uint64_t object;               /* CELL, ALIVE, OBJECT: the object's name (context hash) */
    uint32_t object_id, at, bytes; /* in this formula; CELL: offset within the stride */
    bool array;
    bool is_ghost; /* CELL: of a ghost */
    bool is_float; /* CELL: the program stores floats there; the values here are their bits */
    bool idle;     /* no claim depends on it (domain/idle.c): nothing need be known of it */
    /* post: merged over back edges, none if there is none; ALIVE: a is a Boolean term */
    struct sym pre, entry, post;
};

/* Names of values that are no instructions, in the entries of recursive functions
 * (recursion.h): what a touched global holds before and after, and results. */
enum { SLOT_BEFORE = 1 << 28, SLOT_AFTER = 1 << 29, SLOT_RESULT = 1 << 30 };

struct loop_constant {
    uint32_t instruction; /* that computes it, before the loop; UINT32_MAX: it is in memory */
    /* of the function, which is so many calls above the loop's */
    uint32_t function, above;
    struct term value;
    uint64_t object; /* in memory: where, as in struct slot */
    uint32_t object_id, at, bytes;
    bool idle; /* as of a slot */
};

/* An array that the loop leaves alone: a cell of an object that was there before. */
struct loop_array {
    uint64_t object;               /* its name */
    uint32_t object_id, at, bytes; /* as in struct slot */
    struct term value;
};

struct ghost_view {
    struct term pre, entry, post; /* Booleans */
};

/* Another state that the rows are assumed of: one of several calls that a summary is used
 * for. */
struct loop_use {
    struct term entered;
    VECTOR(struct sym) values; /* by slot */
};

struct touched { /* a scalar of a global */
    uint32_t global;
    int64_t offset;
    struct type type;
    bool written;
};
struct recursive {
    uint32_t function;
    bool fits;                      /* its effects can be described */
    VECTOR(struct touched) touched; /* by it and all that it calls */
};

/* What was cut: a loop, or a recursive function where it is called or where it returns. */
enum cut_kind { CUT_AT_HEAD, CUT_AT_CALLS, CUT_AT_RETURN };

/* One loop as it was cut in one formula. Of a recursive function: at its calls (the context:
 * `pre` are arguments of an arbitrary activation, `entry` those of any call) or at its return
 * (the summary: `pre` and `uses` are calls, `post` is the return). */
struct cut_loop {
    enum cut_kind kind;
    uint64_t name; /* context hash: the same in every formula */
    uint64_t path; /* of the calls that lead to it */
    uint32_t function, loop, header;
    /* with k = 1: the loops inside it, in calls too, are those of the model from this number
     * up to its own */
    uint32_t inner;
    /* the loop is entered and its head state `pre` is in use (guard at the head, with select)
     */
    struct term entered;
    /* of loops: the variable by which `entered` differs from `arrived`; guards of all that
     * comes after the head mention it */
    struct term select;
    struct term arrived; /* guard of entry from outside: `entry` values are in use */
    /* guard of the back edges of the last iteration: `post` values are in use */
    struct term back;
    VECTOR(struct slot) slots;
    const struct recursive *recursive; /* not of loops */
    VECTOR(struct loop_use) uses;      /* besides `pre` under `entered`; of summaries only */
    VECTOR(struct ghost_view) ghosts;  /* by number */
    /* integers from outside that the loop uses and does not change */
    VECTOR(struct loop_constant) constants;
    VECTOR(struct loop_array) arrays; /* if the model asks for them */
    bool leaves_arrays;               /* there are such, whether it asks or not */
};

/* Names of what is read from summaries (summary.h) begin so: the object's number in the
 * formula, and the constant part of the offset. */
#define SUMMARY_FORMAT "summary.%u.%u"
enum { SUMMARY_NAME = 48 };
uint64_t summary_path(uint64_t path); /* of the summary of objects with that path */

/* What is remembered between formulae: per loop name, which slots it has and which objects
 * pointers may name.
 */
struct cut_memo;
/* What slots cannot express. */
enum cut_obstacle {
    CUT_POSSIBLE,
    CUT_MAY_LEAK, /* memory outlives the iteration: leaks, and they alone, cannot be told */
    CUT_SEVERAL_SIZES, /* of objects that outlive the iteration that made them */
    CUT_OLD_LOCAL,     /* a local outlives it */
    CUT_OPEN_POINTER,  /* its objects are not known */
    CUT_TWINS_NAMED,   /* two objects of one site in a pointer */
    CUT_TWINS_CHANGED, /* two objects of one site */
    CUT_POINTER_ARRAY, /* changed in the loop */
    CUT_SEVERAL_KINDS, /* of values in one cell */
};
const char *cut_obstacle_text(enum cut_obstacle);
/* Calls of a recursive function in the body of one. Of itself: from the arguments `pre` of an
 * arbitrary activation to the arguments `post` of some call. */
struct descent {
    uint32_t from, to;
    struct cut_loop step; /* entered: the activation; back: the call is made; no entry */
    struct term any;      /* one of these calls is made */
};
struct cut_model {
    uint32_t k; /* at least 1 */
    /* recursive functions have summaries (recursion.h), which say nothing of whether calls
     * return; else they are unwound */
    bool summaries;
    struct cut_memo *memo;
    /* of the formula built last; outer loops before inner ones */
    VECTOR(struct cut_loop) loops;
    /* all of them: infinite recursion would go through these for ever */
    VECTOR(struct descent) descents;
    VECTOR(struct ghost) ghosts; /* that the next formula shall have, at most MOST_GHOSTS */
    /* the next formula shall list arrays, and scalars in memory, that loops leave alone */
    bool arrays;
    /* not POSSIBLE: the formula proves nothing; the first one met */
    enum cut_obstacle failed;
};
void cut_model_init(struct cut_model *, uint32_t k);
void cut_model_clear(struct cut_model *); /* forgets the loops, keeps the memo */
void cut_model_release(struct cut_model *);

/* The laws above, of a model whose formula is ready: slots have one form at their three
 * moments and name objects that are there; conditions are Boolean; checked in debug builds.
 */
bool cut_model_is_lawful(const struct formula *, const struct cut_model *);

#endif
