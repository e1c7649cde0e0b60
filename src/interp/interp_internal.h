/* Inside the interpreter: slots, decoded functions, frames, memory.
 *
 * A slot holds any value in two words. `low` is the value (an address for pointers),
 * zero-extended. `high` is, by type: integers and floats of at most 64 bits: the mask of
 * undefined bits; pointers: generation << 32 | object index; wider values: the high bits.
 * Object 0 is no object (null and numbers), object 1 stands behind undefined pointers. */
#ifndef INTERP_INTERP_INTERNAL_H
#define INTERP_INTERP_INTERNAL_H
#include "interp/interp.h"

#include <setjmp.h>
#include <string.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

typedef unsigned __int128 wide;
typedef struct interp_value slot;

#define BIG_WIDTH 2048 /* the widest integers */
/* Integers of more than 128 bits lie in several consecutive slots. */
static inline uint32_t slots_for(uint32_t width)
{
    return width > 128 ? (width + 127) / 128 : 1;
}

enum code_op {
#define CODE(name) CODE_##name,
#include "interp/code.def"
#undef CODE
    CODE_COUNT
};
struct code {
    uint16_t op;
    uint8_t shift, sub;
    uint32_t dst, a, b, c;
    uint32_t source;
};
/* What WIDE, BITS and FLOAT need beyond a struct code. */
struct operation {
    uint8_t op, sub, count; /* count: operands */
    struct type type, from; /* of the result and of the first operand */
};

enum observed { OBSERVED_NOT, OBSERVED_ALL, OBSERVED_HEADS };
struct decoded {
    uint32_t function;
    struct code *code;
    struct operation *operations;
    uint32_t *list;                      /* argument slots, switch pairs, return slots */
    uint32_t *slot_of;                   /* per instruction; UINT32_MAX if none */
    uint32_t slot_count, constant_start; /* constants fill slots from constant_start on */
    uint32_t *constants;                 /* their constant ids, once per slot */
    uint32_t constant_count;
    struct frame *pool;  /* frames not in use, constants filled */
    uint8_t *is_pointer; /* per slot before the constants: holds pointers only */
    enum observed observed;
    bool in_model; /* of the C library */
};
struct frame {
    struct frame *caller;
    struct decoded *function;
    const struct code *pc; /* the call that runs, or where the frame stopped */
    uint32_t results;      /* first slot in the caller for the results */
    uint32_t stack_mark;   /* stack objects below it belong to callers */
    slot slots[];
};

/* --- memory --- */
enum object_kind {
    OBJECT_NONE,
    OBJECT_FUNCTION,
    OBJECT_GLOBAL,
    OBJECT_STACK,
    OBJECT_HEAP,
    OBJECT_GIVEN /* was there before the run */
};
enum object_state {
    OBJECT_ALIVE,
    OBJECT_ENDED,   /* LIFEEND */
    OBJECT_DOUBTED, /* LIFEEND that may or may not be one */
    OBJECT_RETURNED,
    OBJECT_FREED
};
struct object {
    /* size 0 unless alive, so that every access to a dead object takes the slow path */
    uint64_t base, size;
    uint8_t *bytes;
    uint8_t *defined; /* mask of defined bits per byte; null: all are */
    /* per byte: the pointer's high word | index of the byte << 60, 0 if none; null:
     * none anywhere */
    uint64_t *provenance;
    uint32_t generation;
    uint8_t kind, state;
    bool read_only, marked;
    uint8_t seen; /* reach.c: which bytes of a pointer to it were met, a bit each */
    /* INTERP_EXTERNAL_FOLLOW: its undefined bits depend on a function without body */
    bool foreign;
    bool scoped; /* stack: made inside a block, does not come back after LIFEEND */
    uint64_t full_size;
    uint64_t stack_before; /* stack: address top before it was made */
    uint32_t index; /* of the global or function; heap: counts the allocations from 1 on */
    uint32_t made_function, made_at, ended_function,
        ended_at; /* instructions; made_function UINT32_MAX: at the start */
};
#define OBJECT_UNDEFINED_INDEX 1u
#define POINTER_UNDEFINED ((uint64_t)OBJECT_UNDEFINED_INDEX)
#define PROVENANCE_MASK ((UINT64_C(1) << 60) - 1)

