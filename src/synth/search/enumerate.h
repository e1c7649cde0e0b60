/* Enumeration of candidates of one exact length, each function of the test points at most a
 * few times.
 *
 * Symmetry is broken: commutative operands are in order; a step that does not use the one
 * before it has a larger key; a step's value differs from every register before it on the
 * points; what is computed must still be usable by the steps left. */
#ifndef SYNTH_SEARCH_ENUMERATE_H
#define SYNTH_SEARCH_ENUMERATE_H
#include "synth/language/grammar.h"

enum { ENUMERATE_POINTS = 64 };

struct enumerator {
    unsigned inputs, constants, length, outputs, width;
    unsigned points;    /* used of ENUMERATE_POINTS */
    bool use_constants; /* each constant must be used */
    bool literals;      /* constants are literals of a grammar: steps over them alone count */
    bool use_input[CANDIDATE_INPUTS]; /* so must these inputs: the results depend on them */
    const struct production *production;
    unsigned production_count, widest; /* largest arity */
    unsigned stop;                     /* `leaf` is called when this many steps are left */
    bool (*leaf)(struct enumerator *, unsigned done); /* true ends the enumeration */
    bool (*before)(
        struct enumerator *,
        unsigned done); /* called with one step more left than at leaves; may be null */
    void *context;
    const volatile int *interrupt; /* nonzero ends it; may be null */
    uint64_t visited;

    unsigned registers; /* now */
    struct step step[CANDIDATE_STEPS];
    uint8_t uses[CANDIDATE_REGISTERS];
    nonterminals type[CANDIDATE_REGISTERS];
    uint64_t constant[CANDIDATE_CONSTANTS];
    uint64_t value[CANDIDATE_REGISTERS][ENUMERATE_POINTS];
};

/* Inputs' and constants' values, types and uses must be filled; true if a leaf ended it. */
bool enumerate(struct enumerator *);
/* Registers that nothing uses yet and that must be used: fills out, returns how many (gives
 * up beyond room).
 */
unsigned enumerate_unused(const struct enumerator *, uint8_t *out, unsigned room);
/* May this step come next, as far as its operands' types, order and triviality go? */
bool enumerate_allowed(const struct enumerator *, unsigned done, const struct production *,
                       const uint8_t operand[3]);
/* The steps so far, with `output` as outputs (null: the last register). */
void enumerate_candidate(const struct enumerator *, unsigned done, const uint8_t *output,
                         struct candidate *);
/* Calls `see` with each operand tuple that the production may take from the registers there
 * are. */
bool enumerate_operands(struct enumerator *, unsigned done, const struct production *,
                        bool (*see)(struct enumerator *, unsigned done,
                                    const struct production *, const uint8_t operand[3]));

#endif
