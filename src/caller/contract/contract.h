/* Contracts: what a function requires of its callers and ensures for them, as C expressions
 * (include/sooth.h says which words they may use). They come from annotations in the source,
 * from a contract file and from
 * --assume. */
#ifndef CALLER_CONTRACT_CONTRACT_H
#define CALLER_CONTRACT_CONTRACT_H
#include "base/arena.h"
#include "base/vector.h"
#include "program/program.h"

struct failure;
struct text;

enum clause_kind { CLAUSE_REQUIRES, CLAUSE_ENSURES, CLAUSE_ASSIGNS };
struct clause {
    const char *function;
    enum clause_kind kind;
    const char *text;
};
struct contract_name { /* of a parameter of a function without body */
    const char *function, *name;
};
struct contracts {
    struct arena arena;
    VECTOR(struct contract_name) names; /* in order */
    VECTOR(struct clause) clauses;
};

void contracts_init(struct contracts *);
void contracts_release(struct contracts *);
/* Annotations that begin with "sooth requires", "sooth ensures" or "sooth assigns". */
void contracts_read_program(struct contracts *, const struct program *);
/* The names of the parameters, where the file declares the function with a contract. */
void contracts_read_names(struct contracts *, const char *file, const char *function);
/* Lines `function NAME` or `function NAME(PARAMETER, ...)`, each followed by lines `requires
 * EXPRESSION`, `ensures EXPRESSION`, `assigns NAMES`; empty lines and lines that begin with #
 * are passed over. */
bool contracts_read_file(struct contracts *, const char *path, struct failure *);
void contracts_add(struct contracts *, const char *function, enum clause_kind,
                   const char *text);
bool contracts_has(const struct contracts *, const char *function);
/* The parameter's name: as in the source, or as the contract file gives it; null if neither
 * does. */
const char *contracts_parameter(const struct contracts *, const struct function *,
                                uint32_t k);
const char *clause_name(enum clause_kind); /* "requires" */

/* Whether the clauses only look: none assigns or counts. */
bool contracts_are_sound(const struct contracts *, struct failure *);
bool clause_is_sound(const char *text, struct failure *);

/* The parts of `a && b && c`; how many of them. */
size_t clause_parts(struct arena *, const char *text, const char **parts, size_t room);
/* `word(a, b)`: whether the text is that, and the arguments. */
bool clause_call(struct arena *, const char *text, const char *word, const char **first,
                 const char **second);
/* Whether the list of an ASSIGNS, such as `p, *q`, names it. */
bool clause_names(const char *list, const char *name);
/* The text with each old(E) replaced by a variable, which is declared in `declarations`. */
const char *clause_without_old(struct arena *, const char *text, struct text *declarations,
                               int *count);

/* The words of contracts as C: to be put after the source and before contracts are used. */
void contracts_put_words(struct text *);
/* The functions through which contracted ones of this unit (null: of all) are called:
 * `sooth_contract_NAME`. */
void contracts_put_wrappers(const struct contracts *, const struct program *,
                            const char *unit, struct text *);
/* Makes all calls go through them, but those of `except` (UINT32_MAX: none). */
void contracts_redirect(const struct contracts *, struct program *, uint32_t except);

#endif
