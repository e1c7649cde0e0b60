/* Inside the steps of a run: values, and what the kinds of instructions do. */
#ifndef LISTS_STEP_INTERNAL_H
#define LISTS_STEP_INTERNAL_H
#include "base/failure.h"
#include "lists/run.h"

static inline const struct instruction *step_instruction(const struct run *r, uint32_t id)
{
    LAW(id < r->l->f->instructions.count);
    return &r->l->f->instructions.data[id];
}

static inline struct lists_value value_unsupported(void)
{
    return (struct lists_value){.kind = VALUE_UNSUPPORTED};
}

static inline struct lists_value value_number(struct term t)
{
    LAW(term_is(t));
    return (struct lists_value){.kind = VALUE_NUMBER, .number = t};
}

static inline struct lists_value value_pointer(struct slh_pointer p)
{
    return (struct lists_value){.kind = VALUE_POINTER, .pointer = p};
}

static inline struct lists_value step_operand(struct run *r, const struct state *s,
                                              const struct instruction *in, uint32_t k)
{
    return run_value(r, s, instruction_operand(r->l->f, in, k));
}

/* Where there are frees. */
static inline struct term node_is_alive(struct run *r, const struct state *s,
                                        struct slh_pointer p)
{
    LAW(r->l->frees);
    return term_eq(r->l->terms, slh_value(r->slh, s->heap, p, r->freed),
                   term_bv(r->l->terms, 1, 0));
}

/* step_number.c */
/* Any number of that type. */
struct lists_value value_any_number(struct run *, struct type, const char *hint);
/* Numbers of one bit are Boolean terms; as bits they are of width 1. */
struct term value_bits(struct run *, struct term number);
struct lists_value value_from_bits(struct run *, struct term bits);
struct lists_value step_integer(struct run *, struct state *, uint32_t id);
struct lists_value step_select(struct run *, const struct state *,
                               const struct instruction *);

/* step_call.c: a node becomes zero; allocations, and the annotations of include/sooth.h. */
void step_clear(struct run *, struct state *, struct slh_pointer);
void step_call(struct run *, struct state *, uint32_t id);

#endif
