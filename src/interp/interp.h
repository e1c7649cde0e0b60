/* The concrete interpreter: runs a program over a byte-precise memory and stops at the first
 * error that is looked for.
 *
 * Memory is a set of objects (functions, globals, stack, heap). A pointer is an address
 * together with the object it was made from; an access outside that object is an error even
 * where another object lies. Undefined bits are followed through registers and memory bit by
 * bit (values wider than 64 bits count as defined). Everything that is not determined by the
 * program is a choice, asked for in order: inputs, uninitialised values, results of functions
 * without body, whether malloc fails.
 *
 * An interp may be used for many runs: functions are decoded once, and every run starts from
 * fresh memory. */
#ifndef INTERP_INTERP_H
#define INTERP_INTERP_H
#include "program/program.h"

enum interp_error {
    INTERP_NO_ERROR,
    INTERP_ASSERTION, /* assert, reach_error */
    INTERP_NULL,      /* access through a null pointer */
    INTERP_BOUNDS,    /* access outside the pointer's object */
    INTERP_FREED,     /* access to a heap object after free */
    INTERP_SCOPE,     /* access to a local after its block or function ended */
    /* access through a number that is no object's address, or call of what is no function */
    INTERP_INVALID,
    INTERP_READ_ONLY, /* write to a string literal or a constant */
    /* an undefined value decides a branch, a check, an address, a size or is a divisor
     *  */
    INTERP_UNINITIALISED,
    INTERP_DOUBLE_FREE,
    INTERP_INVALID_FREE, /* of an interior, stack, global or made-up pointer */
    INTERP_OVERLAP,      /* memcpy between overlapping ranges */
    INTERP_LEAK, /* at the end of the program a heap object is not freed (memcleanup) */
    /* at the end of the program a heap object is neither freed nor reachable (memtrack) */
    INTERP_LOST,
    INTERP_OVERFLOW,
    INTERP_SHIFT,
    INTERP_DIVISION,
    INTERP_FLOAT_CAST,
    INTERP_UNREACHABLE, /* __builtin_unreachable, missing return value that is used */
    INTERP_ERROR_COUNT
};
#define INTERP_BIT(error) (1u << (error))
#define INTERP_MEMORY_ERRORS                                                                 \
    (INTERP_BIT(INTERP_NULL) | INTERP_BIT(INTERP_BOUNDS) | INTERP_BIT(INTERP_FREED) |        \
     INTERP_BIT(INTERP_SCOPE) | INTERP_BIT(INTERP_INVALID) | INTERP_BIT(INTERP_READ_ONLY) |  \
     INTERP_BIT(INTERP_DOUBLE_FREE) | INTERP_BIT(INTERP_INVALID_FREE) |                      \
     INTERP_BIT(INTERP_OVERLAP))
#define INTERP_OVERFLOW_ERRORS                                                               \
    (INTERP_BIT(INTERP_OVERFLOW) | INTERP_BIT(INTERP_SHIFT) | INTERP_BIT(INTERP_DIVISION) |  \
     INTERP_BIT(INTERP_FLOAT_CAST))
const char *interp_error_name(enum interp_error); /* "out-of-bounds" */

/* A value as bits. Integers and floats: the bits, of more than 64 in `high` too. Pointers:
 * the address in `low`; `high` says which object it belongs to and is for the interpreter
 * only (0: look the address up). */
struct interp_value {
    uint64_t low, high;
};

/* --- choices --- */
enum interp_choice_kind {
    INTERP_CHOICE_INPUT, /* an INPUT instruction; name: its text */
    /* an undefined value is read: an INPUT "uninitialised NAME" or a LOAD of
     * undefined bits */
    INTERP_CHOICE_UNINITIALISED,
    INTERP_CHOICE_EXTERNAL, /* one result of a function without body; name: the function */
    INTERP_CHOICE_MALLOC,   /* type i1: 1 makes this malloc fail */
};
struct interp_choice {
    enum interp_choice_kind kind;
    uint32_t function, instruction; /* that asks */
    struct type type;
    const char *name;
};
enum interp_answer { INTERP_ANSWERED, INTERP_STOP };

enum interp_external {
    INTERP_EXTERNAL_UNSUPPORTED,
    INTERP_EXTERNAL_CHOOSE, /* chosen results and no effect */
    /* The same, but the results and all memory that the arguments reach are followed as
     * undefined bits are: where one decides something, the run ends as unsupported. Law: an
     * error at the end of such a run is there whatever the functions returned and wrote.
     * Leaks of what they could have freed do not count. */
    INTERP_EXTERNAL_FOLLOW,
};

struct interp;
/* For runs that only try inputs: to fill a gigabyte takes seconds that no limit of steps
 * sees. */
#define INTERP_TRIAL_MEMORY (UINT64_C(128) << 20)

