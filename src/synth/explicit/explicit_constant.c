/* A last step with a constant that is solved for: from the values v of one register and the
 * wanted values t on the points, each instruction gives the one constant (or few) that could
 * work; all points then judge it.
 */
#include "synth/explicit/explicit_internal.h"

#include "base/inverse.h"
#include "base/failure.h"

struct solve {
    struct explicit *x;
    const uint64_t *v;
    unsigned done, operand;
    uint64_t wanted[ENUMERATE_POINTS]; /* DIFFER from 0 counts as 1 */
    bool known[ENUMERATE_POINTS];
};
enum side { CONSTANT_RIGHT, CONSTANT_LEFT };

static bool offer(struct solve *s, enum operator_kind op, enum side side, uint64_t constant)
{
    LAW(!(constant & ~width_mask(s->x->e.width)));
    struct enumerator *e = &s->x->e;
    for (unsigned t = 0; t < e->points; t++) {
        uint64_t a = side == CONSTANT_LEFT ? constant : s->v[t],
                 b = side == CONSTANT_LEFT ? s->v[t] : constant;
        if (!explicit_right(s->x, t, operator_apply(op, a, b, 0, e->width)))
            return false;
    }
    struct candidate c;
    enumerate_candidate(e, s->done, NULL, &c);
    uint8_t at =
        (uint8_t)(c.inputs +
                  c.constants); /* the new constant's register: steps move up by one */
    uint8_t from = (uint8_t)(s->operand >= at ? s->operand + 1 : s->operand);
    for (unsigned i = 0; i < c.length; i++)
        for (unsigned k = 0; k < operator_table[c.step[i].op].arity; k++)
            if (c.step[i].operand[k] >= at)
                c.step[i].operand[k]++;
    c.constant[c.constants++] = constant;
    c.step[c.length++] = (struct step){
        (uint8_t)op,
        {side == CONSTANT_LEFT ? at : from, side == CONSTANT_LEFT ? from : at, 0}};
    c.output[0] = (uint8_t)(c.inputs + c.constants + c.length - 1);
    return explicit_offer(s->x, &c);
}

static bool solve_arithmetic(struct solve *s, unsigned pivot)
{
    uint64_t mask = width_mask(s->x->e.width), t = s->wanted[pivot], v = s->v[pivot],
             all_or = 0, all_and = mask;
    unsigned points = s->x->e.points;
    for (unsigned i = 0; i < points; i++)
        if (s->known[i])
            all_or |= s->wanted[i], all_and &= s->wanted[i];
    if (offer(s, OPERATOR_ADD, CONSTANT_RIGHT, (t - v) & mask) ||
        offer(s, OPERATOR_SUB, CONSTANT_LEFT, (t + v) & mask) ||
        offer(s, OPERATOR_XOR, CONSTANT_RIGHT, t ^ v) ||
        offer(s, OPERATOR_AND, CONSTANT_RIGHT, all_or) ||
        offer(s, OPERATOR_OR, CONSTANT_RIGHT, all_and))
        return true;
    for (unsigned i = 0; i < points; i++)
        if (s->known[i] && (s->v[i] & 1))
            return offer(s, OPERATOR_MUL, CONSTANT_RIGHT,
                         s->wanted[i] * odd_inverse(s->v[i]) & mask);
    return false;
}

static bool solve_shift(struct solve *s, unsigned pivot)
{
    unsigned w = s->x->e.width;
    uint64_t v = s->v[pivot], t = s->wanted[pivot], mask = width_mask(w);
    for (unsigned amount = 1; amount < w; amount++) {
        if ((v << amount & mask) == t && offer(s, OPERATOR_SHL, CONSTANT_RIGHT, amount))
            return true;
        if (v >> amount == t && offer(s, OPERATOR_LSHR, CONSTANT_RIGHT, amount))
            return true;
        if (((uint64_t)(width_signed(v, w) >> amount) & mask) == t &&
            offer(s, OPERATOR_ASHR, CONSTANT_RIGHT, amount))
            return true;
    }
    return false;
}

