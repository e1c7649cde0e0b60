/* Inside the reader of SyGuS-IF: sygus.c reads commands, sygus_term.c terms, sygus_grammar.c
 * grammars and prints answers. */
#ifndef SYNTH_SPEC_SYGUS_INTERNAL_H
#define SYNTH_SPEC_SYGUS_INTERNAL_H
#include "base/failure.h"
#include "base/vector.h"
#include "synth/language/grammar.h"
#include "synth/spec/sexpr.h"
#include "synth/synth.h"

struct sygus_sort {
    unsigned width; /* 0: Bool */
};
struct sygus_parameter {
    const char *name;
    struct sygus_sort sort;
};
struct sygus_function { /* a macro, or the unknown function */
    const char *name;
    struct sygus_parameter *parameter;
    unsigned parameters;
    struct sygus_sort result;
    const struct sexpr *body; /* null: unknown; its program has the number below */
    unsigned program;
};
/* How an operator of the grammar is written. */
struct sygus_writing {
    const char *name;
    bool swapped; /* operands in the other order */
};
struct binding {
    const char *name;
    struct term term;
};
struct sygus {
    struct spec *spec;
    struct arena *arena;
    const char *path;
    struct failure *failure;
    VECTOR(struct sygus_function) functions;
    VECTOR(struct sygus_parameter) variables;
    VECTOR(struct binding) bindings; /* innermost last */
    VECTOR(struct term) constraints;
    struct sygus_function *unknown;
    struct grammar grammar;
    const struct sygus_writing *writing; /* per production */
    struct sygus_sort *constant_sort;    /* per literal */
    unsigned depth;
};

bool sygus_fail(struct sygus *, const struct sexpr *, const char *what);
bool sygus_sort(struct sygus *, const struct sexpr *, struct sygus_sort *);
/* Bool terms are Boolean; the unknown function's words of Bool are 0 and 1. */
bool sygus_term(struct sygus *, const struct sexpr *, struct term *);
bool sygus_literal(struct sygus *, const struct sexpr *, uint64_t *value,
                   struct sygus_sort *);
const struct sygus_function *sygus_find(const struct sygus *, const char *name);
/* Fills the grammar from the two lists of a synth-fun command, or the default one (null). */
bool sygus_grammar(struct sygus *, const struct sexpr *declarations,
                   const struct sexpr *groups);

#endif
