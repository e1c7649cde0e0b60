/* Inside the symbolic executor: frames, edges and the path that is being executed. */
#ifndef FORMULA_EXEC_INTERNAL_H
#define FORMULA_EXEC_INTERNAL_H
#include "program/analysis/addresses.h"
#include "formula/formula.h"
#include "formula/guard.h"

/* Blocks that run directly in a loop's body or in the function, and the headers of its inner
 * loops, in reverse postorder. */
struct region {
    uint32_t *blocks, count;
};
struct brought {
    uint32_t *values, count;
};
/* What is known of one function before execution. */
struct function_facts {
    bool ready, reducible;
    struct dominators dominators;
    struct loop_forest loops;
    uint32_t *child_of;    /* per block: the loop it is the header of, or UINT32_MAX */
    struct region *region; /* per loop; the last is the function's own */
    /* Per block: values that are live there and were defined in a loop that does not contain
     * it. Such a value has one term per iteration, so every edge to the block brings its own.
     */
    struct brought *brought;
};
struct program_facts {
    const struct program *program;
    struct arena arena;
    struct function_facts *functions;
    struct address_facts *addresses; /* null until asked for */
};
struct function_facts *facts_of(struct program_facts *, uint32_t function);
const struct address_facts *facts_addresses(struct program_facts *);

struct carried {
    uint32_t instruction;
    struct sym value;
};
/* Control passes to a block: under a guard, with a memory, with values for its phis and for
 * what left a loop.
 */
struct edge {
    const struct guard *guard;
    struct memory_state memory;
    struct sym *phis;
    struct carried *carried;
    uint32_t carried_count;
};
typedef VECTOR(struct edge) edges;

struct return_edge {
    const struct guard *guard;
    struct memory_state memory;
    struct sym *results;
};

struct frame {
    struct frame *caller;
    uint32_t call; /* instruction of the caller */
    uint32_t function;
    const struct function *f;
    struct function_facts *facts;
    uint64_t context;    /* hash of the call path with loop iterations */
    uint64_t path;       /* hash of the call path alone */
    struct sym *values;  /* by instruction id */
    struct sym **extra;  /* by CALL instruction id: results 1.. */
    edges *pending;      /* by block */
    uint32_t *iteration; /* by loop: the current one */
    VECTOR(struct return_edge) returns;
    VECTOR(uint32_t) locals; /* stack objects made by this activation */
};

struct recorded_call { /* a call that was replaced by a summary (recursion.h) */
    uint32_t function;
    uint32_t within; /* the recursive function in whose body it is; UINT32_MAX: none */
    uint64_t name;
    struct term made, returned; /* guards before and after */
    struct sym *values; /* parameters, what is touched, results, what is written afterwards */
};

struct exec {
    struct formula *out;
    const struct formula_options *options;
    struct program_facts *facts;
    const struct program *program;
    struct terms *terms;
    struct memory *memory;
    struct arena arena;
    const struct guard *root;
    /* the path being executed; dead when guard is null */
    const struct guard *guard;
    struct memory_state state;
    uint32_t depth;
    size_t steps;
    bool assuming; /* checks of claims are assumed, not claimed (inductive hypotheses) */
    /* edges that leave this loop of this frame are dropped; null: none */
    struct frame *closed_frame;
    uint32_t closed_loop;
    VECTOR(uint32_t) heap_objects;
    VECTOR(uint32_t) escaped; /* objects that some function without body could reach */
    /* --extern havoc: locals and heap objects whose address anybody may know */
    VECTOR(uint32_t) known;
    struct environment *environment; /* of a function verified alone; else null */
    struct memory_state start;       /* memory when the program begins */
    /* of recursive functions that have a summary (recursion.h) */
    VECTOR(struct recorded_call) calls;
    uint32_t within; /* the recursive function whose body is executed */
};

/* exec.c */
/* the path goes on only where it holds */
void exec_assume(struct exec *, struct term condition);
void exec_claim(struct exec *, struct frame *, uint32_t instruction, enum violation,
                struct term good);
