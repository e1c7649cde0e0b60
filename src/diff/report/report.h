/* Reports on a plan that was carried out: one document, written as JSON, YAML, Markdown or a
 * page.
 *
 * The document has a summary, an entry per function, and the differences themselves:
 * functions that differ for one innermost reason (a function, macro, type or variable) share
 * one difference, with both pieces of source. */
#ifndef DIFF_REPORT_REPORT_H
#define DIFF_REPORT_REPORT_H
#include "base/failure.h"
#include "diff/project/plan.h"

struct json_t;

struct report_facts {
    const char *path[2]; /* what was compared, as given */
    double seconds;      /* wall clock of the comparison */
    unsigned jobs;
};

/* The document; the caller gives it back to report_free. */
struct json_t *report_document(struct plan *, const struct report_facts *);
void report_free(struct json_t *);

bool report_write_json(struct json_t *document, const char *path, struct failure *);
bool report_write_yaml(struct json_t *document, const char *path, struct failure *);
bool report_write_markdown(struct json_t *document, const char *path, struct failure *);
bool report_write_html(struct json_t *document, const char *path, struct failure *);

#endif
