/* Inside solver/: terms as Z3 expressions and Z3's values as constants. The meaning of each
 * operator is written down here a second time, on purpose without use of our own rewriting:
 * the cross-checks compare the two. */
#ifndef SOLVER_Z3_TRANSLATE_H
#define SOLVER_Z3_TRANSLATE_H
#include "base/map.h"
#include "term/term.h"

#include <z3.h>

struct z3_terms {
    struct terms *terms;
    Z3_context context;
    struct map expressions; /* term id to Z3_ast */
    struct map sorts;
};

void z3_terms_init(struct z3_terms *, struct terms *);
void z3_terms_release(struct z3_terms *);
Z3_sort z3_sort(struct z3_terms *, struct sort);
Z3_ast z3_expression(struct z3_terms *, struct term);
/* One operator on Z3 expressions; `result` is the sort of the result as ours. Not for leaves
 * and calls. */
Z3_ast z3_application(struct z3_terms *, enum term_op, struct sort result, const Z3_ast *,
                      size_t count, const unsigned *parameters);
/* A float operator (in z3_float.c). */
Z3_ast z3_float_application(struct z3_terms *, enum term_op, struct sort result,
                            const Z3_ast *, const unsigned *parameters);
Z3_ast z3_float_test(struct z3_terms *, enum term_op, const Z3_ast *);
/* A Z3 value as a constant of ours; TERM_NONE if Z3 does not say one. The model is needed for
 * arrays. */
struct term z3_constant(struct z3_terms *, Z3_model, Z3_ast, struct sort);

#endif
