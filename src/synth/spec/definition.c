/* Equations are found anywhere in the formula, solved for the output, and written as steps:
 * words as they are, truth values as 0 and 1, narrower words zero-extended. */
#include "synth/spec/definition.h"

#include "base/failure.h"
#include "base/map.h"

#include <string.h>

struct writer {
    const struct spec *spec;
    struct candidate *c;
    struct map words, truths; /* register of each term written so far */
    bool failed;
};

static uint8_t value_of(struct writer *, struct term);
static uint8_t truth_of(struct writer *, struct term);

static uint8_t fail(struct writer *w)
{
    w->failed = true;
    return 0;
}

static uint8_t number(struct writer *w, uint64_t value)
{
    LAW(!(value & ~width_mask(w->spec->width)));
    struct candidate *c = w->c;
    for (unsigned i = 0; i < c->constants; i++)
        if (c->constant[i] == value)
            return (uint8_t)(c->inputs + i);
    if (c->constants == CANDIDATE_CONSTANTS)
        return fail(w);
    c->constant[c->constants] = value;
    return (uint8_t)(c->inputs + c->constants++);
}

static uint8_t step(struct writer *w, enum operator_kind op, uint8_t a, uint8_t b,
                    uint8_t third)
{
    struct candidate *c = w->c;
    if (c->length == CANDIDATE_STEPS)
        return fail(w);
    c->step[c->length] =
        (struct step){(uint8_t)op, {a, operator_table[op].arity > 1 ? b : 0, third}};
    return (uint8_t)(c->inputs + c->constants + c->length++);
}

/* --- truth values --- */

/* What a comparison is among our operators, and what its negation is: of an order with the
 * sides swapped, since not (a < b) is b <= a. */
static const struct {
    bool known;
    enum operator_kind plain, negated;
} comparisons[TERM_OP_COUNT] = {
    [TERM_BV_ULT] = {true, OPERATOR_LT, OPERATOR_LE},
    [TERM_BV_ULE] = {true, OPERATOR_LE, OPERATOR_LT},
    [TERM_BV_SLT] = {true, OPERATOR_SLT, OPERATOR_SLE},
    [TERM_BV_SLE] = {true, OPERATOR_SLE, OPERATOR_SLT},
    [TERM_EQ] = {true, OPERATOR_EQ, OPERATOR_NEQ},
};

static uint8_t comparison(struct writer *w, struct term t, bool negated)
{
    const struct terms *ts = w->spec->terms;
    enum term_op kind = term_op(ts, t);
    if (!comparisons[kind].known)
        return fail(w);
    enum operator_kind op = negated ? comparisons[kind].negated : comparisons[kind].plain;
    bool swap = negated && kind != TERM_EQ;
    struct term left = term_arg(ts, t, 0), right = term_arg(ts, t, 1);
    if (sort_kind(ts, term_sort(ts, left)) != SORT_BV)
        return fail(w);
    bool is_signed = op == OPERATOR_SLT || op == OPERATOR_SLE;
    if (is_signed && term_width(ts, left) != w->spec->width)
        return fail(w);
    uint8_t a = value_of(w, left), b = value_of(w, right);
    return step(w, op, swap ? b : a, swap ? a : b, 0);
}

static uint8_t junction(struct writer *w, struct term t, enum operator_kind op)
{
    const struct terms *ts = w->spec->terms;
    uint8_t all = truth_of(w, term_arg(ts, t, 0));
    for (size_t i = 1; i < term_count(ts, t); i++)
        all = step(w, op, all, truth_of(w, term_arg(ts, t, i)), 0);
    return all;
}

static uint8_t negation(struct writer *w, struct term inner)
{
    enum term_op op = term_op(w->spec->terms, inner);
    if (op == TERM_EQ || term_class(op) == TERM_CLASS_ORDER)
        return comparison(w, inner, true);
    return step(w, OPERATOR_XOR, truth_of(w, inner), number(w, 1), 0);
}

