/* Why an answer is unknown, and whether a proof says anything (I19). What engines told
 * (engine/explain.h) is put into words of the source; then assumptions and options are tried,
 * and those under which the program is decided are suggested. */
#ifndef EXPLAIN_EXPLAIN_H
#define EXPLAIN_EXPLAIN_H
#include "base/arena.h"
#include "judge/judge.h"

struct explain_line {
    const char *kind;   /* "variable", for machines */
    const char *text;   /* for people; it names the place */
    const char *name;   /* of the variable, member, assumption or option; may be null */
    struct place place; /* line 0: it has none */
};
struct explained {
    struct arena arena;
    VECTOR(struct explain_line) lines;
};
struct explain_task {
    /* of the judgement; options->driver.task.explain was set */
    const struct judge_options *options;
    const struct judgement *judgement;
    /* the one judged: assumptions are put into it, and taken out again */
    struct program *program;
    double limit;     /* the limit of time that there was, in seconds; 0: none */
    double until;     /* on the wall clock, for all that is tried; 0: no limit */
    bool only_proofs; /* a violation decides nothing: it may be for callers to exclude */
};

void explained_init(struct explained *);
void explained_release(struct explained *);
void explained_add(struct explained *, const char *kind, const struct place *,
                   const char *name, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Of an unknown: what is open, how far unwinding got, what the invariants do not bound. */
void explain_open(struct explained *, const struct explain_task *);
/* Of an unknown: what was tried and decides it. Whether something was found. */
bool explain_suggest(struct explained *, const struct explain_task *);
/* Of a proof: assumptions that no run meets, assertions that no run reaches. */
void explain_vacuity(struct explained *, const struct explain_task *);

#endif
