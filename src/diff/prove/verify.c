/* The product as a program that runs both in step goes to a child process with sooth verify. Without loops, bounded
 * model checking decides; with loops, k-induction over the relations and transitions that were seen in runs. If one side
 * may make any number of steps alone, that both end is asked for, too: one might go on for ever where the other ends. */
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

enum { MOST_PLACES = 16, MOST_TRANSITIONS = 48, MOST_RELATIONS = 48, MOST_EQUALITIES = 32, MOST_ORDERS = 24 };

struct question {
    struct product *product;
    struct lockstep_place places[MOST_PLACES];
    struct lockstep_transition transitions[MOST_TRANSITIONS];
    struct lockstep_relation relations[MOST_RELATIONS];
    struct lockstep_equality equalities[MOST_EQUALITIES];
    struct lockstep_order orders[MOST_ORDERS];
    size_t order_count;
    struct lockstep_request request;
    bool in_step; /* no side goes on for ever while the other stands still */
    double seconds;
};

static bool is_alone(struct lockstep_place p)
{
    return p.place[0] != p.place[1];
}

static size_t index_of(const struct question *q, size_t places, struct lockstep_place p)
{
    size_t i = 0;
    while (i < places && (q->places[i].place[0] != p.place[0] || q->places[i].place[1] != p.place[1]))
        i++;
    return i;
}

/* Every way through places at which one side moves alone ends: no more steps than there are places. If a side ends, so
 * does the other then, since steps of both are steps of the one that ends. */
static bool alone_ends(const struct question *q, size_t places)
{
    bool reached[MOST_PLACES], next[MOST_PLACES];
    for (size_t i = 0; i < places; i++)
        reached[i] = is_alone(q->places[i]);
    for (size_t round = 0; round <= places; round++) {
        memset(next, 0, sizeof next);
        for (size_t i = 0; i < q->request.transition_count; i++) {
            const struct lockstep_transition *t = &q->transitions[i];
            size_t from = index_of(q, places, t->from), to = index_of(q, places, t->to);
            if (from < places && to < places && reached[from] && is_alone(t->to)) next[to] = true;
        }
        memcpy(reached, next, sizeof next);
    }
    for (size_t i = 0; i < places; i++)
        if (reached[i]) return false;
    return true;
}

