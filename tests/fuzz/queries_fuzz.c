/* Random symbolic queries (widths up to 8, arrays, uninterpreted functions) against Z3: same
 * answers, also incrementally with assumptions and temporary clauses; models satisfy what was
 * asked; failed assumptions are enough to be unsatisfiable; a solver opened later on the same
 * store agrees. Arguments: number of queries, seed. */
#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "random_terms.h"
#include "solver/lemmas.h"
#include "solver/solver.h"

enum { MOST_BITS = 8, ROUNDS = 5 };

typedef VECTOR(struct term) term_list;

struct session {
    struct terms *terms;
    term_list items, asserted, assumed, constraint;
    struct sort array_sorts[2];
    unsigned widths[2];
    bool arrays; /* mostly arrays */
};

static struct term pick(struct session *s, struct sort sort)
{
    for (unsigned tries = random_below(10); tries > 0 && s->items.count; tries--) {
        struct term t = s->items.data[random_below((unsigned)s->items.count)];
        if (term_sort(s->terms, t).id == sort.id)
            return t;
    }
    enum sort_kind kind = sort_kind(s->terms, sort);
    if (kind == SORT_BV && random_below(3) == 0)
        return random_constant(s->terms, sort_width(s->terms, sort));
    if (kind == SORT_ARRAY && random_below(4) == 0)
        return term_array_const(s->terms, sort, pick(s, sort_element(s->terms, sort)));
    char name[32];
    snprintf(name, sizeof name, "x%u_%u", sort.id, random_below(2));
    return term_var(s->terms, sort, name);
}

static struct sort random_sort(struct session *s)
{
    if (random_below(3) == 0)
        return sort_bool(s->terms);
    if (random_below(4) == 0)
        return s->array_sorts[random_below(2)];
    return sort_bv(s->terms, s->widths[random_below(2)]);
}

/* A read, a write, a choice or an equality. */
static struct term array_term(struct session *s)
{
    struct sort array = s->array_sorts[random_below(2)], index = sort_index(s->terms, array),
                element = sort_element(s->terms, array);
    switch (random_below(4)) {
    case 0:
        return term_store(s->terms, pick(s, array), pick(s, index), pick(s, element));
    case 1:
        return term_eq(s->terms, pick(s, array), pick(s, array));
    default:
        return term_select(s->terms, pick(s, array), pick(s, index));
    }
}

static struct term call_term(struct session *s)
{
    unsigned which = random_below(2);
    struct sort sort = sort_bv(s->terms, s->widths[which]);
    struct term args[2] = {pick(s, sort), pick(s, sort_bool(s->terms))};
    return term_call(s->terms, which ? "g" : "f", sort_bv(s->terms, s->widths[0]), args,
                     which ? 2 : 1);
}

static struct term random_term(struct session *s)
{
    unsigned p[2] = {0}, choice = random_below(s->arrays ? 3 : 10);
    if (choice == 0 || (choice == 1 && s->arrays))
        return array_term(s);
    if (choice == 1)
        return call_term(s);
    const struct random_operator *o = &random_operators[random_below(RANDOM_OPERATORS)];
    struct sort any = random_sort(s), word = sort_bv(s->terms, s->widths[random_below(2)]);
    struct term args[4];
    size_t count = strlen(o->arguments);
    for (size_t i = 0; i < count; i++) {
        char kind = o->arguments[i];
        args[i] = pick(s, kind == 'b'                  ? sort_bool(s->terms)
                          : kind == 'x' || kind == 'y' ? any
                                                       : word);
    }
    bool word_operator = o->arguments[0] == 'w';
    if (word_operator &&
        !random_parameters(o->op, term_width(s->terms, args[0]), MOST_BITS, p))
        return args[0];
    if (o->op == TERM_BV_CONCAT && 2 * term_width(s->terms, args[0]) > MOST_BITS)
        return args[0];
    struct term t = term_make(s->terms, o->op, args, count, p);
    if (word_operator)
        t = term_resize(s->terms, t, s->widths[random_below(2)]);
    return t;
}

