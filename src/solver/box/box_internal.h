/* Inside solver/box/: the formula as a list of nodes, arguments before what is made of them.
 */
#ifndef SOLVER_BOX_BOX_INTERNAL_H
#define SOLVER_BOX_BOX_INTERNAL_H
#include "base/map.h"
#include "base/vector.h"
#include "solver/box/box.h"
#include "solver/box/value.h"

enum { BOX_ARGUMENTS = 4 };
enum box_number { BOX_NO_NUMBER, BOX_NUMBER, BOX_MINUS_NUMBER };
struct box_node {
    struct term term;
    enum term_op op;
    struct box_form form;
    uint32_t first, count;  /* its arguments, in `arguments` of the formula */
    bool opaque;            /* nothing is told of it, whatever its arguments are */
    enum box_number number; /* it is that of a float (term/float_number.h) ... */
    uint32_t argument;      /* ... which is this node */
    bool rounds;            /* its first argument is a rounding mode, and known */
    struct box_operation operation;
};
struct box_clause {
    uint32_t first, count; /* in `literals` */
};
struct box_formula {
    struct terms *terms;
    VECTOR(struct box_node) nodes;
    VECTOR(uint32_t) arguments, literals; /* nodes */
    VECTOR(struct box_clause) clauses;
    struct map node_of; /* by term */
};
uint32_t box_add_node(struct box_formula *, struct term);
void box_formula_release(struct box_formula *);

/* All nodes, where variables have the values that are there already. */
void box_evaluate(const struct box_formula *, struct box_value *values);
/* What a term is at a point lies within its value there (tests/unit/solver/box_test.c). Says
 * whether each clause may hold. */
bool box_may_hold(const struct box_formula *, const struct box_value *values);

#endif
