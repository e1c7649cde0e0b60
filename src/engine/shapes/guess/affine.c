/* Equations between lengths and counters: whatever sums of a few of them are equal in all
 * contexts, such as that the passed nodes and those ahead are as many as two lists had
 * together.
 *
 * They are read off models: of the equations that all models so far have in common
 * (domain/template/affine.h) those with small factors are meant; a model that breaks one of
 * them is one more point, until there is none. What is found is a candidate like any other:
 * it is told only if the solver shows it in each context. */
#include "domain/template/affine.h"
#include "engine/shapes/shapes.h"

enum { MOST_NUMBERS = 9, MOST_POINTS = 24, MOST_CHANCES = 14, COLUMNS = MOST_NUMBERS + 1 };
enum { MOST_FACTOR = 3, MOST_ADDED = 1 << 20 };
#define QUESTION_SECONDS 0.1

struct equation {
    int64_t factors[COLUMNS]; /* the first one is added */
};
struct equations {
    struct shapes *s;
    unsigned width; /* of the numbers */
    struct term numbers[MOST_NUMBERS];
    uint32_t count;
    struct affine space; /* of all models so far, modulo 2^width */
    uint32_t points;     /* how many these are */
    struct equation found[COLUMNS];
    uint32_t found_count;
    /* those with large factors: mere chance, as there are too few points yet */
    struct equation chance[COLUMNS];
    uint32_t chance_count;
};

/* In integers near 0: only such equations are meant. The space has the numbers in reverse, so
 * that later ones are told by earlier ones. */
static bool as_small(const struct equations *e, const struct affine_equation *equation,
                     struct equation *out)
{
    LAW(e->width && e->width <= GRAPH_LENGTH_BITS);
    bool small = true;
    for (uint32_t i = 0; i <= e->count; i++) {
        unsigned unused = GRAPH_LENGTH_BITS - e->width;
        int64_t factor = (int64_t)(equation->factor[e->count - i] << unused) >> unused;
        small &= factor <= MOST_ADDED && factor >= -MOST_ADDED;
        out->factors[i] = factor;
    }
    return small;
}

static void solve(struct equations *e)
{
    LAW(e->space.variables == e->count && e->space.count <= COLUMNS);
    struct affine simple = e->space;
    affine_simplify(&simple);
    e->found_count = e->chance_count = 0;
    for (uint32_t i = 0; i < simple.count; i++) {
        struct equation next;
        if (as_small(e, &simple.equation[i], &next))
            e->found[e->found_count++] = next;
        else
            e->chance[e->chance_count++] = next;
    }
}

/* --- as terms --- */

static struct term scaled(const struct equations *a, struct term x, int64_t factor)
{
    LAW(factor && term_width(a->s->terms, x) == a->width);
    struct terms *ts = a->s->terms;
    struct term by = term_bv_signed(ts, a->width, factor);
    return factor == 1 ? x : term_2(ts, TERM_BV_MUL, x, by);
}

/* Sums with positive factors on both sides. */
static struct term term_of(struct equations *a, const struct equation *e)
{
    struct terms *ts = a->s->terms;
    struct term sides[2] = {term_bv(ts, a->width, 0), term_bv(ts, a->width, 0)};
    for (uint32_t i = 0; i <= a->count; i++) {
        int64_t factor = e->factors[i];
        struct term one = term_bv(ts, a->width, 1);
        if (!factor)
            continue;
        struct term part = scaled(a, i ? a->numbers[i - 1] : one,
                                  factor < 0 && factor != INT64_MIN ? -factor : factor);
        sides[factor < 0] = term_2(ts, TERM_BV_ADD, sides[factor < 0], part);
    }
    return term_eq(ts, sides[0], sides[1]);
}

static bool is_plain(const struct equations *a, const struct equation *e)
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

static struct term in_context(struct equations *a, struct map *map, struct term t)
{
    return map->count ? term_substitute(a->s->terms, t, map) : t;
}

static void add_point(struct equations *a, struct map *map)
{
    uint64_t point[MOST_NUMBERS];
    for (uint32_t i = 0; i < a->count; i++) {
        struct term x =
            solver_value(a->s->questions->solver, in_context(a, map, a->numbers[i]));
        if (!term_const_u64(a->s->terms, x, &point[a->count - 1 - i]))
            return;
    }
    affine_add(&a->space, point);
    LAW(a->space.variables == a->count);
    a->points++;
}

/* Numbers near 0, if there are such: their equations have small factors. */
static void assume_small(struct equations *a, struct map *map, uint64_t most,
                         struct graph_terms *out)
{
    struct terms *ts = a->s->terms;
    struct term bound = term_bv(ts, a->width, most);
    for (uint32_t i = 0; i < a->count; i++) {
        struct term small = term_2(ts, TERM_BV_ULE, in_context(a, map, a->numbers[i]), bound);
        graph_terms_add(&a->s->arena, out, small);
    }
}

