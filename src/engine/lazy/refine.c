/* Refinement: the way to an alarm is run again alone, without folding, as it would be with
 * other precisions. With all that could be tracked it must be impossible; then what is not
 * needed for that is left out, predicate by predicate, then head by head. (Solvers give no
 * interpolants of memory; a way takes milliseconds.) */
#include "base/clock.h"
#include "engine/lazy/lazy_internal.h"
#include "engine/shapes/fold/tree.h"

static const double MOST_SECONDS_OF_A_WAY = 0.5;

/* Is the way there, with this precision? Out of time: it is. */
static bool is_possible(struct lazy *l, const struct graph_way *way)
{
    LAW(way->steps == 1 + (way->before ? way->before->steps : 0));
    struct shapes s;
    struct graph_settings settings = {"way", .least = 1, .separate = 1, .nodes = 2,
                                      .whole = true};
    double until = cpu_now() + MOST_SECONDS_OF_A_WAY;
    struct graph_layouts layouts = {0};
    shapes_begin(&s, l->task, l->host, settings, &layouts, &l->questions);
    s.precision = &l->precision;
    s.follow = way;
    s.until = until < l->until ? until : l->until;
    shapes_explore(&s);
    bool possible = s.alarms || s.paused || s.why[0];
    shapes_end(&s);
    shapes_release_layouts(&layouts);
    return possible;
}

/* What was tracked before, by head. */
typedef VECTOR(uint64_t) masks;

static void save(const struct lazy *l, masks *out)
{
    for (size_t i = 0; i < l->precision.heads.count; i++)
        VECTOR_PUSH(out, l->precision.heads.data[i].tracked);
}

static void restore(struct lazy *l, const masks *saved)
{
    LAW(saved->count <= l->precision.heads.count); /* heads are added only */
    for (size_t i = 0; i < l->precision.heads.count; i++)
        l->precision.heads.data[i].tracked = i < saved->count ? saved->data[i] : 0;
}

static void track_all(struct lazy *l, const struct graph_way *way)
{
    LAW(l->precision.all.count <= PRECISION_MOST);
    size_t count = l->precision.all.count;
    uint64_t all = count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
    for (; way; way = way->before)
        if (way->head)
            precision_head(&l->precision, way->path, way->function, way->block)->tracked =
                all;
}

/* Leaves out a predicate, at one head or (UINT32_MAX) at all, if it is new there and the way
 * stays impossible. */
static void try_without(struct lazy *l, const struct graph_way *way, const masks *saved,
                        uint32_t predicate, uint32_t head)
{
    LAW(predicate < l->precision.all.count);
    LAW(head == UINT32_MAX || head < l->precision.heads.count);
    masks now = {0};
    bool any = false;
    save(l, &now);
    for (uint32_t i = 0; i < l->precision.heads.count; i++) {
        uint64_t bit = (uint64_t)1 << predicate,
                 before = i < saved->count ? saved->data[i] : 0;
        struct precision_head *h = &l->precision.heads.data[i];
        if ((head != UINT32_MAX && head != i) || (before & bit) || !(h->tracked & bit))
            continue;
        h->tracked &= ~bit;
        any = true;
    }
    if (any && is_possible(l, way))
        restore(l, &now);
    VECTOR_RELEASE(&now);
}

/* Is the field tracked at all, by any predicate? */
static bool is_field_tracked(const struct lazy *l, const struct graph_predicate *p)
{
    LAW(p->kind == PREDICATE_FIELD);
    uint64_t tracked = 0;
    for (size_t i = 0; i < l->precision.heads.count; i++)
        tracked |= l->precision.heads.data[i].tracked;
    for (size_t i = 0; i < l->precision.all.count; i++) {
        const struct graph_predicate *o = &l->precision.all.data[i];
        if ((tracked >> i & 1) && o->kind == PREDICATE_FIELD && o->at == p->at &&
            o->bytes == p->bytes)
            return true;
    }
    return false;
}

static uint64_t related_predicates(const struct lazy *l)
{
    uint64_t out = 0;
    for (size_t i = 0; i < l->precision.all.count; i++) {
        const struct graph_predicate *p = &l->precision.all.data[i];
        if (p->kind == PREDICATE_FIELD && is_field_tracked(l, p))
            out |= (uint64_t)1 << i;
    }
    return out;
}

bool lazy_track_related(struct lazy *l, const struct graph_way *way)
{
    uint64_t related = related_predicates(l);
    bool any = false;
    for (; way; way = way->before) {
        if (!way->head)
            continue;
        struct precision_head *h =
            precision_head(&l->precision, way->path, way->function, way->block);
        any |= (related & ~h->tracked) != 0;
        h->tracked |= related;
    }
    return any;
}

/* Predicates of values that change at the head itself. */
static uint64_t predicates_of_phis(const struct lazy *l, const struct graph_way *head)
{
    LAW(head->head && head->function < l->task->program->functions.count);
    const struct function *f = &l->task->program->functions.data[head->function];
    uint64_t out = 0;
    for (size_t i = 0; i < l->precision.all.count; i++) {
        const struct graph_predicate *p = &l->precision.all.data[i];
        if (p->kind != PREDICATE_ROOT || p->function != head->function)
            continue;
        const struct instruction *in = &f->instructions.data[p->instruction];
        if (in->op == OP_PHI && in->block == head->block)
            out |= (uint64_t)1 << i;
    }
    return out;
}

bool lazy_track_phis(struct lazy *l, const struct graph_way *way)
{
    bool any = false;
    for (; way; way = way->before) {
        if (!way->head)
            continue;
        uint64_t phis = predicates_of_phis(l, way);
        struct precision_head *h =
            precision_head(&l->precision, way->path, way->function, way->block);
        any |= (phis & ~h->tracked) != 0;
        h->tracked |= phis;
    }
    return any;
}

enum refined lazy_refine(struct lazy *l, const struct graph_way *way)
{
    masks saved = {0};
    if (!is_possible(l, way))
        return REFINED_LISTS;
    save(l, &saved);
    track_all(l, way);
    bool good = !is_possible(l, way);
    for (uint32_t i = (uint32_t)l->precision.all.count; i-- > 0 && good;)
        try_without(l, way, &saved, i, UINT32_MAX);
    for (uint32_t i = 0; i < l->precision.all.count && good; i++)
        for (uint32_t h = 0; h < l->precision.heads.count; h++)
            try_without(l, way, &saved, i, h);
    if (!good)
        restore(l, &saved);
    VECTOR_RELEASE(&saved);
    return good ? REFINED : REFINED_NOT;
}
