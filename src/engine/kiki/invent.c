/* States come from models: one where the loop is entered, then, from each state, one after
 * the body. A relation that the synthesis finds in them is kept when it holds at entry and
 * the body keeps it, given the rows and relations known before. */
#include "engine/kiki/invent.h"

#include "base/clock.h"
#include "base/map.h"
#include "engine/kiki/states.h"
#include "synth/search/relations.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_USED = 5,
    ENTRIES = 4,
    STEPS = 9,
    MOST_FOUND = 60,
    MOST_KEPT = 4,
    MOST_DOUBTS = 6 /* the questions are alike: when so many are too hard, the others are */
};
static const double seconds_per_loop = 0.6, least_seconds = 0.5;

struct looking {
    struct loop_relations *found;
    struct drawn_states states;
    /* questions about this loop's relations that the solver did not answer */
    unsigned doubts;
};

/* --- relations --- */

struct selection { /* of views */
    unsigned count, width;
    unsigned view[MOST_USED];
    uint64_t value[MOST_STATES * MOST_USED];
};

/* Is the view worth reading: not constant, and no other view is the same? */
static bool tells(const struct loop_states *s, unsigned view)
{
    LAW(view < s->views.count);
    bool constant = true, same[STATE_VIEWS];
    memset(same, true, sizeof same);
    for (unsigned i = 0; i < s->count; i++) {
        constant &= s->value[i][view] == s->value[0][view];
        for (unsigned other = 0; other < view; other++)
            same[other] &= s->value[i][other] == s->value[i][view];
    }
    for (unsigned other = 0; other < view; other++)
        constant |= same[other];
    return !constant;
}

static void select_views(const struct loop_states *s, struct selection *out)
{
    *out = (struct selection){0};
    for (unsigned i = 0; i < s->views.count && out->count < MOST_USED; i++) {
        if (!tells(s, i))
            continue;
        out->view[out->count++] = i;
        if (s->views.data[i].width > out->width)
            out->width = s->views.data[i].width;
    }
    LAW(out->count <= MOST_USED && out->width <= 64);
    for (unsigned i = 0; i < s->count; i++)
        for (unsigned v = 0; v < out->count; v++)
            out->value[i * out->count + v] =
                (uint64_t)width_signed(s->value[i][out->view[v]],
                                       s->views.data[out->view[v]].width) &
                width_mask(out->width);
}

/* False: relations do not have it. */
static bool find_term_op(unsigned op, enum term_op *out)
{
    static const struct {
        enum operator_kind from;
        enum term_op to;
    } pairs[] = {
        {OPERATOR_ADD, TERM_BV_ADD}, {OPERATOR_SUB, TERM_BV_SUB},
        {OPERATOR_MUL, TERM_BV_MUL}, {OPERATOR_AND, TERM_BV_AND},
        {OPERATOR_OR, TERM_BV_OR},   {OPERATOR_XOR, TERM_BV_XOR},
        {OPERATOR_SHL, TERM_BV_SHL}, {OPERATOR_LSHR, TERM_BV_LSHR},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i].from != op)
            continue;
        *out = pairs[i].to;
        return true;
    }
    return false;
}

/* Keeps only the variables that are read; false if the relation does not fit. */
static bool to_relation(const struct candidate *c, const struct selection *from,
                        const struct loop_states *s, struct relation *out)
{
    LAW(c->outputs >= 2 && from->count <= MOST_USED);
    uint8_t at[CANDIDATE_REGISTERS];
    bool used[MOST_USED] = {false};
    *out = (struct relation){
        .width = from->width, .constants = c->constants, .steps = c->length};
    if (c->constants > RELATION_CONSTANTS || c->length > RELATION_STEPS)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (c->output[i] < from->count)
            used[c->output[i]] = true;
    for (unsigned i = 0; i < c->length; i++)
        for (unsigned k = 0; k < 2; k++)
            if (c->step[i].operand[k] < from->count)
                used[c->step[i].operand[k]] = true;
    for (unsigned v = 0; v < from->count; v++) {
        if (!used[v])
            continue;
        if (out->variables == RELATION_VARIABLES)
            return false;
        at[v] = out->variables;
        out->variable[out->variables++] = s->views.data[from->view[v]].name;
    }
    for (unsigned r = from->count; r < from->count + c->constants + c->length; r++)
        at[r] = (uint8_t)(r - from->count + out->variables);
    for (unsigned i = 0; i < c->constants; i++)
        out->constant[i] = c->constant[i];
    for (unsigned i = 0; i < c->length; i++) {
        enum term_op op;
        if (!find_term_op(c->step[i].op, &op))
            return false;
        out->step[i] =
            (struct relation_step){op, at[c->step[i].operand[0]], at[c->step[i].operand[1]]};
    }
    out->left = at[c->output[0]];
    out->right = at[c->output[1]];
    return true;
}

/* Why a relation was not kept. */
enum judgement {
    JUDGED_KEPT,
    JUDGED_USELESS,
    JUDGED_AT_ENTRY /* a model shows it */,
    JUDGED_AFTER /* likewise */
};

