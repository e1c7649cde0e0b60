/* Carries out a plan in child processes. Results come back through a pipe per child, one line
 * of JSON each; the entry that a child works on stands in memory shared with the parent, so a
 * lost child can be blamed on it. */
#include "diff/project/run.h"

#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"
#include "diff/report/result_text.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MOST_JOBS = 64, IDLE = -1 };

struct desk { /* shared */
    _Atomic size_t next;
    _Atomic long current[MOST_JOBS]; /* entry, or IDLE */
};

struct worker {
    struct process process;
    struct text input; /* what came through the pipe and is not a whole line yet */
    long entry;        /* last seen at work, with its processor time since when */
    double since;
};

struct run {
    struct plan *plan;
    const struct run_options *options;
    struct desk *desk;
    struct worker workers[MOST_JOBS];
    unsigned jobs;
    size_t done;
};

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Processor time of a child, so that a busy machine costs no verdict; 0 if it is gone. */
static double clock_of_child(pid_t pid)
{
    clockid_t id;
    return clock_getcpuclockid(pid, &id) ? 0 : clock_of(id);
}

static long peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* ---- the child ---- */

static void work(struct run *r, unsigned seat, FILE *out)
{
    struct plan *p = r->plan;
    struct compare_options options = r->options->compare;
    if (p->variable)
        options.prove_seconds = 0; /* slices are no functions that can be run */
    struct comparer *comparer = comparer_new(p->project[0], p->project[1], &options);
    for (size_t i; (i = atomic_fetch_add(&r->desk->next, 1)) < p->entries.count;) {
        struct plan_entry *e = &p->entries.data[i];
        if (e->decided)
            continue;
        LAW(e->function[0] || e->function[1]);
        atomic_store(&r->desk->current[seat], (long)i);
        double start = clock_of(CLOCK_PROCESS_CPUTIME_ID);
        e->result = comparer_compare(comparer, e->function[0], e->function[1]);
        if (p->variable && e->result.verdict == COMPARE_SAME)
            e->result.assumptions |= ASSUME_SLICE;
        e->seconds = clock_of(CLOCK_PROCESS_CPUTIME_ID) - start;
        e->memory = peak_memory();
        result_send(out, i, e);
        fflush(out);
    }
    atomic_store(&r->desk->current[seat], (long)IDLE);
}

struct errand {
    struct run *run;
    unsigned seat;
};

static void sit_down(void *context, int in, int out)
{
    const struct errand *e = context;
    FILE *file = fdopen(out, "w");
    (void)in;
    if (!file)
        return;
    madvise(e->run->desk, sizeof *e->run->desk,
            MADV_DONTFORK); /* children of this one run code that may write anywhere */
    work(e->run, e->seat, file);
    fflush(file);
}

static void start_worker(struct run *r, unsigned seat)
{
    LAW(seat < r->jobs && !r->workers[seat].process.id);
    struct worker *w = &r->workers[seat];
    struct errand errand = {r, seat};
    struct process_work how = {.run = sit_down, .context = &errand};
    atomic_store(&r->desk->current[seat], (long)IDLE);
    *w = (struct worker){.entry = IDLE};
    process_start(&w->process, &how);
}

/* ---- the parent ---- */

static void decided(struct run *r, struct plan_entry *e)
{
    if (e->decided)
        return;
    e->decided = true;
    r->done++;
    LAW(r->done <= r->plan->entries.count);
    if (r->options->progress)
        r->options->progress(r->done, r->plan->entries.count, e->result.name);
}

static void read_lines(struct run *r, struct worker *w)
{
    char *line = w->input.data, *end;
    while (line && (end = strchr(line, '\n'))) {
        *end = 0;
        size_t index;
        struct plan_entry got;
        if (result_receive(&r->plan->arena, line, &index, &got) &&
            index < r->plan->entries.count) {
            struct plan_entry *e = &r->plan->entries.data[index];
            e->result = got.result;
            e->seconds = got.seconds;
            e->memory = got.memory;
            decided(r, e);
        }
        line = end + 1;
    }
    size_t rest = line ? w->input.count - (size_t)(line - w->input.data) : 0;
    if (rest)
        memmove(w->input.data, line, rest);
    w->input.count = rest;
    if (w->input.data)
        w->input.data[rest] = 0;
}

