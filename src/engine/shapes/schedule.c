/* Attempts with coarser and finer settings take turns; what closes is told.
 *
 * An attempt that has used its turn is paused and goes on later, so that nothing is done
 * twice and none that leads nowhere keeps others from a proof that is a matter of
 * milliseconds. */
#include "engine/shapes/fold/tree.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

static const double DIVIDED_SECONDS =
    10; /* that attempts may take before the last ones, at most */
static const double FIRST_TURN = 0.1, TURN_GROWTH = 2;

/* A proof that is confirmed ends this engine; one that is not need not be the last: another
 * attempt may have graphs that the checker can follow. Checks take time, so that there are
 * only a few. */
enum { MOST_CLAIMS = 3 };

/* Termination is a claim of its own: whether some measure falls is left to the checker, and
 * other settings may give graphs that show it. */
enum { ENDS = VIOLATION_BIT(VIOLATION_TERMINATION) };

/* From coarse to fine: first almost without facts about numbers, which is a matter of
 * milliseconds. Three are named: two are also the last ones, and one waits for
 * another. */
enum { NUMBERS = 11, CONSTANTS = 18, LENGTHS = 23 };
static const struct graph_settings all[] = {
    {"shapes", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .bare = 2,
     .looks = true},
    {"whole arrays", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .unroll = true,
     .undivided = true},
    {"shapes, any length", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .bare = 2,
     .single = true},
    {"shapes, trees", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .bare = 2,
     .trees = true},
    {"shapes, no parents", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .bare = 2,
     .trees = true, .apart = true},
    {"shapes, roots", 1, .least = 1, .separate = 1, .nodes = 3, .whole = true, .bare = 1,
     .roots = true},
    {"shapes, no trees", 1, .least = 1, .separate = 1, .nodes = 3, .whole = true, .bare = 1,
     .roots = true, .plain = true},
    {"shapes, empty lists", 2, .least = 1, .separate = 6, .nodes = 3, .whole = true,
     .bare = 1, .roots = true, .constants = true, .optional = true},
    {"shapes, nothing across", 2, .least = 1, .separate = 1, .nodes = 3, .whole = true,
     .bare = 1, .roots = true, .forget = true},
    {"shapes, nothing across, any length", 2, .least = 1, .separate = 1, .nodes = 3,
     .whole = true, .bare = 1, .roots = true, .single = true, .forget = true},
    {"mixed sizes", 3, .least = 1, .separate = 1, .nodes = 2, .whole = true, .wide = true,
     .mixed = true},
    [NUMBERS] = {"numbers", 8, .least = 1, .separate = 1, .nodes = 2, .whole = true,
                 .looks = true, .refuses = true},
    {"any length", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .single = true},
    {"trees", 4, .least = 1, .separate = 1, .nodes = 2, .whole = true, .trees = true},
    {"no parents", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .trees = true,
     .apart = true},
    {"no trees", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true, .plain = true},
    {"tags", 3, .least = 1, .separate = 1, .nodes = 2, .whole = true, .wide = true,
     .trees = true, .tags = true},
    {"more facts", 3, .least = 1, .separate = 1, .nodes = 2, .whole = true, .wide = true},
    [CONSTANTS] = {"constants", 1, .least = 2, .separate = 6, .nodes = 3, .whole = true,
                   .roots = true, .constants = true},
    {"roots", 2, .least = 1, .separate = 1, .nodes = 3, .whole = true, .roots = true},
    {"empty lists", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true,
     .optional = true},
    {"nothing across", 2, .least = 1, .separate = 1, .nodes = 3, .whole = true, .roots = true,
     .forget = true},
    {"neighbours", 3, .least = 1, .separate = 1, .nodes = 3, .whole = true, .steps = true},
    [LENGTHS] = {"lengths", 1, .least = 1, .separate = 1, .nodes = 2, .whole = true,
                 .lengths = true},
    {"sums of lengths", 2, .least = 1, .separate = 1, .nodes = 2, .whole = true,
     .lengths = true, .sums = true, .wide = true},
    {"counted loops", 1, .least = 1, .separate = 1, .nodes = 2, .whole = true,
     .lengths = true, .unroll = true, .wide = true},
    {"neighbours, roots", 2, .least = 1, .separate = 1, .nodes = 3, .whole = true,
     .steps = true, .roots = true, .flags = true},
};
enum { TRIALS = sizeof all / sizeof *all };

