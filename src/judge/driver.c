#include "judge/driver.h"

#include "base/failure.h"
#include "base/clock.h"
#include "base/process.h"
#include "base/text.h"
#include "engine/message.h"
#include "judge/certification.h"
#include "judge/child.h"
#include "judge/evidence.h"
#include "judge/skip.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

volatile int driver_stop;

static const double FIRST_SLICE = 0.4, SLICE_GROWTH = 1.5; /* of engines that take turns */
enum { EARLY_ROUNDS = 2 };
static const double LATE_START = 1,
                    LATE_WEIGHT =
                        0.4; /* of one that joins late: others lose a fifth at most */
static const double BRIEF_MOMENT = 0.3;
static const double LAST_MOMENT = 1; /* of others, where the main engine gave up */
static const double LEAST_CHECK = 1; /* seconds, for what counts only if it is confirmed */

/* An engine under way. */
struct running {
    const struct engine *engine;
    struct child_job job;
    struct process child;
    struct message_reader reader;
    struct text pending; /* certificates of what it claims next */
    double start;
    bool late;     /* it joins the others after a while */
    double weight; /* how long its turns are */
    bool begun;
    bool ended; /* it has closed its pipe */
    bool over;  /* it takes no more turns */
    explanation explained[EXPLAIN_GROUPS];
    char last[120];       /* what it does */
    struct reason reason; /* why it gave up */
};

/* All that it names is there. */
static bool names_choices(const struct program *p, const struct trace *t)
{
    for (size_t i = 0; i < t->choices.count; i++) {
        const struct trace_choice *c = &t->choices.data[i];
        if (c->function >= p->functions.count)
            return false;
        if (c->instruction >= p->functions.data[c->function].instructions.count)
            return false;
    }
    for (size_t i = 0; i < t->skips.count; i++) {
        const struct trace_skip *s = &t->skips.data[i];
        if (s->function >= p->functions.count)
            return false;
        if (s->block >= p->functions.data[s->function].blocks.count)
            return false;
    }
    return t->function < p->functions.count;
}

/* Of an engine whose proofs count only when they are confirmed: is this one? It waits for the
 * answer. */
static bool is_confirmed(const struct driver_options *o, struct driver_result *r,
                         struct running *e, uint32_t violations)
{
    struct certification_question q = {violations, o->task.entry};
    double most = wall_now() - e->start;
    if (most < LEAST_CHECK)
        most = LEAST_CHECK;
    struct check_result result;
    process_pause(&e->child);
    certification_check(o->task.program, text_of(&e->pending), &q,
                        driver_left(o->until, EVIDENCE_GRACE, most), o->memory, &result);
    process_resume(&e->child);
    if (result.answer == CHECK_CONFIRMED)
        return true;
    if (o->progress)
        o->progress(e->engine->name, result.why);
    if (o->only)
        reason_set(&r->reason, REASON_NOT_CONFIRMED,
                   "proved, but the check of the proof does not confirm it: %s", result.why);
    return false;
}

static void take_proof(const struct driver_options *o, struct driver_result *r,
                       struct running *e, const struct message *m)
{
    bool counts = !e->engine->only_certified || is_confirmed(o, r, e, m->violations);
    struct text *certificates = e->engine->only_certified ? &r->confirmed : &r->certificates;
    if (counts)
        text_put(certificates, text_of(&e->pending));
    text_release(&e->pending);
    e->pending = (struct text){0};
    if (!counts)
        return;
    for (int v = 0; v < VIOLATION_COUNT; v++) {
        struct finding *f = &r->findings[v];
        LAW(f->verdict != VERDICT_FALSE || !(m->violations & VIOLATION_BIT(v)) ||
            f->replay.confirmed);
        if (!(m->violations & VIOLATION_BIT(v)) || f->verdict != VERDICT_UNKNOWN)
            continue;
        f->verdict = VERDICT_TRUE;
        f->confirmed = e->engine->only_certified;
        f->engine = e->engine->name;
        snprintf(f->how, sizeof f->how, "%.*s", (int)sizeof f->how - 1, m->text);
    }
}

