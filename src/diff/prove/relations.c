/* Linear relations in samples: the rows (slots, 1) at one pair of places span a space; what
 * is orthogonal to all of them is a relation. Gauss-Jordan over fractions; relations with
 * large coefficients are chance and are dropped. */
#include "diff/prove/samples.h"

#include "base/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = LOCKSTEP_MOST_SLOTS + 1,
    LARGEST = 64,
    LARGEST_CONSTANT = 100000,
    LARGEST_MODERATE = 1000000,
    FEWEST = 6
};

struct matrix {
    unsigned columns, rank;
    double row[COLUMNS][COLUMNS]; /* reduced: pivot 1, zero in other pivots' columns */
    unsigned pivot[COLUMNS];
};

static void add_row(struct matrix *m, const double *given)
{
    double row[COLUMNS];
    memcpy(row, given, sizeof row);
    for (unsigned r = 0; r < m->rank; r++) {
        double factor = row[m->pivot[r]];
        for (unsigned c = 0; factor != 0 && c < m->columns; c++)
            row[c] -= factor * m->row[r][c];
    }
    unsigned pivot = m->columns;
    for (unsigned c = 0; c < m->columns; c++)
        if (fabs(row[c]) > 1e-7 &&
            (pivot == m->columns || fabs(row[c]) > fabs(row[pivot]) * 1e3))
            pivot = c;
    if (m->rank ==
        0) /* the constant: else it would be defined by two slots that differ by one */
        pivot = m->columns - 1;
    if (pivot == m->columns)
        return;
    double scale = row[pivot];
    for (unsigned c = 0; c < m->columns; c++)
        row[c] /= scale;
    for (unsigned r = 0; r < m->rank; r++) {
        double factor = m->row[r][pivot];
        for (unsigned c = 0; factor != 0 && c < m->columns; c++)
            m->row[r][c] -= factor * row[c];
    }
    memcpy(m->row[m->rank], row, sizeof row);
    m->pivot[m->rank++] = pivot;
    LAW(m->rank <= m->columns);
}

static bool is_pivot(const struct matrix *m, unsigned column)
{
    for (unsigned r = 0; r < m->rank; r++)
        if (m->pivot[r] == column)
            return true;
    return false;
}

/* The relation with FREE set to 1 and the other free columns to 0, made whole. */
static bool relation_of(const struct matrix *m, unsigned free,
                        struct lockstep_relation *relation)
{
    LAW(free < m->columns && !is_pivot(m, free));
    double value[COLUMNS] = {0};
    value[free] = 1;
    for (unsigned r = 0; r < m->rank; r++)
        value[m->pivot[r]] = -m->row[r][free];
    for (int scale = 1; scale <= 12; scale++) {
        bool whole = true;
        for (unsigned c = 0; whole && c < m->columns; c++)
            whole = fabs(value[c] * scale - round(value[c] * scale)) < 1e-5;
        if (!whole)
            continue;
        for (unsigned c = 0; c + 1 < m->columns; c++) {
            if (fabs(value[c] * scale) > LARGEST)
                return false;
            relation->factor[c] = (int64_t)round(value[c] * scale);
        }
        relation->constant = (int64_t)round(value[m->columns - 1] * scale);
        return llabs(relation->constant) <= LARGEST_CONSTANT;
    }
    return false;
}

static bool holds(const struct lockstep_relation *r, const struct run_sample *s)
{
    uint64_t sum = (uint64_t)r->constant; /* modulo two to 64 */
    for (unsigned i = 0; i < s->count; i++)
        sum += (uint64_t)r->factor[i] * (uint64_t)s->slot[i];
    return sum == 0;
}

static bool is_at(const struct run_sample *s, struct lockstep_place place)
{
    return s->place[0] == place.place[0] && s->place[1] == place.place[1];
}

static bool holds_always(const struct run_samples *samples, struct lockstep_place place,
                         const struct lockstep_relation *r)
{
    for (size_t i = 0; i < samples->count; i++)
        if (is_at(&samples->list[i], place) && !holds(r, &samples->list[i]))
            return false;
    return true;
}

size_t run_relations_places(const struct run_samples *samples, struct lockstep_place *places,
                            size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        size_t k = 0;
        while (k < count && !is_at(&samples->list[i], places[k]))
            k++;
        if (k < count)
            continue;
        if (count == most)
            return 0;
        memcpy(places[count++].place, samples->list[i].place, sizeof places->place);
    }
    return count;
}

static bool same_places(struct lockstep_place a, struct lockstep_place b)
{
    return a.place[0] == b.place[0] && a.place[1] == b.place[1];
}

size_t run_relations_transitions(const struct run_samples *samples,
                                 struct lockstep_transition *list, size_t most)
{
    size_t count = 0;
    for (size_t i = 1; i < samples->count; i++) {
        const struct run_sample *s = &samples->list[i], *before = s - 1;
        struct lockstep_transition t = {{{before->place[0], before->place[1]}},
                                        {{s->place[0], s->place[1]}}};
        size_t k = 0;
        while (k < count &&
               !(same_places(list[k].from, t.from) && same_places(list[k].to, t.to)))
            k++;
        if (s->first || k < count)
            continue;
        if (count == most)
            return 0;
        list[count++] = t;
    }
    return count;
}

