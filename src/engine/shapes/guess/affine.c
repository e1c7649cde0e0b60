/* Equations between lengths and counters: whatever sums of a few of them are equal in all
 * contexts, such as that the passed nodes and those ahead are as many as two lists had
 * together.
 *
 * They are read off models. The equations that all models so far have in common are the
 * kernel of a matrix (Karr); a model that breaks one of them is one more row, until there is
 * none. What is found is a candidate like any other: it is told only if the solver shows it
 * in each context. */
#include "engine/shapes/shapes.h"

enum { MOST_NUMBERS = 9, MOST_POINTS = 24, COLUMNS = MOST_NUMBERS + 1 };
enum { MOST_SCALE = 64, MOST_FACTOR = 3, MOST_ADDED = 1 << 20 };
#define MODULUS                                                                              \
    ((1ull << 61) -                                                                          \
     1) /* a prime: equations are solved modulo it, and small solutions are meant */
#define QUESTION_SECONDS 0.1

struct equation {
    int64_t factors[COLUMNS]; /* the first one is added */
};
struct affine {
    struct shapes *s;
    struct term numbers[MOST_NUMBERS]; /* 64 bits each */
    uint32_t count;
    uint64_t points[MOST_POINTS][COLUMNS]; /* modulo the prime */
    uint32_t point_count;
    struct equation equations[COLUMNS];
    uint32_t equation_count;
};

/* --- arithmetic modulo the prime --- */

static uint64_t reduced(int64_t x)
{
    int64_t rest = x % (int64_t)MODULUS;
    return (uint64_t)(rest < 0 ? rest + (int64_t)MODULUS : rest);
}

static uint64_t times(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b % MODULUS);
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + MODULUS - b;
}

static uint64_t inverse(uint64_t a)
{
    LAW(a);
    uint64_t out = 1;
    for (uint64_t power = MODULUS - 2; power; power >>= 1) {
        if (power & 1)
            out = times(out, a);
        a = times(a, a);
    }
    return out;
}

/* --- the kernel --- */

static void swap_rows(uint64_t *a, uint64_t *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++) {
        uint64_t x = a[i];
        a[i] = b[i];
        b[i] = x;
    }
}

/* The row gets 1 in the column, all others 0. */
static void clear_column(uint64_t rows[][COLUMNS], uint32_t count, uint32_t row,
                         uint32_t column, uint32_t width)
{
    uint64_t factor = inverse(rows[row][column]);
    for (uint32_t i = 0; i < width; i++)
        rows[row][i] = times(rows[row][i], factor);
    for (uint32_t k = 0; k < count; k++) {
        uint64_t by = rows[k][column];
        if (k == row || !by)
            continue;
        for (uint32_t i = 0; i < width; i++)
            rows[k][i] = minus(rows[k][i], times(by, rows[row][i]));
    }
}

/* In pivots: of each column 1 + the row that has its 1, or 0. */
static void eliminate(uint64_t rows[][COLUMNS], uint32_t count, uint32_t width,
                      uint32_t *pivots)
{
    uint32_t next = 0;
    for (uint32_t column = 0; column < width; column++) {
        uint32_t row = next;
        pivots[column] = 0;
        while (row < count && !rows[row][column])
            row++;
        if (row == count)
            continue;
        swap_rows(rows[row], rows[next], width);
        clear_column(rows, count, next, column, width);
        pivots[column] = ++next;
    }
}

/* As an integer near 0; false: there is none. */
static bool as_small(uint64_t x, int64_t *out)
{
    bool low = x <= MOST_ADDED, high = x >= MODULUS - MOST_ADDED;
    *out = low ? (int64_t)x : -(int64_t)(MODULUS - x);
    return low || high;
}

/* The solution, or a small multiple of it, in integers. */
static bool as_equation(const uint64_t *solution, uint32_t width, struct equation *out)
{
    for (uint64_t scale = 1; scale <= MOST_SCALE; scale++) {
        bool good = true;
        for (uint32_t i = 0; i < width && good; i++)
            good = as_small(times(solution[i], scale), &out->factors[i]);
        if (good)
            return true;
    }
    return false;
}

/* Each column without a pivot gives one solution. */
static void solve(struct affine *a)
{
    uint64_t rows[MOST_POINTS][COLUMNS];
    uint32_t width = a->count + 1, pivots[COLUMNS];
    for (uint32_t i = 0; i < a->point_count; i++)
        for (uint32_t k = 0; k < width; k++)
            rows[i][k] = a->points[i][k];
    eliminate(rows, a->point_count, width, pivots);
    a->equation_count = 0;
    for (uint32_t free = 0; free < width; free++) {
        uint64_t solution[COLUMNS] = {0};
        if (pivots[free])
            continue;
        solution[free] = 1;
        for (uint32_t k = 0; k < width; k++)
            if (pivots[k])
                solution[k] = minus(0, rows[pivots[k] - 1][free]);
        if (as_equation(solution, width, &a->equations[a->equation_count]))
            a->equation_count++;
    }
}

/* --- as terms --- */

static struct term scaled(struct shapes *s, struct term x, int64_t factor)
{
    struct term by = term_bv_signed(s->terms, GRAPH_LENGTH_BITS, factor);
    return factor == 1 ? x : term_2(s->terms, TERM_BV_MUL, x, by);
}

