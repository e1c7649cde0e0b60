/* What may be known at a cut point: candidates from templates over its pointers and numbers,
 * and their words.
 */
#ifndef LISTS_FACTS_H
#define LISTS_FACTS_H
#include "base/text.h"
#include "lists/run.h"

enum fact_kind {
    FACT_PATH,     /* a leads to b */
    FACT_NOT_NULL, /* a */
    FACT_ALIAS,    /* a is b */
    FACT_NOT_ALIAS,
    FACT_DISJOINT,    /* a, b */
    FACT_INITIALISED, /* no uninitialised pointer is reached from a */
    FACT_ALIVE,       /* no node from a to null is freed */
    FACT_NODE_ALIVE,  /* a is null, or a node that is not freed */
    FACT_CIRCULAR,    /* a */
    FACT_NOT_CIRCULAR,
    FACT_NO_PATH,       /* a does not lead to b */
    FACT_STEP,          /* a is null, or its successor is b */
    FACT_ALIAS_IF,      /* a is null, then b is c */
    FACT_PATH_IF,       /* a leads to null, then b does */
    FACT_NULL_IF,       /* a is null, then b is */
    FACT_SAME_LENGTH,   /* a to b, c to d */
    FACT_LENGTH,        /* a to b, is the number c */
    FACT_LENGTH_LEFT,   /* a to b, is c - d, infinite if c is */
    FACT_LENGTH_SUM,    /* a to null, and b to null, is the number c */
    FACT_NOT_NEGATIVE,  /* the number a */
    FACT_POSITIVE,      /* the number a */
    FACT_AT_MOST,       /* numbers a <= b */
    FACT_SORTED,        /* a to b, by member c */
    FACT_BOUNDED,       /* values of member c from a to b are at most that of d */
    FACT_VALUE_AT_MOST, /* member c of a is at most that of b, unless one of them is null */
    FACT_LEAST,         /* values of member c from a to null are not below the constant */
    FACT_MOST,          /* nor above it */
    FACT_RANK_AT_MOST,  /* a to b is at most rank d of cut c at its last visit */
    FACT_RANK_LESS,
    FACT_EQUATION, /* multiples of lengths and numbers add up to 0, modulo 2^64 */
};
#define FACT_NULL_POINTER UINT32_MAX
/* A length of a to b, or the number a. */
struct quantity {
    bool is_length;
    uint32_t a, b;
};
enum { EQUATION_PARTS = 6, MOST_QUANTITIES = 16 };
struct fact_equation {
    unsigned count;
    struct quantity part[EQUATION_PARTS];
    uint64_t factor[EQUATION_PARTS], constant;
};
struct quantities {
    struct quantity list[MOST_QUANTITIES];
    unsigned count;
};
struct fact {
    enum fact_kind kind;
    uint32_t a, b, c, d; /* instructions, or FACT_NULL_POINTER where a pointer may be null */
    int64_t constant;    /* of FACT_LEAST and FACT_MOST */
    const struct fact_equation *equation;
};
struct facts {
    VECTOR(struct fact) list;
    VECTOR(bool) alive;
};
void facts_release(struct facts *);

/* Candidates come in stages, each more costly than those before. */
enum fact_stage {
    FACTS_ANNOTATED,
    FACTS_SHAPE,
    FACTS_EQUATIONS,
    FACTS_LENGTH,
    FACTS_PAIRS,
    FACTS_DATA,
    FACT_STAGES
};
/* Adds the candidates of a stage at a cut. In the first there are none but what is left of
 * rankings. */
void facts_candidates(const struct lists *, uint32_t cut, enum fact_stage, struct facts *);
void facts_drop_dead(struct facts *);
/* Numbers at a cut, and lengths of paths that facts which are alive say are there. */
void facts_quantities(const struct lists *, uint32_t cut, const struct facts *,
                      struct quantities *);
struct term quantity_term(struct run *, const struct state *, const struct quantity *);
/* Rankings that may do for a loop without one. */
struct lists_rank *ranks_candidates(const struct lists *, uint32_t cut, struct arena *,
                                    uint32_t *count);
/* The fact in a state; TERM_NONE: it says nothing there. */
struct term fact_term(struct run *, const struct state *, const struct fact *);
/* In the words of include/sooth.h. */
void fact_tell(const struct lists *, const struct fact *, struct text *);
void rank_tell(const struct lists *, const struct cut *, const struct lists_rank *,
               struct text *);
/* The name of the source variable that has this value; null: none. */
const char *value_source_name(const struct lists *, uint32_t id);
bool value_source_signed(const struct lists *, uint32_t id);

#endif
