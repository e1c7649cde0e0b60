/* Stages: the domains that kIkI tries, cheap ones first, and what a proof needed of them. */
#ifndef ENGINE_KIKI_STAGES_H
#define ENGINE_KIKI_STAGES_H
#include "domain/compose.h"
#include "domain/strategy/strategy.h"

/* The domains of stages (domain/compose.h reads them), from cheap to rich. */
#define STAGE_INTERVALS "product(intervals, pointers, floats)"
#define STAGE_CONGRUENCES "product(intervals, pointers, floats, congruences)"
#define STAGE_EQUALITIES "product(intervals, pointers, floats, congruences, equalities)"
#define STAGE_ZONES "product(zones, pointers, floats, congruences, equalities)"
#define STAGE_WIDTHS "product(zones, widths, pointers, floats, congruences, equalities)"
#define STAGE_OCTAGONS "product(octagons, pointers, floats, congruences, equalities)"
#define STAGE_PATHS "paths(intervals, pointers, floats)"
#define STAGE_PATHS_OF_ZONES "paths(zones, pointers, floats, congruences, equalities)"
#define STAGE_CLAUSES "product(intervals, pointers, floats, congruences, equalities, clauses)"
#define STAGE_AFFINE                                                                         \
    "product(intervals, pointers, floats, congruences, equalities, orders, affine)"
#define STAGE_AFFINE_ZONES "product(zones, pointers, floats, congruences, equalities, affine)"
#define STAGE_POLYNOMIALS                                                                    \
    "product(intervals, pointers, floats, congruences, equalities, orders, polynomials)"
/* three variables at once: expensive */
#define STAGE_SUMS "product(intervals, pointers, floats, congruences, equalities, sums)"
#define STAGE_RELATIONS                                                                      \
    "product(intervals, pointers, floats, congruences, equalities, synthesised)"
/* where nothing is known of floats */
#define STAGE_COARSE "product(intervals, pointers)"
#define STAGE_COARSE_ZONES "product(zones, pointers, congruences, equalities)"
#define STAGE_SEGMENTS "product(intervals, pointers, equalities, segments)"
#define STAGE_ARRAYS "product(zones, pointers, equalities, arrays)"

struct stage_domain {
    const char *text;
    const struct domain *domain;
};
struct stages {
    struct arena arena;
    VECTOR(struct stage_domain) domains; /* that were read */
    const struct domain *only;           /* the user's choice; null: none */
};
/* `only`: the text of a domain that can be read, used whatever is asked for; null: none. */
void stages_init(struct stages *, const char *only);
void stages_release(struct stages *);
/* The domain of that text, the same one each time; it must be one that can be read. */
const struct domain *stages_domain(struct stages *, const char *text);
/* The symbolic paths that a domain holds; null if it holds none. */
struct symbolic_paths *stage_paths(const struct domain *);

/* The ghosts of symbolic paths over the loops of a model: its loops and, on request, branches
 * inside them. Chosen here since formula/cut/ knows of no domain: it only runs with those
 * that a model names. */
void stage_ghosts(const struct program *, const struct symbolic_paths *, struct cut_model *);
/* After SAT: chooses the paths that the loops of the model were on or, if all of them were
 * chosen before, paths from which chosen ones are reached; false if there are none. */
bool stage_learn(struct solver *, const struct cut_model *, struct symbolic_paths *);

/* Leaves out the rows of each domain, the richest first, that are not needed for the rest to
 * be inductive and to exclude `bad`. */
void stage_reduce(struct solver *, const struct cut_model *, rows *, struct term bad,
                  const struct strategy_options *);
/* The domain of the rows that say something: "zones", "product(intervals, floats)",
 * "paths(intervals)"; empty: none does. */
void stage_name(const rows *, const struct domain *tried, struct text *);

#endif
