/* One run of a function's text from a start to the next cut points, over SLH expressions: all
 * ways at once, joined by conditions. */
#ifndef LISTS_RUN_H
#define LISTS_RUN_H
#include "lists/cuts.h"
#include "lists/layout.h"
#include "lists/lists.h"
#include "lists/slh/slh.h"
#include "program/analysis/live.h"

/* What is known of a function before anything is run. */
struct lists {
    struct program *program;
    const struct function *f;
    uint32_t function;
    struct layout layout;
    struct cuts cuts;
    struct liveness *live;
    struct terms *terms;
    struct arena arena;
    const struct lists_options *options;
    /* whether uninitialised pointers may be in heaps and variables at cut points */
    enum slh_start junk;
    bool frees; /* nodes have a field that tells whether they were freed */
    const struct lists_rank **ranks; /* by cut: what is kept from its last visit */
    uint32_t *rank_count;
    struct crossing *crossings; /* by instruction */
    double until;               /* when time is over, as wall_now tells; 0: never */
};

/* What a value is whenever a loop goes round: found by running (run_cross). */
struct crossing {
    bool known, unsupported;
    int64_t offset; /* of a pointer */
};

/* --- values and states --- */
enum value_kind { VALUE_UNSUPPORTED, VALUE_NUMBER, VALUE_POINTER };
struct lists_value {
    enum value_kind kind;
    struct term number; /* i1: a Boolean term */
    struct slh_pointer pointer;
    int64_t offset; /* in bytes, from the start of the node */
};

enum { STATE_LOADS = 24 };
struct state_load { /* a member that was read on every way here */
    struct slh_heap heap;
    struct slh_pointer from, next;
};
struct state {
    struct term guard; /* when it is reached */
    struct slh_heap heap;
    struct lists_value *values; /* by instruction */
    /* by cut, by rank: its value at the last visit; null, or TERM_NONE: none */
    struct term **ghosts;
    struct state_load loads[STATE_LOADS];
    unsigned load_count;
    int nexts, fresh; /* slots used on the longest way here */
};

enum obligation_kind { OBLIGATION_CONDITION, OBLIGATION_UNSUPPORTED };
struct obligation {
    enum obligation_kind kind;
    enum lists_condition_kind condition;
    enum lists_fault fault; /* if it really fails */
    uint32_t instruction;
    struct term bad; /* the runs that violate it */
    const char *text;
};
struct arrival { /* at a cut, after its annotations were checked */
    uint32_t cut;
    bool inside; /* the run started in the cut's loop: a round is over */
    unsigned pass;
    struct state *state;
};

struct run {
    struct lists *l;
    struct slh *slh;
    unsigned *fields;    /* by member */
    unsigned freed;      /* the field, of one bit, where nodes are freed */
    uint32_t start;      /* a cut; UINT32_MAX: the entry */
    struct state *begin; /* at the start, after the annotations of its cut */
    unsigned unwind;     /* how many cut points are passed */
    VECTOR(struct obligation) obligations;
    VECTOR(struct arrival) arrivals;
    struct arena *arena;
    /* on the way to the start's cut point: checks and annotations are assumed */
    bool assuming;
};

/* `run` is released with run_release. */
void run_from(struct lists *, uint32_t start, unsigned unwind, struct run *);
void run_release(struct run *);
/* Notes how the values arrive that later runs take over a cut; true: something is new, and
 * runs from cuts must be made again. */
bool run_cross(struct run *);
/* Whether a run from the cut begins with any value for this one. */
bool run_carries(const struct lists *, const struct cut *, uint32_t id);

/* --- inside --- */
struct lists_value run_value(struct run *, const struct state *, struct value);
/* Executes one instruction that is no terminator and no PHI. */
void run_step(struct run *, struct state *, uint32_t id);
/* The condition must hold; afterwards it does. */
struct demand {
    enum lists_condition_kind kind;
    enum lists_fault fault;
    const char *text;
};
void run_demand(struct run *, struct state *, uint32_t id, struct term condition,
                struct demand);
/* The nodes from p up to q are not freed; false, where there is no path. */
struct term run_alive(struct run *, const struct state *, struct slh_pointer p,
                      struct slh_pointer q);
/* Nothing is known of what comes after this instruction. */
void run_give_up(struct run *, struct state *, uint32_t id, const char *what);
struct term term_as_64(struct run *, struct term number, bool is_signed);

/* A value that is kept from a visit of a cut to the next: an operand of its ranking, or a
 * length, or a number. */
enum rank_kind { RANK_OPERAND, RANK_LENGTH, RANK_NUMBER, RANK_DIFFERENCE };
#define RANK_NULL UINT32_MAX
struct lists_rank {
    enum rank_kind kind;
    /* OPERAND: which; LENGTH: pointers (b may be RANK_NULL); NUMBER: a; DIFFERENCE: a - b */
    uint32_t a, b;
};
struct term rank_term(struct run *, const struct state *, const struct cut *,
                      const struct lists_rank *);

#endif