static void find_relations(struct question *q)
{
    struct run_samples *samples;
    if (samples_collect(q->product, &samples)) {
        size_t places = run_relations_places(samples, q->places, MOST_PLACES), count = 0, equal = 0, orders = 0;
        q->request.transitions = q->transitions;
        q->request.transition_count = run_relations_transitions(samples, q->transitions, MOST_TRANSITIONS);
        q->in_step = q->request.transition_count && alone_ends(q, places);
        for (size_t i = 0; i < places; i++) {
            count += run_relations_find(samples, q->places[i], q->relations + count, MOST_RELATIONS - count);
            equal += run_relations_equal_floats(samples, q->places[i], q->equalities + equal,
                                            MOST_EQUALITIES - equal);
            orders += run_relations_orders(samples, q->places[i], q->relations, count,
                                           q->orders + orders, MOST_ORDERS - orders);
        }
        q->request.places = q->places;
        q->request.place_count = places;
        q->request.relations = q->relations;
        q->request.relation_count = count;
        q->request.equalities = q->equalities;
        q->request.equality_count = equal;
        q->request.orders = q->orders;
        q->order_count = orders;
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
                  bool accesses, double share)
{
    char self[COMPANION_ROOM], limit[32];
    if (!companion_path(self, "sooth")) return false;
    double seconds = q->seconds * share;
    snprintf(limit, sizeof limit, "%.1f", seconds < 1 ? 1.0 : seconds);
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

/* One program for sooth verify. */
struct attempt {
    bool floats_pure, orders;
    double share; /* of the time */
};

static bool attempt_holds(struct question *q, struct attempt a, const char *path, struct lockstep_facts *facts)
{
    q->request.floats_pure = a.floats_pure;
    q->request.order_count = a.orders ? q->order_count : 0;
    if (lockstep_write(q->product, &q->request, path, facts)) return false;
    const char *engine = facts->loops ? "kinduction" : NULL;
    return holds(q, path, engine, "reach", facts->accesses, a.share);
}

/* Every round, from each pair of places that runs came through, keeps what is asserted: both are in step then. */
static bool rounds_hold(struct question *q, struct attempt a, const char *path)
{
    bool all = index_of(q, q->request.place_count, (struct lockstep_place){{0, 0}}) < q->request.place_count;
    for (size_t i = q->request.place_count; i-- > 0 && all;) {
        struct lockstep_facts facts = {0};
        struct lockstep_place from = q->places[i];
        if (from.place[0] == LOCKSTEP_DONE && from.place[1] == LOCKSTEP_DONE) continue;
        q->request.round_from = &from;
        q->request.floats_pure = a.floats_pure;
        q->request.order_count = a.orders ? q->order_count : 0;
        all = !lockstep_write(q->product, &q->request, path, &facts) && !facts.accesses &&
              holds(q, path, "bmc", "reach", false, a.share);
    }
    q->request.round_from = NULL;
    return all;
}

/* The likely ones first: orders that runs showed mostly hold, and float arithmetic mostly is the same on both sides. */
static bool some_rounds_hold(struct question *q, const char *path, bool floats)
{
    bool orders = q->order_count != 0;
    if (floats && rounds_hold(q, (struct attempt){true, orders, 0.6}, path)) return true;
    if (floats && orders && rounds_hold(q, (struct attempt){true, false, 0.4}, path)) return true;
    if (orders && rounds_hold(q, (struct attempt){false, true, 0.6}, path)) return true;
    return rounds_hold(q, (struct attempt){false, false, 0.6}, path);
}

static bool some_attempt_holds(struct question *q, const char *path, struct lockstep_facts *facts)
{
    bool floats = facts->floats;
    if (facts->loops && q->request.transition_count && some_rounds_hold(q, path, floats)) return true;
    if (floats && attempt_holds(q, (struct attempt){true, false, 0.6}, path, facts)) return true;
    return attempt_holds(q, (struct attempt){false, false, 1}, path, facts);
}

/* ---- recursion ---- */

enum { MOST_UNFOLD = 2 };

static bool unfolded_holds(struct question *q, unsigned unfold, bool swapped, const struct lockstep_post *post,
                           const char *path)
{
    struct lockstep_place start = {{0, 0}};
    struct lockstep_request request = {.round_from = &start, .unfold = unfold, .swapped = swapped, .post = post};
    struct lockstep_facts facts = {0};
    request.overflow = q->request.overflow;
    if (swapped && request.overflow == OVERFLOW_FORBIDDEN) request.overflow = OVERFLOW_EXCLUDED;
    if (lockstep_write(q->product, &request, path, &facts)) return false;
    return holds(q, path, "bmc", "reach", false, 1);
}

/* Equal results where the old version ends: perhaps with what its results are known to keep. */
static bool some_unfolded_holds(struct question *q, unsigned unfold, const char *path)
{
    if (unfolded_holds(q, unfold, false, NULL, path)) return true;
    if (product_result(q->product).kind != PRODUCT_INTEGER) return false;
    const struct lockstep_post posts[] = {{.positive = true}, {.at_least = true}, {.positive = true, .at_most = true}};
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++)
        if (unfolded_holds(q, unfold, false, &posts[i], path)) return true;
    return false;
}

static bool recursion_holds(struct question *q, const char *path)
{
    for (unsigned unfold = 1; unfold <= MOST_UNFOLD; unfold++)
        if (unfolded_holds(q, unfold, true, NULL, path)) return some_unfolded_holds(q, unfold, path);
    return false;
}

/* Null: proved; else why not. */
static const char *decide(struct question *q, const char *path)
{
    struct lockstep_facts facts = {0};
    const char *obstacle = lockstep_write(q->product, &q->request, path, &facts);
    if (facts.recursive && recursion_holds(q, path)) return NULL;
    if (obstacle) return obstacle;
    if (facts.loops && !q->request.place_count) find_relations(q);
    if (!some_attempt_holds(q, path, &facts)) return "no proof was found in the time given";
    if (!facts.loops || q->in_step) return NULL;
    obstacle = lockstep_write(q->product, &q->request, path, &facts); /* all rounds */
    if (!obstacle && holds(q, path, NULL, "termination", false, 1)) return NULL;
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
    answer.excludes_overflow = obstacle && overflows;
    answer.may_overflow = product_has_overflow(p, 1);
    if ((obstacle && overflows) || answer.may_overflow) {
        const char *forbidden = decide_with(&question, OVERFLOW_FORBIDDEN, file.path);
        if (!forbidden) obstacle = NULL;
        if (!forbidden) answer.may_overflow = false;
    }
    if (obstacle && answer.may_overflow && overflows) obstacle = decide_with(&question, OVERFLOW_EXCLUDED, file.path);
    answer.proved = !obstacle;
    answer.reason = arena_text(arena, obstacle ? obstacle : "k-induction over both in step");
    temporary_remove(&file);
    return answer;
}
