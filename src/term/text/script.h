/* Writing an SMT-LIB script piece by piece: what was declared and defined so far. Variables
 * and functions are declared, shared parts defined, before their first use. */
#ifndef TERM_TEXT_SCRIPT_H
#define TERM_TEXT_SCRIPT_H
#include "base/arena.h"
#include "base/map.h"
#include "base/text.h"
#include "term/term.h"

struct script {
    struct text_map declared; /* name to sort: a name has one sort in a script */
    struct text_map extras;
    struct map defined;
    struct arena arena;
    struct text last; /* how the last part is written, to be put into an assert or so */
};

/* A zeroed script with its arena initialised is empty. Writes the declarations and
 * definitions that t needs; script->last is then t's text. The names of t's variables must
 * live as long as the script. */
void print_script_part(struct script *, const struct terms *, struct term t,
                       struct text *out);
void script_release(struct script *);

#endif
