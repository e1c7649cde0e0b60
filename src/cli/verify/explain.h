/* `verify --explain`: why the answer is unknown, and whether a proof says anything. */
#ifndef CLI_VERIFY_EXPLAIN_H
#define CLI_VERIFY_EXPLAIN_H
#include "cli/verify/arguments.h"
#include "explain/explain.h"

/* When engines must be done, so that some of the limit is left for explaining; 0: there is no
 * limit. */
double explain_engines_until(const struct verify_arguments *, double start);
/* Fills it, if the command line asks for it. The program is the one that was judged; it is
 * left as it was. */
void explain_judgement(const struct verify_arguments *, struct program *,
                       const struct judgement *, struct explained *);

#endif
