/* Asks a solver for a small model, and writes the model out as a heap of single nodes. */
#include "lists/slh/solve.h"

#include "base/failure.h"
#include "lists/slh/encode_internal.h"

enum { LARGEST_HEAP = 4096, FEWEST_MOST = 15 };

/* What the solver chose for the small model. */
struct chosen {
    struct slh_encoding *e;
    struct solver *solver;
    uint32_t *number; /* by node of the small model: its node in the heap; 0: not reached */
    uint64_t *weight; /* of its edge */
    uint32_t *next;
    uint32_t count; /* of nodes of the heap */
    bool whole;
};

static uint64_t value(struct chosen *c, struct term t)
{
    uint64_t n = 0;
    term_const_u64(c->e->terms, solver_value(c->solver, t), &n);
    return n;
}

/* Numbers a node and all it leads to, with room for the smoothed nodes after each. */
static void reach(struct chosen *c, uint32_t node)
{
    struct coded_heap *h = heap_code(c->e, (struct slh_heap){0});
    while (node && node < c->e->base_end && !c->number[node] && c->whole) {
        c->number[node] = c->count + 1;
        c->weight[node] = value(c, h->weight[node]);
        c->next[node] = (uint32_t)value(c, h->next[node]);
        c->whole = c->weight[node] <= LARGEST_HEAP - c->count;
        if (c->whole)
            c->count += (uint32_t)c->weight[node];
        node = c->next[node];
    }
}

static uint32_t heap_node_of(const struct chosen *c, uint32_t node)
{
    if (c->e->has_junk && node == c->e->junk)
        return c->count + 1;
    return node < c->e->base_end ? c->number[node] : 0;
}

/* --- data --- */

static int64_t widened(const struct field *f, uint64_t a)
{
    bool negative = f->sign == SLH_SIGNED && f->width < 64 && a >> (f->width - 1) & 1;
    return (int64_t)(negative ? a | ~UINT64_C(0) << f->width : a);
}

static uint64_t narrowed(const struct field *f, int64_t a)
{
    return f->width < 64 ? (uint64_t)a & ((UINT64_C(1) << f->width) - 1) : (uint64_t)a;
}

/* Raises values, from the last but one on, until the sum is right or all are at `most`. */
static void raise_values(int64_t *values, uint32_t from, uint32_t to, int64_t most,
                         int64_t missing)
{
    for (uint32_t i = to; i-- > from && missing > 0;) {
        int64_t room = most - values[i];
        int64_t more = missing < room ? missing : room;
        values[i] += more;
        missing -= more;
    }
}

static void fill_sum(const struct field *f, int64_t *values, uint32_t n, int64_t sum,
                     bool ordered)
{
    int64_t least = values[0];
    int64_t most = values[n - 1];
    if (!ordered && f->width < 62) {
        least = f->sign == SLH_SIGNED ? -(INT64_C(1) << (f->width - 1)) : 0;
        most = least + (INT64_C(1) << f->width) - 1;
        for (uint32_t i = 0; i < n; i++)
            values[i] = least;
    }
    int64_t now = 0;
    for (uint32_t i = 0; i < n; i++)
        now = (int64_t)((uint64_t)now + (uint64_t)values[i]);
    if (!ordered && f->width >= 62)
        values[n - 1] = (int64_t)((uint64_t)values[n - 1] + (uint64_t)sum - (uint64_t)now);
    else
        raise_values(values, ordered ? 1 : 0, ordered ? n - 1 : n, most,
                     (int64_t)((uint64_t)sum - (uint64_t)now));
}

/* The values of the smoothed nodes after a node: least ones first and the greatest last, or
 * the other way round where they are not in order. */
static void inner_values(struct chosen *c, unsigned field, uint32_t node, uint32_t n,
                         int64_t *values)
{
    const struct field *f = &c->e->s->fields.data[field];
    struct coded_inner *in = &c->e->inner[field];
    for (uint32_t i = 0; i < n; i++)
        values[i] = widened(f, value(c, in->least[node]));
    values[n - 1] = widened(f, value(c, in->most[node]));
    if (c->e->summed[field] && n > 1)
        fill_sum(f, values, n, (int64_t)value(c, in->sum[node]), c->e->ordered[field]);
    if (n < 2 || solver_true(c->solver, in->sorted[node]) || !c->e->ordered[field])
        return;
    for (uint32_t i = 0; i < n / 2; i++) {
        int64_t swap = values[i];
        values[i] = values[n - 1 - i];
        values[n - 1 - i] = swap;
    }
}

static void write_data(struct chosen *c, struct slh_model *m, uint32_t node)
{
    struct coded_heap *h = heap_code(c->e, (struct slh_heap){0});
    uint32_t n = (uint32_t)c->weight[node] - 1;
    int64_t *values = ARENA_ARRAY(&m->arena, int64_t, n + 1);
    for (unsigned f = 0; f < c->e->s->fields.count; f++) {
        m->data[f][c->number[node]] = value(c, h->data[f][node]);
        bool known = c->e->ordered[f] || c->e->summed[f];
        if (!n || !known)
            continue;
        inner_values(c, f, node, n, values);
        for (uint32_t i = 0; i < n; i++)
            m->data[f][c->number[node] + 1 + i] =
                narrowed(&c->e->s->fields.data[f], values[i]);
    }
}

