/* Results as JSON: one line each between processes, and as part of reports. */
#ifndef DIFF_REPORT_RESULT_TEXT_H
#define DIFF_REPORT_RESULT_TEXT_H
#include "diff/project/plan.h"

#include <jansson.h>
#include <stdio.h>

/* Writes the decided entry as one line. */
void result_send(FILE *, size_t index, const struct plan_entry *);
/* Reads what result_send wrote; strings are put into the arena. The functions of the entry
 * are not filled. */
bool result_receive(struct arena *, const char *line, size_t *index, struct plan_entry *);

const char *result_verdict_word(enum compare_verdict);
const char *result_cause_word(enum compare_cause);

/* The entry as an object for readers: names, verdict, assumptions, cause, places, chain, time
 * and memory. */
json_t *result_object(const struct plan_entry *);

#endif
