/* Orders in samples: a number that is never above another one, or never below a small
 * constant. Only such as are met exactly count, and only numbers that no relation defines:
 * those are what loops compare. */
#include "diff/prove/samples.h"

#include "base/failure.h"

enum {
    FEWEST = 6,
    SMALLEST = -1,
    LARGEST = 1,

    SMALLEST_ADDRESS = 4096,
    FARTHEST = 8,
    LARGEST_DIVISOR = 16,

    LARGEST_BOUND = 100000,
    OFTEN = TRACE_LONG_RUNS
};

struct view { /* the samples at one pair of places */
    const struct run_samples *samples;
    struct lockstep_place place;
    unsigned count; /* slots */
};

static const struct run_sample *next(const struct view *v, size_t *i)
{
    while (*i < v->samples->count) {
        const struct run_sample *s = &v->samples->list[(*i)++];
        if (s->place[0] == v->place.place[0] && s->place[1] == v->place.place[1])
            return s;
    }
    return NULL;
}

static int64_t smallest(const struct view *v, unsigned slot)
{
    LAW(slot < v->count);
    size_t i = 0;
    int64_t least = INT64_MAX;
    for (const struct run_sample *s; (s = next(v, &i));)
        if (s->slot[slot] < least)
            least = s->slot[slot];
    return least;
}

static int64_t largest(const struct view *v, unsigned slot)
{
    LAW(slot < v->count);
    size_t i = 0;
    int64_t most = INT64_MIN;
    for (const struct run_sample *s; (s = next(v, &i));)
        if (s->slot[slot] > most)
            most = s->slot[slot];
    return most;
}

/* A number that loops count up to whatever the input is: the largest one is met often. */
static bool is_bound(const struct view *v, unsigned slot, int64_t most)
{
    size_t i = 0, met = 0;
    if (most <= LARGEST || most > LARGEST_BOUND)
        return false;
    for (const struct run_sample *s; (s = next(v, &i));)
        met += s->slot[slot] == most;
    return met >= OFTEN;
}

/* The largest power of two, up to LARGEST_DIVISOR, that leaves the same remainder everywhere.
 */
static unsigned divisor(const struct view *v, unsigned slot)
{
    size_t i = 0;
    const struct run_sample *first = next(v, &i);
    LAW(first && slot < v->count);
    uint64_t apart = LARGEST_DIVISOR;
    for (const struct run_sample *s; (s = next(v, &i));)
        apart |= (uint64_t)s->slot[slot] ^ (uint64_t)first->slot[slot];
    return (unsigned)(apart & -apart);
}

static bool varies(const struct view *v, unsigned slot)
{
    size_t i = 0, seen = 0;
    bool different = false;
    int64_t first = 0;
    for (const struct run_sample *s; (s = next(v, &i));) {
        if (seen++ == 0)
            first = s->slot[slot];
        different = different || s->slot[slot] != first;
    }
    return different && seen >= FEWEST;
}

/* The largest difference left - right. */
static int64_t distance(const struct view *v, unsigned left, unsigned right)
{
    LAW(left < v->count && right < v->count);
    size_t i = 0;
    int64_t most = INT64_MIN;
    for (const struct run_sample *s; (s = next(v, &i));) {
        int64_t d;
        if (__builtin_sub_overflow(s->slot[left], s->slot[right], &d))
            return INT64_MAX;
        if (d > most)
            most = d;
    }
    return most;
}

/* left <= the larger of right and floor, and equal to right at times. */
static bool is_capped(const struct view *v, unsigned left, unsigned right, int64_t floor)
{
    LAW(left < v->count && right < v->count);
    size_t i = 0;
    bool met = false;
    for (const struct run_sample *s; (s = next(v, &i));) {
        int64_t cap = s->slot[right] > floor ? s->slot[right] : floor;
        if (s->slot[left] > cap)
            return false;
        met = met || (s->slot[left] == s->slot[right] && s->slot[left] > floor);
    }
    return met;
}

