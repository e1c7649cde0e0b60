/* Pieces of source text around a place, for reports. */
#ifndef DIFF_REPORT_SNIPPET_H
#define DIFF_REPORT_SNIPPET_H
#include "base/arena.h"
#include "diff/match/compare.h"

struct snippet {
    const char *file;
    unsigned first;  /* number of the first line; 0: no text could be had */
    unsigned marked; /* the line that differs, or 0 */
    size_t count;
    const char **lines; /* valid UTF-8, without line ends */
};

/* The whole function around the place if it is short, else the lines around it. PROJECT may
 * be null; it tells where the function begins and ends. */
struct snippet snippet_take(struct arena *, const struct project *,
                            const struct compare_place *, const char *source);

/* One line of a file, without surrounding blanks; null if there is none. */
const char *snippet_line(struct arena *, const char *file, unsigned line);

#endif
