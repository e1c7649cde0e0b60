/* Certificates: why a program is right, in terms of its own text, so that a checker that
 * shares nothing with the prover can follow the argument. The file format is one line per
 * fact; docs/certificate.md describes it.
 *
 * State is named by program-text slots: a call path is a hash of (function, call instruction)
 * pairs, a loop is a call path and a header block, a variable is a phi of the header, a value
 * computed before the loop, or bytes of a global or of the object that one alloca or malloc
 * instruction of a call path made. A recursive function is described by facts about its calls
 * and about its returns. */
#ifndef CERTIFICATE_CERTIFICATE_H
#define CERTIFICATE_CERTIFICATE_H
#include "base/map.h"
#include "base/text.h"
#include "certificate/list_formula.h"
#include "certificate/shape.h"
#include "program/program.h"
#include "term/term.h"

enum certificate_kind {
    CERTIFICATE_BOUNDED,
    CERTIFICATE_INVARIANTS,
    CERTIFICATE_SHAPES,
    CERTIFICATE_LISTS /* headers and values are those of program_flatten */
};
enum certificate_external {
    CERTIFICATE_EXTERN_ARGS,
    CERTIFICATE_EXTERN_PURE,
    CERTIFICATE_EXTERN_HAVOC
};

/* Call paths: certificate_path(0, 0, entry), then one step per call. */
static inline uint64_t certificate_path(uint64_t caller, uint32_t call, uint32_t function)
{
    return caller ? hash_pair(hash_pair(caller, call), function) : hash_pair(6, function);
}
static inline uint64_t certificate_global(uint32_t global)
{
    return hash_pair(1, global);
}

enum fact_operand_kind {
    FACT_NO_OPERAND,
    FACT_PHI,    /* of the loop's header */
    FACT_VALUE,  /* an instruction executed before the loop */
    FACT_CELL,   /* bytes of an object */
    FACT_OBJECT, /* whether an object is alive */
    FACT_RESULT, /* of a function that returns: number `instruction` */
    FACT_BEFORE, /* as CELL, when the function was called */
};
struct fact_operand {
    enum fact_operand_kind kind;
    bool offset;          /* the offset of a pointer, not the value itself */
    bool is_float;        /* the value, or the bytes, as a float */
    bool minus;           /* BOUND, FLOAT_BOUND, SUM: enters negated */
    uint32_t instruction; /* PHI, VALUE */
    uint32_t above;       /* VALUE: of the function so many calls above the loop's */
    /* CELL, OBJECT: hash_pair(call path, instruction), or certificate_global */
    uint64_t object;
    uint32_t at, bytes; /* CELL */
    char name[40];      /* in the source, for people */
};
enum fact_kind {
#define FACT(kind, word, carries, words, meaning) FACT_##kind,
#include "certificate/facts.def"
#undef FACT
    FACT_KINDS
};
/* Registers are numbered: operands, then constants, then steps; a step reads registers before
 * its own. Words have one width; narrower operands are extended with their sign. */
enum { FACT_OPERANDS = 4, FACT_CONSTANTS = 4, FACT_STEPS = 9 };
struct fact_step {
    uint8_t operation; /* index into fact_operations */
    uint8_t a, b;
};
struct fact_relation {
    uint8_t operands, constants, steps;
    uint8_t left, right; /* the registers that are equal */
    struct fact_operand operand[FACT_OPERANDS];
    uint64_t constant[FACT_CONSTANTS];
    struct fact_step step[FACT_STEPS];
};
struct fact_operation {
    const char *word, *sign; /* in the file, and for people */
    enum term_op op;
};
extern const struct fact_operation fact_operations[]; /* ends with a null word */
enum { FACT_FORALL_OPERANDS = 20, FACT_FORALL_ARRAYS = 4, LONGEST_CONDITION = 3000 };
struct fact_array {
    uint64_t object; /* as in struct fact_operand */
    uint32_t at, bytes;
    uint64_t stride;
    char name[40];
};
struct fact_forall {
    unsigned operands, arrays;
    struct fact_operand operand[FACT_FORALL_OPERANDS];
    struct fact_array array[FACT_FORALL_ARRAYS];
    char *condition; /* SMT-LIB */
};
struct fact {
    enum fact_kind kind;
    bool is_unsigned; /* BOUND: how x and y are read */
    unsigned bits;    /* LOW_BITS; FLOAT_BOUND: the width of x; RELATION: the width */
    __int128 value;
    struct fact_operand x, y, z;
    struct fact_relation relation;
    struct fact_forall *forall; /* FORALL, CONDITION; owned by the certificate */
    struct list_formula *list;  /* LIST, LIST_FALLS; owned by the certificate */
    /* the fact is about states in which these ghosts (bits by number) have these
     * values; 0: all */
    uint32_t ghosts, values;
};
/* A Boolean that the program does not have: false at the start, true once control has passed
 * some edges. */
