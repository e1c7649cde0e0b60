/* Engines: each looks for violations or proofs in its own way and claims what it found; the
 * driver judges the claims.
 *
 * An engine is one const struct, listed in engine_list.c. It runs in a child process with a
 * budget: it may be killed at any time, so it tells each claim as soon as it has it. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H
#include "engine/explain.h"
#include "engine/reason.h"
#include "formula/formula.h"
#include "trace/trace.h"

/* What the engine `lazy` may track: what errors that are none show to be needed; the same
 * without fields of memory; all fields everywhere, and nothing else. */
enum engine_precision { PRECISION_LAZY, PRECISION_PREDICATES, PRECISION_SHAPES };

struct engine_task {
    const struct program *program;
    uint32_t entry;
    uint32_t violations; /* VIOLATION_BITs that are still open */
    enum extern_policy external;
    bool external_given; /* the user asked for that policy: errors may rest on it */
    bool malloc_may_fail;
    double seconds; /* budget of CPU time */
    const volatile int *stop;
    /* the only one to use (domain/compose.h reads it); null: all, cheap ones first */
    const char *domain;
    uint32_t first_bound, last_bound; /* unwindings to try; 0: the engine's own choice */
    bool explain;                     /* tell what stays open, and why */
    enum engine_precision precision;
};

/* What an engine tells; each call may be the last. */
struct engine_host {
    void *context;
    /* `violations` hold: no run violates them. `how` names the argument ("bounded",
     * "k-induction, zones"). */
    void (*proved)(void *context, uint32_t violations, const char *how);
    /* A certificate (certificate/certificate.h) of what `proved` tells next, as text. */
    void (*certificate)(void *context, const char *text);
    /* A run violates trace->kind; false when the host could not confirm it (the engine may
     * look for another one). */
    bool (*violated)(void *context, const struct trace *);
    void (*progress)(void *context, const char *text);
    /* Why something stays open: it counts unless a later word of this or another engine
     * decides it. */
    void (*gave_up)(void *context, const struct reason *);
    /* Proved: no run reaches the end of the program, so everything holds of what comes after
     * it. */
    void (*never_finishes)(void *context);
    /* A function without body was called; its results are an assumption of the verdict. */
    void (*external)(void *context, uint32_t function);
    /* A line for those who ask how an engine got where it is. */
    void (*statistics)(void *context, const char *line);
    /* Why something is open so far; only where the task asks for it. */
    void (*explained)(void *context, enum explain_group, const struct explain_item *,
                      size_t count);
};

struct engine {
    const char *name, *summary;
    uint32_t violations; /* VIOLATION_BITs that it can decide: it is asked about no others */
    bool by_default;     /* runs when no engine is named */
    /* It only helps others, takes turns with them, and runs if this says so, at a glance.
     * Null: it always runs. */
    bool (*suits)(const struct engine_task *);
    /* Where it does not suit at a glance: may it still join the others late, with short
     * turns? Null: no. */
    bool (*joins)(const struct engine_task *);
    double weight; /* how long its turns are, compared with those of others; 0: as long */
    /* From the third round on they are so many times as long, if it suits at a glance: what
     * others would find they have mostly found by then. 0: as before. */
    double later;
    /* Null: always `weight`. Programs of which it is known at a glance that they suit this
     * engine better than others get longer turns. */
    double (*weigh)(const struct engine_task *);
    bool only_certified; /* its proofs count only when the checker confirms them */
    void (*run)(const struct engine_task *, const struct engine_host *);
};
#define ENGINE_SAFETY (~VIOLATION_BIT(VIOLATION_TERMINATION))
extern const struct engine
    *const engine_list[]; /* ends with null; in the order they are tried */
const struct engine *engine_find(const char *name);

#endif