static void take_violation(const struct driver_options *o, struct driver_result *r,
                           const struct engine *engine, struct message *m)
{
    LAW(m->trace.kind < VIOLATION_COUNT);
    struct finding *f = &r->findings[m->trace.kind];
    m->trace.skipper = &judge_skipper;
    if (f->verdict != VERDICT_UNKNOWN || !names_choices(o->task.program, &m->trace))
        return;
    trace_replay(o->task.program, &m->trace, o->task.entry, evidence_seconds(o->until),
                 &f->replay);
    m->trace.reuses = f->replay.reuses;
    bool shown = f->replay.confirmed &&
                 !evidence_rests_on_failure(&o->task, &m->trace, &f->replay, o->until);
    if (!shown || evidence_made_up(&o->task, &m->trace, &f->replay, o->until)) {
        replay_release(&f->replay);
        return;
    }
    LAW(f->replay.confirmed); /* only what the interpreter saw */
    f->verdict = VERDICT_FALSE;
    f->engine = engine->name;
    f->trace = m->trace;
    m->trace = (struct trace){0};
}

/* Why an engine that only helps others did not decide is not the last word. */
static void take_reason(const struct driver_options *o, struct driver_result *r,
                        const struct engine *engine, const struct reason *reason)
{
    LAW(reason->kind != REASON_NONE);
    bool last_word = o->only || !engine->suits;
    if (last_word)
        r->reason = *reason;
    if (o->progress)
        o->progress(engine->name, reason->text);
}

static void take_external(const struct driver_options *o, struct driver_result *r,
                          uint32_t function)
{
    if (function >= o->task.program->functions.count)
        return;
    for (size_t i = 0; i < r->externals.count; i++)
        if (r->externals.data[i] == function)
            return;
    VECTOR_PUSH(&r->externals, function);
}

/* A place that is not there is left out. */
static bool is_place(const struct program *p, uint32_t function, uint32_t instruction)
{
    return function < p->functions.count &&
           instruction < p->functions.data[function].instructions.count;
}

static void take_explanation(const struct driver_options *o, struct running *e,
                             const struct message *m)
{
    LAW(m->group < EXPLAIN_GROUPS);
    const struct program *p = o->task.program;
    VECTOR_CLEAR(&e->explained[m->group]);
    for (size_t i = 0; i < m->explanation.count; i++) {
        struct explain_item item = m->explanation.data[i];
        if (!is_place(p, item.function, item.instruction))
            item.function = item.instruction = EXPLAIN_NOWHERE;
        if (!is_place(p, item.made_function, item.made))
            item.made_function = item.made = EXPLAIN_NOWHERE;
        if (!is_place(p, item.function, item.value))
            item.value = EXPLAIN_NOWHERE;
        VECTOR_PUSH(&e->explained[m->group], item);
    }
}

static void judge(const struct driver_options *o, struct driver_result *r, struct running *e,
                  struct message *m)
{
    switch (m->kind) {
    case MESSAGE_PROVED:
        take_proof(o, r, e, m);
        return;
    case MESSAGE_VIOLATED:
        take_violation(o, r, e->engine, m);
        return;
    case MESSAGE_PROGRESS:
        snprintf(e->last, sizeof e->last, "%.*s", (int)sizeof e->last - 1, m->text);
        if (o->progress)
            o->progress(e->engine->name, m->text);
        return;
    case MESSAGE_STATISTICS:
        text_add(&r->statistics, "%s: %s\n", e->engine->name, m->text);
        return;
    case MESSAGE_GAVE_UP:
        e->reason = m->reason;
        take_reason(o, r, e->engine, &m->reason);
        return;
    case MESSAGE_NEVER_FINISHES:
        r->never_finishes = true;
        return;
    case MESSAGE_CERTIFICATE:
        text_put_range(&e->pending, m->certificate, m->bytes);
        return;
    case MESSAGE_EXTERNAL:
        take_external(o, r, m->function);
        return;
    case MESSAGE_EXPLAINED:
        take_explanation(o, e, m);
        return;
    case MESSAGE_COUNT:
        return;
    }
}

