/* In which order the two sides make their steps. Runs say what each side holds at each of its
 * places; an order of steps says which of these states are met together. Where the order is a
 * good one, what one side holds is mostly a linear function of what the other one holds, and
 * memory is the same: that is what an order costs, and the cheapest one is looked for. */
#include "diff/prove/samples.h"

#include "base/failure.h"

#include <string.h>
#include <sys/mman.h>

enum { COLUMNS = LOCKSTEP_MOST_SLOTS + 1, SOME_RUNS = 40, MOST_PAIRS = 24 };

/* ---- joining ---- */

static void append(struct run_sample *s, const struct run_state *state)
{
    for (unsigned i = 0; i < state->count && s->count < LOCKSTEP_MOST_SLOTS; i++)
        s->slot[s->count++] = state->slot[i];
    for (unsigned i = 0; i < state->floats && s->floats < LOCKSTEP_MOST_SLOTS; i++)
        s->bits[s->floats++] = state->bits[i];
}

static void join_states(struct run_sample *s, const struct run_trace *run,
                        const unsigned at[2])
{
    LAW(at[0] < run->count[0] && at[1] < run->count[1]);
    *s = (struct run_sample){.first = at[0] == 0 && at[1] == 0};
    append(s, &run->parameters);
    for (int side = 0; side < 2; side++) {
        const struct run_state *state = &run->states[side][at[side]];
        s->place[side] = state->place;
        if (side)
            s->old_floats = s->floats;
        if (side)
            s->old_slots = s->count;
        append(s, state);
    }
    s->apart = run->states[0][at[0]].effects != run->states[1][at[1]].effects;
}

/* One round; false: the run is over, or is not known any further. */
static bool next_states(const struct run_trace *run, const struct lockstep_schedule *schedule,
                        unsigned at[2])
{
    unsigned from[2] = {run->states[0][at[0]].place, run->states[1][at[1]].place};
    LAW(from[0] < LOCKSTEP_PLACES && from[1] < LOCKSTEP_PLACES);
    bool moved = false;
    for (int side = 0; side < 2; side++) {
        unsigned steps = schedule->steps[side][from[0]][from[1]];
        for (unsigned n = 0; n < steps && run->states[side][at[side]].place == from[side];
             n++) {
            if (++at[side] >= run->count[side])
                return false;
            moved = true;
        }
    }
    return moved;
}

void samples_join(const struct run_traces *traces, const struct lockstep_schedule *schedule,
                  size_t runs, struct run_samples *samples)
{
    samples->count = 0;
    samples->shared = traces->shape.shared;
    samples->pointers = traces->pointers;
    for (size_t i = 0; i < traces->count && i < runs; i++) {
        const struct run_trace *run = &traces->runs[i];
        unsigned at[2] = {0, 0};
        if (!run->count[0] || !run->count[1])
            continue;
        do {
            if (samples->count == TRACE_MOST)
                return;
            join_states(&samples->list[samples->count++], run, at);
        } while (next_states(run, schedule, at));
    }
}

/* ---- what an order costs ---- */

#define PRIME 2147483647u

struct span { /* of rows, modulo a prime */
    unsigned rank;
    uint32_t row[COLUMNS][COLUMNS];
    unsigned pivot[COLUMNS];
};

static uint64_t power(uint64_t base, unsigned exponent)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base = base * base % PRIME)
        if (exponent & 1)
            result = result * base % PRIME;
    return result;
}

static void span_add(struct span *s, const uint32_t *given, unsigned columns)
{
    LAW(columns <= COLUMNS && s->rank <= columns);
    uint64_t row[COLUMNS];
    for (unsigned c = 0; c < columns; c++)
        row[c] = given[c];
    for (unsigned r = 0; r < s->rank; r++) {
        uint64_t factor = row[s->pivot[r]];
        for (unsigned c = 0; factor && c < columns; c++)
            row[c] = (row[c] + (PRIME - factor) * s->row[r][c]) % PRIME;
    }
    unsigned pivot = 0;
    while (pivot < columns && !row[pivot])
        pivot++;
    if (pivot == columns)
        return;
    uint64_t scale = power(row[pivot], PRIME - 2);
    for (unsigned c = 0; c < columns; c++)
        s->row[s->rank][c] = (uint32_t)(row[c] * scale % PRIME);
    s->pivot[s->rank++] = pivot;
}

static uint32_t residue(int64_t v)
{
    int64_t r = v % (int64_t)PRIME;
    return (uint32_t)(r < 0 ? r + (int64_t)PRIME : r);
}

/* A pair of places of one order of steps. */
struct meeting {
    struct lockstep_place place;
    struct span all, old_side, new_side;
    bool apart, repeated;
};

static struct meeting *meeting_at(struct meeting *list, size_t *count,
                                  const unsigned place[2])
{
    for (size_t i = 0; i < *count; i++)
        if (list[i].place.place[0] == place[0] && list[i].place.place[1] == place[1])
            return &list[i];
    if (*count == MOST_PAIRS)
        return NULL;
    memset(&list[*count], 0, sizeof *list);
    memcpy(list[*count].place.place, place, sizeof list->place.place);
    return &list[(*count)++];
}

