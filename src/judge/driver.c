#include "judge/driver.h"

#include "base/clock.h"
#include "base/text.h"
#include "engine/message.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int driver_stop;

enum { REPLAY_SECONDS = 20, LARGE_STACK = 1 << 29 };
#define LEAST_GRACE 0.3

/* --- the child's side --- */

struct child {
    const struct engine_task *task;
    int pipe;
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

static bool child_violated(void *context, const struct trace *t)
{
    struct child *c = context;
    struct replay r;
    if (t->ran) { /* the judge replays it anyway */
        message_violated(c->pipe, t);
        return true;
    }
    trace_replay(c->task->program, t, c->task->entry, REPLAY_SECONDS, &r);
    bool good = r.confirmed;
    if (good)
        message_violated(c->pipe, t);
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

static void limit_memory(uint64_t bytes)
{
    if (!bytes) return;
    struct rlimit r = {bytes, bytes};
    setrlimit(RLIMIT_AS, &r);
}

struct job {
    const struct engine *engine;
    const struct engine_task *task;
    const struct engine_host *host;
};

static void *run_job(void *context)
{
    const struct job *j = context;
    j->engine->run(j->task, j->host);
    return NULL;
}

/* Calls of the program nest in calls of the executor: engines get a large stack. */
static void run_with_large_stack(struct job *j)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, LARGE_STACK);
    if (pthread_create(&thread, &attributes, run_job, j))
        run_job(j);
    else
        pthread_join(thread, NULL);
}

static _Noreturn void be_child(const struct engine *engine, const struct engine_task *task, int pipe,
                               uint64_t memory)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    limit_memory(memory);
    struct child c = {task, pipe};
    struct engine_host host = {&c,         child_proved,  child_certificate, child_violated,
                               child_note, child_external};
    struct job j = {engine, task, &host};
    run_with_large_stack(&j);
    _exit(0);
}

/* --- the judge --- */

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
        if (f->verdict != VERDICT_UNKNOWN) return;
        trace_replay(o->task.program, &m->trace, o->task.entry, REPLAY_SECONDS, &f->replay);
        if (!f->replay.confirmed) {
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

static void say_how_it_ended(struct driver_result *r, const struct engine *engine, int status)
{
    if (r->reason[0]) return;
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        snprintf(r->reason, sizeof r->reason,
                 "engine %s ended by signal %d (memory limit or internal failure)", engine->name,
                 WTERMSIG(status));
}

static bool any_violated(const struct driver_result *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict == VERDICT_FALSE) return true;
    return false;
}

static void run_engine(const struct driver_options *o, struct driver_result *r, const struct engine *engine,
                       double until)
{
    int fds[2];
    if (pipe(fds)) return;
    struct engine_task task = o->task;
    task.violations = still_open(o, r) & engine->violations;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return;
    if (child == 0) {
        close(fds[0]);
        be_child(engine, &task, fds[1], o->memory);
    }
    close(fds[1]);
    struct message_reader reader = {.fd = fds[0]};
    double start = wall_now();
    bool violated = false; /* something is, and the rest of the time was set */
    bool over = false;
    while (!over && !driver_stop) {
        double left = until > 0 ? until - wall_now() : 3600;
        if (left <= 0) {
            if (!r->reason[0]) snprintf(r->reason, sizeof r->reason, "time limit");
            break;
        }
        struct pollfd p = {fds[0], POLLIN, 0};
        int n = poll(&p, 1, left > 0.5 ? 500 : (int)(left * 1000) + 1);
        if (n < 0 && errno != EINTR) break;
        if (n <= 0) continue;
        over = !message_receive(&reader);
        struct message m;
        while (message_next(&reader, &m)) {
            judge(o, r, engine, &m);
            trace_release(&m.trace);
        }
        if (!(still_open(o, r) & engine->violations)) break;
        if (!violated &&
            any_violated(
                r)) { /* the verdict is known: the rest gets as much time again as was needed so far */
            violated = true;
            double end = wall_now() + (wall_now() - start) + LEAST_GRACE;
            if (until <= 0 || end < until) until = end;
        }
    }
    int status = 0;
    if (!over) kill(child, SIGKILL);
    waitpid(child, &status, 0);
    message_reader_release(&reader);
    close(fds[0]);
    say_how_it_ended(r, engine, status);
    if (driver_stop && !r->reason[0]) snprintf(r->reason, sizeof r->reason, "interrupted");
}

void driver_run(const struct driver_options *o, struct driver_result *r)
{
    *r = (struct driver_result){0};
    double start = wall_now(), until = o->seconds > 0 ? start + o->seconds : 0;
    for (const struct engine *const *e = engine_list; *e; e++) {
        if ((o->only ? *e != o->only : !(*e)->by_default) || driver_stop) continue;
        if (!(still_open(o, r) & (*e)->violations)) continue;
        if (until > 0 && wall_now() >= until) break;
        run_engine(o, r, *e, until);
    }
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
