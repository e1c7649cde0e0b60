/* The refinement loop (L14, Algorithm 1) around the searches: children propose, the parent
 * verifies at the full width, and a counterexample becomes a test for all. Once a solution is
 * proved, shorter ones are looked for and refuted for a while. */
#include "synth/cegis.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/process.h"
#include "solver/solver.h"
#include "synth/language/linear.h"
#include "synth/language/power.h"
#include "synth/search/tests.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* A proposal that could not be verified in the time given: tried again, with more, when
 * nothing else is to be done. */
struct open_proposal {
    struct solution solution;
    unsigned which;
    double seconds;
};
enum { OPEN_PROPOSALS = 32, FURTHER_TESTS = 3 };
struct run {
    const struct spec *spec;
    const struct synth_options *options;
    struct synth_result *result;
    struct code *code;
    struct share *share;
    struct process child[SEARCH_COUNT + 1];
    double began, found, deadline; /* seconds; deadline 0: none */
    uint64_t *registers;
    uint64_t random;
    struct test_words words;
    struct open_proposal *open;
    unsigned open_count;
    const struct solution *known; /* null, or a solution to start from */
};
static const double first_try =
    0.1; /* seconds to verify a proposal before others get their turn */

static bool stopped(const struct run *r)
{
    return r->options->stop && *r->options->stop;
}
static bool out_of_time(const struct run *r)
{
    return r->deadline > 0 && wall_now() > r->deadline;
}

/* --- children --- */

struct errand {
    struct run *run;
    unsigned which;
};

static void child_main(void *context, int from_parent, int to_parent)
{
    const struct errand *e = context;
    LAW(e->which <= SEARCH_COUNT);
    struct run *r = e->run;
    unsigned families = FAMILY_BASIC | FAMILY_COMPARE | FAMILY_MULTIPLY |
                        (r->spec->floats ? FAMILY_FLOAT : 0u);
    struct host host = {.spec = r->spec,
                        .code = r->code,
                        .share = r->share,
                        .mine = &r->share->progress[e->which],
                        .operators = operators_of(families),
                        .seed = r->options->seed + 1,
                        .narrow = !r->options->full_width_only,
                        .refute = e->which == REFUTER,
                        .to_parent = to_parent,
                        .from_parent = from_parent};
    search_list[e->which == REFUTER ? 1 : e->which]->run(&host);
    atomic_store(&host.mine->exhausted, 1);
}

static bool child_start(struct run *r, unsigned which)
{
    LAW(which <= SEARCH_COUNT && !r->child[which].id);
    struct errand errand = {r, which};
    struct process_work work = {.run = child_main,
                                .context = &errand,
                                .told = true,
                                .memory = (uint64_t)r->options->memory_mb << 20,
                                .ignores_interrupt = true};
    return process_start(&r->child[which], &work);
}

static void child_end(struct run *r, unsigned which)
{
    struct process *c = &r->child[which];
    if (!c->id)
        return;
    process_kill(c);
    process_wait(c);
}

/* It closed its pipe: the search is over, or it failed, which is said. */
static void child_gone(struct run *r, unsigned which)
{
    LAW(which <= SEARCH_COUNT && r->child[which].id);
    const char *name = search_list[which == REFUTER ? 1 : which]->name;
    struct process_status s = process_wait(&r->child[which]);
    switch (s.end) {
    case PROCESS_SIGNALLED:
        fprintf(stderr, "sooth synth: the %s search was ended by signal %d\n", name, s.code);
        return;
    case PROCESS_OUT_OF_MEMORY:
        fprintf(stderr, "sooth synth: the %s search ran out of memory\n", name);
        return;
    case PROCESS_BROKEN:
        fprintf(stderr, "sooth synth: the %s search failed\n", name);
        return;
    case PROCESS_EXITED:
        return;
    }
}

/* --- verification --- */

static enum answer prove(struct run *r, const struct solution *s, uint64_t *input,
                         double seconds)
{
    LAW(s->count == r->spec->program_count && seconds > 0);
    struct terms *ts = r->spec->terms;
    double left = wall_left(r->deadline);
    if (left > seconds)
        left = seconds;
    struct solver_limits limits = {.seconds = left > 0.01 ? left : 0.01,
                                   .stop = r->options->stop};
    struct term wrong = term_not(ts, linear_normal(ts, spec_instance(r->spec, s)));
    wrong = power_normal(ts, wrong, r->options->stop);
    if (term_is_false(ts, wrong))
        return ANSWER_UNSAT;
    struct solver *v = solver_new(ts, NULL);
    solver_assert(v, wrong);
    enum answer answer = solver_solve(v, &limits);
    for (unsigned i = 0; answer == ANSWER_SAT && i < r->spec->input_count; i++) {
        input[i] = 0;
        term_const_u64(ts, solver_value(v, r->spec->input[i]), &input[i]);
    }
    solver_free(v);
    return answer;
}

