/* sooth lists: functions over singly linked lists, checked and proved by SLH (L14, 8.5-8.8).
 *
 * A function is run from cut point to cut point: from its entry, and from each loop's cut
 * point in any state that what is known there allows. The cut point of a loop is its last
 * annotation (include/sooth.h), or its head where it has none. What must hold on these ways
 * are the verification conditions: an invariant when the loop is entered (base) and after
 * each round (step), assertions (use), that pointers that are followed lead to nodes
 * (memory), that a ranking gets smaller (termination).
 *
 * Law: `holds` is said only if all conditions are proved; then no run of the function, from
 * any heap of lists in which its parameters lead to nodes or are null, violates one of them.
 * `violated` is said only with a run from the entry that was found by unwinding loops, and
 * was evaluated in a concrete heap.
 *
 * WHAT IS COVERED. One structure with one pointer to itself, and integer members. Pointers to
 * it are parameters, null, results of malloc and calloc of its size, and of its member. free
 * ends a node's life; a pointer to it is still different from all other nodes.
 * Integers are those of C: they wrap; lengths are mathematical (slh.h). Everything else that
 * a run can reach makes the function `unknown (unsupported: ...)`. malloc does not fail; a
 * member that malloc left uninitialised is an error where it is read. */
#ifndef LISTS_LISTS_H
#define LISTS_LISTS_H
#include "base/arena.h"
#include "base/vector.h"
#include "certificate/list_formula.h"
#include "program/program.h"

enum lists_condition_kind {
    LISTS_BASE,
    LISTS_STEP,
    LISTS_USE,
    LISTS_MEMORY,
    LISTS_TERMINATION
};
enum lists_outcome { LISTS_PROVED, LISTS_VIOLATED, LISTS_OPEN };
/* The kinds of L14's Table 8.1. */
enum lists_fault {
    LISTS_FAULT_NONE,
    LISTS_NULL_DEREFERENCE,
    LISTS_USE_AFTER_FREE, /* not in that table */
    LISTS_ASSERTION_FAILURE,
    LISTS_NON_TERMINATION,
    LISTS_INADEQUATE_INVARIANT
};

/* A heap as it is shown: nodes 1 .. count, with members, and what leads where. */
struct lists_name {
    const char *name;
    uint32_t node; /* 0: null; LISTS_JUNK: uninitialised */
};
#define LISTS_JUNK UINT32_MAX
struct lists_heap {
    uint32_t count;
    uint32_t *next; /* by node */
    int64_t **data; /* by member and node */
    VECTOR(struct lists_name) names;
    VECTOR(const char *) numbers; /* "n = 3" */
    bool whole; /* false: too large to be written out; then there are no nodes here */
};

struct lists_condition {
    enum lists_condition_kind kind;
    enum lists_outcome outcome;
    enum lists_fault fault; /* of one that is not proved */
    const char *place;      /* "file:line" */
    const char *from;       /* where the way begins: "entry", "loop at file:line" */
    const char *text;       /* what must hold */
    double seconds;
    struct lists_heap *heap; /* that breaks it; null: none is known */
    bool at_entry;           /* the heap is the one at the function's entry, else at `from` */
};

enum lists_answer { LISTS_HOLDS, LISTS_IS_VIOLATED, LISTS_UNKNOWN };
struct lists_result {
    struct arena arena;
    const char *function;
    enum lists_answer answer;
    const char *reason; /* of unknown */
    VECTOR(struct lists_condition) conditions;
    /* invariants and rankings, in the words of annotations, "file:line: ..." */
    VECTOR(const char *) found;
    const char **members; /* names of the members that are data */
    uint32_t member_count;
    double seconds;
    uint32_t loops, annotated; /* loops, and those with annotations */
};

/* Why a function is right, in the words of certificates. */
struct lists_claim {
    uint32_t header; /* of a loop: a block */
    bool falls;      /* a measure, in lexicographic order; else a fact */
    struct list_formula formula;
};
struct lists_proof {
    struct list_node node;
    VECTOR(struct lists_claim) claims;
};

struct lists_options {
    double seconds;   /* limit of time; 0: none */
    bool termination; /* of all loops, not only those with a ranking */
    bool find;        /* invariants beyond the annotations */
    unsigned unwind;  /* how often loops are unwound in search for violations */
    bool malloc_may_fail;
    uint32_t unchecked;        /* bits by enum check_kind: these CHECKs are no conditions */
    bool only_proof;           /* do not look for violations */
    struct lists_proof *proof; /* filled where all conditions hold; null: not wanted */
};

/* Whether the function has something to do with lists: a parameter or variable is a pointer
 * to such a structure. */
bool lists_suits(const struct program *, uint32_t function);
void lists_verify(struct program *, uint32_t function, const struct lists_options *,
                  struct lists_result *);
void lists_result_release(struct lists_result *);

#endif
