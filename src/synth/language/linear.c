/* A sum of multiples modulo 2^w is a list of atoms with coefficients and a constant. Terms
 * are rebuilt bottom-up; a term whose operator is arithmetic is printed back from its list,
 * atoms in the order of their handles. A SAT solver needs long to see that 7x + 64x is 71x;
 * here both become the same term. */
#include "synth/language/linear.h"

#include "base/map.h"
#include "synth/language/language.h"

enum { ATOMS = 12, BUDGET = 200 /* terms looked at for one sum */ };

struct sum {
    unsigned count;
    uint64_t constant;
    struct term atom[ATOMS];
    uint64_t coefficient[ATOMS];
};
struct normaliser {
    struct terms *terms;
    struct map done;
};

static bool add_atom(struct sum *s, struct term atom, uint64_t coefficient)
{
    unsigned at = 0;
    while (at < s->count && s->atom[at].id < atom.id)
        at++;
    if (at < s->count && term_same(s->atom[at], atom)) {
        s->coefficient[at] += coefficient;
        return true;
    }
    if (s->count == ATOMS)
        return false;
    for (unsigned i = s->count++; i > at; i--) {
        s->atom[i] = s->atom[i - 1];
        s->coefficient[i] = s->coefficient[i - 1];
    }
    s->atom[at] = atom;
    s->coefficient[at] = coefficient;
    return true;
}

/* Adds factor * t to the sum; false if it gets too long or the budget is used up. */
static bool gather(const struct terms *ts, struct term t, uint64_t factor, struct sum *s,
                   unsigned *budget)
{
    uint64_t value;
    if (term_const_u64(ts, t, &value))
        return s->constant += factor * value, true;
    struct term a = term_count(ts, t) ? term_arg(ts, t, 0) : TERM_NONE,
                b = term_count(ts, t) > 1 ? term_arg(ts, t, 1) : TERM_NONE;
    if (!*budget)
        return false;
    --*budget;
    enum term_op op = term_op(ts, t);
    if (op == TERM_BV_ADD || op == TERM_BV_SUB)
        return gather(ts, a, factor, s, budget) &&
               gather(ts, b, op == TERM_BV_ADD ? factor : -factor, s, budget);
    if (op == TERM_BV_NOT) /* ~a is -a - 1 */
        s->constant -= factor;
    if (op == TERM_BV_NOT || op == TERM_BV_NEG)
        return gather(ts, a, -factor, s, budget);
    if (op == TERM_BV_MUL && term_const_u64(ts, a, &value))
        return gather(ts, b, factor * value, s, budget);
    if (op == TERM_BV_MUL && term_const_u64(ts, b, &value))
        return gather(ts, a, factor * value, s, budget);
    if (op == TERM_BV_SHL && term_const_u64(ts, b, &value))
        return gather(ts, a, value < 64 ? factor << value : 0, s, budget);
    return add_atom(s, t, factor);
}

static struct term multiple(struct terms *ts, struct term atom, uint64_t coefficient,
                            unsigned width)
{
    if (coefficient == 1)
        return atom;
    if (coefficient && !(coefficient & (coefficient - 1)))
        return term_2(ts, TERM_BV_SHL, atom,
                      term_bv(ts, width, (uint64_t)__builtin_ctzll(coefficient)));
    return term_2(ts, TERM_BV_MUL, atom, term_bv(ts, width, coefficient));
}

static struct term write_sum(struct terms *ts, const struct sum *s, unsigned width)
{
    uint64_t mask = width_mask(width);
    struct term t = TERM_NONE;
    for (unsigned i = 0; i < s->count; i++) {
        uint64_t c = s->coefficient[i] & mask;
        if (!c || c > mask / 2)
            continue;
        struct term m = multiple(ts, s->atom[i], c, width);
        t = term_is(t) ? term_2(ts, TERM_BV_ADD, t, m) : m;
    }
    if (!term_is(t) || s->constant & mask) {
        struct term k = term_bv(ts, width, s->constant & mask);
        t = term_is(t) ? term_2(ts, TERM_BV_ADD, t, k) : k;
    }
    for (unsigned i = 0; i < s->count; i++) {
        uint64_t c = s->coefficient[i] & mask;
        if (c <= mask / 2)
            continue;
        t = term_2(ts, TERM_BV_SUB, t, multiple(ts, s->atom[i], -c & mask, width));
    }
    return t;
}

