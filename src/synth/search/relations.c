/* Expressions over the variables and constants are enumerated by size and told apart by their
 * values, in the states seen and in made-up ones. Two that agree in all states seen and
 * differ in a made-up one are a relation. */
#include "synth/search/relations.h"

#include "base/map.h"
#include "base/random.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

enum { MADE_UP = 6, MOST_STATES = 40, MOST_EXPRESSIONS = 40000, STEPS = 6, CONSTANTS = 3 };

static const enum operator_kind operators[] = {OPERATOR_ADD, OPERATOR_SUB, OPERATOR_MUL,
                                               OPERATOR_XOR, OPERATOR_AND, OPERATOR_OR,
                                               OPERATOR_SHL, OPERATOR_LSHR};
enum { OPERATORS = sizeof operators / sizeof *operators };
/* how unlikely they are in a relation */
static const uint8_t cost_of[OPERATORS] = {1, 1, 1, 1, 2, 2, 3, 3};

struct expression {
    uint8_t op, steps; /* steps 0: variable or constant number a */
    uint8_t cost;
    bool variable; /* reads one */
    uint32_t a, b;
    uint64_t seen; /* hash of its values in the states seen */
};
struct finder {
    const struct relation_states *states;
    unsigned rows, points; /* states seen that are used; those and the made-up ones */
    unsigned leaves;       /* variables and constants */
    VECTOR(struct expression) list;
    VECTOR(uint64_t) values; /* `points` for each */
    struct map known;        /* hash of all values */
    uint64_t random;
};

static uint64_t draw(struct finder *f)
{
    return random_next(&f->random) >> 3;
}

static const uint64_t *values_of(const struct finder *f, size_t e)
{
    return f->values.data + e * f->points;
}

static void push(struct finder *f, struct expression e, const uint64_t *value)
{
    e.seen = 2;
    for (unsigned i = 0; i < f->points; i++) {
        VECTOR_PUSH(&f->values, value[i]);
        if (i < f->rows)
            e.seen = hash_pair(e.seen, value[i]);
    }
    VECTOR_PUSH(&f->list, e);
}

/* Unless there is one with the same values. */
static void add(struct finder *f, struct expression e, const uint64_t *value)
{
    uint64_t all = 1;
    for (unsigned i = 0; i < f->points; i++)
        all = hash_pair(all, value[i]);
    if (map_has(&f->known, all) || f->list.count == MOST_EXPRESSIONS)
        return;
    map_set(&f->known, all, 1);
    push(f, e, value);
}

/* A variable that equals an earlier one in all states, or is constant, does so in made-up
 * states, too. */
static uint64_t made_up(struct finder *f, unsigned variable, unsigned point,
                        const uint64_t *row)
{
    const struct relation_states *s = f->states;
    bool constant = true;
    for (unsigned i = 1; i < f->rows; i++)
        constant &= row[i] == row[0];
    if (constant)
        return row[0];
    for (unsigned v = 0; v < variable; v++)
        if (!memcmp(values_of(f, v), row, f->rows * sizeof *row))
            return values_of(f, v)[point];
    uint64_t some = draw(f) & width_mask(s->width);
    return point % 2 ? some & 1023 : some;
}

static void add_leaves(struct finder *f, const uint64_t *constant, unsigned constants)
{
    const struct relation_states *s = f->states;
    uint64_t row[MOST_STATES + MADE_UP];
    for (unsigned v = 0; v < s->variables; v++) {
        for (unsigned i = 0; i < f->rows; i++)
            row[i] = s->value[(size_t)i * s->variables + v];
        for (unsigned i = f->rows; i < f->points; i++)
            row[i] = made_up(f, v, i, row);
        push(f, (struct expression){.variable = true, .a = v}, row);
    }
    for (unsigned k = 0; k < constants; k++) {
        for (unsigned i = 0; i < f->points; i++)
            row[i] = constant[k] & width_mask(s->width);
        push(f, (struct expression){.a = s->variables + k}, row);
    }
    f->leaves = s->variables + constants;
}

static void join(struct finder *f, unsigned op, size_t a, size_t b)
{
    uint64_t row[MOST_STATES + MADE_UP];
    const struct expression *x = &f->list.data[a], *y = &f->list.data[b];
    if (!x->variable && !y->variable)
        return;
    struct expression e = {.op = (uint8_t)operators[op],
                           .steps = (uint8_t)(x->steps + y->steps + 1),
                           .cost = (uint8_t)(x->cost + y->cost + cost_of[op]),
                           .variable = true,
                           .a = (uint32_t)a,
                           .b = (uint32_t)b};
    operator_apply_row(operators[op], values_of(f, a), values_of(f, b), values_of(f, a), row,
                       f->points, f->states->width);
    add(f, e, row);
}

/* All expressions of one operator over [a0, a1) and [b0, b1), in both orders where that
 * matters. */
