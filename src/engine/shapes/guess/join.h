/* Inside weakening: a graph that is to become weaker, and what its numbers are in the one
 * that is to fit. */
#ifndef ENGINE_SHAPES_JOIN_H
#define ENGINE_SHAPES_JOIN_H
#include "engine/shapes/shapes.h"

struct graph_position {
    struct term *at;
    uint32_t list;   /* the innermost list whose element has it; 0: none */
    uint32_t object; /* of which it is an offset; 0: none */
    bool frame;      /* of a register; these come first */
    bool flag;       /* a register that only ever gets small constants */
    bool selects;    /* says which pointer of an object is meant */
    bool length;     /* of a list */
};
typedef VECTOR(struct graph_position) graph_positions;
/* All numbers of a graph, in an order that depends on the structure alone. */
void shapes_find_positions(struct shapes *, struct graph *, graph_positions *out);
void shapes_make_private(struct shapes *,
                         struct graph *); /* all its objects may be changed */
struct weakening {
    struct shapes *s;
    const struct graph *special;
    struct graph *general, *out;
    const struct embedding *e;
    graph_positions before, after; /* of general and out, one to one */
    graph_bindings bindings;
    /* new variables: what they were in general (instance UINT32_MAX), and
     * what they are in each instance */
    VECTOR(struct graph_binding) fresh;
    bool changed, refused;
};

/* The situation of one instance in the special graph. */
struct graph_context weakening_special(struct weakening *, uint32_t instance);
/* ... and of one list, or of the graph itself, in the general one as it was. */
struct graph_context weakening_general(struct weakening *, uint32_t list);
/* Variables of the graph itself that its positions hold. */
void shapes_outer_variables(struct shapes *, struct graph *, struct graph_terms *out);
/* Constants that such positions hold so far, a few: elements are compared with these too, as
 * with numbers later. */
void shapes_outer_constants(struct shapes *, struct graph *, struct graph_terms *out);
/* Only facts that speak of what is still there. */
void shapes_keep_known(struct shapes *, struct graph_terms *facts,
                       const struct graph_terms *known, const struct graph_terms *local);
bool shapes_same_terms(const struct graph_terms *, const struct graph_terms *);

/* rows.c: rows about the ends of a list and about neighbours. Those that hold in all
 * situations of the special graph; and, if both is set, in the general one as it was. */
void shapes_find_ends(struct weakening *, uint32_t list, bool both);
/* Rows that mention numbers which are forgotten say what they can without them. The facts are
 * those of the graph before; the map tells what its new variables stand for. */
void shapes_refresh_rows(struct shapes *, struct graph *, const struct graph_terms *facts,
                         const struct map *, const struct graph_terms *known);

#endif