static bool compare(const struct view *v, unsigned left, unsigned right,
                    struct lockstep_order *order)
{
    int64_t d = distance(v, left, right), floor = smallest(v, left);
    *order = (struct lockstep_order){
        .place = {v->place.place[0], v->place.place[1]}, .left = left, .right = right};
    if (d >= -FARTHEST && d <= FARTHEST) {
        order->kind = d == -1 ? ORDER_LESS : ORDER_AT_MOST;
        order->constant = d == -1 ? 0 : d;
        return true;
    }
    order->kind = ORDER_CAPPED;
    order->constant = floor;
    return floor >= SMALLEST && floor <= LARGEST && is_capped(v, left, right, floor);
}

static bool is_defined(const struct lockstep_relation *relations, size_t count,
                       struct lockstep_place place, unsigned slot)
{
    for (size_t i = 0; i < count; i++)
        if (relations[i].place[0] == place.place[0] &&
            relations[i].place[1] == place.place[1] && relations[i].defined == slot)
            return true;
    return false;
}

static bool is_address(const struct run_samples *samples, unsigned slot)
{
    return slot < samples->shared && (samples->pointers >> slot & 1);
}

size_t run_relations_orders(const struct run_samples *samples, struct lockstep_place place,
                            const struct lockstep_relation *relations, size_t relation_count,
                            struct lockstep_order *orders, size_t most)
{
    struct view v = {samples, place, 0};
    size_t i = 0, found = 0;
    unsigned shared = samples->shared;
    const struct run_sample *first = next(&v, &i);
    if (!first)
        return 0;
    v.count = first->count;
    for (unsigned x = 0; x < shared && found + 1 < most;
         x++) { /* which way was taken before */
        if (is_address(samples, x) || !varies(&v, x))
            continue;
        int64_t least = smallest(&v, x), most_seen = largest(&v, x);
        struct lockstep_order order = {
            {place.place[0], place.place[1]}, ORDER_AT_LEAST, x, 0, least};
        if (least >= SMALLEST && least <= LARGEST)
            orders[found++] = order;
        order.kind = ORDER_BELOW;
        order.constant = most_seen;
        if (most_seen >= SMALLEST && most_seen <= LARGEST)
            orders[found++] = order;
    }
    for (unsigned x = shared; x < v.count && found < most; x++) {
        if (is_defined(relations, relation_count, place, x) || !varies(&v, x))
            continue;
        int64_t least = smallest(&v, x), most_seen = largest(&v, x);
        if (least >= SMALLEST && least <= LARGEST)
            orders[found++] = (struct lockstep_order){
                {place.place[0], place.place[1]}, ORDER_AT_LEAST, x, 0, least};
        bool flag = most_seen >= SMALLEST && most_seen <= LARGEST;
        if ((flag || is_bound(&v, x, most_seen)) && found < most)
            orders[found++] = (struct lockstep_order){/* a flag, or a counter */
                                                      {place.place[0], place.place[1]},
                                                      ORDER_BELOW,
                                                      x,
                                                      0,
                                                      most_seen};
        bool positive = least == 1 || least >= SMALLEST_ADDRESS;
        if (positive && found < most) /* if it is unsigned, this is what remains of it */
            orders[found++] = (struct lockstep_order){
                {place.place[0], place.place[1]}, ORDER_UNLIKE, x, 0, 0};
        unsigned by = divisor(&v, x);
        if (by > 1 && found < most)
            orders[found++] = (struct lockstep_order){{place.place[0], place.place[1]},
                                                      ORDER_REMAINDER,
                                                      x,
                                                      by,
                                                      first->slot[x] & (int64_t)(by - 1)};
        for (unsigned y = 0; y < v.count && found < most; y++) {
            if (y == x || is_address(samples, y) ||
                is_defined(relations, relation_count, place, y) || !varies(&v, y))
                continue;
            if (compare(&v, x, y, &orders[found]))
                found++;
        }
        for (unsigned y = 0; y < shared && found < most; y++) {
            if (is_address(samples, y) || !varies(&v, y))
                continue;
            if (compare(&v, y, x, &orders[found]) && orders[found].kind != ORDER_CAPPED)
                found++;
        }
    }
    LAW(found <= most);
    return found;
}
