/* Shared by the files that walk over a function to see how it uses what parameters lead to.
 */
#ifndef CALLER_USAGE_USAGE_INTERNAL_H
#define CALLER_USAGE_USAGE_INTERNAL_H
#include "caller/usage/usage.h"

enum known_kind { KNOWN_NOTHING, KNOWN_POINTER, KNOWN_NUMBER, KNOWN_CONTENT };
struct known { /* of a value */
    uint8_t kind;
    bool exact; /* POINTER: the offset is known; CONTENT: it was read at a constant offset */
    uint32_t id;
    int64_t offset;
};
struct index { /* of a use, by a value or a number */
    uint32_t use, root, number;
    bool whole;     /* from a constant offset in the use, not from somewhere inside */
    int64_t stride; /* by how much one more moves the pointer */
};
struct border { /* a value is compared with a constant: the most that it lets pass */
    uint32_t root;
    int64_t most;
};
struct limit { /* a value or a number is compared with a number */
    uint32_t root, from, number;
    uint32_t weight; /* 4: by its order; 3: only whether it is equal */
};
struct walk {
    struct usage *out;
    const struct program *program;
    const struct function *f;
    uint32_t function;
    struct known *known; /* by instruction */
    VECTOR(struct index) indices;
    VECTOR(struct limit) limits;
    VECTOR(struct border) borders;
    struct known result;
    uint32_t depth;
    const struct walk *outer; /* of the function that calls this one; null: none */
    /* how many were followed: into the program, and into models of the library */
    uint32_t *calls;
};

/* Those that are there already, or new ones. */
uint32_t usage_make_use(struct usage *, uint32_t parent, uint64_t offset);
uint32_t usage_make_number(struct usage *, uint32_t parent, uint64_t offset, uint32_t width);
/* Its elements lie so many bytes apart. */
void usage_stride(struct usage *, uint32_t use, int64_t bytes);
void usage_pair(struct usage *, uint32_t use, uint32_t number, uint32_t weight);

struct known walk_known(const struct walk *, struct value);
/* null: a constant, or none */
const struct instruction *walk_maker(const struct walk *, struct value);
bool walk_constant(const struct walk *, struct value, int64_t *out);
/* The value an index is computed from by constants: (i * 4 + 1) comes from i. */
struct value walk_root(const struct walk *, struct value);

/* What an access says of the memory; what a load or a step of a pointer gives. */
void walk_touch(struct walk *, struct known, uint64_t bytes, bool write);
struct known walk_load(struct walk *, const struct instruction *);
void walk_move(struct walk *, const struct instruction *);
struct known walk_step(struct walk *, const struct instruction *);

/* relate.c: members that are weighed against each other, and that a new size is computed
 * from. */
void walk_note_balance(struct walk *, const struct instruction *);
void walk_note_growth(struct walk *, const struct function *, const struct instruction *call);

/* Notes what an index is compared with; says of uses how far their indices go. */
void walk_note_border(struct walk *, const struct instruction *);
void walk_find_extents(struct walk *);

#endif