/* Data of nodes outside the base heap before anything is put there. */
static void write_outside(struct chosen *c, struct slh_model *m)
{
    struct slh_encoding *e = c->e;
    struct coded_heap *h = heap_code(e, (struct slh_heap){0});
    for (unsigned f = 0; f < e->s->fields.count; f++) {
        if (e->has_junk)
            m->data[f][m->count + 1] = value(c, h->data[f][e->junk]);
        for (int slot = 0; slot < e->s->fresh_slots; slot++) {
            uint64_t at;
            if (!map_get(&e->fresh_index, (uint64_t)slot, &at))
                continue;
            m->data[f][m->count + 2 + (uint32_t)slot] =
                value(c, h->data[f][e->first_fresh + at]);
        }
    }
}

/* --- the heap --- */

static void write_node(struct chosen *c, struct slh_model *m, uint32_t node)
{
    uint32_t at = c->number[node];
    for (uint64_t i = 1; i < c->weight[node]; i++, at++)
        m->next[at] = at + 1;
    m->next[at] = heap_node_of(c, c->next[node]);
    write_data(c, m, node);
}

static void write_numbers(struct chosen *c, struct slh_model *m)
{
    const struct map *numbers = &c->e->numbers;
    for (size_t i = 0; i < numbers->capacity; i++) {
        if (!numbers->slots[i].used)
            continue;
        struct term variable = {(uint32_t)numbers->slots[i].key};
        map_set(&m->numbers, variable.id, solver_value(c->solver, variable).id);
    }
}

static void write_model(struct chosen *c, struct slh_model *m)
{
    struct slh_encoding *e = c->e;
    slh_model_init(m, e->s, c->count);
    m->whole = c->whole;
    for (uint32_t node = 1; node < e->base_end && c->whole; node++)
        if (c->number[node])
            write_node(c, m, node);
    for (size_t i = 0; i < e->variables.count; i++) {
        struct slh_pointer p = {e->variables.data[i]};
        map_set(&m->pointers, p.id, heap_node_of(c, (uint32_t)value(c, pointer_code(e, p))));
    }
    write_outside(c, m);
    write_numbers(c, m);
}

static void extract(struct slh_encoding *e, struct solver *solver, struct slh_model *m)
{
    struct arena arena;
    arena_init(&arena);
    struct chosen c = {.e = e, .solver = solver, .whole = true};
    c.number = ARENA_ARRAY(&arena, uint32_t, e->count);
    c.weight = ARENA_ARRAY(&arena, uint64_t, e->count);
    c.next = ARENA_ARRAY(&arena, uint32_t, e->count);
    for (size_t i = 0; i < e->variables.count; i++)
        reach(&c, (uint32_t)value(
                      &c, pointer_code(e, (struct slh_pointer){e->variables.data[i]})));
    write_model(&c, m);
    arena_release(&arena);
}

/* --- asking --- */

/* The least number of nodes up to 15 for which there is a model, if there is one. False: the
 * solver has no model, as time is over. */
static bool make_small(const struct slh_query *q, const struct term *assumptions,
                       size_t count, struct arena *arena)
{
    struct term *all = ARENA_ARRAY(arena, struct term, count + 1);
    for (size_t i = 0; i < count; i++)
        all[i] = assumptions[i];
    unsigned low = 0, high = FEWEST_MOST + 1;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (middle > FEWEST_MOST)
            break;
        all[count] = slh_encoding_small(q->encoding, middle);
        if (solver_solve_under(q->solver, all, count + 1, q->limits) == ANSWER_SAT)
            high = middle;
        else
            low = middle + 1;
    }
    if (high <= FEWEST_MOST) {
        all[count] = slh_encoding_small(q->encoding, high);
        if (solver_solve_under(q->solver, all, count + 1, q->limits) == ANSWER_SAT)
            return true;
    }
    return solver_solve_under(q->solver, assumptions, count, q->limits) == ANSWER_SAT;
}

bool slh_query_model(const struct slh_query *q, const struct term *assumptions, size_t count,
                     struct slh_model *m)
{
    struct arena arena;
    arena_init(&arena);
    bool found = make_small(q, assumptions, count, &arena);
    arena_release(&arena);
    *m = (struct slh_model){0};
    if (!found)
        return false;
    extract(q->encoding, q->solver, m);
    if (!m->whole)
        return slh_encoding_exact(q->encoding);
    bool holds = slh_model_holds(q->encoding->s, m, q->formula);
    if (!holds && slh_encoding_exact(q->encoding))
        BUG("the small model of a formula is none");
    return holds;
}

enum answer slh_satisfiable(struct slh *s, struct term formula,
                            const struct solver_limits *limits, struct slh_model *model)
{
    struct slh_encoding *e = slh_encoding_new(s, &formula, 1, 0);
    struct solver *solver = solver_new(s->terms, NULL);
    struct term coded = slh_encode(e, formula);
    heap_code(e, (struct slh_heap){0});
    solver_assert(solver, slh_encoding_sides(e));
    solver_assert(solver, coded);
    enum answer answer = solver_solve(solver, limits);
    if (answer == ANSWER_SAT) {
        struct slh_model own;
        struct slh_query q = {e, solver, formula, limits};
        if (!slh_query_model(&q, NULL, 0, &own))
            answer = ANSWER_UNKNOWN;
        if (model && answer == ANSWER_SAT)
            *model = own;
        else
            slh_model_release(&own);
    }
    solver_free(solver);
    slh_encoding_free(e);
    return answer;
}

enum answer slh_valid(struct slh *s, struct term formula, const struct solver_limits *limits,
                      struct slh_model *model)
{
    enum answer answer = slh_satisfiable(s, term_not(s->terms, formula), limits, model);
    if (answer == ANSWER_UNKNOWN)
        return answer;
    return answer == ANSWER_SAT ? ANSWER_UNSAT : ANSWER_SAT;
}
