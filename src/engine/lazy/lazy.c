/* The engine `lazy`: graphs of memory as `shapes` has them, of whose numbers almost nothing
 * is kept at first. An alarm is run again as a single way: what keeps that way from being
 * there is tracked from then on, at the heads where it is needed (B06 121-360). Graphs that
 * differ in what is tracked are not joined (B06 5.3). It only proves. */
#include "base/clock.h"
#include "base/text.h"
#include "engine/lazy/lazy_internal.h"
#include "engine/shapes/fold/tree.h"
#include "engine/shapes/suits.h"

#include <stdio.h>

enum { MOST_REFINEMENTS = 20, APART = 6 };
static const double MOST_SECONDS = 20, ATTEMPT_SECONDS = 3, LESS_SECONDS = 0.2;

/* How lists are folded: finer where folding lets alarms in. */
static const struct graph_settings lists[] = {
    {"lazy", .least = 1, .separate = 1, .nodes = 2, .whole = true},
    {"lazy, neighbours", .least = 1, .separate = 1, .nodes = 3, .whole = true, .steps = true},
    {"lazy, neighbours apart", .least = 1, .separate = APART, .nodes = 2, .whole = true,
     .steps = true},
    {"lazy, roots", .least = 1, .separate = APART, .nodes = 3, .whole = true, .roots = true,
     .constants = true},
};
enum { LISTS = sizeof lists / sizeof *lists };

static uint32_t count_kind(const struct lazy *l, uint64_t tracked, enum predicate_kind kind)
{
    LAW(l->precision.all.count <= PRECISION_MOST);
    uint32_t count = 0;
    for (size_t i = 0; i < l->precision.all.count; i++)
        count += (tracked >> i & 1) && l->precision.all.data[i].kind == kind;
    return count;
}

static uint32_t count_all(const struct lazy *l, enum predicate_kind kind)
{
    uint32_t count = 0;
    for (size_t i = 0; i < l->precision.heads.count; i++)
        count +=
            count_kind(l, l->precision.heads.data[i].tracked | l->precision.everywhere, kind);
    return count;
}

static void put_argument(const struct lazy *l, struct text *out)
{
    uint32_t roots = count_all(l, PREDICATE_ROOT), fields = count_all(l, PREDICATE_FIELD);
    text_add(out,
             "shapes, %u refinement%s, %u predicate%s and %u shape predicate%s at %zu heads",
             l->refinements, l->refinements == 1 ? "" : "s", roots, roots == 1 ? "" : "s",
             fields, fields == 1 ? "" : "s", l->precision.heads.count);
}

/* --- what was tracked --- */

static uint64_t tracked_at(const struct lazy *l, const struct precision_head *h)
{
    return h->tracked | l->precision.everywhere;
}

/* The first line that the block says; 0: it says none. */
static uint32_t line_of(const struct program *p, const struct function *f, uint32_t block)
{
    LAW(block < f->blocks.count);
    const struct block *b = &f->blocks.data[block];
    uint32_t line = 0;
    for (size_t i = 0; i < b->instructions.count && !line; i++)
        line = instruction_place(p, &f->instructions.data[b->instructions.data[i]])->line;
    return line;
}

static void tell_head(const struct lazy *l, const struct precision_head *h)
{
    const struct program *p = l->task->program;
    const struct function *f = &p->functions.data[h->function];
    struct text line = {0};
    text_add(&line, "loop at line %u of %s: %u predicates, %u shape predicates",
             line_of(p, f, h->block), f->name,
             count_kind(l, tracked_at(l, h), PREDICATE_ROOT),
             count_kind(l, tracked_at(l, h), PREDICATE_FIELD));
    l->host->statistics(l->host->context, text_of(&line));
    text_release(&line);
}

static void tell_statistics(const struct lazy *l)
{
    char line[120];
    uint64_t all = ~(uint64_t)0;
    snprintf(line, sizeof line,
             "%u refinements; of %u predicates and %u shape predicates at each of %zu loops:",
             l->refinements, count_kind(l, all, PREDICATE_ROOT),
             count_kind(l, all, PREDICATE_FIELD), l->precision.heads.count);
    l->host->statistics(l->host->context, line);
    for (size_t i = 0; i < l->precision.heads.count; i++)
        tell_head(l, &l->precision.heads.data[i]);
}

static bool is_closed(const struct shapes *s)
{
    return !s->alarms && !s->why[0] && !s->paused;
}

/* One that is confirmed ends this engine. */
static void tell_proof(struct lazy *l, struct shapes *s)
{
    uint32_t proved = s->open & ~s->alarms;
    struct text how = {0};
    if (!proved || !shapes_certify(s, proved))
        return;
    LAW(is_closed(s)); /* nothing is in the way */
    for (size_t i = 0; i < s->externals.count; i++)
        l->host->external(l->host->context, s->externals.data[i]);
    put_argument(l, &how);
    tell_statistics(l);
    l->host->proved(l->host->context, proved, text_of(&how));
    text_release(&how);
}

