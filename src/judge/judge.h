/* The judge: from a program and a question to a verdict. The only room that makes one.
 *
 * Engines claim (driver.h). A violation counts when the interpreter follows its trace. A
 * proof counts unless a run breaks it (challenge.h) or the checker of certificates refutes
 * it; that it was confirmed is told beside it. Where something breaks a proof the verdict is
 * unknown, whoever is wrong: it is our own defect. */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H
#include "check/check.h"
#include "judge/driver.h"

struct judge_options {
    struct driver_options driver;
    bool no_certify;      /* do not check a proof anew */
    bool no_challenge;    /* nor run against it */
    bool show_invariants; /* of a proof, in the words of the source */
};
struct judgement {
    enum verdict verdict;
    enum violation violated; /* FALSE: the first kind */
    struct reason reason;    /* UNKNOWN */
    bool broken;             /* UNKNOWN because of an internal failure */
    /* by kind of violation; a proof that was withdrawn is UNKNOWN there too */
    struct driver_result result;
    bool checked; /* TRUE: the certificate was */
    struct check_result certified;
    struct text invariants; /* TRUE: a line each, if asked for */
    double certify_seconds;
};

void judge_program(const struct judge_options *, struct judgement *);
/* About a program that cannot be loaded because of what is in it: unknown. */
void judgement_unsupported(struct judgement *, const char *why);
/* Findings of these kinds count no more: they are unknown, for that reason. */
void judgement_withdraw(struct judgement *, uint32_t violations, const struct reason *);
void judgement_release(struct judgement *);

#endif
