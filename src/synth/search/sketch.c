/* Unknowns, clauses and evaluation of sketches; see sketch.h. */
#include "synth/search/sketch.h"

#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

static struct term choice_of(const struct sketch *k, unsigned step, unsigned which)
{
    return k->choice[step * k->production_count + which];
}
static struct term operand_of(const struct sketch *k, unsigned step, unsigned position,
                              unsigned r)
{
    return k->operand[(step * 3 + position) * k->registers + r];
}
static unsigned arity_of(const struct sketch *k, unsigned which)
{
    return operator_table[k->production[which].op].arity;
}
static unsigned base_of(const struct sketch *k)
{
    return k->inputs + k->constants;
}

static void clause_2(struct solver *s, struct term a, struct term b)
{
    solver_assert_clause(s, (struct term[]){a, b}, 2);
}
static void clause_3(struct solver *s, struct term a, struct term b, struct term c)
{
    solver_assert_clause(s, (struct term[]){a, b, c}, 3);
}

static void exactly_one(struct sketch *k, struct solver *s, const struct term *of, unsigned n)
{
    solver_assert_clause(s, of, n);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            clause_2(s, term_not(k->terms, of[i]), term_not(k->terms, of[j]));
}

/* Of an input or a constant. */
static nonterminals type_of_leaf(const struct sketch *k, unsigned r)
{
    const struct grammar *g = k->grammar;
    if (!g)
        return 1;
    if (r < k->inputs)
        return g->input[r];
    return r - k->inputs < g->constant_count ? g->constant_type[r - k->inputs]
                                             : g->any_constant;
}

/* The steps whose choice has one of these result types, or constants and inputs statically.
 */
static void assert_types(struct sketch *k, struct solver *s, unsigned step, unsigned which,
                         unsigned position)
{
    nonterminals wanted = k->production[which].operand[position];
    struct term clause[300];
    for (unsigned r = 0; r < base_of(k) + step; r++) {
        unsigned n = 0;
        clause[n++] = term_not(k->terms, choice_of(k, step, which));
        clause[n++] = term_not(k->terms, operand_of(k, step, position, r));
        if (r >= base_of(k)) {
            bool all = true;
            for (unsigned q = 0; q < k->production_count; q++) {
                if (k->production[q].result & wanted)
                    clause[n++] = choice_of(k, r - base_of(k), q);
                else
                    all = false;
            }
            if (all)
                continue;
        } else {
            if (type_of_leaf(k, r) & wanted)
                continue;
        }
        solver_assert_clause(s, clause, n);
    }
}

static void assert_step(struct sketch *k, struct solver *s, unsigned step)
{
    struct terms *ts = k->terms;
    unsigned available = base_of(k) + step;
    for (unsigned position = 0; position < 3; position++)
        exactly_one(k, s, &k->operand[(step * 3 + position) * k->registers], available);
    exactly_one(k, s, &k->choice[step * k->production_count], k->production_count);
    for (unsigned which = 0; which < k->production_count; which++) {
        struct term not_chosen = term_not(ts, choice_of(k, step, which));
        const struct operator_info *info = &operator_table[k->production[which].op];
        for (unsigned position = info->arity; position < 3; position++)
            clause_2(s, not_chosen, operand_of(k, step, position, 0));
        if (k->grammar)
            for (unsigned position = 0; position < info->arity; position++)
                assert_types(k, s, step, which, position);
        if (!info->commutes ||
            k->production[which].operand[0] != k->production[which].operand[1])
            continue;
        for (unsigned a = 0; a < available; a++)
            for (unsigned b = 0; b < a; b++)
                clause_3(s, not_chosen, term_not(ts, operand_of(k, step, 0, a)),
                         term_not(ts, operand_of(k, step, 1, b)));
    }
    /* a step over constants only is a constant; a selection of one value twice is that value
     */
    for (unsigned which = 0; which < k->production_count; which++) {
        struct term not_chosen = term_not(ts, choice_of(k, step, which));
        if (arity_of(k, which) == 3)
            for (unsigned r = 0; r < available; r++)
                clause_3(s, not_chosen, term_not(ts, operand_of(k, step, 1, r)),
                         term_not(ts, operand_of(k, step, 2, r)));
        for (unsigned a = k->inputs; a < base_of(k) && !k->grammar; a++) {
            if (arity_of(k, which) == 1)
                clause_2(s, not_chosen, term_not(ts, operand_of(k, step, 0, a)));
            for (unsigned b = k->inputs; b < base_of(k) && arity_of(k, which) == 2; b++)
                clause_3(s, not_chosen, term_not(ts, operand_of(k, step, 0, a)),
                         term_not(ts, operand_of(k, step, 1, b)));
        }
    }
}

