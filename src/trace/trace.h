/* Traces: the choices that lead a run to an error, and their replay in the interpreter.
 *
 * A choice belongs to the n-th execution of an instruction that asks for one: an input, a
 * read of undefined memory, a result of a function without body, whether malloc fails. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H
#include "base/vector.h"
#include "trace/endless.h"
#include "interp/interp.h"
#include "property/property.h"

struct trace_choice {
    uint32_t function, instruction;
    uint64_t low, high; /* the value's bits */
};
/* Something that pointers in the choices of a function verified alone point to: a choice has
 * its number in `high` and the offset in `low`. Number 0 is no object. */
enum trace_object_kind { TRACE_MEMORY, TRACE_GLOBAL, TRACE_FUNCTION };
struct trace_object {
    uint32_t number;
    uint32_t kind;                  /* enum trace_object_kind */
    uint32_t index;                 /* GLOBAL, FUNCTION */
    uint32_t function, instruction; /* MEMORY: behind this parameter or load */
    uint64_t size;                  /* MEMORY */
};
/* Where a run comes to the head of a loop for the `arrival`-th time, from 0 on and without
 * those that are skipped, so many rounds may be skipped by whoever can tell what they do. */
struct trace_skip {
    uint32_t function, block;
    uint64_t arrival, rounds;
};
/* Sets the values of a run that is at the head to what they are after the rounds; false: it
 * cannot tell. */
struct trace_skipper {
    bool (*skip)(const struct program *, struct interp *, const struct trace_skip *);
};
struct trace_arrival {
    uint32_t function, block;
    uint64_t count;
};
struct trace {
    enum violation kind;                 /* what is claimed to go wrong */
    uint32_t function, instruction;      /* and where */
    VECTOR(struct trace_choice) choices; /* in the order of execution */
    bool ran;                            /* made by a run of the interpreter */
    /* it needs that malloc gives the address of what was freed: found out by a replay */
    bool reuses;
    bool asked; /* choices of loads belong to executions that ask, not to all of them */
    /* TERMINATION: why the run never ends. Choices that are not told are the last ones of the
     * same instruction. */
    enum endless_reason endless;
    /* STAYS: what holds whenever the loop at function, instruction begins a
     * round */
    char invariant[ENDLESS_TEXT];
    /* function verified alone: what there was before the call */
    VECTOR(struct trace_object) objects;
    /* in the order of execution; these rounds ask for nothing */
    VECTOR(struct trace_skip) skips;
    const struct trace_skipper *skipper; /* null: all rounds are run */
};
void trace_release(struct trace *);

/* A choice as the interpreter asked for it. */
struct replay_choice {
    struct trace_choice choice;
    enum interp_choice_kind kind;
    struct type type;
    /* of the input's source or the function without body; lives as long as the program */
    const char *name;
};
/* Memory that was there before a function verified alone was called, and what its pointers
 * were found to be.
 */
struct assumed {
    char name[120]; /* "memory behind `p`" */
    uint64_t size;
};
struct replay {
    bool confirmed;  /* the interpreter stopped at an error of the same kind */
    bool same_place; /* at the same instruction */
    bool reuses;     /* confirmed only where malloc gives addresses that were freed */
    bool external; /* a function without body was called, or one of which nothing is known */
    bool made_up;  /* a result of the C library of which nothing more is known was used */
    /* function verified alone: the memory that the run needs could not be made */
    bool lacks_memory;
    enum interp_end end;
    struct place place; /* of the error */
    enum interp_error error;
    struct interp_object object; /* of a memory error */
    char message[400];
    VECTOR(struct assumed) assumed;    /* function verified alone: the memory that was used */
    VECTOR(struct interp_frame) stack; /* innermost first */
    VECTOR(struct replay_choice) choices; /* in the order they were asked for */
    VECTOR(struct trace_skip) skipped;    /* rounds that were not run one by one */
};
/* Runs the program along the trace. Steps and memory are limited. */
void trace_replay(const struct program *, const struct trace *, uint32_t entry,
                  double seconds, struct replay *);
/* Whether the error of a confirmed trace rests on what functions without body return or
 * write: it is not shown without that (INTERP_EXTERNAL_FOLLOW). */
bool trace_needs_external(const struct program *, const struct trace *, uint32_t entry,
                          double seconds);
/* Whether the error of a confirmed trace rests on formatted output that fails
 * (`__sooth_any_failure` in models/): with all of it written there is no error. */
bool trace_needs_failure(const struct program *, const struct trace *, uint32_t entry,
                         double seconds);
/* A replay with someone who looks on; both functions are called as the interpreter calls its
 * own. */
struct replay_watch {
    void *context;
    void (*saw)(void *context, const struct interp *, uint32_t function,
                uint32_t instruction);
    void (*chose)(void *context, const struct interp *, const struct interp_choice *,
                  const struct interp_value *);
    void (*ended)(void *context, const struct interp *); /* memory is as the run left it */
};
void trace_replay_watched(const struct program *, const struct trace *, uint32_t entry,
                          double seconds, struct replay *, const struct replay_watch *);
void replay_release(struct replay *);

/* Which errors of the interpreter are a violation of this kind: INTERP_BITs. */
uint32_t violation_errors(enum violation);
uint32_t violations_errors(uint32_t violations); /* of VIOLATION_BITs */

/* ran.c: a trace that has a run's choices becomes that of the violation, of these kinds
 * (VIOLATION_BITs), in which the run ended. False if it is none of them. The run ended in an
 * error. */
bool trace_of_run(struct trace *, uint32_t violations, uint32_t entry,
                  const struct interp_result *);

/* One choice's value as C text: "-3", "2.5", "0x1f"; by the C type of the asking
 * instruction's source. */
void trace_value_text(const struct program *, const struct trace_choice *, char *out,
                      size_t room);

#endif
