#include "domain/template/affine.h"

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

static uint64_t inverse(uint64_t odd) /* modulo 2^64, by Newton's steps */
{
    LAW(odd & 1);
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    LAW(odd * x == 1);
    return x;
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
    uint64_t back = inverse(value[pivot] >> zeros);
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

/* The variable goes from all other equations, as far as this one says what it is: what is
 * left of its factors is near 0. */
static void solve_for(struct affine *a, unsigned equation, unsigned variable)
{
    LAW(equation < a->count && variable < a->variables);
    LAW(a->equation[equation].factor[variable]);
    struct affine_equation *e = &a->equation[equation];
    unsigned zeros = zeros_of(e->factor[variable]);
    uint64_t half = zeros ? 1ull << (zeros - 1) : 0;
    scale(a, e, inverse(e->factor[variable] >> zeros));
    LAW(e->factor[variable] == 1ull << zeros);
    for (unsigned i = 0; i < a->count; i++) {
        uint64_t times = ((a->equation[i].factor[variable] + half) & mask_of(a)) >> zeros;
        if (i != equation && times)
            subtract(a, &a->equation[i], e, times);
    }
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

/* A third of a number is a large factor; three times the equation has small ones. */
static void make_small(const struct affine *a, struct affine_equation *e)
{
    enum { LARGEST = 15 };
    struct affine_equation best = *e;
    for (uint64_t times = 3; times <= LARGEST; times += 2) {
        struct affine_equation other = *e;
        scale(a, &other, times);
        if (weight_of(a, &other) < weight_of(a, &best))
            best = other;
    }
    *e = best;
}

/* Those that a variable has an inverse in come first: they say what it is. */
void affine_simplify(struct affine *a)
{
    bool solved[AFFINE_VARIABLES + 1] = {false};
    for (int pass = 0; pass < 2; pass++)
        for (unsigned v = 0; v < a->variables; v++) {
            unsigned i = find_solvable(a, solved, v);
            if (i == a->count || (!pass && zeros_of(a->equation[i].factor[v])))
                continue;
            solve_for(a, i, v);
            solved[i] = true;
        }
    for (unsigned i = 0; i < a->count; i++)
        make_small(a, &a->equation[i]);
}
