/* The last two steps at once: every second last step is tried on one point against what the
 * last step would need there (explicit_require.c), so that its cost is that of one step. Only
 * pairs that pass are run on the other points. */
#include "synth/explicit/explicit_internal.h"

#include <string.h>

struct pair {
    struct explicit *x;
    struct enumerator *e;
    unsigned done;
    uint64_t full;
    uint64_t unused; /* one bit for each register that must still be used */
    uint32_t last_key;
    uint8_t last;                        /* register of the step before */
    bool only_last;                      /* steps that do not read it are left out */
    const uint64_t *all;                 /* hashes of all exact values */
    uint64_t first[CANDIDATE_REGISTERS]; /* values on the first point */
};

static uint64_t bit_of(unsigned r)
{
    return r < 64 ? (uint64_t)1 << r : 0;
}

static bool covers(const struct requirement *q, uint64_t rest)
{
    unsigned arity = operator_table[q->production->op].arity;
    for (unsigned k = 0; k < arity; k++)
        if (k != q->position)
            rest &= ~bit_of(q->operand[k]);
    return !rest;
}

static bool try_pair(struct pair *p, const struct production *second,
                     const uint8_t operand[3], const struct requirement *q, uint64_t rest)
{

    struct enumerator *e = p->e;
    unsigned arity = operator_table[q->production->op].arity;
    if (!(second->result & q->production->operand[q->position]) || !covers(q, rest))
        return false;
    for (unsigned t = 0; t < e->points; t++) {
        uint64_t in[3],
            v = operator_apply(second->op, e->value[operand[0]][t], e->value[operand[1]][t],
                               e->value[operand[2]][t], e->width);
        for (unsigned k = 0; k < 3; k++)
            in[k] = requirement_operand(e, q, k, v, t);
        if (!explicit_right(p->x, t,
                            operator_apply(q->production->op, in[0], in[1], in[2], e->width)))
            return false;
    }
    uint8_t last[3] = {0};
    struct candidate c;
    for (unsigned k = 0; k < 3 && k < arity; k++) {
        bool own = k == q->position || q->operand[k] == TWICE;
        last[k] = own ? (uint8_t)e->registers : q->operand[k];
    }
    e->step[p->done] = (struct step){second->op, {operand[0], operand[1], operand[2]}};
    explicit_set_last(e, &c, p->done + 1, q->production->op, last);
    return explicit_offer(p->x, &c);
}

static bool try_list(struct pair *p, const struct production *second,
                     const uint8_t operand[3], uint64_t v, uint64_t rest,
                     const struct requirements *list, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        const struct requirement *q = &list->item[i];
        if ((((v & q->mask) - q->lo) & p->full) <= q->span &&
            try_pair(p, second, operand, q, rest))
            return true;
    }
    return false;
}

static bool meets(const struct pair *p, uint64_t v, const struct requirements *list,
                  unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        if ((((v & list->item[i].mask) - list->item[i].lo) & p->full) <= list->item[i].span)
            return true;
    return false;
}

/* Could some last step turn v into what is wanted on the first point? Few values pass that
 * should not. */
static bool promising(const struct pair *p, uint64_t v, uint64_t rest)
{
    const struct explicit *x = p->x;
    unsigned hash = exact_hash(v);
    if (x->other.count || v == x->goal[0].value)
        return true;
    if (!rest)
        return (p->all[hash >> 6] >> (hash & 63) & 1) ||
               meets(p, v, &x->loose, 0, x->loose.count);
    if (rest & (rest - 1))
        return false;
    unsigned r = (unsigned)__builtin_ctzll(rest);
    return (x->seen[r][hash >> 8] >> (hash & 63) & 1) ||
           meets(p, v, &x->loose, x->loose.start[r], x->loose.start[r + 1]);
}

/* One second last step with value v on the first point. */
static bool try_value(struct pair *p, const struct production *second,
                      const uint8_t operand[3], uint64_t v, uint64_t rest)
{
    struct explicit *x = p->x;
    if (rest == 0) {
        if (try_list(p, second, operand, v, rest, &x->exact, 0, x->exact.count) ||
            try_list(p, second, operand, v, rest, &x->loose, 0, x->loose.count))
            return true;
    } else if (!(rest & (rest - 1))) {
        unsigned r = (unsigned)__builtin_ctzll(rest);
        if (try_list(p, second, operand, v, rest, &x->exact, x->exact.start[r],
                     x->exact.start[r + 1]) ||
            try_list(p, second, operand, v, rest, &x->loose, x->loose.start[r],
                     x->loose.start[r + 1]))
            return true;
    }
    if (x->other.count && try_list(p, second, operand, v, rest, &x->other, 0, x->other.count))
        return true;
    return v == x->goal[0].value &&
           try_list(p, second, operand, v, rest, &x->direct, 0, x->direct.count);
}

