/* Inside solver/: arrays and uninterpreted functions on demand.
 *
 * The blaster makes inputs of reads, calls and array equalities. This watches those that
 * occur in what one solver was asked, checks a model of the circuits against the axioms of
 * arrays and functions, and hands back the instances (as clauses of terms) that the model
 * breaks. When none is broken it has values for arrays and functions. Every lemma is valid,
 * so answers "unsatisfiable" need no further argument; for "satisfiable" all reads, calls and
 * equalities were evaluated. Nested arrays and calls with arrays are not handled:
 * `unsupported` is set. */
#ifndef SOLVER_LEMMAS_H
#define SOLVER_LEMMAS_H
#include "base/map.h"
#include "base/vector.h"
#include "blast/blaster.h"

/* What the lemmas need of their solver. */
struct lemmas_host {
    void *context;
    struct term (*leaf)(void *context, struct term leaf); /* value in the model; none: 0 */
    void (*clause)(void *context, const struct term *clause,
                   size_t count); /* assert this lemma */
};

/* A read that fixed the element of an array variable at an index. */
struct array_entry {
    struct term variable, index_value, read;
};

struct lemmas {
    struct terms *terms;
    struct blaster *blaster;
    bool unsupported;
    struct map seen; /* terms already looked through */
    VECTOR(struct term)
    reads, calls, equalities, arrays, stores; /* what was found there; arrays: variables */
    /* of the check under way and, if nothing was broken, of the model: */
    const struct lemmas_host *host;
    struct map *memo; /* values of terms, reads, calls and equalities being inputs */
    /* array variable and index value to the read that fixes the element */
    struct map entries;
    VECTOR(struct array_entry) entry_list;
    struct map definitions;  /* array variable to an equality that holds and defines it */
    struct map array_values; /* array variable to its value */
    /* call with constant arguments to its value (while checking: to the first such call) */
    struct map call_values;
    VECTOR(struct term) clause;
    size_t added;
    size_t expanded; /* reads before this were looked at by lemmas_expand */
};

/* Arrays of at most this many writes and choices over a constant array are expanded. Fuzzers
 * set it to 0 as well. */
extern unsigned lemmas_expansion_depth;

void lemmas_init(struct lemmas *, struct terms *);
void lemmas_release(struct lemmas *);
void lemmas_watch(struct lemmas *, struct term); /* the term became part of what is asked */
/* Defines those reads of small arrays that are new since the last time by reads one step
 * further down. */
void lemmas_expand(struct lemmas *, const struct lemmas_host *);
/* How many lemmas the model breaks; they were asserted. `memo` is emptied first and last. */
size_t lemmas_check(struct lemmas *, const struct lemmas_host *, struct map *memo);
/* After a check without broken lemmas: the value of an array variable, or of a call with
 * constant arguments; TERM_NONE when it does not matter. */
struct term lemmas_value(const struct lemmas *, struct term);

/* --- between lemmas.c and array_model.c --- */
struct term lemmas_evaluate(struct lemmas *, struct term);
void lemmas_add(struct lemmas *); /* asserts l->clause and empties it */
/* Gives every array variable a value and checks the equalities against them. */
void array_model_check(struct lemmas *);

#endif