static bool is_arithmetic(enum term_op op)
{
    return op == TERM_BV_ADD || op == TERM_BV_SUB || op == TERM_BV_NEG || op == TERM_BV_MUL ||
           op == TERM_BV_SHL;
}

static bool is_wide(const struct terms *ts, struct term t)
{
    return sort_kind(ts, term_sort(ts, t)) == SORT_BV && term_width(ts, t) <= 64;
}

/* Two words are equal when their difference is the sum 0; a constant other than 0 makes them
 * different. */
static struct term equality(struct terms *ts, struct term a, struct term b)
{
    struct sum s = {0};
    unsigned budget = BUDGET;
    if (!is_wide(ts, a) || !gather(ts, a, 1, &s, &budget) ||
        !gather(ts, b, (uint64_t)-1, &s, &budget))
        return term_eq(ts, a, b);
    uint64_t mask = width_mask(term_width(ts, a));
    for (unsigned i = 0; i < s.count; i++)
        if (s.coefficient[i] & mask)
            return term_eq(ts, a, b);
    return term_bool(ts, !(s.constant & mask));
}

static struct term normal(struct normaliser *n, struct term t, unsigned depth)
{
    struct terms *ts = n->terms;
    uint64_t known;
    size_t count = term_count(ts, t);
    if (!count || depth > 3000)
        return t;
    if (map_get(&n->done, t.id, &known))
        return (struct term){(uint32_t)known};
    enum term_op op = term_op(ts, t);
    struct term few[4], made = t;
    bool same = count <= 4;
    for (size_t i = 0; i < count && count <= 4; i++) {
        few[i] = normal(n, term_arg(ts, t, i), depth + 1);
        same &= term_same(few[i], term_arg(ts, t, i));
    }
    if (op == TERM_AND || op == TERM_OR) {
        made = term_bool(ts, op == TERM_AND);
        for (size_t i = 0; i < count; i++) {
            struct term part = normal(n, term_arg(ts, t, i), depth + 1);
            made = op == TERM_AND ? term_and(ts, made, part) : term_or(ts, made, part);
        }
    } else if (count <= 4 && op == TERM_EQ) {
        made = equality(ts, few[0], few[1]);
    } else if (!same && count <= 4 && op != TERM_CALL && op != TERM_ARRAY_CONST) {
        unsigned parameter[2] = {0};
        bool one = op == TERM_BV_ZEXT || op == TERM_BV_SEXT || op == TERM_BV_REPEAT ||
                   op == TERM_BV_ROTL || op == TERM_BV_ROTR || op == TERM_FP_TO_SBV ||
                   op == TERM_FP_TO_UBV;
        bool two = op == TERM_BV_EXTRACT || op == TERM_FP_FROM_BITS ||
                   op == TERM_FP_FROM_FP || op == TERM_FP_FROM_SBV || op == TERM_FP_FROM_UBV;
        for (unsigned i = 0; i < (unsigned)one + 2 * two; i++)
            parameter[i] = term_parameter(ts, t, i);
        made = term_make(ts, op, few, count, one || two ? parameter : NULL);
    }
    struct sum s = {0};
    unsigned budget = BUDGET;
    if (is_wide(ts, made) && is_arithmetic(term_op(ts, made)) &&
        gather(ts, made, 1, &s, &budget))
        made = write_sum(ts, &s, term_width(ts, made));
    map_set(&n->done, t.id, made.id);
    return made;
}

struct term linear_normal(struct terms *ts, struct term t)
{
    struct normaliser n = {.terms = ts};
    struct term made = normal(&n, t, 0);
    map_release(&n.done);
    return made;
}