struct interp_options {
    /* The value of a choice; *out is zero before. Null: zero every time. INTERP_STOP ends the
     * run with INTERP_CHOICES_OVER. */
    enum interp_answer (*choose)(void *context, const struct interp_choice *,
                                 struct interp_value *out);
    /* Called before each executed instruction, PHIs and NOTEs included; interp_value_of reads
     * operands. May be null. */
    void (*observe)(void *context, const struct interp *, uint32_t function,
                    uint32_t instruction);
    /* Called when memory is fresh, before the run begins: the place to add objects
     * (interp_add_object). May be null. */
    void (*prepare)(void *context, struct interp *);
    void (*output)(void *context, int stream, int character); /* may be null */
    void *context;
    /* `observe` is called only where a run may come by again: at the first instruction of
     * blocks that a backward edge leads to, and of functions */
    bool observe_heads;
    uint32_t errors;               /* INTERP_BIT(...) of those looked for */
    enum interp_external external; /* functions without body and without meaning */
    bool malloc_may_fail;          /* ask for each malloc */
    /* malloc gives the address that was freed last with the same size; else never one
     * twice */
    bool reuse_addresses;
    bool keep_uninitialised; /* LOADs of undefined bits read zeros without asking */
    uint64_t step_limit;     /* instructions; 0: no limit */
    double until;            /* on the wall clock (base/clock.h); 0: no limit */
    uint32_t depth_limit;    /* frames; 0: 100,000 */
    uint64_t memory_limit;   /* bytes of live heap and stack; 0: 1 GB */
    /* may be null; when it becomes true the run ends as a limit, at once if it
     * does inside `observe` */
    const volatile bool *stop;
};

/* --- results --- */
enum interp_end {
    INTERP_FINISHED, /* main returned or exit was called: status */
    INTERP_ERROR,    /* error, place, message */
    /* an error that is not looked for, after which the run has no meaning: error, place,
     * message */
    INTERP_UNDEFINED,
    INTERP_ABORTED,      /* abort or a trap */
    INTERP_ASSUMPTION,   /* an assumption is false */
    INTERP_CHOICES_OVER, /* `choose` said stop */
    INTERP_UNSUPPORTED,  /* message says what */
    INTERP_LIMIT,        /* message says which */
};
struct interp_frame {
    uint32_t function, instruction; /* the instruction that runs, or the call */
};
/* Of an access outside its object, or of a free: the object. */
struct interp_object {
    bool known;
    bool given;        /* it was there before the run */
    struct place made; /* where it was allocated; of globals nowhere */
    uint64_t size;
    int64_t offset;
    uint64_t bytes; /* of the access */
};
struct interp_result {
    enum interp_end end;
    enum interp_error error;
    int status;
    struct place place;         /* of the innermost frame that is not in a library model */
    char message[400];          /* one sentence that starts with the place */
    struct interp_frame *stack; /* innermost first; lives until the next run */
    uint32_t stack_count;
    uint64_t steps;
    struct interp_object object; /* of a memory error */
    bool external; /* a function without body was called, or one of which nothing is known */
    bool made_up;  /* among them one that stands for a result of the C library */
};

struct interp *interp_new(const struct program *);
void interp_free(struct interp *);
/* Runs `main` from fresh memory. A program without main ends as unsupported. */
void interp_run(struct interp *, const struct interp_options *, struct interp_result *);
/* Runs one function from fresh memory; `arguments` has one value per parameter. When it
 * returns, `results` (room for the function's result count, may be null) are filled and the
 * end is INTERP_FINISHED with status 0. */
void interp_call(struct interp *, const struct interp_options *, uint32_t function,
                 const struct interp_value *arguments, struct interp_value *results,
                 struct interp_result *);

/* Inside `prepare`: memory that was there before the run, of undefined content; its start, or
 * null if it is too large. A call of it is a call of a function without body. The name
 * ("memory behind `p`") must live as long as the run. */
struct interp_value interp_add_object(struct interp *, uint64_t size, const char *name);
/* inside `prepare`: its content becomes undefined */
void interp_forget_global(struct interp *, uint32_t global);
struct interp_value interp_global_address(const struct interp *, uint32_t global);
struct interp_value interp_function_address(const struct interp *, uint32_t function);

/* Inside `observe`: the value of an instruction of the running function (its last one) or of
 * a constant. */
struct interp_value interp_value_of(const struct interp *, struct value);
/* Inside `observe`, at the first instruction of a block: the run goes on as if a phi of the
 * block had this value, an integer of at most 64 bits. */
void interp_set_phi(struct interp *, uint32_t phi, uint64_t value);
/* Inside `observe` and `choose`: depth of the call stack, 1 in main. */
uint32_t interp_depth(const struct interp *);
/* Inside `observe`: the how many-th allocation made the heap object of a pointer; 0 if it is
 * not one. */
uint32_t interp_heap_number(const struct interp *, struct interp_value pointer);
/* Inside `observe`: describes the object a pointer belongs to: "`buf` (40 bytes)"; offset
 * into it. False if there is none. */
bool interp_describe_pointer(const struct interp *, struct interp_value pointer, char *name,
                             size_t room, int64_t *offset);

/* Inside `observe`, and after a run until the next: what memory holds behind a pointer. False
 * if that is not wholly inside a live object and defined. */
bool interp_peek(const struct interp *, struct interp_value pointer, struct type,
                 struct interp_value *out);

/* --- states, inside `observe` ---
 * Everything that the rest of a run depends on besides the choices to come, as bytes. Law:
 * where a run has the same state twice, the program has a run that never ends: the choices
 * made between the two, over and over. */
struct text;
void interp_state(const struct interp *, struct text *out);
uint64_t interp_state_hint(const struct interp *); /* equal states have equal ones */
/* The same for a call that begins: what the callee can see of memory that was there at some
 * moment. Law: where a call is made inside another one of the same function, and its state,
 * of the memory that was there when the outer one began, is the same as that of the outer one
 * then, and addresses are not looked at as numbers, the program has a run that never ends:
 * calls without end. */
struct interp_extent {
    size_t stack;
    uint32_t births;
};
struct interp_extent interp_extent(const struct interp *);
void interp_call_state(const struct interp *, struct interp_extent, struct text *out);

#endif
