/* The last step of the explicit search, for plain specifications with one output. */
#include "synth/explicit/explicit_internal.h"

#include "base/failure.h"

#include <string.h>

bool explicit_right(const struct explicit *x, unsigned point, uint64_t value)
{
    LAW(point < x->e.points);
    const struct goal *g = &x->goal[point];
    switch ((enum goal_kind)g->kind) {
    case GOAL_EQUAL:
        return value == g->value;
    case GOAL_DIFFER:
        return value != g->value;
    case GOAL_FREE:
        return true;
    case GOAL_ASK:
        break;
    }
    return testbed_right(&x->bed, x->point_test[point], value);
}

static bool row_right(const struct explicit *x, const uint64_t *row)
{
    for (unsigned t = 0; t < x->e.points; t++)
        if (!explicit_right(x, t, row[t]))
            return false;
    return true;
}

bool finish_none(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    for (unsigned r = 0; r < e->registers; r++) {
        if (!(e->type[r] & x->start) || !row_right(x, e->value[r]))
            continue;
        uint8_t output = (uint8_t)r;
        struct candidate c;
        enumerate_candidate(e, done, &output, &c);
        if (explicit_offer(x, &c))
            return true;
    }
    return false;
}

/* The operands hold every unused register. */
static bool covers(const struct explicit *x, const uint8_t operand[3], unsigned arity)
{
    for (unsigned i = 0; i < x->unused_count; i++) {
        bool found = false;
        for (unsigned k = 0; k < arity; k++)
            found |= operand[k] == x->unused[i];
        if (!found)
            return false;
    }
    return true;
}

bool explicit_take_unused(struct explicit *x, unsigned most)
{
    x->unused_count = enumerate_unused(&x->e, x->unused, 8);
    return x->unused_count <= most;
}

void explicit_set_last(struct enumerator *e, struct candidate *c, unsigned done, unsigned op,
                       const uint8_t operand[3])
{
    LAW(op < OPERATOR_COUNT);
    uint8_t output = (uint8_t)(e->inputs + e->constants + done);
    e->step[done] = (struct step){(uint8_t)op, {operand[0], operand[1], operand[2]}};
    enumerate_candidate(e, done + 1, &output, c);
}

static bool try_last(struct enumerator *e, unsigned done, const struct production *p,
                     const uint8_t operand[3])
{
    struct explicit *x = e->context;
    struct candidate c;
    if (!(p->result & x->start) || !covers(x, operand, operator_table[p->op].arity))
        return false;
    e->visited++;
    for (unsigned t = 0; t < e->points; t++) {
        uint64_t v = operator_apply(p->op, e->value[operand[0]][t], e->value[operand[1]][t],
                                    e->value[operand[2]][t], e->width);
        if (!explicit_right(x, t, v))
            return false;
    }
    explicit_set_last(e, &c, done, p->op, operand);
    return explicit_offer(x, &c);
}

bool finish_one(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    if (!explicit_take_unused(x, e->widest))
        return false;
    for (unsigned i = 0; i < e->production_count; i++)
        if (enumerate_operands(e, done, &e->production[i], try_last))
            return true;
    return false;
}
