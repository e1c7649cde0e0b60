/* Typed grammars: which instruction may take which operands. A nonterminal is a bit; a
 * register has the set of nonterminals that derive it. Plain L is the grammar of one
 * nonterminal with all its instructions. */
#ifndef SYNTH_LANGUAGE_GRAMMAR_H
#define SYNTH_LANGUAGE_GRAMMAR_H
#include "synth/language/language.h"

typedef uint32_t nonterminals;
enum { PRODUCTIONS = 250 }; /* at most */

struct production {
    uint8_t op; /* enum operator_kind */
    nonterminals operand[3];
    nonterminals result; /* all that derive it, chains included */
};
struct grammar {
    struct production *production;
    unsigned production_count;
    nonterminals *input; /* of each input of the program */
    uint64_t *constant;  /* literals */
    nonterminals *constant_type;
    unsigned constant_count;
    nonterminals any_constant; /* that derive every constant */
    nonterminals start;
};

#endif
