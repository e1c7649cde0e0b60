/* Inside kIkI: its state, and single attempts on the abstract formula. */
#ifndef ENGINE_KIKI_KIKI_INTERNAL_H
#define ENGINE_KIKI_KIKI_INTERNAL_H
#include "base/text.h"
#include "engine/bmc/bmc.h"
#include "engine/kiki/invent.h"
#include "engine/kiki/stages.h"

struct known { /* an invariant row, by loop and shape */
    enum row_state state;
    __int128 value;
};
/* A solver that is kept while formulae have the same axioms: what it learnt stays. */
struct kept {
    struct solver *solver; /* null: none */
    VECTOR(struct term) axioms;
};
/* Is a proof without invariants still to be looked for? It takes turns with attempts while
 * its question is hard. */
enum plain_state { PLAIN_DUE, PLAIN_PASSES, PLAIN_OVER };
struct kiki {
    double build_until; /* of CPU time, for building an abstract formula; 0: no limit */
    unsigned uses;      /* restrictions of the loop (kiki.c) */
    bool coarse; /* abstract formulae leave open what float arithmetic gives (decision 400) */
    struct bmc bmc;
    /* of the abstract formula, whose indices are symbolic where unwinding has constants: what
     * it learns of arrays would make those slow */
    struct layouts layouts;
    struct cut_model cuts;
    __int128 *thresholds;
    size_t threshold_count;
    struct float_thresholds floats;
    struct stages stages;
    struct text domain; /* of the last proof */
    bool learnt;        /* the last check that failed chose a symbolic path */
    struct map index;   /* (loop name, shape) to known */
    VECTOR(struct known) known;
    const struct domain *inferred;   /* the one whose invariants are remembered; null: none */
    bool no_leaks;                   /* the abstract formula cannot tell of leaks */
    struct loop_relations relations; /* invented */
    /* solvers: of the stage at hand; of proofs with k = 1, which is one hard
     * question in many attempts */
    struct kept work, first;
    enum plain_state plain_state;
    struct arena arrays; /* of array rows */
    bool has_arrays;     /* there are arrays beside loops */
    bool has_clauses;    /* domain/template/clause.h: clauses matter */
    bool has_products;   /* engine/kiki/polynomials.h: they matter */
    bool has_heads;      /* some cut is a loop, not only recursive functions */
    bool arrays_tried;   /* a stage about them had its turn */
    bool hopeless;       /* the abstract formula cannot be built for this program */
    explanation open; /* claims that the last attempt did not exclude, if asked to explain */
};

/* The violations that the abstract formula is asked about. */
uint32_t kiki_open(const struct kiki *);
/* The abstract formula; sets `hopeless` where there is none. */
void kiki_build(struct kiki *, struct formula *, uint32_t k, uint32_t violations);
/* Tries to prove what is open with cut loops of which nothing is known. */
void kiki_try_plain(struct kiki *, double seconds);
/* Infers the invariants of a domain; false if that did not come to an end. */
bool kiki_infer(struct kiki *, const struct domain *, double seconds);
/* Tries to prove what is open by k-induction with the invariants that are remembered. */
void kiki_try(struct kiki *, const struct domain *, uint32_t k, double seconds);
void kept_release(struct kept *);
/* Tells which claims stay open (q->open) and which parts of the loops' states, of those that
 * matter for them, the rows do not bound (I19, algorithms 1 and 2). */
void kiki_explain(const struct kiki *, const struct formula *, const rows *);
void kiki_explain_obstacle(const struct kiki *, enum cut_obstacle);

#endif