static uint8_t write_truth(struct writer *w, struct term t)
{
    const struct terms *ts = w->spec->terms;
    enum term_op op = term_op(ts, t);
    if (op == TERM_TRUE || op == TERM_FALSE)
        return number(w, op == TERM_TRUE);
    if (op == TERM_AND)
        return junction(w, t, OPERATOR_AND);
    if (op == TERM_OR)
        return junction(w, t, OPERATOR_OR);
    if (op == TERM_NOT)
        return negation(w, term_arg(ts, t, 0));
    return comparison(w, t, false);
}

static uint8_t truth_of(struct writer *w, struct term t)
{
    uint64_t known;
    if (w->failed)
        return 0;
    if (map_get(&w->truths, t.id, &known))
        return (uint8_t)known;
    uint8_t r = write_truth(w, t);
    map_set(&w->truths, t.id, r);
    return r;
}

/* --- words --- */

/* OPERATOR_COUNT: none, or one that definitions do not use. */
static enum operator_kind operator_for(enum term_op op)
{
    enum operator_kind found = operator_of_term(op);
    bool foreign = found != OPERATOR_COUNT && operator_table[found].family == FAMILY_FOREIGN;
    return foreign ? OPERATOR_COUNT : found;
}

static bool is_truth_value(const struct terms *ts, struct term t)
{
    uint64_t yes, no;
    return term_op(ts, t) == TERM_ITE && term_const_u64(ts, term_arg(ts, t, 1), &yes) &&
           term_const_u64(ts, term_arg(ts, t, 2), &no) && yes == 1 && no == 0;
}

static uint8_t part(struct writer *w, struct term t)
{
    const struct terms *ts = w->spec->terms;
    uint8_t from = value_of(w, term_arg(ts, t, 0));
    unsigned low = term_parameter(ts, t, 1);
    if (low)
        from = step(w, OPERATOR_LSHR, from, number(w, low), 0);
    return step(w, OPERATOR_AND, from, number(w, width_mask(term_width(ts, t))), 0);
}

static uint8_t choice(struct writer *w, struct term t)
{
    const struct terms *ts = w->spec->terms;
    uint8_t condition = truth_of(w, term_arg(ts, t, 0)),
            yes = value_of(w, term_arg(ts, t, 1));
    return step(w, OPERATOR_ITE, condition, yes, value_of(w, term_arg(ts, t, 2)));
}

static uint8_t write_value(struct writer *w, struct term t)
{
    const struct terms *ts = w->spec->terms;
    uint64_t value;
    unsigned width = term_width(ts, t);
    for (unsigned i = 0; i < w->spec->input_count; i++)
        if (term_same(w->spec->input[i], t))
            return (uint8_t)i;
    if (width > w->spec->width)
        return fail(w);
    if (term_const_u64(ts, t, &value))
        return number(w, value);
    if (is_truth_value(ts, t))
        return truth_of(w, term_arg(ts, t, 0));
    enum operator_kind op = operator_for(term_op(ts, t));
    struct term a = term_count(ts, t) ? term_arg(ts, t, 0) : TERM_NONE;
    if (op != OPERATOR_COUNT && width == w->spec->width) {
        uint8_t left = value_of(w, a), right = 0;
        if (operator_table[op].arity > 1)
            right = value_of(w, term_arg(ts, t, 1));
        return step(w, op, left, right, 0);
    }
    if (term_op(ts, t) == TERM_BV_ZEXT)
        return value_of(w, a);
    if (term_op(ts, t) == TERM_BV_EXTRACT)
        return part(w, t);
    return term_op(ts, t) == TERM_ITE ? choice(w, t) : fail(w);
}

static uint8_t value_of(struct writer *w, struct term t)
{
    uint64_t known;
    if (w->failed)
        return 0;
    if (map_get(&w->words, t.id, &known))
        return (uint8_t)known;
    uint8_t r = write_value(w, t);
    map_set(&w->words, t.id, r);
    return r;
}

