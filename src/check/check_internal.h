/* Inside the checker: paths through activations of functions, and the obligations that they
 * leave. */
#ifndef CHECK_CHECK_INTERNAL_H
#define CHECK_CHECK_INTERNAL_H
#include "program/analysis/addresses.h"
#include "check/view/view.h"
#include "program/passes.h"
#include "property/property.h"
#include "check/check.h"

/* A path condition: what each step added, so that joins can leave out what the paths have in
 * common. */
struct step {
    const struct step *up;
    struct term literal, all;
    uint32_t depth;
};

/* What must not be possible. */
enum duty_kind {
    DUTY_VIOLATION,
    DUTY_COVERED, /* the checker does not know what runs do from here on */
    DUTY_UNWOUND, /* a loop goes on after as many rounds as the certificate tells */
    DUTY_INITIAL,
    DUTY_INDUCTIVE,
    DUTY_CALL,
    DUTY_RETURN,
    DUTY_RANKING, /* a round in which no rank falls */
};
struct duty {
    enum duty_kind kind;
    struct term bad;
    uint32_t function, instruction;
    const char *what;
};

/* A fact about all numbers that is known where `when` holds: `known` is its instance for the
 * variable `number`. */
struct premise {
    struct term when, known, number;
};

/* Control comes to a block (or to the end of a call) with these values. */
struct visit {
    const struct step *when;
    struct view_state memory;
    struct datum *values; /* by instruction; of a return: the results */
};
typedef VECTOR(struct visit) visits;

struct outline { /* what the checker needs to know of a function before it runs it */
    bool ready, irreducible;
    struct dominators dominators;
    struct loop_forest loops;
    uint32_t *headed; /* per block: the loop it heads, or UINT32_MAX */
};

struct activation {
    struct activation *caller;
    uint32_t call; /* instruction of the caller */
    uint32_t function;
    const struct function *f;
    const struct outline *outline;
    uint64_t path;          /* certificate_path */
    struct datum *values;   /* on the current path */
    struct datum **results; /* by call: all results, for RESULT in the same block */
    visits *waiting;        /* by block */
    visits returns;
    VECTOR(uint32_t) locals;
    /* of a call that facts are read of: its results, and memory when it was made; else null
     */
    const struct datum *outcome;
    const struct view_state *before;
};

struct checker {
    const struct program *program;
    const struct certificate *certificate;
    uint32_t entry;
    struct terms *terms;
    struct view view;
    struct plans plans;
    struct arena arena;
    struct outline *outlines;
    VECTOR(struct duty) duties;
    VECTOR(struct premise) premises;
    VECTOR(uint32_t) heap;
    /* --extern havoc: locals and heap objects whose address anybody may know */
    VECTOR(uint32_t) known;
    struct address_facts *addresses;
    /* the current path; dead when `now` is null */
    const struct step *now;
    struct view_state state;
    bool apart;    /* memory is that of any moment: pointers found in it are not known */
    bool relying;  /* facts are being read to be relied on */
    bool assuming; /* violations are assumed not to happen */
    /* edges that leave this activation's loop `closed_loop` are dropped; null: none */
    struct activation *closed;
    uint32_t closed_loop;
    double until; /* CPU time at which to give up */
    size_t executed;
    const char *failed; /* why nothing can be confirmed; null so far */
};
extern const char CHECK_OUT_OF_TIME[]; /* `failed` because of it; all else is not covered */

/* check_call.c: a local or a heap object that the instruction makes. */
void check_external_sees(struct checker *, const struct activation *, uint32_t id,
                         uint32_t object);

/* check_touched.c: by global; in the checker's arena. */
bool *check_touched_globals(struct checker *, uint32_t entry);

/* check_path.c */
const struct step *step_and(struct checker *, const struct step *, struct term);
void check_assume(struct checker *, struct term);
void check_claim(struct checker *, struct activation *, uint32_t instruction, enum violation,
                 struct term good);
void check_uncovered(struct checker *, struct activation *, uint32_t instruction,
                     struct term when, const char *what);
void check_duty(struct checker *, enum duty_kind, struct activation *, uint32_t instruction,
                struct term bad, const char *what);
/* over one edge */
void check_leave(struct checker *, struct activation *, uint32_t from, uint32_t to,
                 struct term condition);
/* Makes one visit of several whose conditions exclude each other, and makes it the current
 * path; false if there is none. Values count up to `values`; those that `keep` (may be null)
 * does not want are dropped. Empties the list. */
bool check_join(struct checker *, visits *, size_t values, struct datum **joined);
/* joins what waits there */
bool check_enter(struct checker *, struct activation *, uint32_t block);
void visits_cut(visits *, size_t count); /* releases those from there on */
bool check_over(struct checker *);       /* time is up, or it has failed */

/* check_run.c */
const struct outline *check_outline(struct checker *, uint32_t function);
uint32_t check_phis(const struct function *, uint32_t block);
void check_blocks(struct checker *, struct activation *, const uint32_t *blocks,
                  uint32_t count, uint32_t loop);
/* Runs a function from the current path to the path after it. */
void check_function(struct checker *, struct activation *caller, uint32_t call,
                    uint32_t function, const struct datum *arguments, struct datum *results);
struct datum check_value(struct checker *, struct activation *, struct value);

