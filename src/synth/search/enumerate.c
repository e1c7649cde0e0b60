/* The recursion over steps and operands; see enumerate.h for what is skipped. */
#include "synth/search/enumerate.h"

#include "base/failure.h"

#include <string.h>

/* op(a, a) is a constant or a itself, unless it is one of these. */
static const operator_set tells_same_operands =
    OPERATOR_BIT(OPERATOR_ADD) | OPERATOR_BIT(OPERATOR_MUL) | OPERATOR_BIT(OPERATOR_SHL) |
    OPERATOR_BIT(OPERATOR_LSHR) | OPERATOR_BIT(OPERATOR_ASHR) | OPERATOR_BIT(OPERATOR_DIV) |
    OPERATOR_BIT(OPERATOR_FADD) | OPERATOR_BIT(OPERATOR_FSUB) | OPERATOR_BIT(OPERATOR_FMUL) |
    OPERATOR_BIT(OPERATOR_FDIV) | OPERATOR_BIT(OPERATOR_NAND) | OPERATOR_BIT(OPERATOR_NOR) |
    OPERATOR_BIT(OPERATOR_SDIV);

static bool same_operands_trivial(enum operator_kind op)
{
    return !(tells_same_operands & OPERATOR_BIT(op));
}

static uint32_t key_of(unsigned op, const uint8_t operand[3])
{
    return (uint32_t)op << 24 | (uint32_t)operand[0] << 16 | (uint32_t)operand[1] << 8 |
           operand[2];
}

bool enumerate_allowed(const struct enumerator *e, unsigned done, const struct production *p,
                       const uint8_t operand[3])
{
    LAW(p->op < OPERATOR_COUNT);
    const struct operator_info *info = &operator_table[p->op];
    bool all_constant = true, uses_last = false;
    uint8_t last = (uint8_t)(e->registers - 1);
    for (unsigned k = 0; k < info->arity; k++) {
        uint8_t r = operand[k];
        if (!(e->type[r] & p->operand[k]))
            return false;
        all_constant &= r >= e->inputs && r < e->inputs + e->constants;
        uses_last |= r == last;
    }
    if (all_constant && !e->literals)
        return false;
    if (info->arity == 2 && operand[0] == operand[1] && !e->literals &&
        same_operands_trivial(p->op))
        return false;
    if (info->arity == 3 && operand[1] == operand[2])
        return false;
    if (info->commutes && operand[0] > operand[1] && p->operand[0] == p->operand[1])
        return false;
    if (!done || uses_last)
        return true;
    const struct step *before = &e->step[done - 1];
    return key_of(p->op, operand) > key_of(before->op, before->operand);
}

unsigned enumerate_unused(const struct enumerator *e, uint8_t *out, unsigned room)
{
    unsigned n = 0;
    for (unsigned r = 0; r < e->registers; r++) {
        if (e->uses[r] || (r < e->inputs && !e->use_input[r]))
            continue;
        if (!e->use_constants && r >= e->inputs && r < e->inputs + e->constants)
            continue;
        if (n < room)
            out[n] = (uint8_t)r;
        n++;
    }
    return n;
}

void enumerate_candidate(const struct enumerator *e, unsigned done, const uint8_t *output,
                         struct candidate *c)
{
    LAW(done <= CANDIDATE_STEPS);
    LAW(e->outputs <= CANDIDATE_OUTPUTS);
    *c = (struct candidate){.inputs = (uint8_t)e->inputs,
                            .constants = (uint8_t)e->constants,
                            .outputs = (uint8_t)e->outputs,
                            .length = (uint8_t)done};
    memcpy(c->step, e->step, done * sizeof *c->step);
    memcpy(c->constant, e->constant, e->constants * sizeof *c->constant);
    for (unsigned i = 0; i < e->outputs; i++)
        c->output[i] = output ? output[i] : (uint8_t)(e->registers - 1);
}

static bool known_value(const struct enumerator *e, const uint64_t *row, nonterminals type)
{
    for (unsigned r = 0; r < e->registers; r++)
        if (e->value[r][0] == row[0] && !(type & ~e->type[r]) &&
            !memcmp(e->value[r], row, e->points * sizeof *row))
            return true;
    return false;
}

static bool descend(struct enumerator *, unsigned done);

static bool try_step(struct enumerator *e, unsigned done, const struct production *p,
                     const uint8_t operand[3])
{
    LAW(done < e->length);
    LAW(e->registers == e->inputs + e->constants + done);
    const struct operator_info *info = &operator_table[p->op];
    unsigned left = e->length - done - 1;
    uint8_t ignored;
    uint64_t *row = e->value[e->registers];
    operator_apply_row(p->op, e->value[operand[0]], e->value[operand[1]],
                       e->value[operand[2]], row, e->points, e->width);
    e->visited++;
    if (known_value(e, row, p->result))
        return false;
    for (unsigned k = 0; k < info->arity; k++)
        e->uses[operand[k]]++;
    e->uses[e->registers] = 0;
    e->type[e->registers] = p->result;
    e->step[done] = (struct step){p->op, {operand[0], operand[1], operand[2]}};
    e->registers++;
    bool found = false;
    if (enumerate_unused(e, &ignored, 0) <= left * (e->widest - 1) + e->outputs)
        found = descend(e, done + 1);
    e->registers--;
    for (unsigned k = 0; k < info->arity; k++)
        e->uses[operand[k]]--;
    return found;
}

bool enumerate_operands(struct enumerator *e, unsigned done, const struct production *p,
                        bool (*see)(struct enumerator *, unsigned, const struct production *,
                                    const uint8_t[3]))
{
    unsigned arity = operator_table[p->op].arity, n = e->registers;
    for (unsigned a = 0; a < n; a++) {
        if (!(e->type[a] & p->operand[0]))
            continue;
        for (unsigned b = 0; b < (arity > 1 ? n : 1); b++)
            for (unsigned c = 0; c < (arity > 2 ? n : 1); c++) {
                uint8_t operand[3] = {(uint8_t)a, (uint8_t)b, (uint8_t)c};
                if (enumerate_allowed(e, done, p, operand) && see(e, done, p, operand))
                    return true;
            }
    }
    return false;
}

static bool descend(struct enumerator *e, unsigned done)
{
    LAW(done <= e->length);
    if (e->interrupt && *e->interrupt)
        return true;
    if (e->length - done <= e->stop)
        return e->leaf(e, done);
    if (e->before && e->length - done == e->stop + 1 && e->before(e, done))
        return true;
    for (unsigned i = 0; i < e->production_count; i++)
        if (enumerate_operands(e, done, &e->production[i], try_step))
            return true;
    return false;
}

bool enumerate(struct enumerator *e)
{
    LAW(e->points >= 1 && e->points <= ENUMERATE_POINTS);
    LAW(e->length <= CANDIDATE_STEPS);
    e->widest = 2;
    for (unsigned i = 0; i < e->production_count; i++)
        if (operator_table[e->production[i].op].arity > e->widest)
            e->widest = operator_table[e->production[i].op].arity;
    e->registers = e->inputs + e->constants;
    return descend(e, 0);
}
