/* How a function uses what its parameters lead to, read off the program text.
 *
 * A `use` is the memory behind one pointer: a parameter, or a pointer found at an offset of
 * another use. A `number` is an integer parameter or an integer found at an offset of a use.
 * All of it is evidence for a guess: nothing here is a fact about runs. */
#ifndef CALLER_USAGE_USAGE_H
#define CALLER_USAGE_USAGE_H
#include "program/program.h"

#define USE_NONE UINT32_MAX
/* Parameter number USE_RECORD + k of a use: the local that the C parameter k, a record by
 * value, lies in. */
#define USE_RECORD ((uint64_t)1 << 32)

struct use {
    uint32_t parent; /* USE_NONE: parameter number `offset` */
    uint64_t offset;
    bool read, written;
    bool indexed;    /* at offsets that are not constant */
    bool terminated; /* what is read at such offsets is compared with 0 */
    bool open_ended; /* no constant says how far such offsets go */
    bool tested;     /* the pointer is compared with null */
    bool freed, called;
    bool stream; /* given to a function that takes a FILE */
    /* of a variable that holds the pointer, where it points to a record; 0: there is none */
    uint32_t ctype;
    /* the same: the largest record that begins with another one; 0: there is none */
    uint32_t derived;
    uint64_t before; /* bytes reached in front of it at constant offsets */
    uint64_t extent; /* bytes reached at constant offsets */
    uint64_t stride; /* by which indices are multiplied, the largest */
    uint64_t unit;   /* size of the accesses at other offsets, the smallest */
};
struct number {
    uint32_t parent; /* as of a use */
    uint64_t offset;
    uint32_t width;
    bool divides; /* something is divided by it */
    bool shifts;  /* something is shifted by it */
    bool indexes; /* it is an index */
    /* the function itself compares it, or what constants make of it, with no constant, by
     * order */
    bool ordered;
    bool has_limit; /* the function itself compares it with constants, by order */
    int64_t limit;  /* the most that such a comparison lets pass */
    /* the function itself compares it with constants that are not positive, by signed order
     */
    bool has_least;
    int64_t least; /* the least that such a comparison lets pass */
};
struct pairing { /* evidence that a number is how many elements a use has */
    uint32_t use, number;
    uint32_t weight;
};
enum { IN_CALLEE = 1, BY_ITSELF = 2 }; /* weights of what is weighed */
struct null_test { /* the function itself compares the pointer with null */
    uint32_t use, block;
};
struct usage {
    uint32_t function;
    VECTOR(struct use) uses;
    VECTOR(struct number) numbers;
    VECTOR(struct pairing) pairings;
    VECTOR(struct pairing) direct; /* the number itself is an index of the use */
    /* two numbers (`use` is one), or what constants make of them, by their order,
     * by the function itself */
    VECTOR(struct pairing) compared;
    /* two members of one record stand on different sides of a comparison by order, perhaps
     * in sums; the weight says where */
    VECTOR(struct pairing) weighed;
    /* `number` is a use too: the pointers are compared with each other */
    VECTOR(struct pairing) ends;
    VECTOR(struct pairing) alike; /* the same of what is read behind the two */
    VECTOR(struct null_test) tests;
    bool reads_global_pointers; /* from globals that are not constant */
    struct map number_of,
        use_of; /* (function, instruction): a number or use; of the first call only */
};

void usage_find(struct usage *, const struct program *, uint32_t function);
void usage_release(struct usage *);
/* USE_NONE if there is none */
uint32_t usage_use(const struct usage *, uint32_t parent, uint64_t offset);
uint32_t usage_number(const struct usage *, uint32_t parent, uint64_t offset); /* the same */
/* The record begins with the other one, perhaps with several in each other. */
bool ctype_begins_with(const struct program *, uint32_t record, uint32_t first);
bool ctype_is_stream(const struct program *, uint32_t ctype); /* a pointer to FILE */
bool usage_is_index(const struct usage *, uint32_t use, uint32_t number);
bool usage_are_compared(const struct usage *, uint32_t number, uint32_t other);
bool usage_are_weighed(const struct usage *, uint32_t number, uint32_t other);
uint32_t usage_weight(const struct usage *, uint32_t use, uint32_t number);
/* What the operands of an instruction are computed from. */
struct sources {
    bool *numbers;       /* by number: room for all of the usage */
    bool content;        /* what lies in buffers of callers, wider than a byte */
    bool text;           /* bytes there, also through calls and tables */
    bool unnamed;        /* numbers in memory of callers that no plan names */
    uint32_t called;     /* one more than a function whose result it is; 0: there is none */
    uint32_t called_use; /* one more than a pointer of callers that is called for it */
    uint32_t global;     /* one more than a global that is not constant; 0: there is none */
};
struct code_place {
    uint32_t function, instruction;
};
/* Of the first place; the others are the calls that lead there, innermost first: parameters
 * come from there. */
void usage_sources(const struct usage *, const struct program *, const struct code_place *,
                   size_t count, struct sources *);

#endif