static uint32_t still_open(const struct driver_options *o, const struct driver_result *r)
{
    uint32_t open = o->task.violations;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict != VERDICT_UNKNOWN)
            open &= ~VIOLATION_BIT(v);
    return open;
}

static void say_how_it_ended(struct driver_result *r, const struct engine *engine, bool whole,
                             struct process_status status)
{
    switch (status.end) {
    case PROCESS_BROKEN:
        r->broken = true;
        reason_set(&r->reason, REASON_BROKEN,
                   "internal failure of engine %s: please report it", engine->name);
        return;
    case PROCESS_OUT_OF_MEMORY:
        if (!r->reason.kind)
            reason_set(&r->reason, REASON_MEMORY, "memory limit");
        return;
    case PROCESS_SIGNALLED:
        if (!r->reason.kind && status.code != SIGKILL)
            reason_set(&r->reason, REASON_ENGINE, "engine %s ended by signal %d",
                       engine->name, status.code);
        return;
    case PROCESS_EXITED:
        if (whole)
            return;
        r->broken = true;
        reason_set(&r->reason, REASON_BROKEN,
                   "internal failure: a message of engine %s is broken: please report it",
                   engine->name);
        return;
    }
}

static bool any_violated(const struct driver_result *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict == VERDICT_FALSE)
            return true;
    return false;
}

/* What all engines may still take together, and whether a violation has set that already. */
struct budget {
    double start, until;
    bool shortened;
    bool hurried; /* for want of the engine that has the last word */
    bool asked;   /* whether to give up at the pause: it is over */
};

/* Once something is violated the verdict is known: the rest gets as much time again as was
 * needed so far. */
static void shorten(struct budget *b, const struct driver_options *o,
                    const struct driver_result *r)
{
    if (b->shortened || !any_violated(r))
        return;
    b->shortened = true;
    double end = wall_now() + (wall_now() - b->start) + EVIDENCE_GRACE;
    if (o->brief && end > wall_now() + BRIEF_MOMENT)
        end = wall_now() + BRIEF_MOMENT;
    if (b->until <= 0 || end < b->until)
        b->until = end;
}

/* No other engine knows more where that one met something it cannot handle. */
static void hurry(struct budget *b, const struct driver_options *o,
                  const struct driver_result *r)
{
    if (!o->hasty || b->hurried || r->reason.kind == REASON_NONE)
        return;
    b->hurried = true;
    double end = wall_now() + LAST_MOMENT;
    if (b->until <= 0 || end < b->until)
        b->until = end;
}

static bool has_more_to_do(const struct driver_options *o, const struct driver_result *r,
                           const struct running *e)
{
    return !e->over && (still_open(o, r) & e->engine->violations);
}

/* Hears what the engine has to say until then (0: to its end). */
static void listen(const struct driver_options *o, struct driver_result *r, struct running *e,
                   struct budget *b, double until)
{
    while (!driver_stop && has_more_to_do(o, r, e)) {
        double left = wall_left(until);
        if (b->until > 0 && b->until - wall_now() < left)
            left = b->until - wall_now();
        if (left <= 0)
            return;
        struct pollfd p = {e->reader.fd, POLLIN, 0};
        int n = poll(&p, 1, left > 0.5 ? 500 : (int)(left * 1000) + 1);
        if (n < 0 && errno != EINTR)
            return;
        if (n <= 0)
            continue;
        e->ended = e->over = !message_receive(&e->reader);
        struct message m;
        while (message_next(&e->reader, &m)) {
            judge(o, r, e, &m);
            message_release(&m);
        }
        if (e->reader.broken)
            return;
        shorten(b, o, r);
        hurry(b, o, r);
    }
}

