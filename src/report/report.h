/* Results of `verify` for people and for machines. The command fills a `struct report`;
 * nothing here decides anything. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H
#include "explain/explain.h"
#include "judge/driver.h"
#include "native/native.h"
#include "trace/steps.h"

#include <stdio.h>

struct report_finding { /* about one kind of violation */
    enum violation kind;
    enum verdict verdict;
    const char *engine, *argument;      /* TRUE: who and how; FALSE: who */
    const struct replay *replay;        /* FALSE */
    const struct steps *steps;          /* FALSE */
    const struct native_result *native; /* FALSE, if it was asked for */
};
struct report {
    const struct program *program;
    const char *const *files;
    size_t file_count;
    const char *function; /* verified alone; null: the whole program */
    VECTOR(struct report_finding) findings;
    VECTOR(uint32_t) externals; /* functions without body whose results are assumptions */
    /* about callers of `function`, a line each; null: none were made */
    const char *assumptions;
    const char *conditions;     /* what goes wrong without them, a line each; may be null */
    VECTOR(const char *) notes; /* "no run reaches the end" */
    enum verdict verdict;
    enum violation violated;           /* FALSE: the first kind */
    const char *reason;                /* UNKNOWN */
    const struct explained *explained; /* null: not asked for */
    /* TRUE: "yes" or "no (WHY)"; null: the proof was not checked anew */
    const char *certified;
    const char *invariants; /* TRUE: of the proof's loops, a line each; null: not asked for */
    const char *statistics; /* of engines, a line each; null: not asked for */
    const char *external_policy;
    double load_seconds, engine_seconds, replay_seconds, certify_seconds;
};
void report_release(struct report *); /* the vectors, not what they point to */
/* The law of a report: a violation that decides is one of the findings, what is violated was
 * replayed, a proof leaves no finding open, and an unknown has a reason. */
bool report_holds(const struct report *);

/* Findings and, as the last line, `verdict: true | false(KIND) | unknown (WHY)`. */
void report_text(const struct report *, enum steps_detail, FILE *);
/* One JSON document (docs/sooth.1 describes it). False if it cannot be written. */
bool report_json(const struct report *, FILE *);

#endif