static void join_all(struct finder *f, size_t a0, size_t a1, size_t b0, size_t b1,
                     unsigned operators_used)
{
    for (size_t a = a0; a < a1; a++)
        for (size_t b = b0; b < b1; b++)
            for (unsigned op = 0; op < operators_used; op++) {
                join(f, op, a, b);
                if (!operator_table[operators[op]].commutes)
                    join(f, op, b, a);
            }
}

/* --- writing candidates --- */

struct writer {
    const struct finder *finder;
    struct candidate *c;
    bool full;
};

static uint8_t put_expression(struct writer *w, size_t which)
{
    const struct finder *f = w->finder;
    const struct expression *e = &f->list.data[which];
    struct candidate *c = w->c;
    if (!e->steps) {
        if (e->a < f->states->variables)
            return (uint8_t)e->a;
        uint64_t value = values_of(f, which)[0];
        for (unsigned i = 0; i < c->constants; i++)
            if (c->constant[i] == value)
                return (uint8_t)(c->inputs + i);
        if (c->constants == CONSTANTS)
            return w->full = true, 0;
        c->constant[c->constants] = value;
        return (uint8_t)(c->inputs + c->constants++);
    }
    struct step s = {e->op, {put_expression(w, e->a), put_expression(w, e->b), 0}};
    for (unsigned i = 0; i < c->length; i++)
        if (!memcmp(&c->step[i], &s, sizeof s))
            return (uint8_t)(c->inputs + c->constants + i);
    if (c->length == STEPS)
        return w->full = true, 0;
    c->step[c->length] = s;
    return (uint8_t)(c->inputs + c->constants + c->length++);
}

/* The first pass finds the constants, which come before the steps. */
static bool write_relation(const struct finder *f, size_t a, size_t b, struct candidate *c)
{
    struct writer w = {.finder = f, .c = c};
    *c = (struct candidate){.inputs = (uint8_t)f->states->variables, .outputs = 2};
    for (int pass = 0; pass < 2; pass++) {
        c->length = 0;
        c->output[0] = put_expression(&w, a);
        c->output[1] = put_expression(&w, b);
    }
    return !w.full;
}

/* --- pairs --- */

struct group_entry {
    uint64_t seen;
    uint32_t cost, index;
};
static int by_group(const void *a, const void *b)
{
    const struct group_entry *x = a, *y = b;
    if (x->seen != y->seen)
        return x->seen < y->seen ? -1 : 1;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}
struct pair {
    uint32_t a, b, cost;
};
static int by_cost(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    uint32_t last = x->a + x->b, other = y->a + y->b;
    return last < other ? -1 : last > other;
}

/* A relation that holds in many made-up states says little. */
static bool differ_mostly(const struct finder *f, size_t a, size_t b)
{
    unsigned same = 0;
    for (unsigned i = f->rows; i < f->points; i++)
        same += values_of(f, a)[i] == values_of(f, b)[i];
    return same <= 1;
}

static size_t pair_up(const struct finder *f, struct candidate *out, size_t room)
{
    size_t n = f->list.count, count = 0;
    struct group_entry *entry = malloc((n + 1) * sizeof *entry);
    VECTOR(struct pair) pairs = {0};
    for (size_t i = 0; i < n; i++)
        entry[i] =
            (struct group_entry){f->list.data[i].seen, f->list.data[i].cost, (uint32_t)i};
    qsort(entry, n, sizeof *entry, by_group);
    for (size_t first = 0, i = 0; i < n; i++) {
        if (entry[i].seen != entry[first].seen)
            first = i;
        if (i == first || !differ_mostly(f, entry[first].index, entry[i].index))
            continue;
        VECTOR_PUSH(&pairs, ((struct pair){entry[first].index, entry[i].index,
                                           entry[first].cost + entry[i].cost}));
    }
    if (pairs.count)
        qsort(pairs.data, pairs.count, sizeof *pairs.data, by_cost);
    for (size_t i = 0; i < pairs.count && count < room; i++)
        count += write_relation(f, pairs.data[i].a, pairs.data[i].b, &out[count]);
    VECTOR_RELEASE(&pairs);
    free(entry);
    return count;
}

size_t relations_find(const struct relation_states *s, const uint64_t *constant,
                      unsigned constants, struct candidate *out, size_t room)
{
    if (s->count < 3 || !s->variables)
        return 0;
    struct finder f = {.states = s, .random = 0x9e3779b97f4a7c15u};
    f.rows = s->count < MOST_STATES ? s->count : MOST_STATES;
    f.points = f.rows + MADE_UP;
    add_leaves(&f, constant, constants);
    join_all(&f, 0, f.leaves, 0, f.leaves, OPERATORS);
    size_t ones = f.list.count;
    join_all(&f, f.leaves, ones, 0, f.leaves, OPERATORS);
    join_all(&f, f.leaves, ones, f.leaves, ones, 4); /* sums and products of two */
    size_t count = pair_up(&f, out, room);
    map_release(&f.known);
    VECTOR_RELEASE(&f.list);
    VECTOR_RELEASE(&f.values);
    return count;
}
