/* Equality of small polynomials: both sides of an equality are multiplied out over their
 * non-arithmetic parts, modulo 2^w. A zero difference makes the equality true, any other
 * constant makes it false. This decides distributivity and the like without a circuit. Gives
 * up early: few monomials, low degree, words of up to 64 bits. */
#include "term/rewrite/polynomial.h"

#include "base/inverse.h"
#include "base/failure.h"
#include "term/limbs.h"

#include <stdlib.h>
#include <string.h>

enum { MONOMIALS = 24, DEGREE = 4, DEPTH = 12, VISITS = 48, MOST_KNOWN = 12, PASSES = 3 };

struct monomial {
    uint32_t atoms[DEGREE]; /* ascending term ids; zeros first */
    uint64_t coefficient;   /* modulo 2^64; never 0 */
};
struct polynomial {
    struct monomial list[MONOMIALS];
    size_t count;
};
struct expansion {
    const struct terms *terms;
    unsigned visits, width;
    unsigned products; /* multiplications of two things that are not constants */
};

static uint64_t cut(const struct expansion *e, uint64_t value)
{
    return e->width == 64 ? value : value & ((UINT64_C(1) << e->width) - 1);
}

/* Atoms ascend, zeros first; no coefficient is zero. */
static bool monomial_holds(const struct expansion *e, const struct monomial *m)
{
    for (int i = 1; i < DEGREE; i++)
        if (m->atoms[i - 1] > m->atoms[i])
            return false;
    return cut(e, m->coefficient) == m->coefficient && m->coefficient;
}

static bool add_monomial(const struct expansion *e, struct polynomial *p,
                         const struct monomial *m)
{
    for (size_t i = 0; i < p->count; i++) {
        if (memcmp(p->list[i].atoms, m->atoms, sizeof m->atoms) != 0)
            continue;
        p->list[i].coefficient = cut(e, p->list[i].coefficient + m->coefficient);
        if (p->list[i].coefficient == 0)
            p->list[i] = p->list[--p->count];
        return true;
    }
    if (cut(e, m->coefficient) == 0)
        return true;
    if (p->count == MONOMIALS)
        return false;
    LAW(p->count < MONOMIALS);
    p->list[p->count++] = (struct monomial){
        {m->atoms[0], m->atoms[1], m->atoms[2], m->atoms[3]}, cut(e, m->coefficient)};
    LAW(monomial_holds(e, &p->list[p->count - 1]));
    return true;
}

/* p += factor * q */
static bool add_scaled(const struct expansion *e, struct polynomial *p,
                       const struct polynomial *q, uint64_t factor)
{
    LAW(p != q);
    for (size_t i = 0; i < q->count; i++) {
        struct monomial m = q->list[i];
        m.coefficient *= factor;
        if (!add_monomial(e, p, &m))
            return false;
    }
    return true;
}

/* Merges the atoms of two monomials; false if the degree gets too high. */
static bool multiply_monomials(const struct monomial *a, const struct monomial *b,
                               struct monomial *r)
{
    int i = DEGREE - 1, j = DEGREE - 1;
    for (int k = DEGREE - 1; k >= 0; k--) {
        uint32_t x = i >= 0 ? a->atoms[i] : 0, y = j >= 0 ? b->atoms[j] : 0;
        r->atoms[k] = x > y ? x : y;
        if (x > y)
            i--;
        else
            j--;
    }
    r->coefficient = a->coefficient * b->coefficient;
    return (i < 0 || a->atoms[i] == 0) && (j < 0 || b->atoms[j] == 0);
}

static bool multiply(const struct expansion *e, const struct polynomial *a,
                     const struct polynomial *b, struct polynomial *r)
{
    LAW(r != a && r != b);
    r->count = 0;
    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            struct monomial m;
            if (!multiply_monomials(&a->list[i], &b->list[j], &m) || !add_monomial(e, r, &m))
                return false;
        }
    }
    return true;
}

static void set_monomial(const struct expansion *e, struct polynomial *p, uint32_t atom,
                         uint64_t coefficient)
{
    LAW(!atom || coefficient == 1);
    struct monomial m = {{0, 0, 0, atom}, coefficient};
    p->count = 0;
    add_monomial(e, p, &m);
}

static bool is_constant(const struct polynomial *p)
{
    return p->count == 0 || (p->count == 1 && p->list[0].atoms[DEGREE - 1] == 0);
}

