/* Columns: numbers that the state at the head of a loop gives, of which ranking functions are
 * sums.
 *
 * All of them are bounded integers, so any function of them that decreases in every round
 * ends the loop. */
#ifndef ENGINE_TERMINATION_COLUMNS_H
#define ENGINE_TERMINATION_COLUMNS_H
#include "formula/cut/cut.h"

enum column_kind {
    COLUMN_SIGNED,
    COLUMN_UNSIGNED,
    COLUMN_OBJECT,
    COLUMN_FLOAT,
    COLUMN_SIZE,
    COLUMN_TRUTH,
    COLUMN_LEAST, /* of two numbers that the loop compares */
    COLUMN_MOST
};
struct column {
    enum column_kind kind;
    uint32_t slot;         /* TRUTH: of no single one */
    uint32_t other;        /* LEAST, MOST: the second slot */
    struct term pre, post; /* signed, of one width */
};
struct columns {
    unsigned width; /* of each; sums of a few with small factors do not overflow */
    VECTOR(struct column) list;
};
enum columns_wish {
    COLUMNS_PLAIN, /* the variables */
    /* and absolute values, the smaller one of two, and whether conditions of the loop hold */
    COLUMNS_RICH
};
void columns_find(struct columns *, struct terms *, const struct cut_loop *,
                  enum columns_wish);
void columns_release(struct columns *);

#endif
