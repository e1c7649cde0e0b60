/* Inside cut loops: what is remembered between formulae. */
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
void cut_fail(struct exec *, enum cut_obstacle);

#endif
