/* Inside sooth lists: proofs and refutations over the runs of a function. */
#ifndef LISTS_PROVE_H
#define LISTS_PROVE_H
#include "domain/template/affine.h"
#include "lists/division.h"
#include "lists/facts.h"
#include "lists/slh/solve.h"

/* A fact at an arrival: the runs that violate it. */
struct breach {
    uint32_t cut, fact;
    struct term raw, coded;
};
/* How a rank of a cut changes in a round that ends in an arrival. */
struct round {
    uint32_t arrival, rank;
    struct term smaller, not_greater; /* smaller: and it was not negative */
};
/* A run, encoded, with a solver that has its constraints. */
struct question {
    struct run run;
    struct slh_encoding *encoding;
    struct solver *solver;
    /* by fact of the start: what it says there; TERM_NONE: nothing */
    VECTOR(struct term) starts;
    VECTOR(struct term) switches; /* the fact is assumed */
    VECTOR(struct breach) breaches;
    VECTOR(struct round) rounds;
    VECTOR(struct term) guards; /* by arrival, encoded */
    VECTOR(struct term) bad;    /* by obligation, encoded */
    /* quantities of cuts, encoded: at the start, and by arrival; null: not asked for */
    struct term *before, **after;
    struct divisions divisions; /* that the encoded terms no longer have */
};

/* Ranks of a cut that together show that its loop ends, in lexicographic order. */
struct ranking {
    uint32_t *chosen, count;
};

struct prover {
    struct lists *l;
    struct lists_result *out;
    struct facts *facts;           /* by cut */
    struct question *questions;    /* 0: from the entry, 1 + c: from cut c */
    uint32_t count;                /* of questions */
    bool **needed;                 /* by cut and fact: some proof uses it */
    struct quantities *quantities; /* by cut, while equations are looked for; else null */
    struct ranking *rankings;      /* by cut: what prover_rank found */
    bool stopped;                  /* time is over */
};

/* question.c */
void question_make(struct prover *, uint32_t start, unsigned unwind, struct question *);
void question_release(struct question *);
struct solver_limits prover_limits(struct prover *);
/* Under the facts of the start that are alive. UNSAT: the facts that were used are noted as
 * needed. SAT says little where there are divisions, of which the solver only knows lemmas.
 */
enum answer question_ask(struct prover *, struct question *, struct term coded);
/* After SAT of that: the heap at the start, in the result's arena. Null: it could not be
 * confirmed. */
struct lists_heap *question_heap(struct prover *, struct question *, struct term raw,
                                 struct term coded);

/* weaken.c: drops facts until all that are left are inductive. */
void prover_weaken(struct prover *);
/* Extends what is needed to what shows that it is inductive, and tells it. */
void prover_tell_facts(struct prover *);

/* ranking.c: the rankings of loops without one, with --termination. */
void prover_rank(struct prover *);

/* equations.c: adds candidates for all cuts; the questions have their quantities. */
void prover_find_equations(struct prover *);
struct term equation_meaning(struct terms *, const struct fact_equation *,
                             const struct term *value);

/* certify.c: all that was needed, after a proof */
void prover_certify(const struct prover *, struct lists_proof *);

/* confirm.c: the question is a run from the entry, with loops unwound. */
struct confirmation {
    bool found;
    struct lists_heap *heap;
};
struct confirmation prover_confirm(struct prover *, struct question *,
                                   const struct obligation *);
/* A run that comes twice to the cut in the same state. */
struct confirmation prover_confirm_endless(struct prover *, struct question *, uint32_t cut);

const char *prover_place(struct prover *, const struct instruction *); /* "file:line" */
const char *prover_from(struct prover *, uint32_t start);
double prover_left(const struct prover *);

#endif
