/* Clauses: one of several tests of variables holds, such as `state != 3 or locked = 1` or `x
 * < 100 or x is even`. They tell state machines, flags and phases of loops, which no single
 * bound does.
 *
 * Which tests are worth it is read off the loop: variables that get several constants are
 * compared with those (choices); numbers are compared with the constants that the ways
 * through the body depend on (borders). */
#include "domain/template/clause.h"

#include "base/failure.h"
#include "base/map.h"

#include <stdio.h>

enum {
    MOST_VARIABLES = 24,
    MOST_CHOICES = 24,
    MOST_BORDERS = 8,
    MOST_ROWS = 1000,
    MOST_TERMS = 3000
};

struct border { /* x < value */
    uint32_t variable;
    bool is_unsigned;
    uint64_t value;
};
struct choices {    /* constants that a variable gets */
    uint32_t takes; /* it gets those of these others, too, by number */
    uint32_t count;
    uint64_t value[MOST_CHOICES];
};
struct findings {
    struct terms *terms;
    const struct variable_view *v;
    size_t count; /* of variables */
    struct choices choices[MOST_VARIABLES];
    struct border borders[MOST_BORDERS];
    uint32_t border_count;
    struct map seen;
};

/* --- what the loop depends on --- */

static void add_choice(struct choices *c, uint64_t value)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->value[i] == value)
            return;
    if (c->count < MOST_CHOICES)
        c->value[c->count++] = value;
}

static void add_border(struct findings *f, uint32_t variable, bool is_unsigned,
                       uint64_t value)
{
    LAW(variable < f->count);
    for (uint32_t i = 0; i < f->border_count; i++) {
        const struct border *b = &f->borders[i];
        if (b->variable == variable && b->is_unsigned == is_unsigned && b->value == value)
            return;
    }
    if (f->border_count < MOST_BORDERS)
        f->borders[f->border_count++] = (struct border){variable, is_unsigned, value};
}

static bool is_slot(const struct findings *f, struct term t, uint32_t *variable)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->v[i].slot != UINT32_MAX && term_same(f->v[i].pre, t))
            return *variable = i, true;
    return false;
}

/* x < c, x <= c, c < x and c <= x put a border at c or after it. */
static void look_at_order(struct findings *f, struct term t)
{
    LAW(term_class(term_op(f->terms, t)) == TERM_CLASS_ORDER);
    struct terms *ts = f->terms;
    enum term_op op = term_op(ts, t);
    bool is_unsigned =
        op == TERM_BV_ULT || op == TERM_BV_ULE || op == TERM_BV_UGT || op == TERM_BV_UGE;
    bool or_equal =
        op == TERM_BV_ULE || op == TERM_BV_SLE || op == TERM_BV_UGE || op == TERM_BV_SGE;
    bool falls =
        op == TERM_BV_UGT || op == TERM_BV_UGE || op == TERM_BV_SGT || op == TERM_BV_SGE;
    struct term low = term_arg(ts, t, falls), high = term_arg(ts, t, !falls);
    uint32_t variable;
    uint64_t value;
    if (is_slot(f, low, &variable) && term_const_u64(ts, high, &value))
        add_border(f, variable, is_unsigned, value + or_equal);
    else if (is_slot(f, high, &variable) && term_const_u64(ts, low, &value))
        add_border(f, variable, is_unsigned, value + !or_equal);
}

/* All parts of a term that are not seen yet. */
static void look_for_borders(struct findings *f, struct term t)
{
    VECTOR(struct term) todo = {0};
    VECTOR_PUSH(&todo, t);
    while (todo.count && f->seen.count < MOST_TERMS) {
        t = VECTOR_POP(&todo);
        if (map_has(&f->seen, t.id))
            continue;
        map_set(&f->seen, t.id, 1);
        if (term_class(term_op(f->terms, t)) == TERM_CLASS_ORDER)
            look_at_order(f, t);
        for (size_t i = 0; i < term_count(f->terms, t); i++)
            VECTOR_PUSH(&todo, term_arg(f->terms, t, i));
    }
    VECTOR_RELEASE(&todo);
}