void exec_cut(struct exec *, struct frame *, uint32_t instruction, enum cut_reason,
              struct term when, const char *what);
/* What memory could not do exactly since the last time is a cut of the paths under the guard.
 */
void exec_note_inexact(struct exec *, struct frame *, uint32_t instruction,
                       const struct guard *);
void exec_event(struct exec *, struct frame *, uint32_t instruction, enum event_kind,
                struct sym);
bool exec_stopped(struct exec *);
uint64_t exec_name(
    struct exec *, struct frame *,
    uint32_t instruction); /* context hash of this execution of an instruction */
struct sym exec_value(struct exec *, struct frame *, struct value);
static inline struct sym exec_operand(struct exec *e, struct frame *fr,
                                      const struct instruction *in, uint32_t k)
{
    LAW(k < in->count);
    return exec_value(e, fr, instruction_operand(fr->f, in, k));
}
void exec_edge(struct exec *, struct frame *, uint32_t from, uint32_t to,
               struct term condition, bool last);
/* Merges edges into the path; false if none is feasible. */
bool exec_join(struct exec *, struct frame *, edges *, uint32_t block);
/* one pass over a loop's body or the function */
void exec_region(struct exec *, struct frame *, uint32_t region);
/* exec_record.c */
/* the object is a record of that type */
void exec_pin_members(struct exec *, uint32_t object, uint32_t ctype);
void exec_pin_globals(struct exec *);
/* that the term is, as unsigned number, on the path */
uint64_t exec_most(void *exec, struct term);
/* exec_loop.c */
void exec_loop(struct exec *, struct frame *, uint32_t loop);
/* cut.c */
void exec_cut_loop(struct exec *, struct frame *, uint32_t loop);
uint32_t exec_phi_count(const struct function *, uint32_t block);
/* exec_instruction.c */
void exec_instruction(struct exec *, struct frame *, uint32_t id);
/* exec_memory.c */
/* an instruction of that class */
void exec_memory(struct exec *, struct frame *, uint32_t id);
void exec_known_pointer(struct exec *, struct frame *, uint32_t id, struct sym pointer);
void exec_store_at(struct exec *, struct frame *, uint32_t id, struct sym pointer,
                   struct sym value, struct type);
/* exec_call.c */
void exec_call(struct exec *, struct frame *, uint32_t id);
/* Runs a function with a body from the current path; its results, merged over all returns, go
 * to `results`.
 */
void exec_call_function(struct exec *, struct frame *, uint32_t id, uint32_t function,
                        struct sym *arguments, uint32_t count, struct sym *results);
/* exec_external.c: a function without body; a function of which nothing is known at all. */
void exec_call_external(struct exec *, struct frame *, uint32_t id, uint32_t function,
                        const struct sym *arguments, uint32_t count, struct sym *results);
/* A local or a heap object that the instruction makes. */
void exec_external_sees(struct exec *, struct frame *, uint32_t id, uint32_t object);
void exec_call_unknown(struct exec *, struct frame *, uint32_t id,
                       const struct sym *arguments, uint32_t count, struct sym *results);
/* main returns or exit is called: exit handlers run, and then the program is over. */
void exec_end_of_program(struct exec *, struct frame *, uint32_t instruction);
/* leaks are looked for */
void exec_program_over(struct exec *, struct frame *, uint32_t instruction);
struct frame *exec_frame(struct exec *, struct frame *caller, uint32_t call,
                         uint32_t function, uint64_t context);
void exec_free_frame(struct frame *);
void exec_run_frame(
    struct exec *, struct frame *,
    struct sym *results); /* from the path into the path; results of all returns merged */
/* exec_float.c, exec_bits.c: pure operations */
/* of a float that may be a NaN */
void exec_look_at_sign(struct exec *, struct frame *, uint32_t id, struct term x);
struct sym exec_float(struct exec *, struct frame *, uint32_t id);
struct sym exec_bits(struct exec *, struct frame *, uint32_t id);

#endif