struct address_entry {
    uint64_t base;
    uint32_t object;
};
struct freed {
    uint64_t base, size;
};
struct memory {
    struct object *objects;
    uint32_t object_count, object_capacity;
    VECTOR(struct address_entry) fixed; /* functions, globals and given objects, ascending */
    VECTOR(const char *) given_names;   /* by index of the given object */
    /* ascending while heap_sorted; dead ones are dropped now and then */
    VECTOR(struct address_entry) heap;
    VECTOR(struct freed) freed;             /* addresses to use again, where asked for */
    VECTOR(uint32_t) stack;                 /* objects, descending addresses */
    VECTOR(uint32_t) dead_heap, dead_stack; /* queues of slots to use again, oldest first */
    size_t dead_heap_first, dead_stack_first;
    bool heap_sorted;
    uint32_t heap_live, heap_births;
    uint64_t heap_next, heap_end, stack_top, stack_low;
    uint64_t live_bytes;
    uint8_t *stack_bytes, *stack_defined; /* one mapping each */
    size_t stack_used, stack_room;
    uint64_t pointer_mask;
};

struct interp {
    const struct program *program;
    struct decoded **functions; /* null until first called */
    struct memory memory;
    struct frame *frame;
    uint32_t depth;
    const struct interp_options *options;
    struct interp_result *result;
    uint64_t steps;
    uint32_t exit_handlers; /* function __sooth_exit_handlers, UINT32_MAX if there is none */
    struct frame *exit_frame; /* its frame once it runs */
    bool runs_main;
    int exit_status;
    slot *call_results; /* where the outermost frame's results go; may be null */
    VECTOR(struct interp_frame) trace;
    jmp_buf stop; /* leaves the run from anywhere, result filled */
};

static inline uint32_t pointer_object(slot p)
{
    return (uint32_t)p.high;
}
static inline uint32_t pointer_generation(slot p)
{
    return (uint32_t)(p.high >> 32);
}
static inline uint64_t object_word(const struct memory *m, uint32_t index)
{
    return (uint64_t)m->objects[index].generation << 32 | index;
}
static inline uint64_t mask_of(uint32_t width)
{
    return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}
static inline uint64_t mask_shift(uint32_t shift)
{
    return ~UINT64_C(0) >> shift;
}
static inline int64_t sign_shift(uint64_t bits, uint32_t shift)
{
    return (int64_t)(bits << shift) >> shift;
}
static inline wide wide_mask(uint32_t width)
{
    return width >= 128 ? ~(wide)0 : ((wide)1 << width) - 1;
}
static inline wide slot_wide(slot s, uint32_t width)
{
    return width > 64 ? (wide)s.high << 64 | s.low : s.low;
}
static inline slot wide_slot(wide v, uint32_t width)
{
    v &= wide_mask(width);
    return (slot){(uint64_t)v, width > 64 ? (uint64_t)(v >> 64) : 0};
}
/* The mask of undefined bits; wide values count as defined. */
static inline uint64_t slot_undefined(slot s, struct type t)
{
    if (t.kind == TYPE_POINTER)
        return pointer_object(s) == OBJECT_UNDEFINED_INDEX ? mask_of(t.width) : 0;
    return t.width > 64 ? 0 : s.high;
}
/* A value all of whose bits are undefined, with these concrete bits. */
static inline slot slot_undefined_of(slot bits, struct type t)
{
    if (t.kind == TYPE_POINTER)
        return (slot){bits.low, POINTER_UNDEFINED};
    if (t.width > 64)
        return bits;
    return (slot){bits.low & mask_of(t.width), mask_of(t.width)};
}

/* --- decode.c --- */
enum observed observed_how(const struct interp_options *);
struct decoded *interp_decode(struct interp *, uint32_t function);
void decoded_free(struct decoded *);
/* part: which of its slots */
slot constant_slot(const struct interp *, uint32_t constant, uint32_t part);

/* --- memory.c --- */
void memory_init(struct memory *, const struct program *);
void memory_reset(struct interp *); /* fresh memory with functions and globals */
uint32_t memory_add_given(struct interp *, uint64_t size,
                          const char *name); /* 0: too large */
void memory_release(struct memory *);
uint32_t memory_add_stack(struct interp *, uint64_t size, uint64_t alignment);
/* 0: the size is beyond what malloc can give */
uint32_t memory_add_heap(struct interp *, uint64_t size);
/* scoped objects on top of the frame's stack that have ended */
void memory_pop_scoped(struct interp *);
void memory_pop_stack(struct interp *, uint32_t mark);
void memory_free_heap(struct interp *, uint32_t object);
uint32_t memory_find(
    const struct memory *,
    uint64_t address); /* live object that holds the address or ends there; 0 if none */
