/* The product as a program that runs both in step goes to a child process with sooth verify. Without loops, bounded
 * model checking decides; with loops, k-induction over the relations that were seen in runs. If the sides were ever
 * seen at different places, that both end is asked for, too: one might go on for ever where the other ends. */
#include "diff/prove/verify.h"

#include "base/companion.h"
#include "base/process.h"
#include "base/temporary.h"
#include "base/text.h"
#include "diff/prove/samples.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PLACES = 16, MOST_RELATIONS = 48, MOST_EQUALITIES = 32 };

struct question {
    struct product *product;
    struct lockstep_place places[MOST_PLACES];
    struct lockstep_relation relations[MOST_RELATIONS];
    struct lockstep_equality equalities[MOST_EQUALITIES];
    struct lockstep_request request;
    bool in_step; /* the sides always stand at the same place */
    double seconds;
};

static void find_relations(struct question *q)
{
    struct run_samples *samples;
    q->in_step = true;
    if (samples_collect(q->product, &samples)) {
        size_t places = run_relations_places(samples, q->places, MOST_PLACES), count = 0, equal = 0;
        for (size_t i = 0; i < places; i++) {
            q->in_step = q->in_step && q->places[i].place[0] == q->places[i].place[1];
            count += run_relations_find(samples, q->places[i], q->relations + count, MOST_RELATIONS - count);
            equal += run_relations_equal_floats(samples, q->places[i], q->equalities + equal,
                                            MOST_EQUALITIES - equal);
        }
        q->request.places = q->places;
        q->request.place_count = places;
        q->request.relations = q->relations;
        q->request.relation_count = count;
        q->request.equalities = q->equalities;
        q->request.equality_count = equal;
    }
    if (!q->request.place_count) q->in_step = false;
    samples_release(samples);
}

/* Runs sooth verify; its output is in OUTPUT. */
static bool ask(const char *const *argv, struct text *output)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    struct process process;
    struct process_command command = {.arguments = argv, .output = ends[1], .errors = PROCESS_NOWHERE};
    fflush(NULL);
    bool started = process_run(&process, &command);
    close(ends[1]);
    char buffer[4096];
    for (ssize_t n; started && ((n = read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR));)
        if (n > 0) text_put_range(output, buffer, (size_t)n);
    close(ends[0]);
    if (started) process_wait(&process);
    return started;
}

static bool holds(const struct question *q, const char *path, const char *engine, const char *property,
                  bool accesses)
{
    char self[COMPANION_ROOM], limit[32];
    if (!companion_path(self, "sooth")) return false;
    snprintf(limit, sizeof limit, "%.1f", q->seconds < 1 ? 1.0 : q->seconds);
    const char *argv[20] = {self, "verify", "--quiet", "--no-replay", "--timeout", limit, "--property", property};
    size_t n = 8;
    if (accesses) {
        argv[n++] = "--property";
        argv[n++] = "memsafety";
    }
    if (engine) {
        argv[n++] = "--engine";
        argv[n++] = engine;
    }
    argv[n++] = path;
    argv[n] = NULL;
    struct text output = {0};
    bool proved = ask(argv, &output) && output.data && strstr(output.data, "verdict: true");
    text_release(&output);
    return proved;
}

/* Null: proved; else why not. */
static const char *decide(struct question *q, const char *path)
{
    struct lockstep_facts facts = {0};
    const char *obstacle = lockstep_write(q->product, &q->request, path, &facts);
    if (obstacle) return obstacle;
    if (!facts.loops)
        return holds(q, path, NULL, "reach", facts.accesses) ? NULL : "no proof was found in the time given";
    if (!q->request.place_count) {
        find_relations(q);
        obstacle = lockstep_write(q->product, &q->request, path, &facts);
        if (obstacle) return obstacle;
    }
    if (!holds(q, path, "kinduction", "reach", facts.accesses)) return "no proof was found in the time given";
    if (q->in_step || holds(q, path, NULL, "termination", false)) return NULL;
    return "it is not known whether both end";
}

static const char *decide_with(struct question *q, enum lockstep_overflow overflow, const char *path)
{
    q->request.overflow = overflow;
    return decide(q, path);
}

struct verify_answer verify_product(struct arena *arena, struct product *p, double seconds)
{
    struct verify_answer answer = {.reason = "no temporary file can be written"};
    struct temporary file;
    if (!temporary_file(&file, "prove", ".bc", NULL)) return answer;
    static struct question question;
    question = (struct question){.product = p, .seconds = seconds};
    bool overflows = product_has_overflow(p, 0);
    const char *obstacle = decide_with(&question, OVERFLOW_WRAPS, file.path);
    if (obstacle && overflows) {
        answer.excludes_overflow = true;
        obstacle = decide_with(&question, OVERFLOW_EXCLUDED, file.path);
    }
    answer.proved = !obstacle;
    if (answer.proved && product_has_overflow(p, 1))
        answer.may_overflow = decide_with(&question, OVERFLOW_FORBIDDEN, file.path) != NULL;
    answer.reason = arena_text(arena, obstacle ? obstacle : "k-induction over both in step");
    temporary_remove(&file);
    return answer;
}
