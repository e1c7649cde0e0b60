/* Recursive functions in the abstract formula: a call is replaced by what a summary says of
 * it.
 *
 * A function that is found on the stack of its own calls, and whose effects can be described
 * (scalars in and out, and scalars of globals), is executed once from arbitrary arguments.
 * Every call of it, from outside or from itself, leaves arbitrary results behind. Two entries
 * of the cut model tie these together: rows of its *context* are assumed of the arguments
 * with which the body is executed and must hold at every call; rows of its *summary* speak of
 * arguments and results, must hold at its returns and are assumed at every call. (P18 460-503
 * has summaries without recursion.) Sound by induction over time: the first call or return
 * that breaks a row would have only good ones before it. Calls that never return need
 * nothing. docs/decisions/052-recursion-by-summaries.md */
#ifndef FORMULA_CUT_RECURSION_H
#define FORMULA_CUT_RECURSION_H
#include "formula/cut/cut.h"
#include "formula/exec_internal.h"

/* Fills in what is touched; false if the function does anything that scalars cannot describe.
 */
bool recursion_fits(const struct program *, enum extern_policy, struct recursive *);

/* Replaces the call if the function has a summary (then the path has ended, or goes on with
 * its results). Where a call shows that it needs one, the formula is to be encoded again. */
bool recursion_call(struct exec *, struct frame *, uint32_t call, uint32_t function,
                    const struct sym *arguments, struct sym *results);
/* Executes the bodies of what was called so, and adds contexts and summaries to the cut
 * model. */
void recursion_finish(struct exec *);

#endif