enum certificate_ghost_kind {
    CERTIFICATE_GHOST_LOOP /* any back edge */,
    CERTIFICATE_GHOST_BRANCH /* one edge */
};
struct certificate_ghost {
    enum certificate_ghost_kind kind;
    uint64_t path;
    uint32_t function, from /* BRANCH */, to /* LOOP: the header */;
};
enum { CERTIFICATE_MOST_GHOSTS = 32 };
/* Where facts hold: at the head of a loop; when a function is called (its parameters are
 * values); when it returns. */
enum certificate_at { CERTIFICATE_AT_HEAD, CERTIFICATE_AT_CALLS, CERTIFICATE_AT_RETURN };
/* A sum that termination rests on: the first of a loop's never grows from one round to the
 * next, the second does not in rounds in which the first stays, ...; and one of them falls in
 * every round. */
enum rank_reading {
    RANK_SIGNED,
    RANK_UNSIGNED,
    RANK_SIZE,  /* the absolute value, read as signed */
    RANK_LEAST, /* the smaller one of x and y, read as signed */
    RANK_MOST   /* the larger one */
};
static inline bool rank_has_two(enum rank_reading r)
{
    return r == RANK_LEAST || r == RANK_MOST;
}
enum { RANK_PARTS = 4, RANK_MOST_FACTOR = 24 };
struct fact_rank {
    unsigned count;
    struct {
        int factor;
        enum rank_reading reading;
        struct fact_operand x, y; /* y: of LEAST and MOST */
    } part[RANK_PARTS];
};
struct certificate_loop {
    enum certificate_at at;
    uint64_t path;             /* AT_HEAD */
    uint32_t function, header; /* header: AT_HEAD */
    VECTOR(struct fact) facts;
    VECTOR(struct fact_rank) ranks; /* in lexicographic order; of loops only */
    /* AT_RETURN: the cells of globals that the function may change */
    VECTOR(struct fact_operand) written;
    shape_graphs
        graphs; /* CERTIFICATE_SHAPES: one of them holds whenever the block is reached */
};
struct certificate {
    enum certificate_kind kind;
    uint32_t depth;      /* unwindings, or k of k-induction (1: plain invariants) */
    uint32_t recursion;  /* activations of one function that may be open */
    uint32_t violations; /* VIOLATION_BITs that are proved */
    enum certificate_external external;
    bool malloc_may_fail;
    /* some of the prover's facts have no words here: that the rest does not suffice is no
     * refutation */
    bool partial;
    uint64_t program; /* certificate_hash of the program */
    uint32_t entry; /* the function that is verified; UINT32_MAX: main, as a whole program */
    struct list_node node; /* CERTIFICATE_LISTS */
    VECTOR(struct certificate_ghost) ghosts;
    VECTOR(struct certificate_loop) loops;
};

/* of everything in it that has a meaning: not of places in the source */
uint64_t certificate_hash(const struct program *);
void certificate_release(struct certificate *);
/* Law: what is written is read back as the same certificate. */
void certificate_write(const struct certificate *, const struct program *, struct text *);
/* Reads one certificate from *text on and moves past it; false at the end (no failure) or
 * with a failure.
 */
bool certificate_read(struct certificate *, const char **text, struct failure *);

/* The numbers that it speaks of: bounds, residues and sums of facts, constants of relations,
 * sizes and constants in graphs. Some may come more than once. */
typedef VECTOR(uint64_t) certificate_number_list;
void certificate_numbers(const struct certificate *, certificate_number_list *);

/* One line of a relation after its first word: written, and read from words separated by
 * blanks. */
void fact_relation_write(struct text *, const struct fact *);
bool fact_relation_read(struct fact *, char **rest);
void fact_relation_print(struct text *, const struct fact_relation *); /* for people */
/* The same for FORALL; reading makes fact->forall. */
void fact_forall_write(struct text *, const struct fact_forall *);
bool fact_forall_read(struct fact *, char **rest);
bool fact_condition_read(struct fact *, char **rest); /* CONDITION: without arrays */
void fact_forall_print(struct text *, const struct fact_forall *);
void fact_condition_print(struct text *, const struct fact_forall *);
void fact_forall_free(struct fact_forall *); /* null: nothing */
bool fact_operand_read(char *word, struct fact_operand *);
void fact_operand_write(struct text *, const struct fact_operand *);

/* One rank after its first word. */
void fact_rank_write(struct text *, const struct fact_rank *);
bool fact_rank_read(struct fact_rank *, char *line);
void fact_rank_print(struct text *, const struct fact_rank *); /* for people: "n - i" */

/* Invariants in the words of the source: "loop at a.c:5: 0 <= i <= 10, i - j <= 0", one line
 * per loop. */
void certificate_print(const struct certificate *, const struct program *, struct text *);
/* What such a line says of the loop: "0 <= i <= 10, i - j <= 0". Of facts that hold under
 * ghosts only those with the first one's. Law: the loop has facts. */
void certificate_print_facts(const struct certificate_loop *, struct text *);

#endif