static bool begin(const struct driver_options *o, struct driver_result *r, struct running *e)
{
    e->begun = true;
    e->start = wall_now();
    e->job = (struct child_job){e->engine, o->task, o->until};
    e->job.task.violations = still_open(o, r) & e->engine->violations;
    struct process_work work = {
        .run = judge_child_run, .context = &e->job, .memory = o->memory, .stack = STACK_DEEP};
    e->over = !process_start(&e->child, &work);
    if (e->over && !r->reason.kind)
        reason_set(&r->reason, REASON_ENGINE, "no process could be started for engine %s",
                   e->engine->name);
    if (!e->over)
        e->reader.fd = e->child.from;
    return !e->over;
}

/* What an engine leaves behind for those who ask why. */
static void keep_explanation(const struct driver_options *o, struct driver_result *r,
                             struct running *e)
{
    for (int g = 0; g < EXPLAIN_GROUPS; g++) {
        for (size_t i = 0; i < e->explained[g].count; i++)
            VECTOR_PUSH(&r->explained, e->explained[g].data[i]);
        VECTOR_RELEASE(&e->explained[g]);
    }
    if (!o->task.explain || !e->begun)
        return;
    if (e->reason.kind)
        text_add(&r->attempts, "engine %s gave up: %s\n", e->engine->name, e->reason.text);
    else if (!e->ended && e->last[0])
        text_add(&r->attempts, "engine %s was stopped at: %s\n", e->engine->name, e->last);
}

static void finish(const struct driver_options *o, struct driver_result *r, struct running *e)
{
    keep_explanation(o, r, e);
    if (!e->child.id)
        return;
    if (!e->ended)
        process_kill(&e->child);
    struct process_status status = process_wait(&e->child);
    bool whole = !e->reader.broken && (!e->ended || message_complete(&e->reader));
    say_how_it_ended(r, e->engine, whole, status);
    message_reader_release(&e->reader);
    text_release(&e->pending);
}

static bool is_time_over(const struct budget *b)
{
    return b->until > 0 && wall_now() >= b->until;
}

static bool has_reason(const struct driver_options *o, uint32_t open, const explanation *all)
{
    for (size_t k = 0; k < all->count; k++) {
        const struct explain_item *item = &all->data[k];
        if (item->kind == EXPLAIN_OPEN && open & VIOLATION_BIT(item->number) &&
            o->gives_up(item))
            return true;
    }
    return false;
}

/* Something that an engine left open is a reason to give up early. */
static bool gives_up(const struct driver_options *o, const struct driver_result *r,
                     const struct running *all, size_t count)
{
    uint32_t open = still_open(o, r);
    for (size_t i = 0; i < count; i++)
        if (has_reason(o, open, &all[i].explained[EXPLAIN_INVARIANTS]))
            return true;
    return false;
}

/* A run was found that no replay can make: nothing will prove that there is none. */
static bool is_hopeless(const struct driver_options *o, const struct driver_result *r,
                        const struct running *all, size_t count)
{
    uint32_t open = still_open(o, r);
    for (size_t i = 0; o->pause > 0 && i < count; i++)
        if (has_reason(o, open, &all[i].explained[EXPLAIN_RUNS]))
            return true;
    return false;
}

/* At the pause there is more time, unless engines give up. */
static bool is_over(const struct driver_options *o, const struct driver_result *r,
                    struct budget *b, const struct running *all, size_t count)
{
    if (is_hopeless(o, r, all, count))
        return true;
    if (!is_time_over(b))
        return false;
    if (o->pause <= 0 || b->asked || b->shortened || b->hurried)
        return true;
    b->asked = true;
    if (gives_up(o, r, all, count))
        return true;
    b->until = o->until;
    return is_time_over(b);
}

