#include "judge/driver.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/text.h"
#include "engine/message.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

volatile int driver_stop;

enum { REPLAY_SECONDS = 20 };
static const double LEAST_GRACE = 0.3; /* seconds: what was found may be looked at when time is over */
static const double LONGEST_SLICE = 5; /* seconds of an engine that others follow */
static const double LOADED = 4;        /* a busy machine gives a process this fraction of the clock at least */

/* --- the child's side --- */

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
    char text[480];
    if (text_starts(r->message, "replay:"))
        snprintf(text, sizeof text, "%s", r->message);
    else
        snprintf(text, sizeof text,
                 "replay: %s may be violated, but the run found for it goes another way (%.300s)",
                 violation_name(t->kind), r->message[0] ? r->message : "it ends without an error");
    message_note(pipe, text);
}

static bool has_external(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.data[i].has_body && p->functions.data[i].builtin == BUILTIN_NONE) return true;
    return false;
}

/* Errors that need a function without body to do something are none, unless the user said what it may do. */
static bool made_up(const struct engine_task *task, const struct trace *t, const struct replay *r, double until)
{
    if (!r->confirmed || !r->external || task->external_given) return false;
    return trace_needs_external(task->program, t, task->entry,
                                driver_left(until, LEAST_GRACE, REPLAY_SECONDS));
}

static void tell_made_up(int pipe, const struct trace *t)
{
    char text[200];
    snprintf(text, sizeof text,
             "replay: %s may be violated, depending on what a function without body does; "
             "--extern says what it may do",
             violation_name(t->kind));
    message_note(pipe, text);
}

static bool child_violated(void *context, const struct trace *t)
{
    struct child *c = context;
    struct replay r;
    if (t->ran && (c->task->external_given || !has_external(c->task->program))) { /* the judge replays it anyway */
        message_violated(c->pipe, t);
        return true;
    }
    trace_replay(c->task->program, t, c->task->entry,
                 driver_left(c->until, LEAST_GRACE, REPLAY_SECONDS), &r);
    bool unknown = made_up(c->task, t, &r, c->until), good = r.confirmed && !unknown;
    if (good)
        message_violated(c->pipe, t);
    else if (unknown)
        tell_made_up(c->pipe, t);
    else
        tell_rejected(c->pipe, t, &r);
    replay_release(&r);
    return good;
}

static void child_note(void *context, const char *reason)
{
    message_note(((struct child *)context)->pipe, reason);
}

static void child_external(void *context, uint32_t function)
{
    message_external(((struct child *)context)->pipe, function);
}

static void child_certificate(void *context, const char *text)
{
    message_certificate(((struct child *)context)->pipe, text);
}

struct job {
    const struct driver_options *options;
    const struct engine *engine;
    struct engine_task task;
};

static void run_job(void *context, int in, int out)
{
    struct job *j = context;
    struct child c = {&j->task, out, j->options->until};
    struct engine_host host = {&c,         child_proved,  child_certificate, child_violated,
                               child_note, child_external};
    (void)in;
    j->engine->run(&j->task, &host);
}

/* --- the judge --- */

/* All that it names is there. */
static bool names_choices(const struct program *p, const struct trace *t)
{
    for (size_t i = 0; i < t->choices.count; i++) {
        const struct trace_choice *c = &t->choices.data[i];
        if (c->function >= p->functions.count) return false;
        if (c->instruction >= p->functions.data[c->function].instructions.count) return false;
    }
    return t->function < p->functions.count;
}

static void judge(const struct driver_options *o, struct driver_result *r, const struct engine *engine,
                  struct message *m)
{
    switch (m->kind) {
    case MESSAGE_PROVED:
        for (int v = 0; v < VIOLATION_COUNT; v++) {
            struct finding *f = &r->findings[v];
            if (!(m->violations & VIOLATION_BIT(v)) || f->verdict != VERDICT_UNKNOWN) continue;
            f->verdict = VERDICT_TRUE;
            f->engine = engine->name;
            snprintf(f->how, sizeof f->how, "%.*s", (int)sizeof f->how - 1, m->text);
        }
        return;
    case MESSAGE_VIOLATED: {
        struct finding *f = &r->findings[m->trace.kind];
        if (f->verdict != VERDICT_UNKNOWN || !names_choices(o->task.program, &m->trace)) return;
        trace_replay(o->task.program, &m->trace, o->task.entry,
                     driver_left(o->until, LEAST_GRACE, REPLAY_SECONDS), &f->replay);
        if (!f->replay.confirmed || made_up(&o->task, &m->trace, &f->replay, o->until)) {
            replay_release(&f->replay);
            return;
        }
        f->verdict = VERDICT_FALSE;
        f->engine = engine->name;
        f->trace = m->trace;
        m->trace = (struct trace){0};
        return;
    }
    case MESSAGE_NOTE:
        if (text_same(m->text, ENGINE_NEVER_FINISHES)) {
            r->never_finishes = true;
            return;
        }
        if (text_is_reason(m->text)) snprintf(r->reason, sizeof r->reason, "%s", m->text);
        if (o->progress) o->progress(engine->name, m->text);
        return;
    case MESSAGE_CERTIFICATE:
        text_put_range(&r->certificates, m->certificate, m->bytes);
        return;
    case MESSAGE_EXTERNAL:
        if (m->function >= o->task.program->functions.count) return;
        for (size_t i = 0; i < r->externals.count; i++)
            if (r->externals.data[i] == m->function) return;
        VECTOR_PUSH(&r->externals, m->function);
        return;
    }
}

