/* Callees that are verified once.
 *
 * Where far memory alone does not decide a function, calls of larger functions are replaced
 * by what these may return and write, and each of them is verified once, in the function
 * `sooth_once` of the harness, for everything that its calls give it: any numbers (in a range
 * that every call is checked to keep), far memory, or an object of the size of the smallest
 * local that a call hands over, with any content. A violation has a first function in whose
 * own code it happens; what it was given is among that, and what its callees did before is
 * among what stands for them. So where all this is safe the calls are. Nothing is an alarm:
 * what is found makes a callee be verified at each of its calls again. */
#ifndef CALLER_ONCE_ONCE_H
#define CALLER_ONCE_ONCE_H
#include "caller/far/far.h"
#include "program/passes.h"

enum {
    ONCE_MOST_PARAMS = 16,
    ONCE_MOST_CONSTANTS = 6,
    ONCE_LEAST_SIZE = 40,
    ONCE_MOST_RUNGS = 3,
    ONCE_MOST_BYTES = 24
};

struct once_param { /* what calls give for a parameter */
    bool far;       /* a far pointer, or some number */
    bool tested;    /* the callee asks whether it is null, or does not use it */
    bool local;     /* the address of a local */
    uint64_t room;  /* bytes from there to the end of the smallest one */
    uint32_t constants[ONCE_MOST_CONSTANTS];
    uint32_t constant_count;
    /* where pointers lie in some local, from there on; more_pointers: and elsewhere */
    int64_t pointers[FAR_MOST_POINTERS];
    uint32_t pointer_count;
    bool more_pointers;
};
/* Bytes that are written through a parameter, and are no pointer. */
struct once_bytes {
    uint32_t param;
    int64_t from;
    uint64_t size;
};
/* What a function, and what it calls, may change outside. */
struct once_effects {
    bool unknown;  /* more than is said here */
    bool pointers; /* pointers, too; all of them far */
    bool all_params;
    bool any_bytes; /* anywhere through parameters, besides these */
    uint32_t byte_count;
    struct once_bytes bytes[ONCE_MOST_BYTES];
    uint64_t params; /* by PARAM: what it leads to */
    bool *globals;
};
struct once_function {
    bool good;       /* its calls are replaced */
    uint32_t number; /* in the plan */
    uint32_t sites;
    struct once_param params[ONCE_MOST_PARAMS];
    /* what stands for it */
    struct once_effects *effects;
    bool has_range, may_be_null; /* of its result */
    int64_t least, most;
};
struct once {
    struct caller *plan;
    struct program *program;
    const struct flow *flow;
    const bool *reached;
    struct arena *arena;
    struct call_graph calls;
    struct once_function *functions;
    /* some function keeps a pointer that is not far in memory that is not far */
    bool keeps_pointers;
    bool *changed; /* by global */
};

/* effects.c */
void once_find_effects(const struct once *, uint32_t function, struct once_effects *);
bool once_keeps_pointers(const struct once *);
/* The local whose address it is, from its start on or not; UINT32_MAX: of none. `offset` is
 * set where it is a constant. */
uint32_t once_local(const struct program *, const struct function *, struct value,
                    uint64_t *offset);
/* Pointers in the variable that the local is; false: nobody knows. */
bool once_local_pointers(const struct program *, const struct instruction *local,
                         struct pointer_offsets *);
/* Bytes of a constant size; 0: it has another. */
uint64_t once_local_size(const struct program *, const struct function *,
                         const struct instruction *local);

/* choose.c: which callees are verified once. */
void once_choose(struct once *);

/* range.c: the numbers that a function returns, if constants tell. */
bool once_result_range(const struct program *, uint32_t function, int64_t *least,
                       int64_t *most);
/* A pointer that it returns may be null. */
bool once_may_return_null(const struct once *, uint32_t function);

/* emit.c: instructions that are put into the program, before `at`. */
struct once_place {
    struct program *program;
    uint32_t function, block;
    size_t at;
    uint32_t place;
};
struct value once_put(struct once_place *, enum op, struct type, uint8_t sub, struct value,
                      struct value);
struct value once_put_input(struct once_place *, struct type, const char *text);
struct value once_put_select(struct once_place *, struct value one,
                             struct value other); /* either */
struct value once_put_call(struct once_place *, const char *name, struct type, struct value,
                           struct value);
void once_put_store(struct once_place *, struct value pointer, struct value);
/* Whether the number is in the range of that step; both are of its type. */
struct value once_put_in_range(struct once_place *, struct type, struct value, int rung);

/* replace.c */
/* An error unless it is true, which is about that callee of the plan. */
void once_put_must(struct once_place *, struct value good, uint32_t number);
/* How narrow its results are, which its own run is checked for; 0: any number. */
int once_result_rung(const struct once *, const struct once_function *, struct type result);
void once_replace_calls(struct once *);
/* body.c: the function that makes each call once */
void once_write_body(struct once *);

/* refine.c: whether what was found in a callee's own run, or in a call that does not keep to
 * what the callee was verified for, or elsewhere, changed the plan. */
bool once_is_about_callee(struct caller *, const struct replay_view *);
bool once_refine(struct caller *, const struct replay_view *);

/* The variable holds pointers, or nobody knows. */
bool once_has_pointers(const struct program *, const struct global *);

/* once.c: the whole, in the program with far pointers. */
void once_apply(struct caller *, struct program *, const struct usage *, const bool *reached,
                struct arena *);

#endif