/* What a variable may become: the ends of choices between values. */
static void look_at_values(struct findings *f, uint32_t variable, struct term t)
{
    LAW(variable < f->count);
    struct choices *c = &f->choices[variable];
    struct map seen = {0};
    VECTOR(struct term) todo = {0};
    VECTOR_PUSH(&todo, t);
    while (todo.count && seen.count < MOST_TERMS) {
        uint64_t value;
        uint32_t other;
        t = VECTOR_POP(&todo);
        if (map_has(&seen, t.id))
            continue;
        map_set(&seen, t.id, 1);
        if (term_op(f->terms, t) == TERM_ITE) {
            VECTOR_PUSH(&todo, term_arg(f->terms, t, 1));
            VECTOR_PUSH(&todo, term_arg(f->terms, t, 2));
        } else if (term_const_u64(f->terms, t, &value)) {
            add_choice(c, value);
        } else if (is_slot(f, t, &other) && f->v[other].width == f->v[variable].width) {
            c->takes |= (uint32_t)1 << other;
        }
    }
    VECTOR_RELEASE(&todo);
    map_release(&seen);
}

/* One variable takes what others have; true: that changed something. */
static bool take(struct findings *f, uint32_t variable)
{
    struct choices *c = &f->choices[variable];
    uint32_t before = c->count;
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; (c->takes >> i & 1) && k < f->choices[i].count; k++)
            add_choice(c, f->choices[i].value[k]);
    return c->count != before;
}

static void take_all(struct findings *f)
{
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < f->count; i++)
            more |= take(f, i);
    }
}

static void find(struct findings *f, struct terms *ts, const struct variable_view *v,
                 size_t count)
{
    *f = (struct findings){
        .terms = ts, .v = v, .count = count < MOST_VARIABLES ? count : MOST_VARIABLES};
    for (uint32_t i = 0; i < f->count; i++) {
        if (v[i].slot == UINT32_MAX || v[i].offset)
            continue;
        look_at_values(f, i, v[i].entry);
        look_at_values(f, i, v[i].post);
        look_for_borders(f, v[i].post);
    }
    take_all(f);
    map_release(&f->seen);
}

/* More than one value: one alone is a bound. */
static bool is_choice(const struct findings *f, uint32_t variable)
{
    return f->choices[variable].count > 1;
}

/* --- rows --- */

enum test_kind { TEST_EQUAL, TEST_BELOW, TEST_BELOW_UNSIGNED, TEST_EVEN };
struct test {
    enum test_kind kind;
    bool negated;
    uint32_t variable;
    uint64_t value;
};

static struct term test_term(struct terms *ts, const struct test *t, struct term x)
{
    struct term value = term_bv(ts, term_width(ts, x), t->value), holds = TERM_NONE;
    switch (t->kind) {
    case TEST_EQUAL:
        holds = term_eq(ts, x, value);
        break;
    case TEST_BELOW:
        holds = term_2(ts, TERM_BV_SLT, x, value);
        break;
    case TEST_BELOW_UNSIGNED:
        holds = term_2(ts, TERM_BV_ULT, x, value);
        break;
    case TEST_EVEN:
        holds = term_eq(ts, term_extract(ts, x, 0, 0), term_bv(ts, 1, 0));
        break;
    }
    return t->negated ? term_not(ts, holds) : holds;
}

struct clause_writer {
    struct findings *found;
    const struct domain *domain;
    uint32_t loop;
    size_t first;
    rows *out;
};

static uint64_t shape_of(const struct clause_writer *w, const struct test *t)
{
    LAW(t->variable < w->found->count);
    uint64_t name = w->found->v[t->variable].name;
    return hash_pair(hash_pair(name, t->value), hash_pair(t->kind, t->negated));
}

static struct term one_holds(struct clause_writer *w, const struct test *tests, size_t count,
                             enum row_moment when)
{
    LAW(count);
    struct terms *ts = w->found->terms;
    struct term any = term_bool(ts, false);
    for (size_t i = 0; i < count; i++) {
        const struct variable_view *v = &w->found->v[tests[i].variable];
        struct term x = term_at_moment(when, v->pre, v->entry, v->post);
        any = term_or(ts, any, test_term(ts, &tests[i], x));
    }
    return any;
}