/* Step `later` reads register r through an operand that counts. */
static struct term reads(const struct sketch *k, unsigned later, unsigned r)
{
    struct terms *ts = k->terms;
    struct term any = term_bool(ts, false);
    for (unsigned position = 0; position < 3; position++) {
        struct term counts = term_bool(ts, false);
        for (unsigned which = 0; which < k->production_count; which++)
            if (arity_of(k, which) > position)
                counts = term_or(ts, counts, choice_of(k, later, which));
        any = term_or(ts, any, term_and(ts, counts, operand_of(k, later, position, r)));
    }
    return any;
}

static void assert_used(struct sketch *k, struct solver *s, unsigned r)
{
    struct terms *ts = k->terms;
    unsigned first = r < base_of(k) ? 0 : r - base_of(k) + 1;
    struct term used = term_bool(ts, false);
    for (unsigned later = first; later < k->length; later++)
        used = term_or(ts, used, reads(k, later, r));
    for (unsigned o = 0; o < k->outputs; o++)
        used = term_or(ts, used,
                       term_is(k->output[o * k->registers])
                           ? k->output[o * k->registers + r]
                           : term_bool(ts, r + 1 == k->registers));
    solver_assert(s, used);
}

/* Neighbours that do not depend on each other stand in the order of their instructions. */
static void assert_order(struct sketch *k, struct solver *s)
{
    struct terms *ts = k->terms;
    for (unsigned i = 0; i + 1 < k->length; i++) {
        struct term linked = reads(k, i + 1, base_of(k) + i);
        for (unsigned a = 0; a < k->production_count; a++)
            for (unsigned b = 0; b < a; b++)
                clause_3(s, linked, term_not(ts, choice_of(k, i, a)),
                         term_not(ts, choice_of(k, i + 1, b)));
    }
}

void sketch_init(struct sketch *k, struct arena *arena, struct solver *s, const char *name,
                 enum sketch_dead dead)
{
    struct terms *ts = k->terms;
    unsigned registers = k->registers = base_of(k) + k->length;
    struct sort boolean = sort_bool(ts);
    k->choice = ARENA_ARRAY(arena, struct term, k->length * k->production_count + 1);
    k->operand = ARENA_ARRAY(arena, struct term, k->length * 3 * registers + 1);
    k->output = ARENA_ARRAY(arena, struct term, k->outputs * registers + 1);
    k->constant = ARENA_ARRAY(arena, struct term, k->constants + 1);
    for (unsigned i = 0; i < k->length * k->production_count; i++)
        k->choice[i] = term_fresh(ts, boolean, arena_format(arena, "%s.op", name));
    for (unsigned i = 0; i < k->length * 3 * registers; i++)
        k->operand[i] = term_fresh(ts, boolean, arena_format(arena, "%s.in", name));
    bool fixed = k->outputs == 1 && k->length;
    for (unsigned i = 0; i < k->outputs * registers; i++)
        k->output[i] =
            fixed ? TERM_NONE : term_fresh(ts, boolean, arena_format(arena, "%s.out", name));
    for (unsigned i = 0; i < k->constants; i++)
        k->constant[i] = k->grammar && i < k->grammar->constant_count
                             ? term_bv(ts, k->width, k->grammar->constant[i])
                             : term_fresh(ts, sort_bv(ts, k->width),
                                          arena_format(arena, "%s.constant", name));
    for (unsigned i = k->grammar ? k->grammar->constant_count + 1 : 1;
         i < k->constants && k->width >= 4; i++)
        solver_assert(s, term_2(ts, TERM_BV_ULT, k->constant[i - 1], k->constant[i]));
    for (unsigned i = 0; i < k->length; i++)
        assert_step(k, s, i);
    for (unsigned o = 0; o < k->outputs && !fixed; o++)
        exactly_one(k, s, &k->output[o * registers], registers);
    if (k->grammar && k->length &&
        fixed) { /* the last step must derive from the start symbol */
        struct term clause[300];
        unsigned n = 0;
        for (unsigned q = 0; q < k->production_count; q++)
            if (k->production[q].result & k->grammar->start)
                clause[n++] = choice_of(k, k->length - 1, q);
        solver_assert_clause(s, clause, n);
    }
    if (dead == SKETCH_DEAD_ALLOWED)
        return;
    unsigned from = k->grammar || dead == SKETCH_STEPS_USED ? base_of(k) : k->inputs;
    for (unsigned r = from; r < registers; r++)
        assert_used(k, s, r);
    assert_order(k, s);
}

