/* The language L: loop-free programs over machine words (L14 6.4.2).
 *
 * A candidate reads its inputs and constants and runs its steps in order; each step writes a
 * fresh register. An operand or output is a register number: first the inputs, then the
 * constants, then the steps. Laws of a well-formed candidate: a step reads only registers
 * before its own; unused operands of a step are 0; constants fit the width. */
#ifndef SYNTH_LANGUAGE_LANGUAGE_H
#define SYNTH_LANGUAGE_LANGUAGE_H
#include "term/term.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

enum operator_kind {
#define OPERATOR(name, text, arity, commutes, family) OPERATOR_##name,
#include "synth/language/operator.def"
#undef OPERATOR
    OPERATOR_COUNT
};
enum operator_family {
    FAMILY_BASIC = 1,
    FAMILY_COMPARE = 2,
    FAMILY_MULTIPLY = 4,
    FAMILY_FLOAT = 8,
    FAMILY_FOREIGN = 16
};

struct operator_info {
    const char *name;
    uint8_t arity;
    bool commutes;
    uint8_t family; /* enum operator_family */
};
extern const struct operator_info operator_table[OPERATOR_COUNT];

/* A set of operators, one bit each. */
typedef uint64_t operator_set;
#define OPERATOR_BIT(op) ((operator_set)1 << (op))
operator_set operators_of(unsigned families); /* all operators of these families */

enum {
    CANDIDATE_INPUTS = 64,
    CANDIDATE_CONSTANTS = 12,
    CANDIDATE_OUTPUTS = 8,
    CANDIDATE_STEPS = 24,
    CANDIDATE_REGISTERS = CANDIDATE_INPUTS + CANDIDATE_CONSTANTS + CANDIDATE_STEPS,
    SOLUTION_PROGRAMS = 32
};

struct step {
    uint8_t op; /* enum operator_kind */
    uint8_t operand[3];
};
struct candidate {
    uint8_t inputs, constants, outputs, length;
    uint8_t output[CANDIDATE_OUTPUTS];
    struct step step[CANDIDATE_STEPS];
    uint64_t constant[CANDIDATE_CONSTANTS];
};
/* One candidate for each unknown program of a specification. */
struct solution {
    unsigned count;
    struct candidate program[SOLUTION_PROGRAMS];
};

static inline uint64_t width_mask(unsigned width)
{
    return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}
static inline int64_t width_signed(uint64_t v,
                                   unsigned width) /* the two's complement reading */
{
    return (int64_t)(v << (64 - width)) >> (64 - width);
}

/* The value of one instruction on words of the width (1 to 64); the result fits the width if
 * the operands do.
 */
uint64_t operator_apply(enum operator_kind, uint64_t a, uint64_t b, uint64_t c,
                        unsigned width);
/* The same for n operand tuples. */
void operator_apply_row(enum operator_kind, const uint64_t *a, const uint64_t *b,
                        const uint64_t *c, uint64_t *out, size_t n, unsigned width);
/* The same over terms: operands and result are bit-vectors of one width. Agrees with
 * operator_apply. */
struct term operator_term(struct terms *, enum operator_kind, struct term a, struct term b,
                          struct term c);
/* The instruction that does what an operator of terms does; OPERATOR_COUNT if there is none.
 */
enum operator_kind operator_of_term(enum term_op);

/* Runs a candidate: fills out[0..outputs). */
void candidate_run(const struct candidate *, unsigned width, const uint64_t *in,
                   uint64_t *out);
/* The outputs as terms over the given input terms of that width. */
void candidate_terms(struct terms *, const struct candidate *, unsigned width,
                     const struct term *in, struct term *out);
bool candidate_well_formed(const struct candidate *, unsigned width);
/* Drops steps and constants that no output depends on, folds steps over constants only, joins
 * equal steps. Same function. */
void candidate_tidy(struct candidate *, unsigned width);
bool candidate_same(const struct candidate *, const struct candidate *);
unsigned solution_length(const struct solution *); /* of the longest program */
unsigned solution_total(const struct solution *);  /* all steps together */

/* --- text: of well-formed candidates --- */
/* One line `t1 = and in0 0x1` per step, for people. */
void candidate_print(const struct candidate *, unsigned width, struct text *);
/* A C function `void NAME(const WORD in[], WORD out[])` with exactly the meaning of
 * candidate_run; `word` is the C type of a word, `unsigned` for 32 bits. Helpers that it
 * needs for floats are printed by candidate_print_helpers before it. */
void candidate_print_c(const struct candidate *, unsigned width, const char *word,
                       const char *name, struct text *);
void candidate_print_helpers(const struct solution *, unsigned width, struct text *);
/* Output `which` as one C expression over in[0], in[1], ...; shared parts are repeated. */
void candidate_print_expression(const struct candidate *, unsigned width, unsigned which,
                                struct text *);

#endif