static bool fails_on(struct run *r, const struct solution *s, const uint64_t *input)
{
    code_prepare(r->code, input, r->registers);
    return !code_check(r->code, s, r->registers);
}

/* Random inputs refute most wrong candidates at once. */
static bool random_refutes(struct run *r, const struct solution *s, uint64_t *input)
{
    for (unsigned i = 0; i < 400 && r->spec->input_count; i++) {
        for (unsigned k = 0; k < r->spec->input_count; k++) {
            r->random ^= r->random << 13;
            r->random ^= r->random >> 7;
            r->random ^= r->random << 17;
            input[k] = (r->random >> 7 >> (i % 4 == 3 ? r->random % 48 : 0)) &
                       width_mask(r->spec->width);
            if (r->random >> 60 == 0)
                input[k] = r->words.word[r->random % TEST_WORDS];
        }
        if (fails_on(r, s, input))
            return true;
    }
    return false;
}

static enum answer verify(struct run *r, const struct solution *s, uint64_t *input,
                          double seconds)
{
    for (unsigned p = 0; p < s->count; p++)
        if (!candidate_well_formed(&s->program[p], r->spec->width))
            BUG("a search proposed an ill-formed candidate");
    if (random_refutes(r, s, input))
        return ANSWER_SAT;
    enum answer answer = prove(r, s, input, seconds);
    if (answer == ANSWER_SAT && !fails_on(r, s, input))
        BUG("counterexample of the solver does not refute the candidate");
    return answer;
}

/* --- proposals --- */

static bool shorter_than_found(const struct run *r, const struct solution *s)
{
    return r->result->status != SYNTH_FOUND ||
           solution_total(s) < solution_total(&r->result->solution);
}

static void accept(struct run *r, unsigned which, const struct solution *s)
{
    LAW(which <= SEARCH_COUNT && shorter_than_found(r, s));
    struct synth_result *out = r->result;
    out->status = SYNTH_FOUND;
    out->solution = *s;
    LAW(out->solution.count == r->spec->program_count);
    out->winner = which == REFUTER ? search_list[1]->name : search_list[which]->name;
    if (r->found == 0)
        r->found = wall_now();
    unsigned total = solution_total(s);
    if (total)
        atomic_store(&r->share->most, total - 1);
}

static void take_counterexample(struct run *r, const uint64_t *input)
{
    LAW(r->spec->input_count <= CANDIDATE_INPUTS);
    r->result->iterations++;
    if (tests_add(r->spec, r->share, input, r->options->stop) != TEST_IMPOSSIBLE ||
        r->result->status == SYNTH_FOUND)
        return;
    r->result->status = SYNTH_NONE;
    snprintf(r->result->reason, sizeof r->result->reason,
             "no output is right for input 0x%llx%s", (unsigned long long)input[0],
             r->spec->input_count > 1 ? ", ..." : "");
}

/* Other inputs on which the candidate is wrong, where random ones show some: a search that
 * works on few tests proposes many wrong candidates. */
static void take_more(struct run *r, const struct solution *s)
{
    uint64_t input[CANDIDATE_INPUTS] = {0};
    for (unsigned i = 0; i < FURTHER_TESTS && r->result->status == SYNTH_UNKNOWN; i++) {
        unsigned n = atomic_load(&r->share->test_count);
        if (!n || r->share->test[n - 1].goal[0].kind == GOAL_ASK ||
            !random_refutes(r, s, input))
            return;
        tests_add(r->spec, r->share, input, r->options->stop);
    }
}

static void keep_open(struct run *r, unsigned which, const struct solution *s)
{
    LAW(r->open_count <= OPEN_PROPOSALS);
    if (r->open_count == OPEN_PROPOSALS)
        return;
    r->open[r->open_count++] = (struct open_proposal){*s, which, 2 * first_try};
}

static void answer_proposal(struct run *r, unsigned which)
{
    struct solution s = r->share->progress[which].proposal;
    uint64_t input[CANDIDATE_INPUTS] = {0};
    double began = wall_now();
    char reply = PROPOSAL_TAKEN;
    r->result->proposals++;
    if (shorter_than_found(r, &s)) {
        enum answer answer = verify(r, &s, input, first_try);
        if (answer == ANSWER_UNSAT)
            accept(r, which, &s);
        if (answer == ANSWER_UNKNOWN) {
            reply = PROPOSAL_UNKNOWN;
            keep_open(r, which, &s);
        }
        if (answer == ANSWER_SAT) {
            reply = PROPOSAL_REFUTED;
            take_counterexample(r, input);
            take_more(r, &s);
        }
    }
    r->result->seconds_verify += wall_now() - began;
    if (write(r->child[which].to, &reply, 1) != 1)
        child_end(r, which);
}

