/* Tidying a candidate: steps over constants become constants, equal steps are joined
 * (commutative operands in order), steps and constants that no output needs are dropped. The
 * function computed stays the same and the length never grows. */
#include "synth/language/language.h"

#include "base/failure.h"

#include <string.h>

struct tidy {
    const struct candidate *from;
    unsigned width;
    uint64_t constant[CANDIDATE_CONSTANTS + CANDIDATE_STEPS];
    unsigned constants;
    /* operands number: inputs, then STEP_BASE + step, then CONSTANT_BASE +
     * constant */
    struct step step[CANDIDATE_STEPS];
    unsigned steps;
    bool live_step[CANDIDATE_STEPS], live_constant[CANDIDATE_CONSTANTS + CANDIDATE_STEPS];
};
enum { STEP_BASE = 100, CONSTANT_BASE = 150 };

static uint8_t intern_constant(struct tidy *t, uint64_t value)
{
    for (unsigned i = 0; i < t->constants; i++)
        if (t->constant[i] == value)
            return (uint8_t)(CONSTANT_BASE + i);
    t->constant[t->constants] = value;
    return (uint8_t)(CONSTANT_BASE + t->constants++);
}

static uint8_t intern_step(struct tidy *t, struct step s)
{
    const struct operator_info *info = &operator_table[s.op];
    bool all_constant = true;
    uint64_t v[3] = {0};
    for (unsigned k = 0; k < info->arity; k++) {
        if (s.operand[k] < CONSTANT_BASE)
            all_constant = false;
        else
            v[k] = t->constant[s.operand[k] - CONSTANT_BASE];
    }
    if (all_constant)
        return intern_constant(t, operator_apply(s.op, v[0], v[1], v[2], t->width));
    if (info->commutes && s.operand[0] > s.operand[1]) {
        uint8_t swap = s.operand[0];
        s.operand[0] = s.operand[1];
        s.operand[1] = swap;
    }
    for (unsigned i = 0; i < t->steps; i++)
        if (!memcmp(&t->step[i], &s, sizeof s))
            return (uint8_t)(STEP_BASE + i);
    t->step[t->steps] = s;
    return (uint8_t)(STEP_BASE + t->steps++);
}

static void mark(struct tidy *t, uint8_t reference)
{
    if (reference >= CONSTANT_BASE) {
        t->live_constant[reference - CONSTANT_BASE] = true;
    } else if (reference >= STEP_BASE && !t->live_step[reference - STEP_BASE]) {
        const struct step *s = &t->step[reference - STEP_BASE];
        t->live_step[reference - STEP_BASE] = true;
        for (unsigned k = 0; k < operator_table[s->op].arity; k++)
            mark(t, s->operand[k]);
    }
}

void candidate_tidy(struct candidate *p, unsigned width)
{
    LAW(candidate_well_formed(p, width));
    struct tidy t = {.from = p, .width = width};
    uint8_t map[CANDIDATE_REGISTERS], n = 0, number[256] = {0};
    for (; n < p->inputs; n++)
        map[n] = n;
    for (unsigned i = 0; i < p->constants; i++)
        map[n++] = intern_constant(&t, p->constant[i]);
    for (unsigned i = 0; i < p->length; i++) {
        struct step s = p->step[i];
        for (unsigned k = 0; k < 3; k++)
            s.operand[k] = k < operator_table[s.op].arity ? map[s.operand[k]] : 0;
        map[n++] = intern_step(&t, s);
    }
    for (unsigned i = 0; i < p->outputs; i++)
        mark(&t, map[p->output[i]]);

    struct candidate out = {.inputs = p->inputs, .outputs = p->outputs};
    for (unsigned i = 0; i < p->inputs; i++)
        number[i] = (uint8_t)i;
    for (unsigned i = 0; i < t.constants; i++) {
        if (!t.live_constant[i])
            continue;
        if (out.constants == CANDIDATE_CONSTANTS)
            return; /* folding would need too many constants: leave it as it is */
        number[CONSTANT_BASE + i] = (uint8_t)(out.inputs + out.constants);
        out.constant[out.constants++] = t.constant[i];
    }
    for (unsigned i = 0; i < t.steps; i++) {
        if (!t.live_step[i])
            continue;
        struct step s = t.step[i];
        for (unsigned k = 0; k < operator_table[s.op].arity; k++)
            s.operand[k] = number[s.operand[k]];
        number[STEP_BASE + i] = (uint8_t)(out.inputs + out.constants + out.length);
        out.step[out.length++] = s;
    }
    for (unsigned i = 0; i < p->outputs; i++)
        out.output[i] = number[map[p->output[i]]];
    *p = out;
}