static bool solve_division(struct solve *s)
{
    unsigned best = 0;
    bool any = false;
    for (unsigned i = 0; i < s->x->e.points; i++)
        if (s->known[i] && s->wanted[i] && (!any || s->wanted[i] > s->wanted[best]))
            best = i, any = true;
    if (!any || s->wanted[best] > s->v[best])
        return false;
    uint64_t above = s->wanted[best] + 1; /* 0: it is the greatest word there is */
    uint64_t lo = above ? s->v[best] / above + 1 : 1, hi = s->v[best] / s->wanted[best];
    if (hi < lo || hi - lo > 16)
        return false;
    for (uint64_t c = lo; c <= hi; c++)
        if (offer(s, OPERATOR_DIV, CONSTANT_RIGHT, c))
            return true;
    return false;
}

/* Wanted values 0 and 1: the constant is a border between the values that want 0 and those
 * that want 1. */
static bool solve_comparison(struct solve *s)
{
    unsigned w = s->x->e.width;
    uint64_t least[2] = {~(uint64_t)0, ~(uint64_t)0}, most[2] = {0};
    int64_t signed_least[2] = {INT64_MAX, INT64_MAX}, signed_most[2] = {INT64_MIN, INT64_MIN};
    bool seen[2] = {false};
    for (unsigned i = 0; i < s->x->e.points; i++) {
        if (!s->known[i])
            continue;
        if (s->wanted[i] > 1)
            return false;
        unsigned k = (unsigned)s->wanted[i];
        int64_t value = width_signed(s->v[i], w);
        seen[k] = true;
        if (s->v[i] < least[k])
            least[k] = s->v[i];
        if (s->v[i] > most[k])
            most[k] = s->v[i];
        if (value < signed_least[k])
            signed_least[k] = value;
        if (value > signed_most[k])
            signed_most[k] = value;
    }
    if (!seen[0] || !seen[1])
        return false;
    uint64_t mask = width_mask(w);
    return offer(s, OPERATOR_LE, CONSTANT_RIGHT, most[1]) ||
           offer(s, OPERATOR_LT, CONSTANT_RIGHT, least[0]) ||
           offer(s, OPERATOR_LE, CONSTANT_LEFT, least[1]) ||
           offer(s, OPERATOR_LT, CONSTANT_LEFT, most[0]) ||
           offer(s, OPERATOR_SLE, CONSTANT_RIGHT, (uint64_t)signed_most[1] & mask) ||
           offer(s, OPERATOR_SLT, CONSTANT_RIGHT, (uint64_t)signed_least[0] & mask) ||
           offer(s, OPERATOR_SLE, CONSTANT_LEFT, (uint64_t)signed_least[1] & mask) ||
           offer(s, OPERATOR_SLT, CONSTANT_LEFT, (uint64_t)signed_most[0] & mask) ||
           offer(s, OPERATOR_EQ, CONSTANT_RIGHT, most[1]) ||
           offer(s, OPERATOR_NEQ, CONSTANT_RIGHT, most[0]);
}

static bool solve_bound(struct solve *s)
{
    uint64_t most = 0, least = ~(uint64_t)0;
    for (unsigned i = 0; i < s->x->e.points; i++) {
        if (!s->known[i])
            continue;
        if (s->wanted[i] > most)
            most = s->wanted[i];
        if (s->wanted[i] < least)
            least = s->wanted[i];
    }
    return offer(s, OPERATOR_MIN, CONSTANT_RIGHT, most) ||
           offer(s, OPERATOR_MAX, CONSTANT_RIGHT, least);
}

bool finish_constant(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    uint8_t unused[2];
    unsigned count = enumerate_unused(e, unused, 2), pivot = 0;
    if (count > 1 || e->constants == CANDIDATE_CONSTANTS)
        return false;
    struct solve s = {.x = x, .done = done};
    for (unsigned t = 0; t < e->points; t++) {
        const struct goal *g = &x->goal[t];
        s.known[t] = g->kind == GOAL_EQUAL || (g->kind == GOAL_DIFFER && !g->value);
        s.wanted[t] = g->kind == GOAL_EQUAL ? g->value : 1;
    }
    while (pivot < e->points && !s.known[pivot])
        pivot++;
    if (pivot == e->points)
        return false;
    for (unsigned r = 0; r < e->registers; r++) {
        if (count ? r != unused[0] : r >= e->inputs && r < e->inputs + e->constants)
            continue;
        s.v = e->value[r];
        s.operand = r;
        e->visited++;
        if (solve_arithmetic(&s, pivot) || solve_shift(&s, pivot) || solve_division(&s) ||
            solve_comparison(&s) || solve_bound(&s))
            return true;
    }
    return false;
}
