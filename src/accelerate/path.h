/* One way through the body of a loop, from its head back to it: what it makes of the values
 * at the head, and under which conditions a run takes it.
 *
 * Values are polynomials over symbols. A symbol is a value at the head (a phi, or one that is
 * computed before the loop), a scalar in memory, an input, an element of an array, or what an
 * operation that is no polynomial makes of such values. Calls are followed, and so
 * are loops inside whose rounds numbers alone decide on (`for (k = 0; k < 10; k++)`).
 * Pointers with different bases are taken to lead to different objects, and elements that a
 * path reads are taken to be the same in all rounds: whoever uses a path that `guesses` so
 * must check what comes of it. */
#ifndef ACCELERATE_PATH_H
#define ACCELERATE_PATH_H
#include "accelerate/polynomial.h"
#include "base/vector.h"
#include "program/passes.h"

enum walked_kind {
    WALKED_NOT,       /* nothing is known of it */
    WALKED_NUMBER,    /* an integer of at most 64 bits */
    WALKED_POINTER,   /* a base and an offset in bytes */
    WALKED_CONDITION, /* a test, perhaps negated */
    WALKED_WHOLE,     /* a symbol of another type */
};
struct walked {
    enum walked_kind kind;
    uint32_t width;           /* NUMBER; of a POINTER's offset too */
    struct polynomial number; /* NUMBER; POINTER: the offset */
    uint32_t symbol;          /* POINTER: the base; WHOLE; CONDITION: number of the test */
    bool negated;             /* CONDITION */
};

enum symbol_kind {
    SYMBOL_VALUE, /* of an instruction before the loop, of a phi of its head, or a constant */
    SYMBOL_GLOBAL,    /* its address */
    SYMBOL_CELL,      /* what a scalar in memory holds at the head */
    SYMBOL_INPUT,     /* the same in all rounds */
    SYMBOL_ELEMENT,   /* what is read at an address that changes; the same in all rounds */
    SYMBOL_EXTENDED,  /* a narrower number */
    SYMBOL_TRUNCATED, /* a wider symbol */
    SYMBOL_ADDRESS,   /* of a pointer, as a number */
    SYMBOL_CLONE,     /* another operation on one or two numbers */
};
struct symbol {
    enum symbol_kind kind;
    struct type type;
    struct value value; /* VALUE */
    bool is_phi;        /* VALUE */
    /* GLOBAL: its index; CELL, ELEMENT: base; TRUNCATED, ADDRESS: another symbol */
    uint32_t of;
    struct polynomial inner;        /* EXTENDED: what; CELL, ELEMENT: the offset */
    uint32_t inner_width;           /* EXTENDED */
    bool is_signed;                 /* EXTENDED */
    uint32_t function, instruction; /* INPUT, ELEMENT, CLONE */
    struct walked operands[2];      /* CLONE */
    uint32_t operand_count;
};

enum test_kind { TEST_COMPARE, TEST_NO_OVERFLOW };
struct test {
    enum test_kind kind;
    uint8_t compare;    /* enum compare; NO_OVERFLOW: enum bits_function */
    struct walked a, b; /* numbers of one width, or pointers */
};

struct after { /* what a phi is after a round */
    uint32_t phi;
    struct walked value;
};
/* a scalar in memory: one that has a symbol, and what it holds after the round */
struct cell {
    uint32_t symbol;
    struct walked value;
    bool written;
};
struct array_store {
    uint32_t base;
    struct walked offset, value;
    struct type type;
    uint32_t function, instruction;
};
struct asking { /* an instruction of the body that may ask for a choice */
    uint32_t function, instruction, symbol;
};

struct path {
    const struct program *program;
    uint32_t function, loop;
    const struct loop_forest *forest;
    uint32_t ignored; /* kinds of checks (bits) that do not matter */
    VECTOR(struct symbol) symbols;
    VECTOR(struct test) tests; /* all that were made */
    VECTOR(struct test) taken; /* those that must hold */
    VECTOR(struct after) phis; /* of the head */
    VECTOR(struct cell) cells;
    VECTOR(struct array_store) stores;
    VECTOR(struct asking) inputs, loads, calls;
    VECTOR(bool) decisions; /* in the order in which they are met */
    size_t met;
    uint32_t walked; /* paths so far */
    uint32_t rounds; /* of the loop that make up one round of the path */
    bool guesses;    /* see above */
};

/* The next path of a loop: keeps the decisions of the last one but for the last that has
 * another way. False when there is none left, or there were too many. `possible` is false
 * where a path cannot be followed or leaves the loop. */
void path_init(struct path *, const struct program *, uint32_t function,
               const struct loop_forest *, uint32_t loop, uint32_t ignored);
bool path_next(struct path *, bool *possible);
void path_release(struct path *);

/* Numbers in other widths. */
struct polynomial path_truncated(struct path *, const struct polynomial *, uint32_t to);
struct polynomial path_extended(struct path *, const struct polynomial *, uint32_t from,
                                uint32_t to, bool is_signed);
uint32_t path_symbol(struct path *, const struct symbol *); /* the one like it */
/* A pointer's address as a number. */
struct polynomial path_address(struct path *, const struct walked *);

#endif
