/* Inside term/: the store's data and what the files of this room offer each other.
 *
 * A node's words are its arguments (an application) or its limbs (a CONST or FLOAT); they
 * never move. Arguments have smaller ids than the term, so ids in ascending order are a
 * topological order. */
#ifndef TERM_INTERNAL_H
#define TERM_INTERNAL_H
#include "base/arena.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "term/term.h"

struct node {
    uint16_t op;
    bool value; /* a constant or an array value */
    uint32_t sort, count;
    uint32_t parameters[2]; /* op.def's; VAR: name; CALL: function; ROUNDING: the mode */
    const uint32_t *words;
};

struct slot {          /* of the table of nodes */
    uint32_t hash, id; /* id 0: empty */
};

struct sort_entry {
    enum sort_kind kind;
    unsigned a, b; /* BV: width; ARRAY: index and element sort; FLOAT: eb and sb */
};

struct terms {
    VECTOR(struct node) nodes; /* entry 0 is "no term" */
    VECTOR(struct sort_entry) sorts;
    VECTOR(const char *) names;
    struct map sort_ids;
    struct text_map variables, name_ids;
    struct arena arena;
    uint32_t *words; /* the rest of the current chunk of words */
    size_t words_left;
    struct slot *slots; /* open addressing over nodes */
    size_t slot_mask;
    unsigned fresh;
    bool in_equation; /* an equation is being written: see polynomial.h */
    void *attachment;
    void (*attachment_free)(void *);
};

static inline const struct node *node_of(const struct terms *terms, struct term t)
{
    CHECK_LAW(t.id != 0 && t.id < terms->nodes.count);
    return &terms->nodes.data[t.id];
}
static inline enum term_op op_of(const struct terms *terms, struct term t)
{
    return (enum term_op)node_of(terms, t)->op;
}
static inline struct term arg_of(const struct terms *terms, struct term t, size_t i)
{
    const struct node *node = node_of(terms, t);
    CHECK_LAW(i < node->count);
    return (struct term){node->words[i]};
}

/* The one node with this content; words are copied. `count` is the number of arguments,
 * `word_count` of words. */
struct term terms_intern(struct terms *, enum term_op, struct sort, const uint32_t *words,
                         size_t word_count, size_t count, uint32_t parameter_0,
                         uint32_t parameter_1);
uint32_t terms_name(struct terms *, const char *name); /* a number for the name */

/* An application as given, neither folded nor rewritten; for rewrites that are at their end.
 */
struct term terms_apply(struct terms *, enum term_op, struct sort, const struct term *,
                        size_t count, const unsigned *parameters);

/* Sort of an application, or id 0 when the arguments do not fit the operator. */
struct sort terms_result_sort(struct terms *, enum term_op, const struct term *, size_t count,
                              const unsigned *parameters);

const char *terms_operator_name(enum term_op);

/* What is to be made: handed to the folders and rewriters, which return TERM_NONE when they
 * have nothing to say. */
struct making {
    enum term_op op;
    struct sort sort; /* of the result */
    const struct term *args;
    size_t count;
    unsigned parameters[2];
};
struct term fold_constants(
    struct terms *,
    const struct making *); /* all arguments are constants (or array values) */
typedef struct term rewriter(struct terms *, const struct making *);
rewriter rewrite_logic;
rewriter rewrite_word;
rewriter rewrite_order;
rewriter rewrite_overflow;
rewriter rewrite_array;

/* Two terms of one sort that can be seen to differ under every assignment. */
bool terms_distinct(const struct terms *, struct term, struct term);
/* A bit-vector constant's limbs, or null. */
static inline const uint32_t *limbs_of(const struct terms *terms, struct term t)
{
    const struct node *node = node_of(terms, t);
    return node->op == TERM_CONST ? node->words : NULL;
}

/* Array values: equal as sets of pairs, and the sorted, smallest way to write one. */
bool array_value_same(struct terms *, struct term, struct term);
struct term array_value_normal(struct terms *, struct term);

#endif