static enum answer ask(struct equations *a, const struct graph_terms *facts,
                       const struct graph_terms *clause)
{
    struct solver_limits limits = {.seconds = QUESTION_SECONDS, .stop = a->s->task->stop};
    struct solver *solver = shapes_solver(a->s);
    if (!clause->count)
        return solver_solve_under(solver, facts->data, facts->count, &limits);
    return solver_solve_clause(solver, facts->data, facts->count, clause->data, clause->count,
                               &limits);
}

/* A model of the context that breaks one of these equations; any if there is none. UNSAT:
 * there is no such model. */
static enum answer find_model(struct equations *a, const struct graph_context *context,
                              struct map *map, const struct equation *equations,
                              uint32_t equation_count)
{
    struct graph_terms facts = {0}, clause = {0};
    for (uint32_t i = 0; i < context->facts.count; i++)
        graph_terms_add(&a->s->arena, &facts, context->facts.data[i]);
    for (uint32_t i = 0; i < equation_count; i++) {
        struct term equation = in_context(a, map, term_of(a, &equations[i]));
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

static bool goes_by_chance(const struct equations *a)
{
    return a->chance_count && a->points < MOST_CHANCES;
}

/* A model that breaks an equation that is meant, else one that breaks what only holds as
 * there are too few points. */
static enum answer find_break(struct equations *a, const struct graph_context *context,
                              struct map *map)
{
    enum answer answer = ANSWER_UNSAT;
    if (!a->points || a->found_count)
        answer = find_model(a, context, map, a->found, a->found_count);
    if (answer != ANSWER_UNSAT || !goes_by_chance(a))
        return answer;
    answer = find_model(a, context, map, a->chance, a->chance_count);
    return answer == ANSWER_SAT ? answer : ANSWER_UNSAT;
}

/* Until the context has no model that breaks an equation. */
static bool settle(struct equations *a, const struct graph_context *context)
{
    LAW(a->points <= MOST_POINTS);
    struct map map = {0};
    enum answer answer = ANSWER_SAT;
    for (size_t i = 0; i < context->map.capacity;
         i++) /* substitution keeps what it has seen */
        if (context->map.slots[i].used)
            map_set(&map, context->map.slots[i].key, context->map.slots[i].value);
    while (a->points < MOST_POINTS && (!a->points || a->found_count || goes_by_chance(a))) {
        uint32_t before = a->points;
        answer = find_break(a, context, &map);
        if (answer != ANSWER_SAT)
            break;
        add_point(a, &map);
        if (a->points == before)
            break;
        solve(a);
    }
    map_release(&map);
    return answer == ANSWER_UNSAT;
}

/* --- all --- */

enum { LEAST_WIDTH = 16 };

static bool is_counter(struct shapes *s, struct term v)
{
    struct terms *ts = s->terms;
    return sort_kind(ts, term_sort(ts, v)) == SORT_BV && term_width(ts, v) >= LEAST_WIDTH &&
           term_width(ts, v) <= GRAPH_LENGTH_BITS && !term_is_const(ts, v);
}

/* Wider numbers take part with their low bits. */
static void add_number(struct equations *a, struct term v)
{
    struct terms *ts = a->s->terms;
    if (!is_counter(a->s, v) || a->count == MOST_NUMBERS)
        return;
    LAW(a->count < MOST_NUMBERS);
    bool wider = term_width(ts, v) > a->width;
    a->numbers[a->count++] =
        wider ? term_extract(ts, v, a->width - 1, 0) : term_sext(ts, v, a->width);
}

static void find_modulo(struct shapes *s, unsigned width, const struct graph_terms *variables,
                        graph_contexts *contexts, struct graph_terms *out)
{
    LAW(width >= LEAST_WIDTH && width <= GRAPH_LENGTH_BITS);
    struct equations a = {.s = s, .width = width};
    for (uint32_t i = 0; i < variables->count; i++)
        add_number(&a, variables->data[i]);
    affine_init(&a.space, width, a.count);
    bool closed = a.count > 1;
    for (uint32_t before = MOST_POINTS; closed && before != a.points;) {
        before = a.points;
        for (size_t i = 0; closed && i < contexts->count; i++)
            closed = settle(&a, &contexts->data[i]);
    }
    for (uint32_t i = 0; closed && a.points && i < a.found_count; i++) {
        if (!is_plain(&a, &a.found[i]))
            continue;
        struct term t = term_of(&a, &a.found[i]);
        if (!shapes_prove_under(s, out, NULL, t))
            graph_terms_add(&s->arena, out, t);
    }
}

/* A counter that nothing bounds wraps: what it counts equals it modulo its own width. */
void shapes_find_equations(struct shapes *s, const struct graph_terms *variables,
                           graph_contexts *contexts, struct graph_terms *out)
{
    unsigned least = GRAPH_LENGTH_BITS;
    for (uint32_t i = 0; i < variables->count; i++)
        if (is_counter(s, variables->data[i]) &&
            term_width(s->terms, variables->data[i]) < least)
            least = term_width(s->terms, variables->data[i]);
    find_modulo(s, GRAPH_LENGTH_BITS, variables, contexts, out);
    if (least < GRAPH_LENGTH_BITS)
        find_modulo(s, least, variables, contexts, out);
}
