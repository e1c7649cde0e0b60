/* Inside cut loops: what is remembered between formulae, and one attempt at a loop. */
#ifndef FORMULA_CUT_INTERNAL_H
#define FORMULA_CUT_INTERNAL_H
#include "formula/cut/cut.h"
#include "formula/cut/recursion.h"
#include "formula/cut/summary.h"

struct slot_memo {
    enum slot_kind kind;
    uint32_t instruction, at, bytes;
    uint64_t object;          /* path of the object */
    bool moved, garbage;      /* as in struct summary_field */
    VECTOR(uint64_t) targets; /* pointers: paths of the objects they may name (0: none) */
};
struct loop_memo {
    uint64_t path;
    VECTOR(struct slot_memo) slots;
};
struct cut_memo {
    struct map index;
    VECTOR(struct loop_memo *) loops;
    summaries summaries;
    VECTOR(struct recursive *) recursive;
    bool again; /* more was learnt of them than the formula knew when it began */
};

/* model.c */
void cut_fail(struct exec *, enum cut_obstacle); /* the first reason counts */
void cut_loop_release(struct cut_loop *);
/* a new one if there is none */
struct loop_memo *cut_loop_memo(struct cut_model *, uint64_t path);
bool cut_memo_add(struct loop_memo *, struct slot_memo); /* false: it is there already */

struct cut_attempt {
    struct exec *e;
    struct frame *fr;
    uint32_t loop, header, phis;
    uint64_t name; /* of this instance */
    struct loop_memo *memo;
    uint32_t old_objects; /* objects from here on were made inside the loop */
    struct cut_loop out;
    struct memory_state head; /* memory at the head */
    bool grew;                /* the memo became larger: try again */
};
/* slot.c. Slots are numbered as in the memo. */
/* of those before the loop, the newest; 0: none */
uint32_t cut_find_object(struct cut_attempt *, uint64_t path);
uint32_t cut_phi_at(struct cut_attempt *, uint32_t);
void cut_learn_phis(struct cut_attempt *);
/* Fills slot.entry from the state at entry and slot.pre with fresh variables; changes the
 * head's memory accordingly. */
void cut_open_slot(struct cut_attempt *, size_t, const struct sym *entry_phis);
/* Fills slot.post from the state after the body. */
void cut_close_slot(struct cut_attempt *, size_t, const struct sym *post_phis,
                    const struct memory_state *after);
void cut_see_change(void *attempt, struct change); /* as memory_difference wants it */

/* constant.c. All go into the loop of the attempt; all but the first require its slots. */
void cut_find_constants(struct cut_attempt *);
void cut_find_first_values(struct cut_attempt *);
void cut_find_left_alone(struct cut_attempt *, const struct memory_state *entry);

#endif
