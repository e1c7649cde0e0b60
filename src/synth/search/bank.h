/* A bank of expressions, grown from the leaves by number of steps; of those with the same
 * values on all points only the first is kept (observational equivalence).
 *
 * Laws: entries of fewer steps come first; entry i of level l has l steps as a tree, level 0
 * are the leaves in the order given; an operand is an earlier entry. */
#ifndef SYNTH_SEARCH_BANK_H
#define SYNTH_SEARCH_BANK_H
#include "base/vector.h"
#include "synth/language/language.h"

enum { BANK_LEVELS = 8, BANK_POINTS = 64 };

struct bank_entry {
    uint8_t op; /* of leaves: OPERATOR_COUNT */
    bool constant;
    uint32_t a, b; /* operands; of leaves: its number */
};
struct bank {
    unsigned points, width;
    size_t limit; /* no more entries than this */
    VECTOR(struct bank_entry) entry;
    VECTOR(uint64_t) values;       /* `points` for each */
    VECTOR(uint64_t) first;        /* value on point 0, once more */
    uint32_t *table;               /* by hash of all values: entry plus one */
    size_t slots;                  /* a power of two */
    size_t level[BANK_LEVELS + 1]; /* first entry of each level; [levels] is the count */
    unsigned levels;
};

void bank_init(struct bank *, unsigned points, unsigned width, size_t limit);
void bank_release(struct bank *);
static inline const uint64_t *bank_values(const struct bank *b, size_t entry)
{
    return b->values.data + entry * b->points;
}
void bank_add_leaf(struct bank *, const uint64_t *values, bool constant);
/* Adds levels over these instructions (of one or two operands) until the bank is full, has
 * BANK_LEVELS, or *interrupt is nonzero. */
void bank_grow(struct bank *, operator_set, const volatile int *interrupt);
/* The entry with these values; false if there is none. */
bool bank_find(const struct bank *, const uint64_t *values, size_t *entry);

/* --- candidates over entries --- */
struct bank_writer {
    const struct bank *bank;
    struct candidate *candidate; /* leaves are its inputs and constants, in order */
    bool full;                   /* it did not fit */
};
/* These return the register that holds the value. Steps that are there already are not added
 * again. */
uint8_t bank_write(struct bank_writer *, size_t entry);
uint8_t bank_write_step(struct bank_writer *, unsigned op, uint8_t a, uint8_t b, uint8_t c);

#endif
