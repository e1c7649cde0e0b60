#include "cli/verify/explain.h"

#include "base/clock.h"

static const double SHARE = 0.4;       /* of the limit, for explaining */
static const double UNLIMITED = 20;    /* seconds, where there is no limit */
static const double VACUITY_TIME = 10; /* the same, for a proof */

double explain_engines_until(const struct verify_arguments *a, double start)
{
    if (a->seconds <= 0)
        return 0;
    return start + (a->explain ? 1 - SHARE : 1) * a->seconds;
}

void explain_judgement(const struct verify_arguments *a, struct program *p,
                       const struct judgement *j, struct explained *out)
{
    explained_init(out);
    if (!a->explain || driver_stop)
        return;
    struct judge_options options = a->judge;
    options.driver.task.program = p;
    options.driver.task.violations = a->violations;
    struct explain_task task = {
        .options = &options,
        .judgement = j,
        .program = p,
        .limit = a->seconds,
        .until = wall_now() + (j->verdict == VERDICT_TRUE ? VACUITY_TIME : UNLIMITED),
        .only_proofs = a->function != NULL};
    double end = a->judge.driver.until + SHARE * a->seconds;
    if (a->seconds > 0 && end < task.until)
        task.until = end;
    if (j->verdict == VERDICT_UNKNOWN) {
        explain_open(out, &task);
        if (!explain_suggest(out, &task))
            explained_add(out, "none", NULL, NULL,
                          "no assumption or option was found that decides it");
    }
    if (j->verdict == VERDICT_TRUE)
        explain_vacuity(out, &task);
}