static void add_item(struct session *s)
{
    struct term t = random_term(s); /* before the list grows: it looks at the list */
    VECTOR_PUSH(&s->items, t);
}

static struct term random_bool(struct session *s)
{
    struct term t = TERM_NONE;
    for (int tries = 0; tries < 50; tries++) {
        t = s->items.data[random_below((unsigned)s->items.count)];
        if (sort_kind(s->terms, term_sort(s->terms, t)) == SORT_BOOL)
            break;
        t = TERM_NONE;
    }
    if (!term_is(t)) {
        struct term x = pick(s, sort_bv(s->terms, s->widths[0]));
        t = term_eq(s->terms, x, random_constant(s->terms, s->widths[0]));
    }
    return random_below(2) ? t : term_not(s->terms, t);
}

/* --- checks --- */

static struct term value_in(void *context, struct term t)
{
    return solver_value(context, t);
}

static bool holds(struct session *s, struct solver *solver, struct term t)
{
    return term_is_true(s->terms, term_evaluate(s->terms, t, value_in, solver)) &&
           solver_true(solver, t);
}

static const char *check_model(struct session *s, struct solver *solver)
{
    for (size_t i = 0; i < s->asserted.count; i++)
        if (!holds(s, solver, s->asserted.data[i]))
            return "a model breaks an assertion";
    for (size_t i = 0; i < s->assumed.count; i++)
        if (!holds(s, solver, s->assumed.data[i]))
            return "a model breaks an assumption";
    bool constrained = s->constraint.count == 0;
    for (size_t i = 0; i < s->constraint.count; i++)
        constrained |= holds(s, solver, s->constraint.data[i]);
    return constrained ? NULL : "a model breaks the temporary clause";
}

static enum answer ask(struct session *s, struct solver *solver)
{
    if (!s->constraint.count)
        return solver_solve_under(solver, s->assumed.data, s->assumed.count, NULL);
    return solver_solve_clause(solver, s->assumed.data, s->assumed.count, s->constraint.data,
                               s->constraint.count, NULL);
}

/* A new Z3 with only the failed assumptions. */
static const char *check_core(struct session *s, struct solver *solver)
{
    struct solver *judge = solver_new(s->terms, "z3");
    for (size_t i = 0; i < s->asserted.count; i++)
        solver_assert(judge, s->asserted.data[i]);
    for (size_t i = 0; i < s->assumed.count; i++)
        if (solver_failed(solver, s->assumed.data[i]))
            solver_assert(judge, s->assumed.data[i]);
    if (s->constraint.count)
        solver_assert_clause(judge, s->constraint.data, s->constraint.count);
    enum answer answer = solver_solve(judge, NULL);
    solver_free(judge);
    return answer == ANSWER_UNSAT ? NULL : "failed assumptions are not enough";
}

/* Models of Z3 4.8 that break what was asserted, as seen with equalities of constant arrays;
 * its own program gives the same ones. */
static size_t broken_by_z3;

static const char *round_of(struct session *s, struct solver **solvers, size_t count,
                            size_t *satisfiable)
{
    enum answer first = ANSWER_UNKNOWN;
    for (size_t i = 0; i < count; i++) {
        enum answer answer = ask(s, solvers[i]);
        if (answer == ANSWER_UNKNOWN)
            return "no answer";
        if (i == 0)
            first = answer;
        if (answer != first)
            return i == 1 ? "our answer is not Z3's" : "a later solver answers otherwise";
        const char *bad = answer == ANSWER_SAT ? check_model(s, solvers[i])
                          : i == 1             ? check_core(s, solvers[i])
                                               : NULL;
        if (bad && i == 0 && answer == ANSWER_SAT)
            broken_by_z3++; /* the others' models still count */
        else if (bad)
            return bad;
    }
    *satisfiable += first == ANSWER_SAT;
    return NULL;
}