/* Gives the next open proposal another try. */
static void retry_open(struct run *r)
{
    if (!r->open_count)
        return;
    unsigned at =
        0; /* earlier ones get more: the later ones are often the same in another form */
    for (unsigned i = 1; i < r->open_count; i++)
        if (r->open[i].seconds * (i + 1) < r->open[at].seconds * (at + 1))
            at = i;
    struct open_proposal *p = &r->open[at];
    uint64_t input[CANDIDATE_INPUTS] = {0};
    double began = wall_now();
    enum answer answer = shorter_than_found(r, &p->solution)
                             ? verify(r, &p->solution, input, p->seconds)
                             : ANSWER_SAT;
    if (answer == ANSWER_UNSAT)
        accept(r, p->which, &p->solution);
    if (answer == ANSWER_SAT && shorter_than_found(r, &p->solution))
        take_counterexample(r, input);
    p->seconds *= 2;
    if (answer != ANSWER_UNKNOWN)
        *p = r->open[--r->open_count];
    r->result->seconds_verify += wall_now() - began;
}

/* Waits for a proposal or a child's end, at most a short while; open proposals use the time.
 */
static void wait_children(struct run *r)
{
    struct pollfd polled[SEARCH_COUNT + 1];
    unsigned which[SEARCH_COUNT + 1], n = 0;
    for (unsigned i = 0; i <= SEARCH_COUNT; i++) {
        if (!r->child[i].id)
            continue;
        which[n] = i;
        polled[n++] = (struct pollfd){r->child[i].from, POLLIN, 0};
    }
    if (poll(polled, n, r->open_count ? 0 : 20) <= 0) {
        retry_open(r);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        char byte;
        if (!polled[i].revents || !r->child[which[i]].id)
            continue;
        if (read(r->child[which[i]].from, &byte, 1) == 1)
            answer_proposal(r, which[i]);
        else
            child_gone(r, which[i]);
        if (r->result->status == SYNTH_NONE)
            return;
    }
}

static bool any_child(const struct run *r)
{
    for (unsigned i = 0; i <= SEARCH_COUNT; i++)
        if (r->child[i].id)
            return true;
    return false;
}

static void take_progress(struct run *r)
{
    struct synth_result *out = r->result;
    out->tests = atomic_load(&r->share->test_count);
    out->refuted = 0;
    out->refuted_listed = atomic_load(&r->share->progress[0].refuted_listed);
    for (unsigned i = 0; i <= SEARCH_COUNT; i++) {
        unsigned refuted = atomic_load(&r->share->progress[i].refuted);
        if (refuted > out->refuted)
            out->refuted = refuted;
        if (i < SEARCH_COUNT)
            out->tried[i] = atomic_load(&r->share->progress[i].tried);
    }
    if (out->refuted_listed < out->refuted)
        out->refuted_listed = out->refuted;
    LAW(out->refuted_listed >= out->refuted);
    out->minimal =
        out->status == SYNTH_FOUND && out->refuted >= solution_total(&out->solution);
}

static void search_phase(struct run *r)
{
    LAW(r->result->status == SYNTH_UNKNOWN && !r->known);
    for (unsigned i = 0; i < SEARCH_COUNT; i++)
        if (r->options->searches & (1u << i))
            child_start(r, i);
    while (r->result->status == SYNTH_UNKNOWN && (any_child(r) || r->open_count) &&
           !stopped(r) && !out_of_time(r))
        wait_children(r);
    r->result->seconds_search = wall_now() - r->began - r->result->seconds_verify;
}

/* The time for shorter programs is CPU time of the refuter, so that a busy machine proves as
 * much as an idle one; ten times as much of the clock's. */
static bool minimal_over(const struct run *r)
{
    LAW(r->found > 0);
    clockid_t clock;
    struct timespec used;
    if (wall_now() > r->found + 10 * r->options->minimal_seconds)
        return true;
    if (!r->child[REFUTER].id || clock_getcpuclockid(r->child[REFUTER].id, &clock) ||
        clock_gettime(clock, &used))
        return wall_now() > r->found + r->options->minimal_seconds;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9 > r->options->minimal_seconds;
}

/* Proposals whose check ran out of its turn, on a busy machine for instance, are still to be
 * answered: each gets tries of its own until the clock says that it is enough. */
static bool shorter_is_open(const struct run *r)
{
    if (wall_now() > r->found + 10 * r->options->minimal_seconds)
        return false;
    for (unsigned i = 0; i < r->open_count; i++)
        if (shorter_than_found(r, &r->open[i].solution))
            return true;
    return false;
}

