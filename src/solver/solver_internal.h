/* Inside solver/: what a back end implements. A back end's solver begins with a `struct
 * solver`. */
#ifndef SOLVER_INTERNAL_H
#define SOLVER_INTERNAL_H
#include "solver/solver.h"

struct solver {
    const struct solver_backend *backend;
    struct terms *terms;
    struct solver_statistics statistics;
    enum answer answer; /* of the last call: what may be asked of it now */
};

struct solver_backend {
    const char *name, *summary;
    struct solver *(*make)(struct terms *);
    void (*free)(struct solver *);
    void (*keep_plain)(struct solver *); /* null: there is nothing to do */
    void (*assert_clause)(struct solver *, const struct term *, size_t);
    /* Gets ready to assume the term, within the limits; false: they were reached. Null: there
     * is nothing to do. */
    bool (*prepare)(struct solver *, struct term, const struct solver_limits *);
    /* What the next solve takes along and forgets; only solver.c and decorators call these.
     */
    void (*assume)(struct solver *, struct term);
    void (*constrain)(struct solver *, const struct term *, size_t);
    enum answer (*solve)(struct solver *, const struct solver_limits *);
    struct term (*value)(struct solver *, struct term);
    bool (*failed)(struct solver *, struct term);
    void (*statistics)(const struct solver *,
                       struct solver_statistics *); /* null: the solver's own are complete */
};

extern const struct solver_backend solver_cadical, solver_z3;

/* A decorator: tries boxes (solver/box/box.h) on arithmetic of floats before circuits are
 * made of it, and in turns with the search over these; owns inner. */
struct solver *solver_boxed(struct solver *inner);

#endif
