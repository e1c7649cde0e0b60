/* Learning a pattern from two versions given by their paths. */
#ifndef DIFF_CUSTOM_LEARN_FILE_H
#define DIFF_CUSTOM_LEARN_FILE_H
#include "base/failure.h"
#include "base/text.h"

struct learn_request {
    const char *old_path, *new_path, *function;
    const char *name;   /* null: the function's */
    const char *output; /* null: only the text */
};

/* Fills the text with the pattern file, and writes it if an output is named. */
bool learn_file(const struct learn_request *, struct text *, struct failure *);

#endif
