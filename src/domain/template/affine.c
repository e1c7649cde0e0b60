#include "domain/template/affine.h"

#include "base/inverse.h"
#include "base/failure.h"

static uint64_t mask_of(const struct affine *a)
{
    return a->width == 64 ? UINT64_MAX : (1ull << a->width) - 1;
}

void affine_init(struct affine *a, unsigned width, unsigned variables)
{
    LAW(width >= 1 && width <= 64 && variables <= AFFINE_VARIABLES);
    *a = (struct affine){.width = width, .variables = variables, .count = variables + 1};
    for (unsigned i = 0; i <= variables; i++)
        a->equation[i].factor[i] = 1;
}

static uint64_t value_at(const struct affine *a, const struct affine_equation *e,
                         const uint64_t *point)
{
    uint64_t sum = e->factor[a->variables];
    for (unsigned i = 0; i < a->variables; i++)
        sum += e->factor[i] * point[i];
    return sum & mask_of(a);
}

bool affine_holds(const struct affine *a, const struct affine_equation *e,
                  const uint64_t *point)
{
    LAW(a->count <= a->variables + 1);
    return value_at(a, e, point) == 0;
}

static unsigned zeros_of(uint64_t n) /* n is not 0 */
{
    LAW(n);
    return (unsigned)__builtin_ctzll(n);
}

static void subtract(const struct affine *a, struct affine_equation *e,
                     const struct affine_equation *other, uint64_t times)
{
    LAW(e != other); /* its factors are read on the way */
    for (unsigned i = 0; i <= a->variables; i++)
        e->factor[i] = (e->factor[i] - times * other->factor[i]) & mask_of(a);
}

static void scale(const struct affine *a, struct affine_equation *e, uint64_t times)
{
    for (unsigned i = 0; i <= a->variables; i++)
        e->factor[i] = e->factor[i] * times & mask_of(a);
}

static bool is_trivial(const struct affine *a, const struct affine_equation *e)
{
    for (unsigned i = 0; i <= a->variables; i++)
        if (e->factor[i])
            return false;
    return true;
}

/* The broken equation whose value has the fewest zeros at its end: it gives way. The last one
 * of these, so that the first point takes away what no point satisfies. */
static unsigned find_pivot(const struct affine *a, const uint64_t *value)
{
    unsigned best = a->count;
    for (unsigned i = 0; i < a->count; i++)
        if (value[i] && (best == a->count || zeros_of(value[i]) <= zeros_of(value[best])))
            best = i;
    LAW(best == a->count || value[best]);
    return best;
}

static bool meets_all(const struct affine *a, const uint64_t *point)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!affine_holds(a, &a->equation[i], point))
            return false;
    return true;
}

void affine_add(struct affine *a, const uint64_t *point)
{
    LAW(a->variables <= AFFINE_VARIABLES && a->count <= a->variables + 1);
    uint64_t value[AFFINE_VARIABLES + 1];
    for (unsigned i = 0; i < a->count; i++)
        value[i] = value_at(a, &a->equation[i], point);
    unsigned pivot = find_pivot(a, value);
    if (pivot == a->count)
        return;
    unsigned zeros = zeros_of(value[pivot]);
    uint64_t back = odd_inverse(value[pivot] >> zeros);
    for (unsigned i = 0; i < a->count; i++)
        if (i != pivot && value[i])
            subtract(a, &a->equation[i], &a->equation[pivot], (value[i] >> zeros) * back);
    if (zeros)
        scale(a, &a->equation[pivot], 1ull << (a->width - zeros));
    if (!zeros || is_trivial(a, &a->equation[pivot]))
        a->equation[pivot] = a->equation[--a->count];
    LAW(meets_all(a, point));
}

/* --- simple forms --- */

/* The unsolved equation whose factor of the variable has the fewest zeros at its end, count
 * if none has the variable. */
