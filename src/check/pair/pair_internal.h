/* Inside the checker of pairs. */
#ifndef CHECK_PAIR_PAIR_INTERNAL_H
#define CHECK_PAIR_PAIR_INTERNAL_H
#include "base/map.h"
#include "check/pair/pair.h"
#include "solver/solver.h"

enum { PAIR_MOST_ARGUMENTS = 10 };

/* A call of a function that is not known, or of the function itself. */
struct pair_event {
    const char *callee; /* "": through a pointer, which is the first argument */
    struct term arguments[PAIR_MOST_ARGUMENTS];
    uint32_t count, results;
    struct term memory; /* before it */
};
/* What must hold for the run to be defined; epoch: after as many events. */
enum pair_check_kind { PAIR_CHECK_HARD, PAIR_CHECK_OVERFLOW };
struct pair_duty {
    enum pair_check_kind kind;
    struct term good;
    uint32_t epoch;
};
struct pair_access {
    struct term address;
    uint32_t bytes, epoch;
    bool writes;
};
struct pair_frame {
    uint32_t function, block,
        call;    /* call: the instruction of the frame below that made it */
    size_t next; /* position in the block */
    uint64_t path;
};
enum pair_end { PAIR_END_OPEN, PAIR_END_PLACE, PAIR_END_STOP };
/* Where a run of one side is, and what it did since the round began. Laws: duties and
 * accesses stand in the order in which they came up, so that their epochs never fall and none
 * is above the number of events; a way that has returned is at PAIR_DONE. */
struct pair_way {
    struct pair_frame frames[PAIR_DEPTH];
    uint32_t depth;    /* 0: it has returned */
    struct map values; /* pair_key to term */
    struct term memory;
    pair_terms conditions;
    VECTOR(struct pair_duty) duties;
    VECTOR(struct pair_event) events;
    VECTOR(struct pair_access) accesses;
    enum pair_end end;
    uint32_t place, steps; /* END_PLACE */
    uint32_t stop;         /* END_STOP: enum stop_kind */
    struct term status;    /* END_STOP: or none */
    struct term results[PAIR_MOST_RESULTS];
    uint32_t result_count;
    size_t length;
};
typedef VECTOR(struct pair_way) pair_ways;

/* Variables whose addresses were used; that they lie apart. */
struct pair_objects {
    VECTOR(struct {
        struct term address;
        uint64_t size;
        bool literal;
    })
    list;
    pair_terms apart;
};

/* One side of the question, and how its values are read. */
struct pair_side {
    const struct program *program;
    const struct program *other;
    uint32_t function;
    int side;
    const struct pair_cut *cuts;
    size_t cut_count;
    struct terms *terms;
    struct solver *solver;     /* null: only conditions that are constant are decided */
    const pair_terms *known;   /* where the round begins */
    const struct map *defined; /* null, or what stands for a variable there, by id */
    size_t most_ways, most_length;
    double until; /* processor time; 0: none */
    uint32_t fresh;
    struct pair_objects *objects; /* null in examples */
    /* Null, or what variables stand for in a run on an example, and what memory holds there
     * at first. */
    struct term (*variable)(void *context, const char *name, unsigned width);
    uint8_t (*byte)(void *context, uint64_t address);
    void *context;
    const char *failed; /* why nothing can be told; null so far */
};

/* --- values.c --- */
uint64_t pair_key(uint64_t path, uint32_t instruction, uint32_t result);
/* of the function itself: 0, 0 */
uint64_t pair_path(uint64_t caller, uint32_t call, uint32_t function);
struct term pair_variable(struct pair_side *, unsigned width, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct term pair_value(struct pair_side *, const struct pair_way *, struct value);
/* The value that an instruction of an activation has where the way is. */
struct term pair_value_of(struct pair_side *, const struct pair_way *, uint64_t path,
                          uint32_t instruction, uint32_t result, unsigned width);
/* of a side that is done */
struct term pair_result(struct pair_side *, uint32_t number, unsigned width);
struct term pair_memory(struct terms *); /* where the round begins */
bool pair_operation(struct pair_side *, struct pair_way *, uint32_t id,
                    const struct instruction *);
struct term pair_holds(struct terms *, struct term i1);

/* --- address.c --- */
struct term pair_address(struct pair_side *, const struct constant *);
/* --- memory.c --- */
struct term pair_load(struct pair_side *, struct pair_way *, struct term address,
                      uint32_t bytes);
void pair_store(struct pair_side *, struct pair_way *, struct term address, struct term value,
                uint32_t bytes);
/* The bytes lie in a variable of the program. */
bool pair_is_inside(struct pair_side *, struct term address, uint32_t bytes, bool writes);

/* --- walk.c --- */
void pair_way_release(struct pair_way *);
void pair_ways_release(pair_ways *);
/* The state of a side at a place. */
bool pair_way_start(struct pair_side *, uint32_t place, struct pair_way *);
/* All ways on from there, with as many steps; false with `failed`. */
bool pair_walk(struct pair_side *, const struct pair_way *from, uint32_t steps,
               pair_ways *out);
bool pair_is_over(struct pair_side *);
/* The function whose body is followed at a call; UINT32_MAX: the call is an event. */
uint32_t pair_callee(const struct pair_side *, const struct function *,
                     const struct instruction *);

/* --- define.c --- */
/* What is known where a round begins: facts that say what a variable is, and the others with
 * these put in. Law: no definition speaks of a variable that is itself defined. */
struct pair_known {
    struct map defined;
    pair_terms rest;
};
void pair_known_find(struct terms *, const pair_terms *facts, struct pair_known *);
void pair_known_release(struct pair_known *);

/* --- match.c --- */
struct pair_question {
    const struct pair_witness *witness;
    struct terms *terms;
    struct solver *solver;
    struct pair_side side[2];
    struct pair_objects objects;
    /* processor time; patience: seconds for one question, 0: all that is left */
    double until, patience;
};
/* Called of a fact that does not hold at the end of a round. */
struct pair_sink {
    void (*fact_fails)(void *context, size_t at, size_t fact);
    void *context;
};
/* All ways of a round from there; true: all is well. Which pairs of places follow is noted in
 * NEXT, by index into the witness. With a sink, facts that fail are told and do not count. */
bool pair_round(struct pair_question *, size_t at, bool *next, const struct pair_sink *,
                struct pair_result *);
bool pair_question_start(struct pair_question *, const struct program *const both[2],
                         const struct pair_witness *, struct terms *, double seconds,
                         struct pair_result *);
void pair_question_release(struct pair_question *);
/* SIZE_MAX: none */
size_t pair_find(const struct pair_witness *, uint32_t old_place, uint32_t new_place);
/* The functions can be compared at all: what they are given and give. Null, or why not. */
const char *pair_compare_types(const struct program *const both[2],
                               const uint32_t function[2]);
bool pair_refuse(struct pair_result *, enum pair_answer, const char *why);

#endif
