#include "judge/judge.h"

#include "base/clock.h"
#include "base/failure.h"
#include "judge/certification.h"
#include "judge/challenge.h"

/* Proofs that took no time need some to be checked; the limit of time comes first. */
static const double LEAST_CHECK = 1, LATEST_CHECK = 0.1;
static const double CHALLENGE_SHARE = 0.05, LEAST_CHALLENGE = 0.004, MOST_CHALLENGE = 0.05;

#define REPORT_IT "; this is a defect of sooth: please report it"

static void decide(const struct judge_options *o, struct judgement *j)
{
    uint32_t asked = o->driver.task.violations;
    LAW(asked);
    j->verdict = VERDICT_TRUE;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if ((asked & VIOLATION_BIT(v)) && j->result.findings[v].verdict == VERDICT_UNKNOWN)
            j->verdict = VERDICT_UNKNOWN;
    for (int v = VIOLATION_COUNT; v-- > 0;) {
        if (!(asked & VIOLATION_BIT(v)) || j->result.findings[v].verdict != VERDICT_FALSE)
            continue;
        LAW(j->result.findings[v].replay.confirmed);
        j->verdict = VERDICT_FALSE;
        j->violated = (enum violation)v;
    }
    j->broken = j->verdict == VERDICT_UNKNOWN && j->result.broken;
    j->reason = j->result.reason;
    if (!j->reason.kind)
        reason_set(&j->reason, REASON_OPEN, "no engine decided it");
}

/* A proof that something breaks does not count, whoever is wrong. */
static void withdraw(struct judgement *j)
{
    j->verdict = VERDICT_UNKNOWN;
    LAW(j->reason.kind == REASON_DEFECT); /* it is told */
    for (int v = 0; v < VIOLATION_COUNT; v++)
        j->result.findings[v].verdict = VERDICT_UNKNOWN;
}

static void challenge(const struct judge_options *o, struct judgement *j)
{
    LAW(j->verdict == VERDICT_TRUE);
    const struct driver_options *d = &o->driver;
    if (o->no_challenge || d->task.entry != d->task.program->entry)
        return;
    double seconds = CHALLENGE_SHARE * j->result.seconds;
    if (seconds < LEAST_CHALLENGE)
        seconds = LEAST_CHALLENGE;
    if (seconds > MOST_CHALLENGE)
        seconds = MOST_CHALLENGE;
    struct challenge task = {.program = d->task.program,
                             .violations = d->task.violations,
                             .malloc_may_fail = d->task.malloc_may_fail,
                             .proof = text_of(&j->result.certificates),
                             .seconds = driver_left(d->until, LEAST_CHALLENGE, seconds)};
    struct challenge_result r;
    challenge_run(&task, &r);
    if (r.broken) {
        reason_set(&j->reason, REASON_DEFECT,
                   "defect: proved, but a run violates %s (%.300s)" REPORT_IT,
                   violation_name(r.trace.kind), r.replay.message);
        withdraw(j);
    }
    challenge_result_release(&r);
}

/* What was proved and not confirmed yet. */
static uint32_t unconfirmed(const struct judge_options *o, const struct judgement *j)
{
    uint32_t open = o->driver.task.violations;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (j->result.findings[v].confirmed)
            open &= ~VIOLATION_BIT(v);
    return open;
}

/* Within the time that finding the proof took, and what is left. */
static void certify(const struct judge_options *o, struct judgement *j)
{
    LAW(j->verdict == VERDICT_TRUE); /* nothing else is certified */
    const struct driver_options *d = &o->driver;
    const char *text = text_of(&j->result.certificates);
    if (o->show_invariants) {
        certification_show(d->task.program, text_of(&j->result.confirmed), &j->invariants);
        certification_show(d->task.program, text, &j->invariants);
    }
    struct certification_question q = {unconfirmed(o, j), d->task.entry};
    j->certified.answer = CHECK_CONFIRMED;
    j->checked = !o->no_certify || !q.violations;
    if (!q.violations || o->no_certify)
        return;
    double most = j->result.seconds > LEAST_CHECK ? j->result.seconds : LEAST_CHECK;
    certification_check(d->task.program, text, &q, driver_left(d->until, LATEST_CHECK, most),
                        d->memory, &j->certified);
    if (j->certified.answer != CHECK_REFUTED)
        return;
    reason_set(&j->reason, REASON_DEFECT, "the check of the proof failed: %.300s" REPORT_IT,
               j->certified.why);
    withdraw(j);
}

void judge_program(const struct judge_options *o, struct judgement *j)
{
    *j = (struct judgement){0};
    driver_run(&o->driver, &j->result);
    decide(o, j);
    double start = wall_now();
    if (j->verdict == VERDICT_TRUE)
        challenge(o, j);
    if (j->verdict == VERDICT_TRUE)
        certify(o, j);
    j->certify_seconds = wall_now() - start;
}

void judgement_unsupported(struct judgement *j, const char *why)
{
    *j = (struct judgement){.verdict = VERDICT_UNKNOWN};
    reason_set(&j->reason, REASON_UNSUPPORTED, "%s", why);
}

void judgement_withdraw(struct judgement *j, uint32_t violations, const struct reason *reason)
{
    LAW(violations);
    LAW(reason->kind != REASON_NONE);
    bool violated = false;
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        struct finding *f = &j->result.findings[v];
        if (violations & VIOLATION_BIT(v))
            f->verdict = VERDICT_UNKNOWN;
        if (f->verdict != VERDICT_FALSE)
            continue;
        if (!violated)
            j->violated = (enum violation)v;
        violated = true;
    }
    j->verdict = violated ? VERDICT_FALSE : VERDICT_UNKNOWN;
    j->reason = *reason;
}

void judgement_release(struct judgement *j)
{
    driver_release(&j->result);
    text_release(&j->invariants);
}
