/* Questions to the solver in names of their own: solve.c, filter.c. */
#ifndef ENGINE_SHAPES_GRAPH_QUESTION_H
#define ENGINE_SHAPES_GRAPH_QUESTION_H
#include "engine/shapes/shapes.h"

#define QUESTION_SECONDS 0.2

struct naming {
    struct shapes *s;
    struct map names; /* of the variables of this question */
    struct map used;  /* by sort: how many */
    bool other;       /* some are neither numbers nor truths */
};

/* The term with a name for each variable: the same one wherever it occurs in the question. */
struct term graph_in_names(struct naming *, struct term);
void naming_release(struct naming *);

/* --- models.c --- */
struct model_use {
    struct shapes *s;
    const struct map *model; /* values of names */
    struct map memo;
};
/* Is that one of the models kept a model of these facts? What it has seen must be released by
 * model_end, whatever the answer is. */
bool model_begin(struct model_use *, const struct naming *, size_t, const struct term *facts,
                 size_t count);
bool model_holds(struct model_use *, struct term);
void model_end(struct model_use *);
/* Keeps the solver's model of a question in these names: says which one it is. */
size_t model_note(const struct naming *);

#endif