/* Folding let the alarm in, or there were too many graphs: lists are folded in another way.
 */
static bool refine_lists(struct lazy *l)
{
    l->lists++;
    return l->lists < LISTS;
}

/* After an attempt that is closed, or not: is there another one to be made? */
static bool goes_on(struct lazy *l, struct shapes *s)
{
    if (is_closed(s))
        tell_proof(l, s);
    l->refinements++;
    if (!s->alarms)
        return refine_lists(l);
    LAW(s->alarm_way);
    switch (lazy_refine(l, s->alarm_way)) {
    case REFINED:
        return true;
    case REFINED_LISTS:
        return lazy_track_related(l, s->alarm_way) || lazy_track_phis(l, s->alarm_way) ||
               refine_lists(l);
    case REFINED_NOT:
        return false;
    }
    return false;
}

static void say(const struct lazy *l, const struct shapes *s)
{
    struct text text = {0};
    text_add(&text, "%s: ", s->settings.name);
    put_argument(l, &text);
    if (s->alarms)
        text_add(&text, ", alarm%s", s->alarm);
    if (s->why[0])
        text_add(&text, ", %s", s->why);
    l->host->progress(l->host->context, text_of(&text));
    text_release(&text);
}

static void explore(struct lazy *l, struct shapes *s, double until)
{
    LAW(l->lists < LISTS);
    shapes_begin(s, l->task, l->host, lists[l->lists], &l->layouts, &l->questions);
    s->precision = &l->precision;
    s->until = until < l->until ? until : l->until;
    shapes_explore(s);
}

/* --- less than was added --- */

static bool closes(struct lazy *l, double until)
{
    struct shapes s;
    explore(l, &s, until);
    bool closed = is_closed(&s);
    shapes_end(&s);
    return closed;
}

/* Refinement adds more than is needed in the end: what the exploration is closed without is
 * not tracked. */
static void leave_out(struct lazy *l, double until)
{
    for (size_t h = 0; h < l->precision.heads.count; h++)
        for (size_t i = 0; i < l->precision.all.count && cpu_now() < until; i++) {
            uint64_t *tracked = &l->precision.heads.data[h].tracked, bit = (uint64_t)1 << i;
            if (!(*tracked & bit))
                continue;
            *tracked &= ~bit;
            if (!closes(l, until))
                *tracked |= bit;
        }
}

/* It is told with less if that takes little time; if the checker does not follow that, as it
 * was. */
static void tell_with_less(struct lazy *l)
{
    struct shapes s;
    VECTOR(struct precision_head) before = {0};
    for (size_t i = 0; i < l->precision.heads.count; i++)
        VECTOR_PUSH(&before, l->precision.heads.data[i]);
    leave_out(l, cpu_now() + LESS_SECONDS);
    explore(l, &s, cpu_now() + ATTEMPT_SECONDS);
    if (is_closed(&s))
        tell_proof(l, &s);
    shapes_end(&s);
    LAW(before.count <= l->precision.heads.count); /* heads are added only */
    for (size_t i = 0; i < before.count; i++)
        l->precision.heads.data[i] = before.data[i];
    VECTOR_RELEASE(&before);
}

/* One attempt with the precision as it is; false: it was the last one. */
static bool attempt(struct lazy *l)
{
    struct shapes s;
    explore(l, &s, cpu_now() + ATTEMPT_SECONDS);
    say(l, &s);
    if (is_closed(&s))
        tell_with_less(l);
    bool more = goes_on(l, &s);
    shapes_end(&s);
    return more;
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    struct lazy l = {.task = task, .host = host, .until = cpu_now() + MOST_SECONDS};
    struct reason reason;
    shapes_begin_questions(&l.questions);
    if (task->entry == task->program->entry) {
        lazy_find_candidates(&l);
        if (task->precision == PRECISION_SHAPES)
            l.precision.everywhere = ~(uint64_t)0;
        while (l.refinements < MOST_REFINEMENTS && cpu_now() < l.until && attempt(&l))
            continue;
    }
    reason_set(&reason, REASON_SHAPES, "%s", "no more can be tracked");
    host->gave_up(host->context, &reason);
    VECTOR_RELEASE(&l.precision.all);
    VECTOR_RELEASE(&l.precision.heads);
    shapes_end_questions(&l.questions);
    shapes_release_layouts(&l.layouts);
}

const struct engine engine_lazy = {
    .name = "lazy",
    .summary =
        "lazy abstraction: memory graphs with those predicates that spurious errors need",
    .violations = ENGINE_SAFETY,
    .suits = shapes_suits,
    .weight = 0.5, /* what it can prove it mostly proves at once */
    .only_certified = true,
    .run = run,
};
