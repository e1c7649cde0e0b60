/* Rounds, each from any state that fits what is known at its pair of places: together they
 * are an induction. What runs showed by chance is dropped when a counterexample names it, and
 * rounds that it was known in are asked again. */
#include "diff/prove/proof.h"

#include "base/failure.h"

#include <string.h>

enum { MOST_DROPPED = 24 };
#define ROUND_SHARE 0.8

static void drop(void *list, size_t *count, size_t size, size_t index)
{
    LAW(index < *count);
    char *at = (char *)list + index * size;
    memmove(at, at + size, (--*count - index) * size);
}

/* Drops the relation or order that a counterexample speaks of; its place is the PLACE. */
static bool drop_doubted(struct proof *q, unsigned long long doubt, unsigned place[2])
{
    unsigned long long relation = doubt - LOCKSTEP_DOUBT_RELATION,
                       order = doubt - LOCKSTEP_DOUBT_ORDER;
    if (relation < q->request.relation_count) {
        memcpy(place, q->relations[relation].place, 2 * sizeof *place);
        drop(q->relations, &q->request.relation_count, sizeof *q->relations, relation);
        return true;
    }
    if (order >= q->request.order_count)
        return false;
    memcpy(place, q->orders[order].place, 2 * sizeof *place);
    drop(q->orders, &q->request.order_count, sizeof *q->orders, order);
    return true;
}

/* One round from these places keeps what is asserted. */
static bool round_holds(struct proof *q, size_t from, unsigned long long *doubt)
{
    LAW(from < q->request.place_count);
    struct lockstep_facts facts = {0};
    *doubt = 0;
    q->request.round_from = &q->places[from];
    bool written = !proof_write(q, &q->request, &facts) && !facts.accesses;
    q->request.round_from = NULL;
    return written &&
           proof_holds(
               q, (struct ask){.engine = "bmc", .property = "reach", .share = ROUND_SHARE},
               doubt);
}

static bool is_over(struct lockstep_place p)
{
    return p.place[0] == LOCKSTEP_DONE && p.place[1] == LOCKSTEP_DONE;
}

bool proof_rounds(struct proof *q, bool floats_pure)
{
    const unsigned start[2] = {0, 0};
    size_t places = q->request.place_count, dropped = 0;
    bool shown[MOST_PLACES] = {false};
    if (!q->request.transition_count || proof_index(q, start) == places)
        return false;
    q->request.floats_pure = floats_pure;
    q->request.order_count = q->order_count;
    for (size_t i = places; i-- > 0;) {
        unsigned long long doubt;
        unsigned place[2];
        if (shown[i] || is_over(q->places[i]))
            continue;
        shown[i] = round_holds(q, i, &doubt);
        if (shown[i])
            continue;
        if (dropped++ == MOST_DROPPED || !drop_doubted(q, doubt, place))
            return false;
        LAW(proof_index(q, place) <
            places); /* only what is known at one of them is doubted */
        shown[proof_index(q, place)] = false;
        i = places;
    }
    return true;
}
