#include "judge/child.h"

#include "base/failure.h"
#include "engine/message.h"
#include "judge/evidence.h"
#include "judge/skip.h"

struct child {
    const struct engine_task *task;
    int pipe;
    double until;
};

static void child_proved(void *context, uint32_t violations, const char *how)
{
    struct child *c = context;
    message_proved(c->pipe, violations, how);
}

/* Why a trace was found but is not shown: the reason of an unknown verdict. */
static void tell_rejected(int pipe, const struct trace *t, const struct replay *r)
{
    struct reason reason;
    struct explain_item open = explain_item(EXPLAIN_OPEN, t->function, t->instruction);
    open.number = t->kind;
    if (r->lacks_memory)
        message_explained(pipe, EXPLAIN_RUNS, &open, 1);
    enum reason_kind kind = t->kind == VIOLATION_DEREF ? REASON_REPLAY_ACCESS : REASON_REPLAY;
    if (r->lacks_memory)
        reason_set(&reason, kind,
                   "%s may be violated, but the memory it needs could not be made",
                   violation_name(t->kind));
    else
        reason_set(&reason, kind,
                   "%s may be violated, but the run found for it goes another way (%.300s)",
                   violation_name(t->kind),
                   r->message[0] ? r->message : "it ends without an error");
    message_gave_up(pipe, &reason);
}

static bool has_external(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.data[i].has_body && p->functions.data[i].builtin == BUILTIN_NONE)
            return true;
    return false;
}

static void tell_failure(int pipe, const struct trace *t)
{
    struct reason reason;
    reason_set(&reason, REASON_REPLAY,
               "%s may be violated, but only if formatted output fails or a library function "
               "does what "
               "the one of this machine never does",
               violation_name(t->kind));
    message_gave_up(pipe, &reason);
}

static void tell_made_up(int pipe, const struct trace *t, bool made_up)
{
    struct reason reason;
    reason_set(&reason, REASON_REPLAY, "%s may be violated, depending on what a %s%s",
               violation_name(t->kind),
               made_up ? "library function returns that is not computed"
                       : "function without body does",
               made_up ? "" : "; --extern says what it may do");
    message_gave_up(pipe, &reason);
}

static bool child_violated(void *context, const struct trace *told)
{
    LAW(told->kind < VIOLATION_COUNT);
    struct child *c = context;
    struct trace skipping = *told;
    const struct trace *t = &skipping;
    skipping.skipper = &judge_skipper;
    struct replay r;
    double seconds = evidence_seconds(c->until);
    bool plain = t->ran && !has_external(c->task->program);
    if (plain && !trace_needs_failure(c->task->program, t, c->task->entry,
                                      seconds)) { /* the judge replays it */
        message_violated(c->pipe, t);
        return true;
    }
    trace_replay(c->task->program, t, c->task->entry, evidence_seconds(c->until), &r);
    skipping.reuses = r.reuses;
    bool fails = evidence_rests_on_failure(c->task, t, &r, c->until);
    bool unknown = !fails && evidence_made_up(c->task, t, &r, c->until),
         good = r.confirmed && !unknown && !fails;
    if (good)
        message_violated(c->pipe, t);
    else if (fails)
        tell_failure(c->pipe, t);
    else if (unknown)
        tell_made_up(c->pipe, t, r.made_up);
    else
        tell_rejected(c->pipe, t, &r);
    replay_release(&r);
    return good;
}

static void child_progress(void *context, const char *text)
{
    message_progress(((struct child *)context)->pipe, text);
}

static void child_statistics(void *context, const char *line)
{
    message_statistics(((struct child *)context)->pipe, line);
}

static void child_gave_up(void *context, const struct reason *reason)
{
    message_gave_up(((struct child *)context)->pipe, reason);
}

static void child_never_finishes(void *context)
{
    message_never_finishes(((struct child *)context)->pipe);
}

static void child_external(void *context, uint32_t function)
{
    message_external(((struct child *)context)->pipe, function);
}

static void child_explained(void *context, enum explain_group group,
                            const struct explain_item *items, size_t count)
{
    message_explained(((struct child *)context)->pipe, group, items, count);
}

static void child_certificate(void *context, const char *text)
{
    message_certificate(((struct child *)context)->pipe, text);
}

void judge_child_run(void *context, int in, int out)
{
    struct child_job *j = context;
    struct child c = {&j->task, out, j->until};
    struct engine_host host = {.context = &c,
                               .proved = child_proved,
                               .certificate = child_certificate,
                               .violated = child_violated,
                               .progress = child_progress,
                               .statistics = child_statistics,
                               .gave_up = child_gave_up,
                               .never_finishes = child_never_finishes,
                               .external = child_external,
                               .explained = child_explained};
    (void)in;
    j->engine->run(&j->task, &host);
}