static unsigned find_solvable(const struct affine *a, const bool *solved, unsigned variable)
{
    LAW(variable < a->variables);
    unsigned best = a->count;
    for (unsigned i = 0; i < a->count; i++) {
        uint64_t factor = a->equation[i].factor[variable];
        if (!solved[i] && factor &&
            (best == a->count ||
             zeros_of(factor) < zeros_of(a->equation[best].factor[variable])))
            best = i;
    }
    return best;
}

/* The variable goes from another equation, as far as this one says what it is: what is left
 * of its factor is near 0. */
static void take_out(const struct affine *a, struct affine_equation *from,
                     const struct affine_equation *e, unsigned variable)
{
    unsigned zeros = zeros_of(e->factor[variable]);
    uint64_t half = zeros ? 1ull << (zeros - 1) : 0;
    LAW(e->factor[variable] == 1ull << zeros);
    uint64_t times = ((from->factor[variable] + half) & mask_of(a)) >> zeros;
    if (times)
        subtract(a, from, e, times);
}

static void solve_for(struct affine *a, unsigned equation, unsigned variable)
{
    LAW(equation < a->count && variable < a->variables);
    LAW(a->equation[equation].factor[variable]);
    struct affine_equation *e = &a->equation[equation];
    scale(a, e, odd_inverse(e->factor[variable] >> zeros_of(e->factor[variable])));
    for (unsigned i = 0; i < a->count; i++)
        if (i != equation)
            take_out(a, &a->equation[i], e, variable);
}

static uint64_t size_of(const struct affine *a, uint64_t factor)
{
    uint64_t minus = (0 - factor) & mask_of(a);
    return factor < minus ? factor : minus;
}

/* The sum of the sizes of all factors of variables. */
static uint64_t weight_of(const struct affine *a, const struct affine_equation *e)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < a->variables; i++) {
        uint64_t size = size_of(a, e->factor[i]);
        sum = sum > UINT64_MAX - size ? UINT64_MAX : sum + size;
    }
    return sum;
}

/* Which variable each equation is solved for; `variables`: none. */
struct solved {
    unsigned variable[AFFINE_VARIABLES + 1];
};

/* What other equations say is taken out again. */
static void take_out_others(const struct affine *a, const struct solved *s, unsigned equation,
                            struct affine_equation *e)
{
    LAW(equation < a->count);
    for (unsigned i = 0; i < a->count; i++)
        if (i != equation && s->variable[i] < a->variables)
            take_out(a, e, &a->equation[i], s->variable[i]);
}

/* A third of a number is a large factor; three times the equation has small ones. */
static struct affine_equation make_small(const struct affine *a, const struct solved *s,
                                         unsigned equation)
{
    enum { LARGEST = 15 };
    struct affine_equation best = a->equation[equation];
    for (uint64_t times = 3; times <= LARGEST; times += 2) {
        struct affine_equation other = a->equation[equation];
        scale(a, &other, times);
        take_out_others(a, s, equation, &other);
        if (weight_of(a, &other) < weight_of(a, &best))
            best = other;
    }
    return best;
}

/* Those that a variable has an inverse in come first: they say what it is. */
static void solve_all(struct affine *a, struct solved *s)
{
    bool solved[AFFINE_VARIABLES + 1] = {false};
    for (unsigned i = 0; i < a->count; i++)
        s->variable[i] = a->variables;
    for (int pass = 0; pass < 2; pass++)
        for (unsigned v = 0; v < a->variables; v++) {
            unsigned i = find_solvable(a, solved, v);
            if (i == a->count || (!pass && zeros_of(a->equation[i].factor[v])))
                continue;
            solve_for(a, i, v);
            s->variable[i] = v;
            solved[i] = true;
        }
}

void affine_simplify(struct affine *a)
{
    struct solved s;
    solve_all(a, &s);
    for (int pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < a->count; i++) {
            unsigned v = s.variable[i];
            if (v == a->variables || (!pass && a->equation[i].factor[v] != 1))
                continue;
            a->equation[i] = make_small(a, &s, i);
            s.variable[i] = a->variables; /* no longer of the form that others need */
        }
}