/* The first pass finds the constants, which come before the steps. */
static bool write_program(const struct spec *s, struct term t, struct candidate *c)
{
    struct writer w = {.spec = s, .c = c};
    *c = (struct candidate){.inputs = (uint8_t)s->input_count, .outputs = 1};
    for (unsigned pass = 0; pass < 2 && !w.failed; pass++) {
        map_clear(&w.words);
        map_clear(&w.truths);
        c->length = 0;
        c->output[0] = value_of(&w, t);
    }
    map_release(&w.words);
    map_release(&w.truths);
    return !w.failed;
}

/* --- equations --- */

struct finder {
    const struct spec *spec;
    struct map reads, seen; /* does a term read the output? was it visited? */
    struct candidate *out;
    unsigned count, room;
};

static bool reads_output(struct finder *f, struct term t)
{
    const struct terms *ts = f->spec->terms;
    uint64_t known;
    if (map_get(&f->reads, t.id, &known))
        return known;
    bool reads = term_same(t, f->spec->application[0].result[0]);
    for (size_t i = 0; i < term_count(ts, t) && !reads; i++)
        reads = reads_output(f, term_arg(ts, t, i));
    map_set(&f->reads, t.id, reads);
    return reads;
}

/* The operator of `left` goes to the other side: with the first argument, or else the second,
 * alone on the left, what stands on the right? */
static bool undo(struct terms *ts, struct term left, bool first, struct term *right)
{
    enum term_op op = term_op(ts, left);
    if (op == TERM_BV_NEG || op == TERM_BV_NOT) {
        *right = term_1(ts, op, *right);
        return true;
    }
    if (op != TERM_BV_ADD && op != TERM_BV_SUB && op != TERM_BV_XOR)
        return false;
    struct term other = term_arg(ts, left, first);
    if (op == TERM_BV_XOR)
        *right = term_2(ts, TERM_BV_XOR, *right, other);
    else if (op == TERM_BV_ADD)
        *right = term_2(ts, TERM_BV_SUB, *right, other);
    else if (first)
        *right = term_2(ts, TERM_BV_ADD, *right, other);
    else
        *right = term_2(ts, TERM_BV_SUB, other, *right);
    return true;
}

/* left = right with the output in `left` only: what the output is. */
static bool solve(struct finder *f, struct term left, struct term right, struct term *out)
{
    struct terms *ts = f->spec->terms;
    while (!term_same(left, f->spec->application[0].result[0])) {
        if (!term_count(ts, left))
            return false;
        struct term a = term_arg(ts, left, 0),
                    b = term_count(ts, left) > 1 ? term_arg(ts, left, 1) : a;
        bool first = reads_output(f, a);
        if (term_count(ts, left) == 2 && first && reads_output(f, b))
            return false;
        if (!undo(ts, left, first, &right))
            return false;
        left = first ? a : b;
    }
    *out = right;
    return true;
}

static void find(struct finder *f, struct term t)
{
    const struct terms *ts = f->spec->terms;
    if (map_has(&f->seen, t.id) || f->count == f->room || !reads_output(f, t))
        return;
    map_set(&f->seen, t.id, 1);
    if (term_op(ts, t) == TERM_EQ &&
        sort_kind(ts, term_sort(ts, term_arg(ts, t, 0))) == SORT_BV) {
        struct term a = term_arg(ts, t, 0), b = term_arg(ts, t, 1), value;
        bool left = reads_output(f, a);
        if (left != reads_output(f, b) && solve(f, left ? a : b, left ? b : a, &value) &&
            write_program(f->spec, value, &f->out[f->count]))
            f->count++;
    }
    for (size_t i = 0; i < term_count(ts, t); i++)
        find(f, term_arg(ts, t, i));
}

unsigned definitions_of(const struct spec *s, struct candidate *out, unsigned room)
{
    struct finder f = {.spec = s, .out = out, .room = room};
    if (!spec_is_plain(s) || s->program[0].outputs != 1 || s->grammar)
        return 0;
    find(&f, s->holds);
    map_release(&f.reads);
    map_release(&f.seen);
    return f.count;
}
