#include "solver/conjunction.h"

#include "base/failure.h"
#include "base/map.h"

enum { MOST_ROUNDS = 4, MOST_DEFINITIONS = 8 };

void conjunction_add(struct conjunction *s, struct term t)
{
    struct terms *ts = s->terms;
    bool negated = term_op(ts, t) == TERM_NOT;
    struct term inner = negated ? term_arg(ts, t, 0) : t;
    if (term_is_false(ts, t))
        s->refuted = true;
    if (term_op(ts, inner) != (negated ? TERM_OR : TERM_AND)) {
        if (!term_is_true(ts, t))
            VECTOR_PUSH(&s->all, t);
        return;
    }
    for (size_t i = 0; i < term_count(ts, inner); i++) {
        struct term part = term_arg(ts, inner, i);
        conjunction_add(s, negated ? term_not(ts, part) : part);
    }
}

static bool is_clause(const struct terms *ts, struct term t)
{
    enum term_op op = term_op(ts, t);
    return op == TERM_OR || (op == TERM_NOT && term_op(ts, term_arg(ts, t, 0)) == TERM_AND);
}

static void add_literal(struct conjunction *s, struct map *known, struct term t)
{
    bool negated = term_op(s->terms, t) == TERM_NOT;
    struct term what = negated ? term_arg(s->terms, t, 0) : t;
    struct term value = term_bool(s->terms, !negated);
    uint64_t before = map_or(known, what.id, value.id);
    s->refuted |= before != value.id;
    map_set(known, what.id, value.id);
}

/* What the literals say of the clauses; whether one of them became another. */
static bool propagate(struct conjunction *s)
{
    conjuncts before = s->all;
    bool changed = false;
    struct map known = {0};
    s->all = (conjuncts){0};
    for (size_t i = 0; i < before.count; i++)
        if (!is_clause(s->terms, before.data[i]))
            add_literal(s, &known, before.data[i]);
    for (size_t i = 0; i < before.count; i++) {
        struct term t = before.data[i];
        struct term rest = is_clause(s->terms, t) ? term_substitute(s->terms, t, &known) : t;
        changed |= !term_same(rest, t);
        conjunction_add(s, rest);
    }
    map_release(&known);
    VECTOR_RELEASE(&before);
    return changed;
}

void conjunction_settle(struct conjunction *s)
{
    for (int round = 0; round < MOST_ROUNDS && !s->refuted && propagate(s); round++)
        continue;
}

void conjunction_assume(struct conjunction *s, struct term condition)
{
    conjuncts before = s->all;
    struct map known = {0};
    s->all = (conjuncts){0};
    add_literal(s, &known, condition);
    for (size_t i = 0; i < before.count; i++) {
        struct term t = before.data[i];
        conjunction_add(s,
                        term_same(t, condition) ? t : term_substitute(s->terms, t, &known));
    }
    map_release(&known);
    VECTOR_RELEASE(&before);
}

void conjunction_replace(struct conjunction *s, struct term variable, struct term by)
{
    LAW(term_op(s->terms, variable) == TERM_VAR && !term_same(variable, by));
    conjuncts before = s->all;
    struct map map = {0};
    s->all = (conjuncts){0};
    map_set(&map, variable.id, by.id);
    for (size_t i = 0; i < before.count; i++)
        conjunction_add(s, term_substitute(s->terms, before.data[i], &map));
    map_release(&map);
    VECTOR_RELEASE(&before);
}

/* --- what is below --- */

struct below {
    const struct terms *terms;
    struct map seen;
    bool product;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct below *)context)->seen, t.id);
}

static bool is_number(const struct terms *ts, struct term t)
{
    uint64_t number;
    return term_const_u64(ts, t, &number);
}

static bool is_product(const struct terms *ts, struct term t)
{
    enum term_op op = term_op(ts, t);
    if (op == TERM_BV_MUL)
        return !is_number(ts, term_arg(ts, t, 0)) && !is_number(ts, term_arg(ts, t, 1));
    return op == TERM_BV_UREM || op == TERM_BV_SREM || op == TERM_BV_UDIV ||
           op == TERM_BV_SDIV;
}

static void look(void *context, struct term t)
{
    struct below *b = context;
    map_set(&b->seen, t.id, 1);
    b->product |= is_product(b->terms, t);
}

bool conjunction_has_product(const struct terms *ts, struct term t)
{
    struct below b = {.terms = ts};
    term_walk(ts, t, is_seen, look, &b);
    map_release(&b.seen);
    return b.product;
}

static bool contains(const struct terms *ts, struct term t, struct term variable)
{
    struct below b = {.terms = ts};
    term_walk(ts, t, is_seen, look, &b);
    bool found = map_has(&b.seen, variable.id);
    map_release(&b.seen);
    return found;
}

/* --- definitions --- */

/* A conjunct that says what a variable is. */
static bool find_definition(const struct conjunction *s, struct term *variable,
                            struct term *by)
{
    const struct terms *ts = s->terms;
    for (size_t i = 0; i < s->all.count; i++) {
        struct term t = s->all.data[i];
        if (term_op(ts, t) != TERM_EQ)
            continue;
        for (size_t k = 0; k < 2; k++) {
            *variable = term_arg(ts, t, k);
            *by = term_arg(ts, t, 1 - k);
            if (term_op(ts, *variable) == TERM_VAR && conjunction_is_word(ts, *variable) &&
                !contains(ts, *by, *variable))
                return true;
        }
    }
    return false;
}

void conjunction_define(struct conjunction *s)
{
    struct term variable, by;
    for (int i = 0; i < MOST_DEFINITIONS && find_definition(s, &variable, &by); i++) {
        conjunction_replace(s, variable, by);
        conjunction_settle(s);
    }
}

/* --- contradictions --- */

bool conjunction_contradicts(const struct conjunction *s)
{
    const struct terms *ts = s->terms;
    conjuncts said = {0};
    bool any = false;
    for (size_t i = 0; i < s->all.count; i++)
        if (term_op(ts, s->all.data[i]) == TERM_EQ)
            VECTOR_PUSH(&said, s->all.data[i]);
    for (size_t i = 0; i < s->all.count && !any; i++) {
        struct term t = s->all.data[i];
        struct term goal = term_op(ts, t) == TERM_NOT ? term_arg(ts, t, 0) : t;
        any = !term_same(goal, t) && term_op(ts, goal) == TERM_EQ &&
              term_equation_follows(ts, goal, said.data, said.count);
    }
    VECTOR_RELEASE(&said);
    return any;
}