/* Tests of the same variable stand beside each other. */
static void add_clause(struct clause_writer *w, const struct test *tests, size_t count)
{
    LAW(count <= RELATION_VARIABLES);
    if (w->out->count - w->first >= MOST_ROWS)
        return;
    struct row r = {.kind = ROW_FACT,
                    .loop = w->loop,
                    .domain = w->domain,
                    .shape = hash_pair(50, count)};
    r.expression.form = FORM_CONDITION;
    for (size_t i = 0, operands = 0; i < count; i++) {
        r.shape = hash_pair(r.shape, shape_of(w, &tests[i]));
        if (!i || tests[i].variable != tests[i - 1].variable)
            r.expression.operand[operands++] = row_operand(&w->found->v[tests[i].variable]);
    }
    r.pre = one_holds(w, tests, count, ROW_AT_HEAD);
    r.entry = one_holds(w, tests, count, ROW_AT_ENTRY);
    r.post = one_holds(w, tests, count, ROW_AFTER);
    snprintf(r.text, sizeof r.text, "one of %zu tests", count);
    VECTOR_PUSH(w->out, r);
}

/* All four ways in which one of two tests, or its opposite, holds. */
static void add_four(struct clause_writer *w, struct test a, struct test b)
{
    for (unsigned signs = 0; signs < 4; signs++) {
        a.negated = signs & 1;
        b.negated = signs >> 1;
        add_clause(w, (struct test[]){a, b}, 2);
    }
}

static struct test border_test(const struct border *b)
{
    return (struct test){b->is_unsigned ? TEST_BELOW_UNSIGNED : TEST_BELOW, false,
                         b->variable, b->value};
}

static void add_border_rows(struct clause_writer *w, const struct border *b)
{
    struct findings *f = w->found;
    add_four(w, border_test(b), (struct test){TEST_EVEN, false, b->variable, 0});
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; is_choice(f, i) && i != b->variable && k < f->choices[i].count;
             k++)
            add_four(w, border_test(b),
                     (struct test){TEST_EQUAL, false, i, f->choices[i].value[k]});
    for (uint32_t i = 0; i < f->border_count; i++)
        if (f->borders[i].variable > b->variable)
            add_four(w, border_test(b), border_test(&f->borders[i]));
}

static void add_choice_rows(struct clause_writer *w, uint32_t x, uint32_t y)
{
    LAW(x < y && y < w->found->count);
    const struct choices *a = &w->found->choices[x], *b = &w->found->choices[y];
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            add_four(w, (struct test){TEST_EQUAL, false, x, a->value[i]},
                     (struct test){TEST_EQUAL, false, y, b->value[k]});
}

/* How many pairs of values there are; none unless both are choices. */
static uint32_t product(const struct findings *f, uint32_t x, uint32_t y)
{
    return is_choice(f, x) && is_choice(f, y) ? f->choices[x].count * f->choices[y].count
                                              : UINT32_MAX;
}

static void clause_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                        const struct cut_loop *cut, const struct variable_view *v,
                        size_t count, rows *out)
{
    struct findings found;
    struct clause_writer w = {&found, d, loop, out->count, out};
    if (cut->kind != CUT_AT_HEAD)
        return;
    find(&found, ts, v, count);
    for (uint32_t i = 0; i < found.border_count; i++)
        add_border_rows(&w, &found.borders[i]);
    for (uint32_t most = 8; most / 2 < MOST_CHOICES * MOST_CHOICES;
         most *= 2) /* small products first */
        for (uint32_t i = 0; i < found.count; i++)
            for (uint32_t k = i + 1; k < found.count; k++)
                if (product(&found, i, k) <= most &&
                    (most == 8 || product(&found, i, k) > most / 2))
                    add_choice_rows(&w, i, k);
}

bool clauses_matter(struct terms *ts, const struct cut_model *m)
{
    bool any = false;
    for (uint32_t l = 0; l < m->loops.count && !any; l++) {
        const struct cut_loop *loop = &m->loops.data[l];
        struct findings found;
        variables views = {0};
        uint32_t choices = 0;
        domain_variables(ts, loop, &views);
        find(&found, ts, views.data, views.count);
        for (uint32_t i = 0; i < found.count; i++)
            choices += is_choice(&found, i);
        any = loop->kind == CUT_AT_HEAD && (choices > 1 || found.border_count);
        VECTOR_RELEASE(&views);
    }
    return any;
}

const struct domain domain_clause = {.name = "clauses",
                                     .summary = "one of several tests of variables holds",
                                     .rows = clause_rows};