static void add_assertion(struct session *s, struct solver **solvers, size_t count)
{
    struct term list[3];
    size_t n = 1 + random_below(3);
    for (size_t i = 0; i < n; i++)
        list[i] = random_bool(s);
    for (size_t i = 0; i < count; i++)
        solver_assert_clause(solvers[i], list, n);
    VECTOR_PUSH(&s->asserted, term_or_n(s->terms, list, n));
}

static void report(struct session *s, const char *bad)
{
    struct text out = {0};
    for (size_t i = 0; i < s->assumed.count; i++)
        VECTOR_PUSH(&s->asserted, s->assumed.data[i]);
    if (s->constraint.count)
        VECTOR_PUSH(&s->asserted,
                    term_or_n(s->terms, s->constraint.data, s->constraint.count));
    term_print_script(s->terms, s->asserted.data, s->asserted.count, &out);
    fprintf(stderr, "%s\n%s\n", bad, text_of(&out));
    text_release(&out);
}

static int one_session(uint64_t *queries, size_t *satisfiable)
{
    struct session s = {.terms = terms_new(), .arrays = random_below(2) == 0};
    for (int i = 0; i < 2; i++)
        s.widths[i] = 1 + random_below(MOST_BITS);
    struct sort index =
        random_below(5) ? sort_bv(s.terms, s.widths[random_below(2)]) : sort_bool(s.terms);
    s.array_sorts[0] =
        sort_array(s.terms, sort_bv(s.terms, random_below(4) ? s.widths[0] : 20),
                   sort_bv(s.terms, s.widths[0]));
    s.array_sorts[1] = sort_array(
        s.terms, index, random_below(4) ? sort_bv(s.terms, s.widths[0]) : sort_bool(s.terms));
    for (unsigned n = 5 + random_below(40); n > 0; n--)
        add_item(&s);
    struct solver *solvers[3] = {solver_new(s.terms, "z3"), solver_new(s.terms, "cadical"),
                                 NULL};
    size_t count = 2;
    const char *bad = NULL;
    for (int round = 0; round < ROUNDS && !bad; round++) {
        for (unsigned n = random_below(3); n > 0; n--)
            add_assertion(&s, solvers, count);
        if (round == 2) {
            solvers[count++] = solver_new(s.terms, NULL);
            for (size_t i = 0; i < s.asserted.count; i++)
                solver_assert(solvers[2], s.asserted.data[i]);
        }
        s.assumed.count = s.constraint.count = 0;
        for (unsigned n = random_below(4); n > 0; n--)
            VECTOR_PUSH(&s.assumed, random_bool(&s));
        for (unsigned n = random_below(2) ? random_below(4) : 0; n > 0; n--)
            VECTOR_PUSH(&s.constraint, random_bool(&s));
        bad = round_of(&s, solvers, count, satisfiable);
        ++*queries;
        for (unsigned n = random_below(4); n > 0; n--)
            add_item(&s);
    }
    if (bad)
        report(&s, bad);
    for (size_t i = 0; i < count; i++)
        solver_free(solvers[i]);
    VECTOR_RELEASE(&s.items);
    VECTOR_RELEASE(&s.asserted);
    VECTOR_RELEASE(&s.assumed);
    VECTOR_RELEASE(&s.constraint);
    terms_free(s.terms);
    return bad != NULL;
}

int main(int argc, char **argv)
{
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 200, queries = 0;
    if (argc > 2)
        random_state ^= strtoull(argv[2], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15);
    size_t satisfiable = 0;
    int bad = 0;
    while (queries < wanted && !bad) {
        uint64_t seed = random_state;
        bad = one_session(&queries, &satisfiable);
        if (bad)
            fprintf(stderr, "random state %llu\n", (unsigned long long)seed);
    }
    if (broken_by_z3)
        printf("%zu models of Z3 break assertions\n", broken_by_z3);
    printf("%llu queries, %zu satisfiable, %s\n", (unsigned long long)queries, satisfiable,
           bad ? "a disagreement" : "all agree");
    return bad;
}
