/* The text of C sources that debug information points to, as evidence of how a constant was
 * written. */
#ifndef DIFF_PROJECT_SOURCE_H
#define DIFF_PROJECT_SOURCE_H
#include <stdbool.h>
#include <stdint.h>

struct comparer;
struct compare_place;

enum source_evidence { SOURCE_NO, SOURCE_YES, SOURCE_UNAVAILABLE };

/* Does the identifier occur as a token in lines FROM..TO of the file? */
enum source_evidence source_mentions(struct comparer *, const char *file, unsigned from,
                                     unsigned to, const char *word);

/* Does the number occur as a decimal or hexadecimal literal there? */
enum source_evidence source_has_number(struct comparer *, const char *file, unsigned from,
                                       unsigned to, int64_t number);

#endif