/* A relation that holds at entry and that the body keeps is known from then on. */
static enum judgement judge(struct looking *k, uint32_t loop, const struct relation *r)
{
    LAW(k->states.model->loops.data[loop].kind == CUT_AT_HEAD);
    struct terms *ts = k->states.terms;
    const struct cut_loop *l = &k->states.model->loops.data[loop];
    struct row row;
    if (!relation_row(ts, r, loop, k->states.loops[loop].views.data,
                      k->states.loops[loop].views.count, &row) ||
        term_is_true(ts, row.pre))
        return JUDGED_USELESS;
    struct term at_entry[] = {l->arrived, term_not(ts, row.entry)},
                after[] = {l->entered, l->back, row.pre, term_not(ts, row.post)},
                implied[] = {l->entered, term_not(ts, row.pre)};
    enum answer first = drawn_ask(&k->states, at_entry, 2),
                second = first == ANSWER_UNSAT ? drawn_ask(&k->states, after, 4) : first;
    k->doubts += second == ANSWER_UNKNOWN;
    if (second == ANSWER_UNKNOWN)
        return JUDGED_USELESS;
    if (second == ANSWER_SAT)
        return first == ANSWER_SAT ? JUDGED_AT_ENTRY : JUDGED_AFTER;
    if (drawn_ask(&k->states, implied, 2) == ANSWER_UNSAT)
        return JUDGED_USELESS; /* adds nothing */
    VECTOR_PUSH(&k->states.known, term_implies(ts, l->entered, row.pre));
    return JUDGED_KEPT;
}

enum moment { MOMENT_ENTRY, MOMENT_BEFORE, MOMENT_AFTER };

/* The selected views in the solver's model. */
static void model_values(struct looking *k, const struct loop_states *s,
                         const struct selection *from, enum moment moment, uint64_t *out)
{
    for (unsigned i = 0; i < from->count; i++) {
        const struct variable_view *v = &s->views.data[from->view[i]];
        const struct term moments[] = {
            [MOMENT_ENTRY] = v->entry, [MOMENT_BEFORE] = v->pre, [MOMENT_AFTER] = v->post};
        uint64_t value = 0;
        term_const_u64(k->states.terms, solver_value(k->states.solver, moments[moment]),
                       &value);
        out[i] = (uint64_t)width_signed(value, v->width) & width_mask(from->width);
    }
}

static bool equal_in(const struct candidate *c, unsigned width, const uint64_t *values)
{
    uint64_t out[2];
    candidate_run(c, width, values, out);
    return out[0] == out[1];
}

/* The model that refutes one relation refutes others: those it breaks at entry, or makes true
 * before the body and false after it. */
static void drop_refuted(struct looking *k, const struct loop_states *s,
                         const struct selection *from, enum judgement why,
                         const struct candidate *found, size_t count, bool *dropped)
{
    LAW(why == JUDGED_AT_ENTRY || why == JUDGED_AFTER);
    uint64_t before[MOST_USED], after[MOST_USED];
    model_values(k, s, from, why == JUDGED_AT_ENTRY ? MOMENT_ENTRY : MOMENT_AFTER, after);
    if (why == JUDGED_AFTER)
        model_values(k, s, from, MOMENT_BEFORE, before);
    for (size_t i = 0; i < count; i++)
        if ((why == JUDGED_AT_ENTRY || equal_in(&found[i], from->width, before)) &&
            !equal_in(&found[i], from->width, after))
            dropped[i] = true;
}

static void look_at(struct looking *k, uint32_t loop)
{
    static const uint64_t constants[] = {1, 2};
    struct loop_states *s = &k->states.loops[loop];
    struct selection selection;
    static struct candidate found[MOST_FOUND];
    bool dropped[MOST_FOUND] = {false};
    select_views(s, &selection);
    struct relation_states states = {selection.width, selection.count, s->count,
                                     selection.value};
    size_t count = relations_find(&states, constants, 2, found, MOST_FOUND), kept = 0;
    LAW(count <= MOST_FOUND);
    double began = cpu_now();
    k->doubts = 0;
    for (size_t i = 0; i < count && kept < MOST_KEPT && cpu_now() - began < seconds_per_loop;
         i++) {
        struct loop_relation one = {.loop = k->states.model->loops.data[loop].name};
        if (drawn_out_of_time(&k->states) || k->doubts > MOST_DOUBTS)
            return;
        if (dropped[i] || !to_relation(&found[i], &selection, s, &one.relation))
            continue;
        enum judgement judgement = judge(k, loop, &one.relation);
        if (judgement == JUDGED_AT_ENTRY || judgement == JUDGED_AFTER)
            drop_refuted(k, s, &selection, judgement, found, count, dropped);
        if (judgement != JUDGED_KEPT)
            continue;
        VECTOR_PUSH(&k->found->list, one);
        kept++;
    }
}

void invent_relations(struct loop_relations *found, struct solver *solver,
                      const struct cut_model *model, const rows *known,
                      const struct strategy_options *options)
{
    struct looking k = {.found = found};
    double seconds = options->seconds > least_seconds ? options->seconds : least_seconds;
    drawn_init(&k.states, solver, model, known, options, seconds);
    VECTOR_CLEAR(&found->list);
    for (uint32_t l = 0; l < model->loops.count; l++)
        if (model->loops.data[l].kind == CUT_AT_HEAD)
            drawn_see(&k.states, l, ENTRIES, STEPS);
    for (uint32_t l = 0; l < model->loops.count && !drawn_out_of_time(&k.states); l++)
        if (model->loops.data[l].kind == CUT_AT_HEAD)
            look_at(&k, l);
    drawn_release(&k.states);
}