/* check_environment.c: a function checked alone; its arguments, in any state of memory */
struct datum *check_environment(struct checker *, uint32_t entry);
/* Paths on which the pointer names memory of the environment are not covered. */
void check_not_environment(struct checker *, struct activation *, uint32_t id,
                           struct datum pointer, const char *what);
/* Nor are those on which a value read from such memory is a pointer. */
void check_not_found_pointer(struct checker *, struct activation *, uint32_t id,
                             struct datum value);

/* check_loop.c */
void check_loop(struct checker *, struct activation *, uint32_t loop);
/* check_summary.c: functions that the certificate describes by facts about their calls and
 * returns */
void check_described(struct checker *); /* fails where that is not enough to describe one */
bool check_summarised(const struct checker *, uint32_t function);
void check_summary_call(struct checker *, struct activation *, uint32_t call,
                        uint32_t function, const struct datum *arguments,
                        struct datum *results);
/* runs each of them from any call that the facts allow */
void check_summaries(struct checker *);
/* check_environment.c */
void check_forget_globals(struct checker *);
struct datum check_any(struct checker *, struct type);
/* check_fact.c: the conjunction of the certificate's facts about a loop, on the current
 * values and a memory. What a fact names may not be there: then it is false where it has to
 * be shown, and true where it is relied on. KNOWN_AT_HEAD: facts about all elements become
 * premises, whose `when` the caller sets (from that number on). */
enum facts_use { FACTS_SHOWN, FACTS_KNOWN, FACTS_KNOWN_AT_HEAD };
struct term check_facts(struct checker *, struct activation *,
                        const struct certificate_loop *, const struct view_state *,
                        uint32_t objects, enum facts_use);
/* A fact about a state, and what the checker knows there. */
struct fact_view {
    struct checker *c;
    struct activation *a;
    const struct fact *f;
    const struct view_state *st;
    uint32_t objects; /* those that there were before the loop */
};
/* What each kind of fact says of a state (certificate/facts.def). */
typedef struct term fact_meaning(const struct fact_view *);
#define FACT(kind, word, carries, words, meaning) fact_meaning check_fact_##meaning;
#include "certificate/facts.def"
#undef FACT
/* An operand as bits; none if it is not there. */
struct term check_fact_operand(const struct fact_view *, const struct fact_operand *);
/* what a fact means that names something that is not there */
struct term check_absent(struct checker *);
/* 0: there is none */
uint32_t check_fact_object(struct checker *, uint64_t name, uint32_t objects);
struct term check_fact_bits(struct checker *, struct activation *,
                            const struct fact_operand *, const struct view_state *,
                            uint32_t objects); /* none: it is not there */
/* check_forall.c: the instance for one number; the premise under a guard; the instances of
 * all premises that matter (to be freed) */
struct term check_forall(struct checker *, struct activation *, const struct fact_forall *,
                         const struct view_state *, uint32_t objects, struct term number);
void check_premise(struct checker *, struct activation *, const struct fact *,
                   struct term guard, const struct view_state *, uint32_t objects);
void check_instances(struct checker *, struct term **out, size_t *count);
/* check_rank.c: the parts of a rank on the current values and a memory; whether the list of
 * ranks falls from one state to the other */
struct rank_parts {
    bool there; /* false: one of them cannot be read */
    struct term part[RANK_PARTS];
};
struct rank_parts check_rank(struct checker *, struct activation *, const struct fact_rank *,
                             const struct view_state *, uint32_t objects);
struct term check_falls(struct checker *, const struct fact_rank *,
                        const struct rank_parts *before, const struct rank_parts *after,
                        size_t count);
/* check_ghost.c */
void check_ghosts_begin(struct checker *);
void check_ghosts_pass(struct checker *, struct activation *, uint32_t from, uint32_t to,
                       struct view_state *);
struct term check_ghost(struct checker *, const struct view_state *,
                        size_t n); /* a Boolean */
/* check_instruction.c, check_operation.c, check_float.c, check_call.c, check_end.c */
void check_instruction(struct checker *, struct activation *, uint32_t id);
struct datum check_operation(struct checker *, struct activation *,
                             const struct instruction *);
struct datum check_float(struct checker *, struct activation *, const struct instruction *);
struct datum check_bits(struct checker *, struct activation *, const struct instruction *);
void check_call(struct checker *, struct activation *, uint32_t id);
/* Whatever uses a pointer from outside as an address is not covered, nor whatever looks at
 * the sign of a NaN.
 */
/* The object exists where the current path is taken and the condition holds. */
void check_born(struct checker *, uint32_t object, struct term when);
void check_known_pointer(struct checker *, struct activation *, uint32_t id,
                         struct datum pointer);
void check_known_sign(struct checker *, struct activation *, uint32_t id, struct term x);
void check_end_of_program(struct checker *, struct activation *, uint32_t id);
/* without exit handlers */
void check_program_over(struct checker *, struct activation *, uint32_t id);

static inline struct datum check_operand(struct checker *c, struct activation *a,
                                         const struct instruction *in, uint32_t k)
{
    return check_value(c, a, instruction_operand(a->f, in, k));
}
static inline struct term check_flag(struct checker *c, struct term condition) /* as an i1 */
{
    return term_ite(c->terms, condition, term_bv(c->terms, 1, 1), term_bv(c->terms, 1, 0));
}
static inline struct term check_holds(struct checker *c, struct datum i1)
{
    return term_eq(c->terms, i1.a, term_bv(c->terms, 1, 1));
}

#endif