static bool is_moderate(int64_t v)
{
    return v >= -LARGEST_MODERATE && v <= LARGEST_MODERATE;
}

/* Slots that hold large numbers more often than not, as sums of a hash do: a bit for each.
 * They are only looked at for being the same as others. */
static uint32_t wild_slots(const struct run_samples *samples, struct lockstep_place place)
{
    size_t seen = 0, large[LOCKSTEP_MOST_SLOTS] = {0};
    for (size_t i = 0; i < samples->count; i++) {
        const struct run_sample *s = &samples->list[i];
        if (!is_at(s, place))
            continue;
        seen++;
        for (unsigned c = 0; c < s->count; c++)
            large[c] += !is_moderate(s->slot[c]);
    }
    uint32_t wild = 0;
    for (unsigned c = 0; c < LOCKSTEP_MOST_SLOTS; c++)
        if (2 * large[c] > seen)
            wild |= 1u << c;
    return wild;
}

static bool is_tame(const struct run_sample *s, uint32_t wild)
{
    for (unsigned c = 0; c < s->count; c++)
        if (!(wild >> c & 1) && !is_moderate(s->slot[c]))
            return false;
    return true;
}

/* The slot always is what a slot before it is. */
static bool is_another(const struct run_samples *samples, struct lockstep_place place,
                       unsigned slot, struct lockstep_relation *r)
{
    *r = (struct lockstep_relation){.place = {place.place[0], place.place[1]},
                                    .defined = slot};
    r->factor[slot] = 1;
    for (unsigned other = 0; other < slot; other++) {
        r->factor[other] = -1;
        if (holds_always(samples, place, r))
            return true;
        r->factor[other] = 0;
    }
    return false;
}

/* Few samples: only slots that always hold the same number, or what another one holds. */
static size_t find_simple(const struct run_samples *samples, struct lockstep_place place,
                          unsigned columns, struct lockstep_relation *relations, size_t most)
{
    size_t found = 0, first = 0;
    LAW(samples->shared < columns);
    while (!is_at(&samples->list[first], place))
        first++;
    for (unsigned c = samples->shared; c + 1 < columns && found < most; c++) {
        struct lockstep_relation r = {.place = {place.place[0], place.place[1]},
                                      .defined = c};
        r.factor[c] = 1;
        r.constant = -samples->list[first].slot[c];
        bool is_small = llabs(r.constant) <= LARGEST_CONSTANT;
        if ((is_small && holds_always(samples, place, &r)) ||
            is_another(samples, place, c, &r))
            relations[found++] = r;
    }
    return found;
}

size_t run_relations_find(const struct run_samples *samples, struct lockstep_place place,
                          struct lockstep_relation *relations, size_t most)
{
    struct matrix m = {0};
    size_t rows = 0, found = 0;
    uint32_t wild = wild_slots(samples, place);
    for (size_t i = 0; i < samples->count; i++) {
        const struct run_sample *s = &samples->list[i];
        if (!is_at(s, place) || !is_tame(s, wild))
            continue;
        LAW(s->count < COLUMNS);
        LAW(!rows ||
            m.columns ==
                s->count + 1); /* a pair of places has the same slots in all samples */
        double row[COLUMNS] = {0};
        for (unsigned c = 0; c < s->count; c++)
            row[c] = wild >> c & 1 ? 0 : (double)s->slot[c];
        row[s->count] = 1;
        m.columns = s->count + 1;
        add_row(&m, row);
        rows++;
    }
    if (rows < FEWEST)
        return 0;
    if (rows < m.columns)
        return find_simple(samples, place, m.columns, relations, most);
    for (unsigned c = 0; c < m.columns && found < most; c++) {
        struct lockstep_relation r = {.place = {place.place[0], place.place[1]},
                                      .defined = c};
        bool large = c < LOCKSTEP_MOST_SLOTS && (wild >> c & 1);
        if (large ? is_another(samples, place, c, &r)
                  : !is_pivot(&m, c) && relation_of(&m, c, &r) &&
                        holds_always(samples, place, &r))
            relations[found++] = r;
    }
    return found;
}

static bool always_equal(const struct run_samples *samples, struct lockstep_place place,
                         unsigned left, unsigned right)
{
    size_t seen = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct run_sample *s = &samples->list[i];
        if (!is_at(s, place))
            continue;
        LAW(left < s->floats && right < s->floats);
        if (s->bits[left] != s->bits[right])
            return false;
        seen++;
    }
    return seen >= FEWEST;
}

size_t run_relations_equal_floats(const struct run_samples *samples,
                                  struct lockstep_place place,
                                  struct lockstep_equality *equalities, size_t most)
{
    size_t found = 0, i = 0;
    while (i < samples->count && !is_at(&samples->list[i], place))
        i++;
    if (i == samples->count)
        return 0;
    const struct run_sample *first = &samples->list[i];
    for (unsigned left = 0; left < first->old_floats; left++)
        for (unsigned right = first->old_floats; right < first->floats && found < most;
             right++)
            if (always_equal(samples, place, left, right))
                equalities[found++] =
                    (struct lockstep_equality){{place.place[0], place.place[1]}, left, right};
    return found;
}
