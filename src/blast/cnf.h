/* Circuits to clauses, for one SAT solver: only the cone of what is asked, only in the
 * polarity it is asked (Plaisted and Greenbaum); the clauses of the other polarity follow
 * when it is asked for later.
 *
 * Recognised: if-then-else, exclusive or of two and three, majority of three (so a full adder
 * is 14 clauses), wide conjunctions. The table from nodes to variables is paged, so that a
 * small cone of a large graph costs little. */
#ifndef BLAST_CNF_H
#define BLAST_CNF_H
#include "base/vector.h"
#include "blast/aig.h"

struct cnf_page;

struct cnf {
    const struct aig *aig;
    void (*clause)(void *context, const int *literals, size_t count);
    void *context;
    struct cnf_page **pages;
    size_t page_count;
    int variables;
    uint64_t clauses;
    VECTOR(uint64_t) todo;
    VECTOR(uint32_t) inputs; /* nodes of the inputs that have a variable */
};

void cnf_init(struct cnf *, const struct aig *,
              void (*clause)(void *context, const int *literals, size_t count),
              void *context);
void cnf_release(struct cnf *);

/* The DIMACS literal of a circuit's literal, such that the SAT solver may assert or assume
 * it. Its negation may only be used after it was asked for as well. */
int cnf_literal(struct cnf *, literal);
/* The variable of a node, or 0 if it has none. */
int cnf_variable(const struct cnf *, uint32_t node);

#endif