struct trial {
    struct shapes *s; /* null: not begun */
    double seconds;
    bool over;
};
struct schedule {
    const struct engine_task *task;
    const struct engine_host *host;
    struct engine_task left; /* what is still open */
    struct graph_layouts layouts;
    struct graph_questions questions;
    struct trial trials[TRIALS];
    unsigned claims; /* that were made of all that was open */
    bool many;       /* some head had more than a few graphs */
    bool crowded;    /* some attempt had too many graphs */
    bool crossed;    /* some attempt saw pointers across nodes */
    bool counted;    /* some attempt saw loops that count with constants */
    char why[400];   /* why the last one came to nothing */
};

/* --- one attempt --- */

/* What has no certificate is not claimed: another attempt may have one. */
static uint32_t claim(struct shapes *s, uint32_t proved)
{
    LAW(!proved || (!(proved & ~s->open) && !s->why[0]));
    if (!proved || !shapes_certify(s, proved))
        return 0;
    s->host->proved(s->host->context, proved, "shapes");
    return proved;
}

static void tell(const struct shapes *s, double seconds)
{
    struct text text = {0};
    size_t graphs = 0;
    for (size_t i = 0; i < s->heads.count; i++)
        graphs += s->heads.data[i]->graphs.count;
    const char *how = s->alarms ? "an alarm" : "closed";
    if (s->paused)
        how = "paused";
    if (s->why[0])
        how = s->why;
    text_add(&text, "%s: %s%s (%zu graphs at %zu heads, %.2f s)", s->settings.name, how,
             s->why[0] ? "" : s->alarm, graphs, s->heads.count, seconds);
    s->host->progress(s->host->context, text_of(&text));
    text_release(&text);
}

/* It is over: what it proved is told. */
static void finish(struct schedule *c, struct shapes *s)
{
    uint32_t proved = s->why[0] || s->paused ? 0 : s->open & ~s->alarms;
    if (s->settings.whole && s->alarms)
        proved = 0;
    if (s->settings.lengths)
        proved &=
            ~(uint32_t)ENDS; /* that lists are not endless is no reason why runs are not */
    snprintf(c->why, sizeof c->why, "%s", s->paused ? "out of time" : s->why);
    c->many |= s->many;
    c->crowded |= s->crowded;
    c->crossed |= s->crossed;
    c->counted |= s->counted;
    for (size_t i = 0; proved && i < s->externals.count; i++)
        c->host->external(c->host->context, s->externals.data[i]);
    uint32_t claimed = claim(s, proved & ~(uint32_t)ENDS);
    LAW(!(claimed & ~s->open));
    c->claims += claimed != 0;
    if (c->claims >= MOST_CLAIMS)
        c->left.violations &= ~claimed;
    claim(s, proved & ENDS);
}

/* --- turns --- */

static bool has_short_rows(const struct graph_layouts *l)
{
    for (size_t i = 0; i < l->arrays.count; i++)
        if (l->arrays.data[i].few)
            return true;
    return false;
}

static bool has_parents(const struct graph_layouts *l)
{
    for (size_t i = 0; i < l->sites.count; i++)
        if (l->sites.data[i].layout.link.prev >= 0)
            return true;
    return false;
}

/* With trees where nodes of trees were seen; some wait until another attempt shows what they
 * are good for. */
static bool has_reason(const struct schedule *c, const struct graph_settings *g)
{
    if (g->single && !c->many)
        return false;
    if (g->optional && !c->crowded)
        return false;
    if (g->forget && !c->crossed)
        return false;
    if (g->sums && !c->trials[LENGTHS].over)
        return false; /* what needs more than that */
    if (g->apart && !has_parents(&c->layouts))
        return false;
    if (g->mixed)
        return c->layouts.mixed.count;
    if (g->undivided)
        return has_short_rows(&c->layouts);
    if (g->unroll && !c->counted)
        return false;
    return !(g->trees || g->plain) || c->layouts.sites.count;
}

static void begin(struct schedule *c, size_t i)
{
    LAW(i < TRIALS && !c->trials[i].s && !c->trials[i].over);
    struct graph_settings g = all[i];
    g.trees = c->layouts.sites.count && !g.plain;
    g.looks &= !g.trees;
    c->trials[i].s = malloc(sizeof *c->trials[i].s);
    if (!c->trials[i].s)
        abort();
    shapes_begin(c->trials[i].s, &c->left, c->host, g, &c->layouts, &c->questions);
}