static struct term select_register(const struct sketch *k, const struct term *choice,
                                   const struct term *r, unsigned n)
{
    struct term t = r[n - 1];
    for (unsigned i = n - 1; i-- > 0;)
        t = term_ite(k->terms, choice[i], r[i], t);
    return t;
}

void sketch_apply(const struct sketch *k, const struct term *in, struct term *out)
{
    struct term r[CANDIDATE_REGISTERS];
    unsigned n = k->inputs;
    if (n)
        memcpy(r, in, n * sizeof *r);
    for (unsigned i = 0; i < k->constants; i++)
        r[n++] = k->constant[i];
    for (unsigned i = 0; i < k->length; i++) {
        struct term a[3], t = TERM_NONE;
        for (unsigned position = 0; position < 3; position++)
            a[position] =
                select_register(k, &k->operand[(i * 3 + position) * k->registers], r, n);
        for (unsigned which = k->production_count; which-- > 0;) {
            struct term value =
                operator_term(k->terms, k->production[which].op, a[0], a[1], a[2]);
            t = term_is(t) ? term_ite(k->terms, choice_of(k, i, which), value, t) : value;
        }
        r[n++] = t;
    }
    for (unsigned o = 0; o < k->outputs; o++)
        out[o] = term_is(k->output[o * k->registers])
                     ? select_register(k, &k->output[o * k->registers], r, n)
                     : r[n - 1];
}

static unsigned first_true(struct solver *s, const struct term *of, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (solver_true(s, of[i]))
            return i;
    return 0;
}

void sketch_read(const struct sketch *k, struct solver *s, struct candidate *c)
{
    *c = (struct candidate){.inputs = (uint8_t)k->inputs,
                            .constants = (uint8_t)k->constants,
                            .outputs = (uint8_t)k->outputs,
                            .length = (uint8_t)k->length};
    for (unsigned i = 0; i < k->constants; i++)
        term_const_u64(k->terms, solver_value(s, k->constant[i]), &c->constant[i]);
    for (unsigned i = 0; i < k->length; i++) {
        unsigned which =
            first_true(s, &k->choice[i * k->production_count], k->production_count);
        c->step[i].op = k->production[which].op;
        for (unsigned position = 0; position < arity_of(k, which); position++)
            c->step[i].operand[position] = (uint8_t)first_true(
                s, &k->operand[(i * 3 + position) * k->registers], base_of(k) + i);
    }
    for (unsigned o = 0; o < k->outputs; o++)
        c->output[o] =
            (uint8_t)(term_is(k->output[o * k->registers])
                          ? first_true(s, &k->output[o * k->registers], k->registers)
                          : k->registers - 1);
}