/* Sums with positive factors on both sides. */
static struct term term_of(struct affine *a, const struct equation *e)
{
    struct terms *ts = a->s->terms;
    struct term sides[2] = {term_bv(ts, GRAPH_LENGTH_BITS, 0),
                            term_bv(ts, GRAPH_LENGTH_BITS, 0)};
    for (uint32_t i = 0; i <= a->count; i++) {
        int64_t factor = e->factors[i];
        struct term one = term_bv(ts, GRAPH_LENGTH_BITS, 1);
        if (!factor)
            continue;
        struct term part =
            scaled(a->s, i ? a->numbers[i - 1] : one, factor < 0 ? -factor : factor);
        sides[factor < 0] = term_2(ts, TERM_BV_ADD, sides[factor < 0], part);
    }
    return term_eq(ts, sides[0], sides[1]);
}

static bool is_plain(const struct affine *a, const struct equation *e)
{
    uint32_t about = 0;
    for (uint32_t i = 1; i <= a->count; i++) {
        if (e->factors[i] > MOST_FACTOR || e->factors[i] < -MOST_FACTOR)
            return false;
        about += e->factors[i] != 0;
    }
    return about > 1;
}

/* --- models --- */

static struct term in_context(struct affine *a, struct map *map, struct term t)
{
    return map->count ? term_substitute(a->s->terms, t, map) : t;
}

static void add_point(struct affine *a, struct map *map)
{
    uint64_t value;
    uint64_t *point = a->points[a->point_count];
    for (uint32_t i = 0; i < a->count; i++) {
        struct term x = solver_value(a->s->solver, in_context(a, map, a->numbers[i]));
        if (!term_const_u64(a->s->terms, x, &value))
            return;
        point[i + 1] = reduced((int64_t)value);
    }
    point[0] = 1;
    a->point_count++;
}

/* Numbers near 0, if there are such: their equations have small factors. */
static void assume_small(struct affine *a, struct map *map, uint64_t most,
                         struct graph_terms *out)
{
    struct terms *ts = a->s->terms;
    struct term bound = term_bv(ts, GRAPH_LENGTH_BITS, most);
    for (uint32_t i = 0; i < a->count; i++) {
        struct term small = term_2(ts, TERM_BV_ULE, in_context(a, map, a->numbers[i]), bound);
        graph_terms_add(&a->s->arena, out, small);
    }
}

static enum answer ask(struct affine *a, const struct graph_terms *facts,
                       const struct graph_terms *clause)
{
    struct solver_limits limits = {.seconds = QUESTION_SECONDS, .stop = a->s->task->stop};
    struct solver *solver = shapes_solver(a->s);
    if (!clause->count)
        return solver_solve_under(solver, facts->data, facts->count, &limits);
    return solver_solve_clause(solver, facts->data, facts->count, clause->data, clause->count,
                               &limits);
}

/* A model of the context that breaks an equation; none if there is no equation yet. UNSAT:
 * there is none. */
static enum answer find_model(struct affine *a, const struct graph_context *context,
                              struct map *map)
{
    struct graph_terms facts = {0}, clause = {0};
    for (uint32_t i = 0; i < context->facts.count; i++)
        graph_terms_add(&a->s->arena, &facts, context->facts.data[i]);
    for (uint32_t i = 0; i < a->equation_count; i++) {
        struct term equation = in_context(a, map, term_of(a, &a->equations[i]));
        graph_terms_add(&a->s->arena, &clause, term_not(a->s->terms, equation));
    }
    static const uint64_t bounds[] = {5, 40};
    uint32_t count = facts.count;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        assume_small(a, map, bounds[i], &facts);
        enum answer answer = ask(a, &facts, &clause);
        facts.count = count;
        if (answer != ANSWER_UNSAT)
            return answer;
    }
    return ask(a, &facts, &clause);
}

/* Until the context has no model that breaks an equation. */
static bool settle(struct affine *a, const struct graph_context *context)
{
    struct map map = {0};
    enum answer answer = ANSWER_SAT;
    for (size_t i = 0; i < context->map.capacity;
         i++) /* substitution keeps what it has seen */
        if (context->map.slots[i].used)
            map_set(&map, context->map.slots[i].key, context->map.slots[i].value);
    while (a->point_count < MOST_POINTS && (!a->point_count || a->equation_count)) {
        uint32_t before = a->point_count;
        answer = find_model(a, context, &map);
        if (answer != ANSWER_SAT)
            break;
        add_point(a, &map);
        if (a->point_count == before)
            break;
        solve(a);
    }
    map_release(&map);
    return answer == ANSWER_UNSAT;
}

/* --- all --- */

static void add_number(struct affine *a, struct term v)
{
    struct terms *ts = a->s->terms;
    bool word = sort_kind(ts, term_sort(ts, v)) == SORT_BV && term_width(ts, v) >= 16 &&
                term_width(ts, v) <= 64;
    if (!word || term_is_const(ts, v) || a->count == MOST_NUMBERS)
        return;
    a->numbers[a->count++] = term_sext(ts, v, GRAPH_LENGTH_BITS);
}

void shapes_find_equations(struct shapes *s, const struct graph_terms *variables,
                           graph_contexts *contexts, struct graph_terms *out)
{
    struct affine a = {.s = s};
    for (uint32_t i = 0; i < variables->count; i++)
        add_number(&a, variables->data[i]);
    bool closed = a.count > 1;
    for (uint32_t before = MOST_POINTS; closed && before != a.point_count;) {
        before = a.point_count;
        for (size_t i = 0; closed && i < contexts->count; i++)
            closed = settle(&a, &contexts->data[i]);
    }
    for (uint32_t i = 0; closed && a.point_count && i < a.equation_count; i++) {
        if (!is_plain(&a, &a.equations[i]))
            continue;
        struct term t = term_of(&a, &a.equations[i]);
        if (!shapes_prove_under(s, out, NULL, t))
            graph_terms_add(&s->arena, out, t);
    }
}