static void drop(struct trial *t)
{
    if (t->s) {
        shapes_end(t->s);
        free(t->s);
    }
    t->s = NULL;
    t->over = true;
}

static void take_turn(struct schedule *c, size_t i, double seconds)
{
    LAW(!c->trials[i].over && seconds > 0);
    struct trial *t = &c->trials[i];
    double start = cpu_now();
    if (!t->s)
        begin(c, i);
    t->s->until = start + seconds;
    shapes_explore(t->s);
    LAW(t->s->begun);
    t->seconds += cpu_now() - start;
    tell(t->s, t->seconds);
    c->many |= t->s->many;
    c->crowded |= t->s->crowded;
    c->crossed |= t->s->crossed;
    c->counted |= t->s->counted;
    if (t->s->paused)
        return;
    finish(c, t->s);
    drop(t);
}

/* Arrays of pointers, or objects that grow, were seen: all begin again, with these as they
 * should be. */
static void restart(struct schedule *c, bool bare)
{
    for (size_t i = 0; i < TRIALS; i++) {
        if (all[i].bare && !bare)
            continue;
        drop(&c->trials[i]);
        c->trials[i].over = false;
    }
}

/* A turn for each; one may have got its reason from a later one. False if all are over. */
static bool take_turns(struct schedule *c, double turn, double until)
{
    for (size_t i = 0; i < TRIALS && c->left.violations && cpu_now() < until; i++) {
        fold_settle_layouts(&c->layouts);
        if (c->trials[i].over || !has_reason(c, &all[i]))
            continue;
        double most = until - cpu_now(), seconds = turn * all[i].weight;
        size_t grown = c->layouts.grown.count;
        uint32_t arrays = c->layouts.changes;
        bool constants = c->layouts.constants;
        take_turn(c, i, seconds < most ? seconds : most);
        bool parted = c->layouts.changes > arrays, other = c->layouts.constants != constants;
        if (!parted && !other && c->layouts.grown.count == grown)
            continue;
        restart(c, parted);
        return true;
    }
    bool more = false;
    for (size_t i = 0; i < TRIALS; i++)
        more |= !c->trials[i].over && has_reason(c, &all[i]);
    return more && c->left.violations;
}

/* --- the last ones --- */

/* A proof of some kinds alone holds for the runs before a violation of another: it is told
 * only if no attempt proves all. */
static void try_parts(struct schedule *c, struct graph_settings g, double until)
{
    LAW(c->left.violations);
    struct shapes s;
    double start = cpu_now();
    g.whole = g.looks = false;
    g.trees = c->layouts.sites.count > 0;
    shapes_begin(&s, &c->left, c->host, g, &c->layouts, &c->questions);
    s.until = until;
    shapes_explore(&s);
    tell(&s, cpu_now() - start);
    finish(c, &s);
    shapes_end(&s);
}

void shapes_run(const struct engine_task *task, const struct engine_host *host)
{
    struct schedule c = {.task = task, .host = host, .left = *task};
    struct reason reason;
    if (task->entry != task->program->entry) {
        reason_set(&reason, REASON_SHAPES,
                   "a function alone, whose memory anyone may have made");
        host->gave_up(host->context, &reason);
        return;
    }
    shapes_begin_questions(&c.questions);
    bool limited = task->seconds > 0;
    double last = limited ? cpu_now() + task->seconds : 0;
    double until = cpu_now() + (limited && task->seconds < DIVIDED_SECONDS ? task->seconds
                                                                           : DIVIDED_SECONDS);
    for (double turn = FIRST_TURN; cpu_now() < until && take_turns(&c, turn, until);)
        turn *= TURN_GROWTH;
    for (size_t i = 0; i < TRIALS; i++)
        drop(&c.trials[i]);
    if (c.left.violations)
        try_parts(&c, all[CONSTANTS], last);
    if (c.left.violations == task->violations && c.left.violations != ENDS)
        try_parts(&c, all[NUMBERS], last);
    shapes_end_questions(&c.questions);
    shapes_release_layouts(&c.layouts);
    if (!c.why[0] || c.claims)
        return;
    reason_set(&reason, REASON_SHAPES, "%s", c.why);
    host->gave_up(host->context, &reason);
}
