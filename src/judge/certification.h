/* What verify and check do with certificates. */
#ifndef JUDGE_CERTIFICATION_H
#define JUDGE_CERTIFICATION_H
#include "base/text.h"
#include "check/check.h"

/* What is asked: these kinds of violations, of this function. */
struct certification_question {
    uint32_t violations, entry;
};
/* Checks all certificates in the text against the program; together they must be about all
 * that is asked, or they are invalid. The first that is not confirmed decides. */
void certification_check(const struct program *, const char *text,
                         const struct certification_question *, double seconds,
                         uint64_t memory, struct check_result *);
/* Adds the invariants in the words of the source. */
void certification_show(const struct program *, const char *text, struct text *out);

#endif