uint64_t function_address(const struct memory *, uint32_t function);
static inline uint32_t function_object(uint32_t function)
{
    return 2 + function;
}
static inline uint32_t global_object(const struct program *p, uint32_t global)
{
    return 2 + (uint32_t)p->functions.count + global;
}

/* --- access.c: accesses in full generality; each stops the run with the right error when it
 * must --- */
enum access { ACCESS_READ, ACCESS_WRITE };
/* The object, after all checks, for `size` bytes at p. *offset is where. A size of 0 needs no
 * object: may give null. */
struct object *access_check(struct interp *, slot p, uint64_t size, enum access,
                            uint64_t *offset);
slot access_load(struct interp *, slot p, struct type);
void access_store(struct interp *, slot p, slot value, struct type);
void access_copy(struct interp *, slot to, slot from, uint64_t size, enum op);
void access_set(struct interp *, slot to, slot byte, uint64_t size);
void object_make_undefined(struct object *); /* all bits, provenance dropped */
void object_make_foreign(struct object *);   /* all bits depend on a function without body */
/* reach.c: marks the objects that variables lead to. */
void reach_variables(struct interp *);
/* makes what they lead to foreign */
void reach_arguments(struct interp *, const struct code *call);
void object_clear_provenance(struct object *, uint64_t offset, uint64_t size);
slot pointer_from_address(struct interp *, uint64_t address);

/* --- stop.c: the ends of a run; none returns --- */
_Noreturn void stop_error(struct interp *, enum interp_error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void stop_end(struct interp *, enum interp_end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void stop_access(struct interp *, slot p, uint64_t size, enum access);
_Noreturn void stop_free(struct interp *, slot p);
/* Stops if uninitialised use is looked for. */
void use_undefined(struct interp *, const char *what);
bool error_wanted(const struct interp *, enum interp_error);
bool function_in_model(const struct interp *, uint32_t function);
/* A model says what results it makes up: that decides nothing. */
static inline bool model_assumes(const struct interp *t)
{
    return t->options->external == INTERP_EXTERNAL_FOLLOW && t->frame->function->in_model;
}
void describe_object(const struct interp *, const struct object *, char *buffer, size_t room);

/* --- call.c --- */
struct frame *frame_push(struct interp *, uint32_t function);
void frame_pop(struct interp *);
void call_builtin(struct interp *, const struct code *, uint32_t function);
/* The function behind a pointer, checked against the arguments; CALLEE_GIVEN: one of which
 * nothing is known.
 */
#define CALLEE_GIVEN UINT32_MAX
uint32_t call_callee(struct interp *, const struct code *);
void call_given(struct interp *, const struct code *);
slot choose(struct interp *, enum interp_choice_kind, struct type, const char *name);

/* --- finish.c --- */
/* exit, or the return of main: pushes the frame of the exit handlers if there are any, else
 * ends the run. */
void program_exit(struct interp *, int status);
_Noreturn void program_quit(struct interp *, int status); /* without exit handlers */
/* checks for leaks and ends the run with the exit status */
_Noreturn void program_finish(struct interp *);

/* --- wide.c, big.c, bits.c, float.c --- */
slot wide_operation(struct interp *, const struct operation *, slot a, slot b);
void big_operation(struct interp *, const struct operation *, slot *result, const slot *a,
                   const slot *b);
slot bits_operation(const struct operation *, slot a, slot b, slot c);
slot float_operation(const struct operation *, slot a, slot b, slot c);

/* --- step.c: single instructions that run.c does not do in its loop --- */
void step_check_failed(struct interp *t, const struct code *pc);
_Noreturn void step_stop(struct interp *t, uint8_t kind);
_Noreturn void step_unsupported(struct interp *t, const struct code *pc);
slot step_input(struct interp *t, const struct code *pc);
void step_life_start(struct interp *t, slot p);
void step_life_end(struct interp *t, slot p, uint8_t kind);
slot step_alloca(struct interp *t, slot size, uint32_t alignment, bool scoped);
slot step_signed_division(struct interp *t, const struct code *pc, slot a, slot b);
slot step_unsigned_division(struct interp *t, const struct code *pc, slot a, slot b);

/* --- run.c --- */
/* until the outermost frame returns; every other end leaves through stop */
void run_frames(struct interp *);

#endif