static void lose(struct run *r, size_t index, const char *reason)
{
    LAW(index < r->plan->entries.count);
    struct plan_entry *e = &r->plan->entries.data[index];
    if (e->decided)
        return;
    const struct project_symbol *s = e->function[0] ? e->function[0] : e->function[1];
    const struct project *project = r->plan->project[e->function[0] ? 0 : 1];
    const char *name =
        arena_text_range(&r->plan->arena, s->name, project_symbol_base(s->name));
    e->result = (struct compare_result){.name = name,
                                        .source = project->units.data[s->unit].source,
                                        .verdict = COMPARE_UNKNOWN,
                                        .cause = CAUSE_LIMIT,
                                        .subject = name,
                                        .reason = reason};
    e->result.old_place.function = e->result.new_place.function = name;
    decided(r, e);
}

static void end_worker(struct run *r, unsigned seat, const char *reason)
{
    struct worker *w = &r->workers[seat];
    long entry = atomic_load(&r->desk->current[seat]);
    struct process_status status = process_wait(&w->process);
    bool well = status.end == PROCESS_EXITED && status.code == 0;
    text_release(&w->input);
    *w = (struct worker){.entry = IDLE};
    if (well || entry == IDLE)
        return;
    lose(r, (size_t)entry, reason ? reason : "the comparison broke down");
    if (atomic_load(&r->desk->next) < r->plan->entries.count)
        start_worker(r, seat);
}

static void hear(struct run *r, unsigned seat)
{
    char buffer[65536];
    ssize_t n = read(r->workers[seat].process.from, buffer, sizeof buffer);
    if (n > 0) {
        text_put_range(&r->workers[seat].input, buffer, (size_t)n);
        read_lines(r, &r->workers[seat]);
    } else if (n == 0 || errno != EINTR)
        end_worker(r, seat, NULL);
}

static void watch_time(struct run *r, unsigned seat)
{
    struct worker *w = &r->workers[seat];
    long entry = atomic_load(&r->desk->current[seat]);
    double now = clock_of_child(w->process.id);
    if (entry != w->entry) {
        w->entry = entry;
        w->since = now;
    } else if (entry != IDLE && r->options->seconds && now - w->since > r->options->seconds &&
               !r->plan->entries.data[entry].decided) {
        process_kill(&w->process);
        end_worker(r, seat, "the time for one function is over");
    }
}

static bool step(struct run *r)
{
    struct pollfd polls[MOST_JOBS];
    unsigned seats[MOST_JOBS], n = 0;
    for (unsigned s = 0; s < r->jobs; s++) {
        if (!r->workers[s].process.id)
            continue;
        polls[n] = (struct pollfd){.fd = r->workers[s].process.from, .events = POLLIN};
        seats[n++] = s;
    }
    if (!n)
        return false;
    poll(polls, n, 200);
    for (unsigned i = 0; i < n; i++) {
        if (polls[i].revents)
            hear(r, seats[i]);
        if (r->workers[seats[i]].process.id)
            watch_time(r, seats[i]);
    }
    return true;
}

void run_plan(struct plan *p, const struct run_options *options)
{
    struct run r = {.plan = p, .options = options};
    size_t open = 0;
    for (size_t i = 0; i < p->entries.count; i++)
        open += !p->entries.data[i].decided;
    r.done = p->entries.count - open;
    r.jobs = options->jobs ? options->jobs : 1;
    if (r.jobs > MOST_JOBS)
        r.jobs = MOST_JOBS;
    if (r.jobs > open)
        r.jobs = (unsigned)open;
    r.desk =
        mmap(NULL, sizeof *r.desk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r.desk == MAP_FAILED)
        BUG("no shared memory: %s", strerror(errno));
    for (unsigned s = 0; s < r.jobs; s++)
        start_worker(&r, s);
    while (step(&r))
        continue;
    for (size_t i = 0; i < p->entries.count; i++)
        if (!p->entries.data[i].decided)
            lose(&r, i, "no child process could be started for it");
    LAW(r.done == p->entries.count); /* every entry is decided once */
    munmap(r.desk, sizeof *r.desk);
}