static bool expand(struct expansion *e, struct term t, unsigned depth, struct polynomial *p)
{
    uint64_t k;
    if (++e->visits > VISITS || depth > DEPTH)
        return false;
    if (term_const_u64(e->terms, t, &k))
        return set_monomial(e, p, 0, k), true;
    enum term_op op = op_of(e->terms, t);
    bool arithmetic = op == TERM_BV_ADD || op == TERM_BV_SUB || op == TERM_BV_MUL ||
                      op == TERM_BV_NEG || op == TERM_BV_NOT ||
                      (op == TERM_BV_SHL && limbs_of(e->terms, arg_of(e->terms, t, 1)));
    if (!arithmetic)
        return set_monomial(e, p, t.id, 1), true;
    struct polynomial a, b;
    if (!expand(e, arg_of(e->terms, t, 0), depth + 1, &a))
        return false;
    if (op == TERM_BV_SHL) {
        unsigned amount = limbs_amount(limbs_of(e->terms, arg_of(e->terms, t, 1)), e->width);
        p->count = 0;
        return amount >= e->width || add_scaled(e, p, &a, UINT64_C(1) << amount);
    }
    if (op == TERM_BV_NEG || op == TERM_BV_NOT) { /* ~x is -x - 1 */
        set_monomial(e, p, 0, op == TERM_BV_NOT ? UINT64_MAX : 0);
        return add_scaled(e, p, &a, UINT64_MAX);
    }
    if (!expand(e, arg_of(e->terms, t, 1), depth + 1, &b))
        return false;
    if (op == TERM_BV_MUL) {
        e->products += !is_constant(&a) && !is_constant(&b);
        return multiply(e, &a, &b, p);
    }
    *p = a;
    return add_scaled(e, p, &b, op == TERM_BV_ADD ? 1 : UINT64_MAX);
}

enum polynomial_answer polynomial_compare(const struct terms *terms, struct term a,
                                          struct term b)
{
    LAW(term_width(terms, a) == term_width(terms, b));
    struct expansion e = {.terms = terms, .width = term_width(terms, a)};
    struct polynomial x, y;
    if (e.width > 64 || !expand(&e, a, 0, &x) || !expand(&e, b, 0, &y))
        return POLYNOMIAL_OPEN;
    if (!add_scaled(&e, &x, &y, UINT64_MAX))
        return POLYNOMIAL_OPEN;
    if (x.count == 0)
        return POLYNOMIAL_SAME;
    return is_constant(&x) ? POLYNOMIAL_DISTINCT : POLYNOMIAL_OPEN;
}

/* --- equations --- */

static int by_atoms(const void *a, const void *b)
{
    return memcmp(((const struct monomial *)a)->atoms, ((const struct monomial *)b)->atoms,
                  sizeof(uint32_t[DEGREE]));
}

static struct term write_monomial(struct terms *ts, const struct monomial *m,
                                  uint64_t coefficient, unsigned width)
{
    LAW(coefficient > 0);
    struct term t = TERM_NONE;
    for (int i = 0; i < DEGREE; i++) {
        struct term atom = {m->atoms[i]};
        if (m->atoms[i])
            t = term_is(t) ? term_2(ts, TERM_BV_MUL, t, atom) : atom;
    }
    struct term k = term_bv(ts, width, coefficient);
    if (!term_is(t))
        return k;
    return coefficient == 1 ? t : term_2(ts, TERM_BV_MUL, t, k);
}

static unsigned degree_of(const struct monomial *m)
{
    unsigned degree = 0;
    for (int i = 0; i < DEGREE; i++)
        degree += m->atoms[i] != 0;
    return degree;
}

/* difference = 0 with positive coefficients on both sides; a constant alone stays on the
 * right. */
