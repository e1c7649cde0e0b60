/* Inside the checker of lists.
 *
 * The program's entry, without calls (program_flatten), is executed from its start and from
 * each loop head in any state that the facts about it allow, up to the next loop heads: a
 * segment. There the facts must hold, and a measure must have fallen. Memory is a heap of
 * SLH (lists/slh/slh.h), in which all nodes are those that malloc made, of one size, with one
 * link. What is not such a program is not covered. */
#ifndef CHECK_LISTS_INTERNAL_H
#define CHECK_LISTS_INTERNAL_H
#include "check/check_internal.h"
#include "check/lists/lists.h"
#include "lists/slh/slh.h"
#include "program/analysis/live.h"

enum list_kind { LIST_NONE, LIST_IS_NUMBER, LIST_IS_POINTER };
/* A number as bits, or a pointer into a node. NONE: nothing is known; using it is not
 * covered. */
struct list_value {
    enum list_kind kind;
    struct term bits;
    struct slh_pointer pointer;
    int64_t offset;
};
enum { LIST_MOST_LOADS = 24, LIST_MOST_MEASURES = 4 };
struct list_load { /* a link that was read on every way here */
    struct slh_heap heap;
    struct slh_pointer from, next;
};
struct list_state {
    struct term guard;
    struct slh_heap heap;
    struct list_value *values; /* by instruction */
    struct list_load loads[LIST_MOST_LOADS];
    unsigned load_count;
    int nexts, fresh; /* slots that ways here have used */
};

/* A loop of the function, and what the certificate says of it. */
struct list_head {
    uint32_t loop, block;
    const struct certificate_loop *facts; /* null: nothing */
    const struct list_formula *measure[LIST_MOST_MEASURES];
    uint32_t measures;
    /* in this segment: their values when control was last at the head; TERM_NONE: unknown */
    struct term last[LIST_MOST_MEASURES];
};

struct list_checker {
    struct checker base; /* for operations on numbers */
    struct activation frame;
    const struct certificate *certificate;
    const struct list_node *node;
    const struct program *program; /* the flat one */
    const struct function *f;
    struct terms *terms;
    struct arena arena;
    struct dominators dominators;
    struct loop_forest forest;
    struct liveness *live;
    struct list_head *heads;
    uint32_t head_count;
    uint32_t *head_of; /* by block; UINT32_MAX: none */
    bool frees;        /* somewhere */
    /* the segment */
    struct slh *slh;
    uint32_t start; /* a head; UINT32_MAX: the entry */
    unsigned fields[LIST_MOST_MEMBERS], freed;
    struct list_state **arrived; /* by block */
    struct term known;           /* at its start */
    VECTOR(struct duty) duties;
};

/* step.c */
struct list_value list_value(struct list_checker *, const struct list_state *, struct value);
void list_step(struct list_checker *, struct list_state *, uint32_t id);
void list_duty(struct list_checker *, enum duty_kind, const struct list_state *, uint32_t id,
               struct term bad, const char *what);
/* Nothing is known of what comes after this instruction. */
void list_uncovered(struct list_checker *, struct list_state *, uint32_t id,
                    const char *what);
struct term list_is_freed(struct list_checker *, const struct list_state *,
                          struct slh_pointer);

/* formula.c: what a formula says in a state; TERM_NONE: what it names is not there. */
struct term list_meaning(struct list_checker *, const struct list_state *,
                         const struct list_formula *);

/* segment.c */
void list_segment(struct list_checker *, uint32_t start);

#endif