/* The shorter programs: the explicit search goes on, a refuter starts; the others have done
 * their part. */
static void minimal_phase(struct run *r)
{
    LAW(r->result->status == SYNTH_FOUND && r->found > 0);
    struct synth_result *out = r->result;
    child_end(r, 1);
    child_end(r, 2);
    if (r->options->minimal_seconds > 0 && solution_total(&out->solution)) {
        if (!r->child[0].id && r->known && r->options->searches & SEARCH_EXPLICIT)
            child_start(r, 0);
        child_start(r, REFUTER);
    }
    for (;;) {
        take_progress(r);
        if (!solution_total(&out->solution))
            out->minimal = true;
        if (out->minimal || stopped(r) || out_of_time(r))
            break;
        bool spent =
            minimal_over(r) || !any_child(r) ||
            (!r->child[REFUTER].id && out->refuted_listed >= solution_total(&out->solution));
        if (spent && !shorter_is_open(r))
            break;
        if (spent)
            retry_open(r);
        else
            wait_children(r);
    }
    out->seconds_minimal = wall_now() - r->found;
}

static void conclude(struct run *r)
{
    struct synth_result *out = r->result;
    LAW(out->status != SYNTH_NONE || out->reason[0]);
    if (out->status != SYNTH_UNKNOWN)
        return;
    const char *why = out_of_time(r) ? "time limit" : "the searches ended without an answer";
    if (stopped(r))
        why = "stopped";
    snprintf(out->reason, sizeof out->reason, "%s", why);
}

/* The parts of the solution were proved one by one; if they do not meet the whole, splitting
 * was wrong. */
static void take_known(struct run *r)
{
    LAW(r->known && r->known->count == r->spec->program_count);
    uint64_t input[CANDIDATE_INPUTS] = {0};
    if (random_refutes(r, r->known, input))
        BUG("solutions of the parts do not meet the specification");
    accept(r, 0, r->known);
}

static bool check_size(const struct spec *s, struct failure *f)
{
    if (s->program_count > SOLUTION_PROGRAMS || s->input_count > CANDIDATE_INPUTS)
        return failure_set(
            f, FAILURE_UNSUPPORTED,
            "too many unknown programs (%u, at most %u) or inputs (%u, at most %u)",
            s->program_count, SOLUTION_PROGRAMS, s->input_count, CANDIDATE_INPUTS);
    for (unsigned p = 0; p < s->program_count; p++)
        if (s->program[p].arity > CANDIDATE_INPUTS ||
            s->program[p].outputs > CANDIDATE_OUTPUTS)
            return failure_set(f, FAILURE_UNSUPPORTED,
                               "program %s has too many inputs or outputs",
                               s->program[p].name);
    return true;
}

bool synth_run_whole(const struct spec *spec, const struct synth_options *options,
                     const struct solution *known, struct synth_result *result,
                     struct failure *f)
{
    struct run r = {.spec = spec,
                    .known = known,
                    .options = options,
                    .result = result,
                    .began = wall_now(),
                    .random = options->seed * 2 + 88172645463325253u};
    uint64_t input[CANDIDATE_INPUTS] = {0};
    *result = (struct synth_result){.status = SYNTH_UNKNOWN};
    if (options->seconds > 0)
        r.deadline = r.began + options->seconds;
    if (!check_size(spec, f))
        return false;
    r.code = code_new(spec, f);
    if (!r.code)
        return false;
    r.words = test_words_of(spec);
    r.open = calloc(OPEN_PROPOSALS, sizeof *r.open);
    r.registers = calloc(code_registers(r.code), sizeof *r.registers);
    r.share = mmap(NULL, sizeof *r.share, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                   -1, 0);
    if (r.share == MAP_FAILED)
        BUG("no shared memory");
    atomic_store(&r.share->most, options->most ? options->most : CANDIDATE_STEPS);
    if (tests_start(spec, r.share, options->seed, options->stop, input) == TEST_IMPOSSIBLE) {
        result->status = SYNTH_NONE;
        snprintf(result->reason, sizeof result->reason,
                 "no output is right for input 0x%llx%s", (unsigned long long)input[0],
                 spec->input_count > 1 ? ", ..." : "");
    } else {
        if (known)
            take_known(&r);
        else
            search_phase(&r);
        if (result->status == SYNTH_FOUND)
            minimal_phase(&r);
        take_progress(&r);
        if (result->status == SYNTH_FOUND && !solution_total(&result->solution))
            result->minimal = true;
    }
    conclude(&r);
    for (unsigned i = 0; i <= SEARCH_COUNT; i++)
        child_end(&r, i);
    munmap(r.share, sizeof *r.share);
    free(r.registers);
    free(r.open);
    code_free(r.code);
    return true;
}
