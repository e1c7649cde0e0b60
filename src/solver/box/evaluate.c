/* Values of nodes from the values of their arguments. */
#include "base/failure.h"
#include "solver/box/box_internal.h"

static uint8_t negation(uint8_t truth)
{
    LAW(truth && truth <= BOX_EITHER);
    return (uint8_t)((truth & BOX_TRUE ? BOX_FALSE : 0) | (truth & BOX_FALSE ? BOX_TRUE : 0));
}

static uint8_t conjunction(uint8_t a, uint8_t b)
{
    LAW(a && b);
    return (uint8_t)((a & b & BOX_TRUE) | ((a | b) & BOX_FALSE));
}

static uint8_t disjunction(uint8_t a, uint8_t b)
{
    return negation(conjunction(negation(a), negation(b)));
}

static uint8_t difference(uint8_t a, uint8_t b)
{
    if (a == BOX_EITHER || b == BOX_EITHER)
        return BOX_EITHER;
    return a == b ? BOX_FALSE : BOX_TRUE;
}

/* Identity: NaN is NaN, and the zeros are not each other. */
static uint8_t same_floats(struct box_value a, struct box_value b)
{
    bool numbers = a.least <= a.most && b.least <= b.most;
    bool meet = numbers && a.least <= b.most && b.least <= a.most;
    bool only_nan = a.least > a.most && b.least > b.most;
    bool one = meet && !a.nan && !b.nan && a.least == a.most && b.least == b.most && a.least;
    return (uint8_t)((meet || (a.nan && b.nan) ? BOX_TRUE : 0) |
                     (one || only_nan ? 0 : BOX_FALSE));
}

static uint8_t same_words(struct box_value a, struct box_value b)
{
    bool meet = a.from <= b.to && b.from <= a.to && a.least <= b.most && b.least <= a.most;
    bool one = meet && a.from == a.to && b.from == b.to;
    return (uint8_t)((meet ? BOX_TRUE : 0) | (one ? 0 : BOX_FALSE));
}

static uint8_t same(struct box_form form, struct box_value a, struct box_value b)
{
    switch (form.kind) {
    case BOX_TRUTH:
        return negation(difference(a.truth, b.truth));
    case BOX_FLOAT:
        return same_floats(a, b);
    case BOX_WORD:
        return same_words(a, b);
    case BOX_OTHER:
        break;
    }
    return BOX_EITHER;
}

static struct box_value choice(struct box_form form, const struct box_value *a)
{
    if (a[0].truth == BOX_TRUE)
        return a[1];
    if (a[0].truth == BOX_FALSE)
        return a[2];
    return box_join(form, a[1], a[2]);
}

/* Conjunctions and disjunctions of any number of arguments. */
static uint8_t many(const struct box_formula *f, const struct box_node *n,
                    const struct box_value *values)
{
    LAW(n->op == TERM_AND || n->op == TERM_OR);
    bool all = n->op == TERM_AND;
    uint8_t out = all ? BOX_TRUE : BOX_FALSE;
    for (uint32_t i = 0; i < n->count; i++) {
        uint8_t next = values[f->arguments.data[n->first + i]].truth;
        out = all ? conjunction(out, next) : disjunction(out, next);
    }
    return out;
}

static struct box_value logic(const struct box_formula *f, const struct box_node *n,
                              const struct box_value *a)
{
    struct box_form below = f->nodes.data[f->arguments.data[n->first]].form;
    struct box_value out = {0};
    switch ((enum term_logic_op)n->op) {
    case TERM_NOT:
        out.truth = negation(a[0].truth);
        return out;
    case TERM_XOR:
        out.truth = difference(a[0].truth, a[1].truth);
        return out;
    case TERM_IMPLIES:
        out.truth = disjunction(negation(a[0].truth), a[1].truth);
        return out;
    case TERM_ITE:
        return choice(n->form, a);
    case TERM_EQ:
        out.truth = same(below, a[0], a[1]);
        return out;
    case TERM_AND:
    case TERM_OR:
        break;
    }
    BUG("not an operator of a few arguments");
}

static bool is_conversion(enum term_op op)
{
    return op == TERM_FP_FROM_BITS || op == TERM_FP_TO_BITS || op == TERM_FP_FROM_SBV ||
           op == TERM_FP_FROM_UBV || op == TERM_FP_TO_SBV || op == TERM_FP_TO_UBV;
}

/* float_number_term: NaN has the least number. */
static struct box_value number_of(const struct box_node *n, struct box_form form,
                                  struct box_value v)
{
    LAW(n->number != BOX_NO_NUMBER && form.kind == BOX_FLOAT && n->form.width > form.width);
    box_integer none = -box_power(form.width);
    bool minus = n->number == BOX_MINUS_NUMBER, only_nan = v.least > v.most;
    box_integer least = minus ? -v.most : v.least, most = minus ? -v.least : v.most;
    if (v.nan || only_nan)
        least = none;
    return box_signed_words(n->form.width, least, only_nan ? none : most);
}

static struct box_value apply(const struct box_formula *f, const struct box_node *n,
                              const struct box_value *values)
{
    struct box_value a[BOX_ARGUMENTS];
    if (n->op == TERM_AND || n->op == TERM_OR)
        return (struct box_value){.truth = many(f, n, values)};
    LAW(n->count && n->count <= BOX_ARGUMENTS);
    for (uint32_t i = 0; i < n->count; i++)
        a[i] = values[f->arguments.data[n->first + i]];
    switch (term_class(n->op)) {
    case TERM_CLASS_LOGIC:
        return logic(f, n, a);
    case TERM_CLASS_WORD:
        return box_word(f->terms, n->term, a);
    case TERM_CLASS_ORDER:
        return (struct box_value){.truth = box_order(n->op, a)};
    case TERM_CLASS_FLOAT:
        return is_conversion(n->op) ? box_convert(&n->operation, a)
                                    : box_float(&n->operation, a);
    case TERM_CLASS_FLOAT_TEST:
        return (struct box_value){.truth = box_float_test(&n->operation, a)};
    case TERM_CLASS_LEAF:
    case TERM_CLASS_OVERFLOW:
    case TERM_CLASS_ARRAY:
    case TERM_CLASS_APPLY:
        break;
    }
    BUG("nothing is told of it");
}

void box_evaluate(const struct box_formula *f, struct box_value *values)
{
    for (uint32_t i = 0; i < f->nodes.count; i++) {
        const struct box_node *n = &f->nodes.data[i];
        if (n->op == TERM_VAR && n->form.kind != BOX_OTHER)
            continue;
        if (term_class(n->op) == TERM_CLASS_LEAF)
            values[i] = n->op == TERM_VAR || n->op == TERM_ROUNDING
                            ? (struct box_value){0}
                            : box_constant(f->terms, n->term);
        else if (n->number != BOX_NO_NUMBER)
            values[i] = number_of(n, f->nodes.data[n->argument].form, values[n->argument]);
        else if (n->opaque || n->form.kind == BOX_OTHER)
            values[i] = box_anything(n->form);
        else
            values[i] = apply(f, n, values);
        LAW(box_value_holds(n->form, values[i]));
    }
}

bool box_may_hold(const struct box_formula *f, const struct box_value *values)
{
    for (size_t i = 0; i < f->clauses.count; i++) {
        const struct box_clause *c = &f->clauses.data[i];
        bool some = false;
        for (uint32_t k = 0; k < c->count && !some; k++)
            some = values[f->literals.data[c->first + k]].truth & BOX_TRUE;
        if (!some)
            return false;
    }
    return true;
}