/* One slice of one engine; alone it has no other limit than that of all. */
static void take_turn(const struct driver_options *o, struct driver_result *r,
                      struct running *e, struct budget *b, double slice)
{
    if (!has_more_to_do(o, r, e)) {
        e->over = true;
        return;
    }
    if (!e->begun && !begin(o, r, e))
        return;
    process_resume(&e->child);
    listen(o, r, e, b, slice > 0 ? wall_now() + slice : 0);
    if (e->reader.broken)
        e->over = true;
    if (!e->over)
        process_pause(&e->child);
}

static bool waits(const struct running *e, const struct budget *b, size_t left)
{
    return e->late && left > 1 && wall_now() - b->start < LATE_START;
}

static double weight_of(const struct engine_task *task, const struct engine *e)
{
    if (e->weigh)
        return e->weigh(task);
    return e->weight > 0 ? e->weight : 1;
}

static double turn_of(const struct running *e, uint32_t round)
{
    bool longer = round >= EARLY_ROUNDS && !e->late && e->engine->later > 0;
    return longer ? e->weight * e->engine->later : e->weight;
}

/* Engines take turns in slices that grow, until nothing is open or time is over. */
static void run_in_turns(const struct driver_options *o, struct driver_result *r,
                         struct running *all, size_t count)
{
    struct budget b = {.start = wall_now(), .until = o->pause > 0 ? o->pause : o->until};
    double slice = FIRST_SLICE;
    uint32_t round = 0;
    for (size_t left = count; left && !driver_stop && !is_over(o, r, &b, all, count);
         slice *= SLICE_GROWTH, round++) {
        for (size_t i = 0; i < count && !driver_stop && !is_over(o, r, &b, all, count); i++) {
            if (all[i].over || waits(&all[i], &b, left))
                continue;
            take_turn(o, r, &all[i], &b, left > 1 ? turn_of(&all[i], round) * slice : 0);
            left -= all[i].over;
        }
        if (!still_open(o, r))
            break;
    }
    if (!r->reason.kind && driver_stop)
        reason_set(&r->reason, REASON_INTERRUPTED, "interrupted");
    if (!r->reason.kind && is_time_over(&b) && still_open(o, r))
        reason_set(&r->reason, REASON_TIME, "time limit");
    for (size_t i = 0; i < count; i++)
        finish(o, r, &all[i]);
}

double driver_left(double until, double least, double most)
{
    LAW(least <= most);
    if (until <= 0)
        return most;
    double left = until - wall_now();
    if (left < least)
        return least;
    return left < most ? left : most;
}

/* The engines that run, in the order of the list; those that only help must suit the program.
 */
static size_t choose(const struct driver_options *o, struct running *out)
{
    size_t count = 0;
    if (o->only) {
        out[0] = (struct running){.engine = o->only, .child = {0, -1, -1}};
        return 1;
    }
    for (const struct engine *const *e = engine_list; *e; e++) {
        if (!(*e)->by_default || !(o->task.violations & (*e)->violations))
            continue;
        bool late = (*e)->suits && !(*e)->suits(&o->task);
        if (late && !((*e)->joins && (*e)->joins(&o->task)))
            continue;
        out[count++] =
            (struct running){.engine = *e,
                             .late = late,
                             .weight = late ? LATE_WEIGHT : weight_of(&o->task, *e),
                             .child = {0, -1, -1}};
    }
    return count;
}

void driver_run(const struct driver_options *o, struct driver_result *r)
{
    *r = (struct driver_result){0};
    double start = wall_now();
    size_t listed = 0;
    while (engine_list[listed])
        listed++;
    struct running *all = calloc(listed, sizeof *all);
    if (!all)
        BUG("out of memory");
    size_t count = choose(o, all);
    run_in_turns(o, r, all, count);
    free(all);
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
    text_release(&r->confirmed);
    text_release(&r->attempts);
    text_release(&r->statistics);
    VECTOR_RELEASE(&r->explained);
}
