/* Template domains: what invariants of loops look like. The fixpoint loop (strategy.h) knows
 * rows only.
 *
 * A row belongs to one cut loop and reads the same on the states at entry, at the head and
 * after the body: BOUND  expression <= d      with the least d that the strategy finds (the
 * expression cannot overflow: it is widened) CONST  expression = c       with the c of the
 * first state seen; dropped when another is seen FACT   a Boolean condition  assumed until a
 * state violates it A guarded row speaks only of states in which some ghosts
 * (formula/cut/ghost.h) have given values; in others it holds. (T23 2.8, 3.19) A domain may
 * hold others: zones hold intervals, a product holds its factors, symbolic paths hold what is
 * refined per path. Adding a domain adds one file and one line in domain_list.c.
 */
#ifndef DOMAIN_DOMAIN_H
#define DOMAIN_DOMAIN_H
#include "base/failure.h"
#include "formula/cut/cut.h"

enum row_kind { ROW_BOUND, ROW_CONST, ROW_FACT };
enum row_state { ROW_BOTTOM, ROW_VALUE, ROW_TOP };

/* A state of a loop, seen as numbers: what a row may speak about. */
struct variable_view {
    /* index into the loop's slots, or UINT32_MAX: constant number `constant` */
    uint32_t slot;
    uint32_t constant;
    unsigned width;
    bool offset; /* the offset of a pointer slot */
    struct term pre, entry, post;
    uint64_t name; /* the same in every formula: numbers of variables and constants are not */
};

/* What a row says, in terms of slots, so that it can be written down: see
 * certificate/certificate.h. */
enum row_form {
    FORM_OTHER,
    FORM_LINEAR,
    FORM_LOW_BITS,
    FORM_EQUAL,
    FORM_DIFFERENT,
    FORM_ALIVE,
    FORM_DEAD,
    FORM_NOT_NULL,
    FORM_PLAIN,
    /* x is a NaN, or +-x <= the float that the value stands for (float_number) */
    FORM_FLOAT_BOUND,
    FORM_NUMBER,      /* x is not a NaN */
    FORM_FLOAT_ORDER, /* x <= y, both numbers */
    FORM_SUM,         /* +-x +-y [+-z] modulo 2^width is a constant */
    FORM_RELATION,
    FORM_CONDITION, /* the row itself, over some of `operand` */
    FORM_FORALL,    /* about all elements of a segment: see array.h */
};
struct row_operand {
    bool there, minus, offset, is_float;
    uint32_t slot, constant; /* as in struct variable_view */
};
enum { RELATION_VARIABLES = 4, RELATION_CONSTANTS = 4, RELATION_STEPS = 9 };
struct relation;
struct row_expression {
    enum row_form form;
    bool is_unsigned; /* LINEAR: how the operands are read */
    unsigned bits;    /* LOW_BITS; FLOAT_BOUND: the width of x */
    struct row_operand x, y, z;
    const struct relation *relation;                /* RELATION: see relation.h */
    struct row_operand operand[RELATION_VARIABLES]; /* RELATION, CONDITION */
};

enum row_moment { ROW_AT_HEAD, ROW_AT_ENTRY, ROW_AFTER };
/* The one of three terms that belongs to the moment. */
static inline struct term term_at_moment(enum row_moment m, struct term head,
                                         struct term entry, struct term after)
{
    switch (m) {
    case ROW_AT_HEAD:
        return head;
    case ROW_AT_ENTRY:
        return entry;
    case ROW_AFTER:
        return after;
    }
    BUG("no such moment: %d", (int)m);
}
struct forall;
struct row {
    enum row_kind kind;
    uint32_t loop; /* index into the cut model's loops */
    const struct domain *domain;
    uint64_t shape; /* names the row within its loop, the same in every formula */
    struct row_expression expression;
    char text[96]; /* of the expression or condition, in slot names v0, v1, ... */
    struct term pre, entry,
        post; /* BOUND, CONST: bit-vectors (BOUND: signed); FACT: Booleans */
    uint32_t ghosts,
        values; /* guard: these ghosts (bits by number) have these values; 0: unguarded */
    struct term guard[3]; /* the same by moment; none: unguarded */
    /* the row is about all elements of a segment: array.h; null: it is not */
    const struct forall *forall;
    enum row_state state;
    /* 1 + the index of the row whose state and value this one has: it is assumed of another
     * use (number `use`) of the loop's and is never broken itself; 0: none. Its own state is
     * TOP. */
    uint32_t echo, use;
    __int128 value; /* d or c */
    __int128
        most; /* BOUND: the largest value of the expression; a bound there says nothing */
};
typedef VECTOR(struct row) rows;