static void meet(struct meeting *m, const struct run_sample *s, unsigned shared)
{
    LAW(shared <= s->old_slots && s->old_slots <= s->count);
    uint32_t whole[COLUMNS], part[COLUMNS];
    unsigned n = 0, k = 0;
    whole[n++] = part[k++] = 1;
    for (unsigned i = 0; i < s->count; i++)
        whole[n++] = residue(s->slot[i]);
    span_add(&m->all, whole, n);
    span_add(&m->old_side, whole, 1 + s->old_slots);
    for (unsigned i = 0; i < s->count; i++)
        if (i < shared || i >= s->old_slots)
            part[k++] = residue(s->slot[i]);
    span_add(&m->new_side, part, k);
    m->apart = m->apart || s->apart;
}

static unsigned cost_of(const struct meeting *m, const struct lockstep_schedule *schedule)
{
    const unsigned *place = m->place.place;
    LAW(m->old_side.rank <= m->all.rank &&
        m->new_side.rank <= m->all.rank); /* parts of the same rows */
    unsigned x = schedule->steps[0][place[0]][place[1]],
             y = schedule->steps[1][place[0]][place[1]];
    unsigned cost = 2;
    if (m->apart)
        cost += 100;
    if (m->repeated && (!x || !y))
        cost += 12;
    if (place[0] == LOCKSTEP_DONE || place[1] == LOCKSTEP_DONE)
        return cost;
    cost += 8 * (m->all.rank - m->old_side.rank) + 8 * (m->all.rank - m->new_side.rank);
    return cost + (x > 1 ? x : 0) + (y > 1 ? y : 0);
}

struct schedule_search {
    const struct run_traces *traces;
    struct run_samples samples;
    struct meeting meetings[MOST_PAIRS];
    size_t count;
};

static unsigned evaluate(struct schedule_search *s, const struct lockstep_schedule *schedule)
{
    s->count = 0;
    samples_join(s->traces, schedule, SOME_RUNS, &s->samples);
    for (size_t i = 0; i < s->samples.count; i++) {
        const struct run_sample *sample = &s->samples.list[i];
        struct meeting *m = meeting_at(s->meetings, &s->count, sample->place);
        if (!m)
            return UINT32_MAX;
        meet(m, sample, s->samples.shared);
        bool again = i && !sample->first &&
                     !memcmp(sample->place, sample[-1].place, sizeof sample->place);
        m->repeated = m->repeated || again;
    }
    unsigned cost = 0;
    for (size_t i = 0; i < s->count; i++)
        cost += cost_of(&s->meetings[i], schedule);
    return cost;
}

/* ---- the search ---- */

static const unsigned char choices[][2] = {{1, 1}, {1, 0}, {0, 1}, {1, 2}, {2, 1},
                                           {1, 3}, {3, 1}, {1, 4}, {4, 1}, {2, 3},
                                           {3, 2}, {3, 4}, {4, 3}};

/* The best change at one pair of places where both are in loops; false: none is better. */
static bool improve(struct schedule_search *s, struct lockstep_schedule *schedule,
                    unsigned *cost)
{
    struct lockstep_place pairs[MOST_PAIRS];
    size_t count = 0;
    evaluate(s, schedule);
    for (size_t i = 0; i < s->count; i++)
        pairs[count++] = s->meetings[i].place;
    struct lockstep_schedule best = *schedule;
    unsigned least = *cost;
    for (size_t i = 0; i < count; i++) {
        unsigned x = pairs[i].place[0], y = pairs[i].place[1];
        if (!x || !y || x == LOCKSTEP_DONE || y == LOCKSTEP_DONE)
            continue;
        for (size_t c = 0; c < sizeof choices / sizeof *choices; c++) {
            struct lockstep_schedule changed = *schedule;
            changed.steps[0][x][y] = choices[c][0];
            changed.steps[1][x][y] = choices[c][1];
            unsigned price = evaluate(s, &changed);
            if (price < least) {
                least = price;
                best = changed;
            }
        }
    }
    bool better = least < *cost;
    LAW(least <= *cost);
    *schedule = best;
    *cost = least;
    return better;
}

/* Both make a step wherever both are in loops. */
static struct lockstep_schedule together(const struct run_traces *traces)
{
    struct lockstep_schedule schedule = traces->shape.schedule;
    for (unsigned x = 1; x <= traces->shape.heads[0]; x++)
        for (unsigned y = 1; y <= traces->shape.heads[1]; y++)
            schedule.steps[0][x][y] = schedule.steps[1][x][y] = 1;
    return schedule;
}

static struct schedule_search *search_new(const struct run_traces *traces)
{
    void *room = mmap(NULL, sizeof(struct schedule_search), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    struct schedule_search *s = room;
    s->traces = traces;
    return s;
}

unsigned samples_schedule(const struct run_traces *traces, struct lockstep_schedule *schedule)
{
    *schedule = traces->shape.schedule;
    struct schedule_search *s = search_new(traces);
    if (!s)
        return UINT32_MAX;
    unsigned least = evaluate(s, schedule);
    struct lockstep_schedule starts[2] = {*schedule, together(traces)};
    for (int i = 0; i < 2; i++) {
        unsigned cost = evaluate(s, &starts[i]);
        for (unsigned n = 0; n < MOST_PAIRS && improve(s, &starts[i], &cost); n++)
            ;
        if (cost < least)
            *schedule = starts[i];
        if (cost < least)
            least = cost;
    }
    munmap(s, sizeof *s);
    return least;
}

unsigned samples_schedule_cost(const struct run_traces *traces,
                               const struct lockstep_schedule *schedule)
{
    struct schedule_search *s = search_new(traces);
    if (!s)
        return UINT32_MAX;
    unsigned cost = evaluate(s, schedule);
    munmap(s, sizeof *s);
    return cost;
}