static uint32_t still_open(const struct driver_options *o, const struct driver_result *r)
{
    uint32_t open = o->task.violations;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict != VERDICT_UNKNOWN) open &= ~VIOLATION_BIT(v);
    return open;
}

static bool give_reason(struct driver_result *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool give_reason(struct driver_result *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->reason, sizeof r->reason, format, arguments);
    va_end(arguments);
    return false;
}

static void say_how_it_ended(struct driver_result *r, const struct engine *engine, bool whole,
                             struct process_status status)
{
    switch (status.end) {
    case PROCESS_BROKEN:
        r->broken = true;
        give_reason(r, "internal failure of engine %s: please report it", engine->name);
        return;
    case PROCESS_OUT_OF_MEMORY:
        if (!r->reason[0]) give_reason(r, "memory limit");
        return;
    case PROCESS_SIGNALLED:
        if (!r->reason[0] && status.code != SIGKILL)
            give_reason(r, "engine %s ended by signal %d", engine->name, status.code);
        return;
    case PROCESS_EXITED:
        if (whole) return;
        r->broken = true;
        give_reason(r, "internal failure: a message of engine %s is broken: please report it", engine->name);
        return;
    }
}

static bool any_violated(const struct driver_result *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict == VERDICT_FALSE) return true;
    return false;
}

/* What one engine may still take, and whether a violation has set that already. */
struct budget {
    double start, until;
    bool shortened;
};

/* Once something is violated the verdict is known: the rest gets as much time again as was needed so far. */
static void shorten(struct budget *b, const struct driver_result *r)
{
    if (b->shortened || !any_violated(r)) return;
    b->shortened = true;
    double end = wall_now() + (wall_now() - b->start) + LEAST_GRACE;
    if (b->until <= 0 || end < b->until) b->until = end;
}

/* Hears what the engine has to say; true if it is over by itself. */
static bool listen(const struct driver_options *o, struct driver_result *r, const struct engine *engine,
                   struct message_reader *reader, struct budget *b)
{
    while (!driver_stop) {
        double left = b->until > 0 ? b->until - wall_now() : 3600;
        if (left <= 0) return !r->reason[0] && give_reason(r, "time limit");
        struct pollfd p = {reader->fd, POLLIN, 0};
        int n = poll(&p, 1, left > 0.5 ? 500 : (int)(left * 1000) + 1);
        if (n < 0 && errno != EINTR) return false;
        if (n <= 0) continue;
        bool over = !message_receive(reader);
        struct message m;
        while (message_next(reader, &m)) {
            judge(o, r, engine, &m);
            trace_release(&m.trace);
        }
        if (over) return true;
        if (reader->broken || !(still_open(o, r) & engine->violations)) return false;
        shorten(b, r);
    }
    return !r->reason[0] && give_reason(r, "interrupted");
}

static void run_engine(const struct driver_options *o, struct driver_result *r, const struct engine *engine,
                       double until)
{
    struct job job = {o, engine, o->task};
    job.task.violations = still_open(o, r) & engine->violations;
    struct process_work work = {
        .run = run_job, .context = &job, .memory = o->memory, .stack = STACK_DEEP};
    struct process child;
    if (!process_start(&child, &work)) {
        if (!r->reason[0]) give_reason(r, "no process could be started for engine %s", engine->name);
        return;
    }
    struct message_reader reader = {.fd = child.from};
    struct budget budget = {wall_now(), until, false};
    bool over = listen(o, r, engine, &reader, &budget);
    if (!over) process_kill(&child);
    struct process_status status = process_wait(&child);
    say_how_it_ended(r, engine, !reader.broken && (!over || message_complete(&reader)), status);
    message_reader_release(&reader);
}

double driver_left(double until, double least, double most)
{
    if (until <= 0) return most;
    double left = until - wall_now();
    if (left < least) return least;
    return left < most ? left : most;
}

/* One that others follow: it gets a part of the time, and why it did not decide is not the last word. */
static void run_first(const struct driver_options *o, struct driver_result *r, const struct engine *engine)
{
    if (engine->suits && !engine->suits(&o->task)) return;
    double slice = engine->share * driver_left(o->until, 0, LONGEST_SLICE / engine->share);
    struct driver_options part = *o;
    part.task.seconds = slice; /* of CPU time; the wall clock is there for the worst */
    part.until = wall_now() + LOADED * slice;
    if (o->until > 0 && o->until < part.until) part.until = o->until;
    run_engine(&part, r, engine, part.until);
    if (!r->broken) r->reason[0] = 0;
}

/* False when it is no use to go on with another engine. */
static bool try_engine(const struct driver_options *o, struct driver_result *r, const struct engine *engine)
{
    if (driver_stop) return false;
    if (!(still_open(o, r) & engine->violations)) return true;
    if (o->until > 0 && wall_now() >= o->until) return !r->reason[0] && give_reason(r, "time limit");
    if (!o->only && engine->share > 0)
        run_first(o, r, engine);
    else
        run_engine(o, r, engine, o->until);
    return true;
}

void driver_run(const struct driver_options *o, struct driver_result *r)
{
    *r = (struct driver_result){0};
    double start = wall_now();
    if (o->only) try_engine(o, r, o->only);
    for (const struct engine *const *e = engine_list; *e && !o->only; e++)
        if ((*e)->by_default && !try_engine(o, r, *e)) break;
    r->seconds = wall_now() - start;
}

void driver_release(struct driver_result *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        trace_release(&r->findings[v].trace);
        replay_release(&r->findings[v].replay);
    }
    VECTOR_RELEASE(&r->externals);
    text_release(&r->certificates);
}
