/* The driver: runs engines in child processes with budgets and weighs what they claim.
 *
 * A violation counts only when this process's interpreter follows the trace to an error of
 * that kind; a proof is what the judge (judge.h) challenges and has checked anew. */
#ifndef JUDGE_DRIVER_H
#define JUDGE_DRIVER_H
#include "base/text.h"
#include "engine/engine.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

struct finding { /* about one kind of violation */
    enum verdict verdict;
    bool confirmed;       /* TRUE: the checker has confirmed it already */
    char how[120];        /* TRUE: the argument */
    const char *engine;   /* that decided it */
    struct trace trace;   /* FALSE */
    struct replay replay; /* FALSE: what the interpreter saw */
};
struct driver_options {
    struct engine_task task;   /* violations: all that are asked for */
    const struct engine *only; /* null: those that run by default */
    double until; /* on the wall clock (base/clock.h), for everything; 0: no limit */
    /* a moment before that to give up at, if `gives_up` says so of what is open; 0 */
    double pause;
    bool (*gives_up)(const struct explain_item *);
    /* another question follows: once the engine that has the last word has given up, the
     * others have a moment */
    bool hasty;
    /* the same: once something is violated, the rest has a moment at most */
    bool brief;
    uint64_t memory; /* bytes per engine; 0: no limit */
    void (*progress)(const char *engine, const char *text); /* may be null */
};
struct driver_result {
    struct finding findings[VIOLATION_COUNT];
    struct reason reason;       /* why something is unknown */
    bool broken;                /* an engine failed internally: `reason` says so */
    VECTOR(uint32_t) externals; /* functions without body whose results are assumptions */
    bool never_finishes;        /* proved: no run reaches the end of the program */
    struct text certificates;   /* of what is TRUE, as text: certificate/certificate.h */
    struct text confirmed;      /* the same, of what the checker has confirmed already */
    explanation explained;      /* if the task asks for it: why something is unknown */
    /* the same: what each engine did last, or why it gave up, a line each */
    struct text attempts;
    struct text statistics; /* what engines tell of how they got there, a line each */
    double seconds;
};

/* What is left until a moment on the wall clock, within limits; `most` if there is no such
 * moment (0). */
double driver_left(double until, double least, double most);
void driver_run(const struct driver_options *, struct driver_result *);
void driver_release(struct driver_result *);
/* May be set by a signal handler: ends with what is known so far. */
extern volatile int driver_stop;

#endif