static struct term write_equation(struct terms *ts, const struct expansion *e,
                                  struct polynomial *x)
{
    LAW(x->count > 0);
    LAW(!ts->in_equation);
    uint64_t half = cut(e, UINT64_MAX) / 2;
    struct term side[2] = {TERM_NONE, TERM_NONE};
    qsort(x->list, x->count, sizeof *x->list, by_atoms); /* the constant comes first */
    bool turn = x->list[x->count - 1].coefficient > half;
    for (size_t i = x->count; i-- > 0;) {
        uint64_t c = turn ? cut(e, 0 - x->list[i].coefficient) : x->list[i].coefficient;
        bool right = c > half || (!degree_of(&x->list[i]) && !term_is(side[1]));
        struct term part =
            write_monomial(ts, &x->list[i], right ? cut(e, 0 - c) : c, e->width);
        side[right] =
            term_is(side[right]) ? term_2(ts, TERM_BV_ADD, side[right], part) : part;
    }
    for (int i = 0; i < 2; i++)
        if (!term_is(side[i]))
            side[i] = term_bv(ts, e->width, 0);
    ts->in_equation = true;
    struct term t = term_eq(ts, side[0], side[1]);
    ts->in_equation = false;
    return t;
}

struct term polynomial_equation(struct terms *ts, struct term a, struct term b)
{
    LAW(term_width(ts, a) == term_width(ts, b));
    struct expansion e = {.terms = ts, .width = term_width(ts, a)};
    struct polynomial x, y;
    unsigned products = 0;
    if (ts->in_equation || e.width > 64 || !expand(&e, a, 0, &x) || !expand(&e, b, 0, &y) ||
        !add_scaled(&e, &x, &y, UINT64_MAX) || !x.count)
        return TERM_NONE;
    for (size_t i = 0; i < x.count; i++)
        products += degree_of(&x.list[i]) > 1 ? degree_of(&x.list[i]) - 1 : 0;
    return products && products <= e.products ? write_equation(ts, &e, &x) : TERM_NONE;
}

/* --- what follows --- */

static bool expand_difference(struct expansion *e, struct term equation,
                              struct polynomial *out)
{
    struct polynomial right;
    e->visits = 0;
    return expand(e, arg_of(e->terms, equation, 0), 0, out) &&
           expand(e, arg_of(e->terms, equation, 1), 0, &right) &&
           add_scaled(e, out, &right, UINT64_MAX);
}

static uint64_t coefficient_of(const struct polynomial *p, const struct monomial *like)
{
    for (size_t i = 0; i < p->count; i++)
        if (memcmp(p->list[i].atoms, like->atoms, sizeof like->atoms) == 0)
            return p->list[i].coefficient;
    return 0;
}

/* The first monomial that can be solved for; null: there is none. */
static const struct monomial *find_pivot(const struct polynomial *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->list[i].coefficient & 1)
            return &p->list[i];
    return NULL;
}

/* p -= factor * known, so that the pivot of the known one is gone. */
static bool take_out(const struct expansion *e, struct polynomial *p,
                     const struct polynomial *known)
{
    const struct monomial *m = find_pivot(known);
    LAW(m);
    uint64_t factor = coefficient_of(p, m) * odd_inverse(m->coefficient);
    return !factor || add_scaled(e, p, known, 0 - factor);
}

/* Some times over: what is taken out may bring back what was gone. */
static bool take_out_all(const struct expansion *e, struct polynomial *p,
                         const struct polynomial *known, size_t count)
{
    for (int pass = 0; pass < PASSES && p->count; pass++)
        for (size_t i = 0; i < count; i++)
            if (!take_out(e, p, &known[i]))
                return false;
    return true;
}

bool term_equation_follows(const struct terms *ts, struct term goal, const struct term *known,
                           size_t count)
{
    LAW(op_of(ts, goal) == TERM_EQ);
    struct sort sort = term_sort(ts, arg_of(ts, goal, 0));
    struct polynomial x, basis[MOST_KNOWN];
    size_t n = 0;
    if (sort_kind(ts, sort) != SORT_BV || sort_width(ts, sort) > 64)
        return false;
    struct expansion e = {.terms = ts, .width = sort_width(ts, sort)};
    if (!expand_difference(&e, goal, &x))
        return false;
    for (size_t i = 0; i < count && n < MOST_KNOWN; i++) {
        if (term_sort(ts, arg_of(ts, known[i], 0)).id != sort.id ||
            !expand_difference(&e, known[i], &basis[n]) ||
            !take_out_all(&e, &basis[n], basis, n))
            continue;
        if (basis[n].count && is_constant(&basis[n]))
            return true; /* a number that is not 0 is said to be 0 */
        n += find_pivot(&basis[n]) != NULL;
    }
    return take_out_all(&e, &x, basis, n) && x.count == 0;
}