/* What the rows of a domain rest on, besides the loops of a model. */
enum domain_need {
    DOMAIN_NEEDS_ARRAYS = 1, /* the loops were cut with `arrays` set */
    /* relations, invented once the rows of the other domains are known */
    DOMAIN_NEEDS_RELATIONS = 2,
    /* equations, found then by models */
    DOMAIN_NEEDS_EQUATIONS = 4,
    /* likewise, with products */
    DOMAIN_NEEDS_POLYNOMIALS = 8,
    /* any of these: found once the rows of the other domains are known */
    DOMAIN_INVENTED =
        DOMAIN_NEEDS_RELATIONS | DOMAIN_NEEDS_EQUATIONS | DOMAIN_NEEDS_POLYNOMIALS
};
struct loop_relations;
/* What those who ask for rows lend to domains. */
struct domain_context {
    struct terms *terms;
    const struct cut_model *model;
    /* domains add axioms to it; null: those of whole formulae have no rows */
    struct formula *formula;
    struct arena *arena;                    /* rows of whole formulae live there */
    const struct loop_relations *relations; /* null: none yet */
};

struct symbolic_paths;
struct domain {
    const char *name, *summary;
    /* Adds this domain's rows for one loop; may be null. */
    void (*rows)(struct terms *, const struct domain *, uint32_t loop,
                 const struct cut_loop *, const struct variable_view *, size_t count,
                 rows *out);
    /* Adds rows, its own and those of what it holds, that need more than one loop; may be
     * null. */
    void (*model_rows)(const struct domain_context *, const struct domain *, rows *out);
    unsigned needs;                    /* its own domain_needs */
    const struct domain *const *inner; /* what it holds, ends with null; may be null */
    struct symbolic_paths *paths;      /* which paths are refined; of symbolic paths only */
};
extern const struct domain *const domain_list[]; /* cheap ones first; ends with null */
const struct domain *domain_find(const char *name);
/* Adds the rows of what the domain holds. */
void domain_inner_rows(struct terms *, const struct domain *, uint32_t loop,
                       const struct cut_loop *, const struct variable_view *, size_t count,
                       rows *out);

/* Marks the parts of loop states, and constants, that no claim of the formula depends on,
 * however often loops are repeated: they are idle, and have no rows. */
void domain_find_idle(struct cut_model *, const struct formula *);
/* The numeric variables of a cut loop (bits up to 64, pointer offsets, and its constants)
 * that are not idle. */
typedef VECTOR(struct variable_view) variables;
void domain_variables(struct terms *, const struct cut_loop *, variables *out);
struct row_operand row_operand(const struct variable_view *); /* null: absent */
/* Rows of a domain for all loops of a model, each once. */
void domain_rows(const struct domain_context *, const struct domain *, rows *out);
/* Its domain_needs and those of all that it holds. */
unsigned domain_needs(const struct domain *);
/* at any depth; no domain holds itself */
bool domain_holds(const struct domain *, const struct domain *inner);

/* The law of rows: they read the same form at all three moments (bit-vectors, or conditions
 * for facts), their guards are conditions, and echoes lead to rows that are not echoes.
 * Checked in debug builds. */
bool rows_are_lawful(struct terms *, const struct cut_model *, const rows *);

/* The row with the state and value that hold for it. */
struct row row_known(const rows *, size_t);
struct term row_expression_at(const struct row *, enum row_moment);
/* The row speaks only of some states, or of some indices. */
static inline bool row_guarded(const struct row *r)
{
    return r->ghosts || r->forall;
}
/* The condition that a row, in its current state, puts on the state at that moment (after and
 * at entry: on the witness). */
struct term row_condition(struct terms *, const struct row *, enum row_moment);

#endif
