/* What verify and check do with certificates. */
#ifndef JUDGE_CERTIFICATION_H
#define JUDGE_CERTIFICATION_H
#include "check/check.h"

/* Checks all certificates in the text against the program; together they must be about all of these
 * violations. */
void certification_check(const struct program *, const char *text, uint32_t violations, uint32_t entry,
                         double seconds, uint64_t memory, struct check_result *);
/* Adds the invariants in the words of the source. */
void certification_show(const struct program *, const char *text, struct text *out);

#endif
