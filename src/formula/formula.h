/* The formula of a program: everything a bounded (or cut) run of it may do, as guarded terms.
 *
 * `formula_build` executes the program symbolically: paths join where control flow joins,
 * loops are unwound up to a bound, calls are inlined. What it found stands in the lists
 * below; nothing is asserted: guards carry all assumptions. Names of variables depend only on
 * the context that makes them, so that a program encoded again with a larger bound shares its
 * terms with the smaller one. */
#ifndef FORMULA_FORMULA_H
#define FORMULA_FORMULA_H
#include "memory/memory.h"
#include "program/passes.h"
#include "property/property.h"

struct cut_model;

/* A possible violation: it happens exactly when `bad` holds. */
struct claim {
    enum violation kind;
    uint32_t function, instruction;
    struct term bad;
};
enum cut_reason {
    CUT_LOOP,
    CUT_RECURSION,
    CUT_UNSUPPORTED,
    CUT_EXTERNAL, /* unsupported: pointers that a function without body may change */
    CUT_INEXACT
};
/* Runs that are not covered: those where `when` holds. */
struct cut {
    enum cut_reason reason;
    uint32_t function, instruction; /* loop: the first instruction of its header */
    struct term when;
    const char *what; /* UNSUPPORTED, EXTERNAL, INEXACT */
};
enum event_kind {
    EVENT_INPUT,
    EVENT_LOAD,
    EVENT_EXTERNAL,
    EVENT_BRANCH,
    EVENT_NOTE,
    EVENT_MALLOC
};
/* Something that happened on the way, in the order of execution of any one run; it happened
 * when `when` holds. */
struct event {
    enum event_kind kind;
    uint32_t function, instruction;
    struct term when;
    struct sym value;
};

enum extern_policy { EXTERN_ARGS, EXTERN_PURE, EXTERN_HAVOC };
/* Shifts by too much, divisions by 0, floats that an integer cannot hold, signs of NaNs: runs
 * with them end or are cut, or they go on with the result that SMT-LIB gives, as in
 * specifications. */
enum undefined_results { UNDEFINED_NOT_COVERED, UNDEFINED_AS_SMTLIB };

/* A call of a function without body, for who answers such calls in place of the executor. */
struct formula_call {
    uint32_t function;
    uint64_t name;     /* of this execution: the same in every encoding */
    struct term guard; /* it is made under this condition */
    const struct sym *arguments;
    uint32_t count;
    /* the answer */
    struct sym *results; /* one for each result of the function */
    /* by argument that is a pointer: what is stored there; none: nothing */
    struct sym *written;
    struct type *stored; /* of which type */
    struct term goes_on; /* the call returns where this holds; true unless it is set */
};
/* false: the executor does what it does */
typedef bool formula_answer(void *context, struct formula_call *);

struct formula_options {
    uint32_t bound;      /* how often a back edge is taken per entry of a loop */
    uint32_t recursion;  /* how many activations of one function may be open */
    uint32_t violations; /* VIOLATION_BITs of interest */
    enum extern_policy external;
    bool malloc_may_fail;
    /* signed arithmetic that overflows, where that is checked, gives any value */
    bool overflow_any;
    bool events;       /* record loads, branches and notes too (inputs always are) */
    uint32_t entry;    /* function to run */
    size_t term_limit; /* stop when the store has more terms; 0: none */
    const volatile int *stop;
    double until; /* of CPU time (base/clock.h), for building; 0: no limit */
    /* what float arithmetic gives is any value: more runs than there are, for proofs */
    bool any_floats;
    struct cut_model *cuts; /* loops to be cut instead of unwound; null: none (see cut.h) */
    enum undefined_results undefined;
    formula_answer *answer; /* null: functions without body do as `external` says */
    void *answer_context;
};

/* Memory that was assumed behind a pointer from outside: a parameter, or the value of a load.
 */
struct environment_object {
    uint32_t object, function, instruction;
};

struct formula {
    struct terms *terms;
    const struct program *program;
    struct memory memory;
    VECTOR(struct claim) claims;
    VECTOR(struct cut) cuts;
    VECTOR(struct event) events;
    VECTOR(struct environment_object) environment;
    /* they make a model easy to read; they may contradict each other */
    VECTOR(struct term) preferences;
    VECTOR(uint32_t) externals; /* functions without body that were called */
    struct term finished;       /* some run reaches the end of the entry function or exit */
    bool coarse;  /* what some float arithmetic gives was left open (any_floats) */
    bool stopped; /* a limit or the stop flag ended it: the rest is a cut */
};

/* Cached analyses of one program, shared by all formulae built for it. */
struct program_facts;
struct program_facts *program_facts_new(const struct program *);
void program_facts_free(struct program_facts *);

/* Builds into *out (release it with formula_release). Encodes again by itself while layouts
 * change. */
void formula_build(struct formula *out, struct terms *, struct program_facts *,
                   struct layouts *, const struct formula_options *);
void formula_release(struct formula *);
/* Claims, cuts, events and the end are conditions, claims and events have places in the
 * program: checked in debug builds. */
bool formula_is_lawful(const struct formula *);

#endif
