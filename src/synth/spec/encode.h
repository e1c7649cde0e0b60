/* A C function as terms: forward symbolic execution with merging, for functions whose loops end after a
 * number of rounds that folding can tell. The parts: encode.c walks blocks, encode_value.c turns instructions
 * into terms, encode_memory.c keeps objects as vectors of cells. Calls are entered; a call of a function
 * without body is an application of an unknown program. */
#ifndef SYNTH_SPEC_ENCODE_H
#define SYNTH_SPEC_ENCODE_H
#include "base/failure.h"
#include "program/program.h"
#include "synth/spec/spec.h"

enum slot_kind { SLOT_NONE /* no value yet; a cell: never written */, SLOT_TERM, SLOT_POINTER };
struct target { /* one possibility of a pointer */
    struct term guard;
    uint32_t object; /* 0: the null pointer */
    struct term offset;
};
struct pointer {
    unsigned count;
    struct target target[];
};
struct slot {
    uint8_t kind; /* enum slot_kind */
    struct term term;
    const struct pointer *pointer;
};
struct object {
    bool there; /* numbers are unique in an encoding, so a memory has gaps */
    uint64_t size;
    uint32_t cell; /* bytes per cell; 0: not yet known */
    struct slot *cells;
};
struct cells {
    struct object *objects; /* index 0 is not an object */
    uint32_t count;
};

struct encoder {
    struct spec *spec;
    struct program *program;
    struct arena *arena;
    struct failure *failure;
    struct map program_of;    /* function index to number of the unknown program */
    struct map global_object; /* global index to object */
    struct term bad;          /* an assertion failed, or memory was used wrongly */
    struct term excluded;     /* an assumption failed: the inputs are of no interest */
    bool floats;
    bool failed;      /* the failure is set */
    uint32_t objects; /* made so far */
    unsigned depth, steps;
};

/* --- memory --- */
uint32_t cells_add(struct encoder *, struct cells *, uint64_t size);
void cells_copy(struct encoder *, const struct cells *from, struct cells *to);
/* Value of the type at the pointer. Accesses outside an object under `guard` are bad. */
bool cells_load(struct encoder *, struct cells *, struct term guard, const struct pointer *, struct type,
                struct slot *out);
bool cells_store(struct encoder *, struct cells *, struct term guard, const struct pointer *, struct type,
                 struct slot value);
bool cells_move(struct encoder *, struct cells *, struct term guard, const struct pointer *to,
                const struct pointer *from, uint64_t size);
bool cells_fill(struct encoder *, struct cells *, struct term guard, const struct pointer *to,
                struct term byte, uint64_t size);
const struct pointer *target_to(struct encoder *, uint32_t object, struct term offset);
const struct pointer *target_add(struct encoder *, const struct pointer *, struct term offset);
/* The value that is `a` under the condition and `b` otherwise. */
struct slot slot_choose(struct encoder *, struct term condition, struct slot a, struct slot b);
void cells_choose(struct encoder *, struct term condition, const struct cells *a, struct cells *into_b);

/* --- values --- */
struct sort encode_sort(struct encoder *, struct type);
bool encode_constant(struct encoder *, struct cells *, struct value, struct slot *out);
/* An instruction without effect on memory or control, on the slots of its operands. */
bool encode_pure(struct encoder *, const struct function *, const struct instruction *,
                 const struct slot *operand, struct slot *out);
bool encode_unsupported(struct encoder *, const struct function *, const struct instruction *,
                        const char *what);

/* --- functions --- */
struct outcome {
    struct term returns; /* the call comes back under this condition */
    struct slot *results;
    struct cells memory;
};
bool encode_function(struct encoder *, uint32_t function, const struct slot *arguments, struct term guard,
                     const struct cells *, struct outcome *out);

#endif