static bool more_than(uint64_t set, unsigned count)
{
    for (; set && count; count--)
        set &= set - 1;
    return set != 0;
}

static bool in_order(const struct pair *p, unsigned op, unsigned a, unsigned b)
{
    return !p->done || a == p->last || b == p->last ||
           ((uint32_t)op << 24 | a << 16 | b << 8) > p->last_key;
}

static bool try_operands(struct pair *p, const struct production *second, unsigned a,
                         unsigned b, uint64_t v, uint64_t rest)
{
    uint8_t operand[3] = {(uint8_t)a, (uint8_t)b, 0};
    p->e->visited++;
    return promising(p, v, rest) && in_order(p, second->op, a, b) &&
           enumerate_allowed(p->e, p->done, second, operand) &&
           try_value(p, second, operand, v, rest);
}

/* All second last steps with two operands by this instruction. */
static bool try_binary(struct pair *p, const struct production *second)
{
    struct enumerator *e = p->e;
    unsigned n = e->registers,
             allowed = e->widest -
                       1; /* how many unused registers the last step can take besides v */
    bool commutes =
        operator_table[second->op].commutes && second->operand[0] == second->operand[1];
    uint64_t left[CANDIDATE_REGISTERS], row[CANDIDATE_REGISTERS];
    for (unsigned a = 0; a < n; a++) {
        uint64_t after = p->unused & ~bit_of(a);
        unsigned from = commutes ? a : 0;
        if (!(e->type[a] & second->operand[0]) || more_than(after, allowed + 1))
            continue;
        if (p->only_last && a != p->last) { /* finish_meeting has done the others */
            uint64_t rest = after & ~bit_of(p->last);
            if (p->last < from || more_than(rest, allowed))
                continue;
            uint64_t v =
                operator_apply(second->op, p->first[a], p->first[p->last], 0, e->width);
            if (try_operands(p, second, a, p->last, v, rest))
                return true;
            continue;
        }
        if (more_than(after, allowed)) { /* the other operand must be an unused one */
            for (uint64_t set = after >> from << from; set; set &= set - 1) {
                unsigned b = (unsigned)__builtin_ctzll(set);
                uint64_t v =
                    operator_apply(second->op, p->first[a], p->first[b], 0, e->width);
                if (try_operands(p, second, a, b, v, after & ~bit_of(b)))
                    return true;
            }
            continue;
        }
        for (unsigned b = from; b < n; b++)
            left[b] = p->first[a];
        operator_apply_row(second->op, left + from, p->first + from, left + from, row + from,
                           n - from, e->width);
        for (unsigned b = from; b < n; b++)
            if (try_operands(p, second, a, b, row[b], after & ~bit_of(b)))
                return true;
    }
    return false;
}

static bool try_other(struct enumerator *e, unsigned done, const struct production *second,
                      const uint8_t operand[3])
{
    struct explicit *x = e->context;
    struct pair *p = x->pair;
    uint64_t rest = p->unused;
    (void)done;
    for (unsigned k = 0; k < operator_table[second->op].arity; k++)
        rest &= ~bit_of(operand[k]);
    if (more_than(rest, e->widest - 1) || (p->only_last && operand[0] != p->last))
        return false;
    e->visited++;
    uint64_t v = operator_apply(second->op, p->first[operand[0]], p->first[operand[1]],
                                p->first[operand[2]], e->width);
    return promising(p, v, rest) && try_value(p, second, operand, v, rest);
}

bool finish_two(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    struct pair p;
    if (!explicit_take_unused(x, 2 * e->widest - 1))
        return false;
    p.x = x;
    p.e = e;
    p.done = done;
    p.full = width_mask(e->width);
    p.last = (uint8_t)(e->registers - 1);
    p.unused = 0;
    p.only_last = e->before && done;
    p.last_key = 0;
    for (unsigned i = 0; i < x->unused_count; i++)
        p.unused |= bit_of(x->unused[i]);
    for (unsigned r = 0; r < e->registers; r++)
        p.first[r] = e->value[r][0];
    if (done) {
        const struct step *s = &e->step[done - 1];
        p.last_key = (uint32_t)s->op << 24 | (uint32_t)s->operand[0] << 16 |
                     (uint32_t)s->operand[1] << 8 | s->operand[2];
    }
    explicit_require(x);
    p.all = x->seen_all[e->registers];
    x->pair = &p;
    for (unsigned i = 0; i < e->production_count; i++) {
        const struct production *second = &e->production[i];
        bool found = operator_table[second->op].arity == 2
                         ? try_binary(&p, second)
                         : enumerate_operands(e, done, second, try_other);
        if (found)
            return true;
    }
    return false;
}
