/* S-expressions: atoms and lists, with the line they start on. Everything lives in the arena.
 */
#ifndef SYNTH_SPEC_SEXPR_H
#define SYNTH_SPEC_SEXPR_H
#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;

struct sexpr {
    const char *atom; /* null: a list */
    struct sexpr **item;
    size_t count;
    unsigned line;
};

/* The whole text as one list of its expressions; null with a failure. */
struct sexpr *sexpr_read(struct arena *, const char *text, const char *path,
                         struct failure *);
bool sexpr_is(const struct sexpr *, const char *atom);
/* A list that starts with this atom. */
bool sexpr_starts(const struct sexpr *, const char *atom);

#endif
