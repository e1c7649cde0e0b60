/* The search over boxes. */
#include "base/clock.h"
#include "base/failure.h"
#include "solver/box/box_internal.h"
#include "solver/solver_internal.h"
#include "term/float_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 8000, MOST_VARIABLES = 16, MOST_CHOICES = 6, TIME_EVERY = 16 };

/* Boxes that are left lie one after the other on the stack, each a value for every variable
 * that is split. Law: the clauses have no model outside of them. */
struct boxes {
    struct box_formula formula;
    VECTOR(uint32_t) variables; /* nodes */
    VECTOR(struct box_value) stack;
    struct box_value *values; /* by node */
    bool *matters;            /* by node, where something is open because of it */
    bool begun;
};

struct boxes *boxes_new(struct terms *terms)
{
    struct boxes *b = calloc(1, sizeof *b);
    b->formula.terms = terms;
    return b;
}

void boxes_free(struct boxes *b)
{
    if (!b)
        return;
    box_formula_release(&b->formula);
    VECTOR_RELEASE(&b->variables);
    VECTOR_RELEASE(&b->stack);
    free(b->values);
    free(b->matters);
    free(b);
}

void boxes_add_clause(struct boxes *b, const struct term *terms, size_t count)
{
    LAW(!b->begun);
    struct box_clause clause = {(uint32_t)b->formula.literals.count, (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        uint32_t node = box_add_node(&b->formula, terms[i]);
        LAW(b->formula.nodes.data[node].form.kind == BOX_TRUTH);
        VECTOR_PUSH(&b->formula.literals, node);
    }
    VECTOR_PUSH(&b->formula.clauses, clause);
}

/* --- which variable is split, and where --- */

/* Beyond these a range is split by the order of floats, within them by their value. */
static const double large = 0x1p20, small = 0x1p-20;

static double value_of(struct float_format f, int64_t number)
{
    LAW(f.exponent && f.significand > 1);
    int64_t size = number < 0 ? -number : number;
    int64_t bias = (INT64_C(1) << (f.exponent - 1)) - 1;
    int64_t fraction = size & ((INT64_C(1) << (f.significand - 1)) - 1);
    int64_t exponent = size >> (f.significand - 1);
    double out = exponent ? ldexp((double)fraction + ldexp(1, (int)f.significand - 1),
                                  (int)(exponent - bias - (f.significand - 1)))
                          : ldexp((double)fraction, (int)(2 - bias - f.significand));
    return number < 0 ? -out : out;
}

/* How much there is to gain: the largest first. */
static double urgency(struct box_form form, struct box_value v)
{
    if (box_is_point(form, v))
        return -1;
    if (form.kind == BOX_TRUTH)
        return 2 * large;
    if (form.kind == BOX_WORD)
        return (double)(v.to - v.from);
    if (v.nan || v.most == box_infinity(form.format) || v.least == -box_infinity(form.format))
        return HUGE_VAL;
    return value_of(form.format, (int64_t)v.most) - value_of(form.format, (int64_t)v.least);
}

/* By value, if the range is of ordinary size; else halfway in the order. */
static int64_t middle(struct float_format f, int64_t least, int64_t most)
{
    LAW(least < most);
    int64_t half = least / 2 + most / 2; /* zero is a good place if signs differ */
    bool finite = most < box_infinity(f) && least > -box_infinity(f);
    double low = value_of(f, least), high = value_of(f, most);
    double size = fmax(fabs(low), fabs(high));
    if (!finite || size > large || size < small || (least < 0 && most > 0))
        return least < 0 && most > 0 ? 0 : half;
    int64_t from = least, to = most;
    for (double wanted = (low + high) / 2; to - from > 1;) { /* the float next to it */
        int64_t at = from + (to - from) / 2;
        if (value_of(f, at) < wanted)
            from = at;
        else
            to = at;
    }
    return from;
}

/* Into two parts that together are the whole; both are smaller. */
static void split(struct box_form form, struct box_value v, struct box_value *low,
                  struct box_value *high)
{
    LAW(!box_is_point(form, v));
    *low = *high = v;
    if (form.kind == BOX_TRUTH) {
        low->truth = BOX_FALSE;
        high->truth = BOX_TRUE;
    } else if (form.kind == BOX_WORD) {
        box_integer half = v.from + (v.to - v.from) / 2;
        *low = box_words(form.width, v.from, half);
        *high = box_words(form.width, half + 1, v.to);
    } else if (v.nan) {
        low->nan = false;
        *high = (struct box_value){.nan = true, .least = 1};
    } else {
        low->most = middle(form.format, (int64_t)v.least, (int64_t)v.most);
        if (low->most == v.most)
            low->most--;
        high->least = low->most + 1;
    }
    LAW(box_value_holds(form, *low) && box_value_holds(form, *high));
}

static bool is_open(const struct boxes *b, uint32_t node)
{
    LAW(node < b->formula.nodes.count);
    const struct box_node *n = &b->formula.nodes.data[node];
    return n->form.kind != BOX_OTHER && !box_is_point(n->form, b->values[node]);
}

/* What an open node is made of and is open itself; of a choice that is made only what was
 * chosen. */
static void mark_below(struct boxes *b, const struct box_node *n)
{
    const struct box_formula *f = &b->formula;
    const uint32_t *arguments = f->arguments.data + n->first;
    LAW(n->first + n->count <= f->arguments.count);
    uint8_t chosen = n->op == TERM_ITE ? b->values[arguments[0]].truth : BOX_EITHER;
    for (uint32_t i = 0; i < n->count; i++) {
        bool left_out = (chosen == BOX_TRUE && i == 2) || (chosen == BOX_FALSE && i == 1);
        if (!left_out && is_open(b, arguments[i]))
            b->matters[arguments[i]] = true;
    }
}

/* From the clauses that may hold or not down to variables. */
static void find_what_matters(struct boxes *b)
{
    const struct box_formula *f = &b->formula;
    memset(b->matters, 0, f->nodes.count * sizeof *b->matters);
    for (size_t i = 0; i < f->literals.count; i++)
        b->matters[f->literals.data[i]] |= is_open(b, f->literals.data[i]);
    for (size_t i = f->nodes.count; i-- > 0;)
        if (b->matters[i])
            mark_below(b, &f->nodes.data[i]);
}

static uint32_t most_urgent(struct boxes *b, const struct box_value *box)
{
    find_what_matters(b);
    const struct box_formula *f = &b->formula;
    uint32_t best = UINT32_MAX;
    double most = -1;
    for (uint32_t i = 0; i < b->variables.count; i++) {
        double x = urgency(f->nodes.data[b->variables.data[i]].form, box[i]);
        if (x > most && b->matters[b->variables.data[i]]) {
            most = x;
            best = i;
        }
    }
    return best;
}

/* --- the search --- */

/* A clause of one literal says what a Boolean variable is. */
static void set_units(struct boxes *b)
{
    const struct box_formula *f = &b->formula;
    for (size_t i = 0; i < f->clauses.count; i++) {
        uint32_t node = f->literals.data[f->clauses.data[i].first];
        LAW(f->clauses.data[i].first < f->literals.count);
        bool turned = f->nodes.data[node].op == TERM_NOT;
        if (turned)
            node = f->arguments.data[f->nodes.data[node].first];
        if (f->clauses.data[i].count == 1 && f->nodes.data[node].op == TERM_VAR)
            b->values[node].truth = turned ? BOX_FALSE : BOX_TRUE;
    }
}

/* Numbers and a few choices. Other choices stay open. */
static void choose_variables(struct boxes *b)
{
    const struct box_formula *f = &b->formula;
    uint32_t choices = 0;
    for (uint32_t i = 0; i < f->nodes.count; i++) {
        const struct box_node *n = &f->nodes.data[i];
        bool choice = n->form.kind == BOX_TRUTH;
        if (n->op != TERM_VAR || n->form.kind == BOX_OTHER ||
            box_is_point(n->form, b->values[i]))
            continue;
        if (!choice || choices++ < MOST_CHOICES)
            VECTOR_PUSH(&b->variables, i);
    }
}

static void begin(struct boxes *b)
{
    LAW(!b->begun && !b->stack.count);
    const struct box_formula *f = &b->formula;
    b->begun = true;
    b->values = calloc(f->nodes.count + 1, sizeof *b->values);
    b->matters = calloc(f->nodes.count + 1, sizeof *b->matters);
    for (uint32_t i = 0; i < f->nodes.count; i++)
        b->values[i] = box_anything(f->nodes.data[i].form);
    set_units(b);
    choose_variables(b);
    for (uint32_t i = 0; i < b->variables.count; i++)
        VECTOR_PUSH(&b->stack, b->values[b->variables.data[i]]);
}

static bool may_hold(struct boxes *b, const struct box_value *box)
{
    const struct box_formula *f = &b->formula;
    for (uint32_t i = 0; i < b->variables.count; i++)
        b->values[b->variables.data[i]] = box[i];
    box_evaluate(f, b->values);
    return box_may_hold(f, b->values);
}

/* The box on top of the stack goes, or two come instead; false: it cannot be split. */
static bool step(struct boxes *b)
{
    LAW(b->stack.count >= b->variables.count && b->stack.count % b->variables.count == 0);
    const struct box_formula *f = &b->formula;
    size_t count = b->variables.count;
    struct box_value box[MOST_VARIABLES];
    b->stack.count -= count;
    memcpy(box, b->stack.data + b->stack.count, count * sizeof *box);
    if (!may_hold(b, box))
        return true;
    uint32_t which = most_urgent(b, box);
    if (which == UINT32_MAX)
        return false;
    LAW(which < count);
    struct box_value whole = box[which], low, high;
    split(f->nodes.data[b->variables.data[which]].form, whole, &low, &high);
    for (int half = 0; half < 2; half++) {
        box[which] = half ? low : high;
        for (size_t i = 0; i < count; i++)
            VECTOR_PUSH(&b->stack, box[i]);
    }
    return true;
}

enum box_result boxes_search(struct boxes *b, double seconds, const volatile int *stop)
{
    double end = thread_now() + seconds;
    if (b->formula.nodes.count > MOST_NODES)
        return BOX_STUCK;
    if (!b->begun)
        begin(b);
    if (!b->variables.count || b->variables.count > MOST_VARIABLES)
        return BOX_STUCK;
    for (unsigned steps = 1; b->stack.count; steps++) {
        if (!step(b))
            return BOX_STUCK;
        if (steps % TIME_EVERY == 0 && ((stop && *stop) || thread_now() > end))
            return BOX_LATE;
    }
    return BOX_REFUTED;
}
