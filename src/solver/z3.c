/* The Z3 back end: the second opinion. Assumptions and the temporary clause go through fresh
 * literals that imply them, since Z3 only takes literals. Values are computed by evaluation
 * from Z3's values of variables and calls. After a query without answer all is made anew. */
#include "base/clock.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "solver/solver_internal.h"
#include "solver/z3_translate.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_ELEMENT_BITS = 10 };

struct proxy {
    struct term term;
    Z3_ast literal;
    bool failed;
};

struct z3 {
    struct solver solver;
    struct z3_terms terms;
    Z3_solver z3;
    Z3_model model;
    struct map memo;    /* term values under the model */
    struct map proxies; /* term id to its literal */
    VECTOR(struct proxy) assumptions, last;
    VECTOR(struct term) asserted; /* clauses, each followed by TERM_NONE */
    Z3_ast constraint;            /* literal that implies the temporary clause, or null */
};

static struct solver *z3_make(struct terms *terms)
{
    struct z3 *s = calloc(1, sizeof *s);
    if (!s)
        BUG("out of memory");
    s->solver = (struct solver){.backend = &solver_z3, .terms = terms};
    z3_terms_init(&s->terms, terms);
    s->z3 = Z3_mk_solver(s->terms.context);
    Z3_solver_inc_ref(s->terms.context, s->z3);
    return &s->solver;
}

static void drop_model(struct z3 *s)
{
    if (s->model)
        Z3_model_dec_ref(s->terms.context, s->model);
    s->model = NULL;
    map_clear(&s->memo);
}

static void z3_free(struct solver *solver)
{
    struct z3 *s = (struct z3 *)solver;
    drop_model(s);
    Z3_solver_dec_ref(s->terms.context, s->z3);
    z3_terms_release(&s->terms);
    map_release(&s->memo);
    map_release(&s->proxies);
    VECTOR_RELEASE(&s->assumptions);
    VECTOR_RELEASE(&s->last);
    VECTOR_RELEASE(&s->asserted);
    free(s);
}

static Z3_ast disjunction(struct z3 *s, const struct term *clause, size_t count)
{
    if (count == 1)
        return z3_expression(&s->terms, clause[0]);
    VECTOR(Z3_ast) list = {0};
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&list, z3_expression(&s->terms, clause[i]));
    Z3_ast a = Z3_mk_or(s->terms.context, (unsigned)count, list.data);
    VECTOR_RELEASE(&list);
    return a;
}

static void z3_assert_clause(struct solver *solver, const struct term *clause, size_t count)
{
    struct z3 *s = (struct z3 *)solver;
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&s->asserted, clause[i]);
    VECTOR_PUSH(&s->asserted, TERM_NONE);
    Z3_solver_assert(s->terms.context, s->z3, disjunction(s, clause, count));
}

static Z3_ast implying(struct z3 *s, Z3_ast a)
{
    Z3_ast literal =
        Z3_mk_fresh_const(s->terms.context, "assume", Z3_mk_bool_sort(s->terms.context));
    Z3_solver_assert(s->terms.context, s->z3, Z3_mk_implies(s->terms.context, literal, a));
    return literal;
}

static void z3_assume(struct solver *solver, struct term t)
{
    struct z3 *s = (struct z3 *)solver;
    uint64_t known;
    if (!map_get(&s->proxies, t.id, &known)) {
        known = (uint64_t)(uintptr_t)implying(s, z3_expression(&s->terms, t));
        map_set(&s->proxies, t.id, known);
    }
    VECTOR_PUSH(&s->assumptions, (struct proxy){t, (Z3_ast)(uintptr_t)known, false});
}

static void z3_constrain(struct solver *solver, const struct term *clause, size_t count)
{
    struct z3 *s = (struct z3 *)solver;
    if (s->constraint)
        BUG("two temporary clauses for one call");
    s->constraint = implying(s, disjunction(s, clause, count));
}

/* --- solving --- */

/* Interrupts Z3 when *stop becomes nonzero. */
struct watcher {
    Z3_context context;
    const volatile int *stop;
    volatile int done;
    bool interrupted;
};

static void *watch(void *context)
{
    struct watcher *w = context;
    while (!w->done) {
        if (*w->stop) {
            w->interrupted = true;
            Z3_interrupt(w->context);
        }
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return NULL;
}

static void set_limits(struct z3 *s, const struct solver_limits *limits)
{
    Z3_context c = s->terms.context;
    Z3_params params = Z3_mk_params(c);
    Z3_params_inc_ref(c, params);
    double milliseconds = limits->seconds * 1000;
    unsigned timeout =
        limits->seconds > 0 && milliseconds < 4e9 ? (unsigned)milliseconds + 1 : UINT32_MAX;
    Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "timeout"), timeout);
    bool limited = limits->conflicts > 0 && limits->conflicts < UINT32_MAX;
    Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "max_conflicts"),
                       limited ? (unsigned)limits->conflicts : UINT32_MAX);
    Z3_solver_set_params(c, s->z3, params);
    Z3_params_dec_ref(c, params);
}

static Z3_lbool check(struct z3 *s, const struct solver_limits *limits)
{
    VECTOR(Z3_ast) list = {0};
    for (size_t i = 0; i < s->last.count; i++)
        VECTOR_PUSH(&list, s->last.data[i].literal);
    if (s->constraint)
        VECTOR_PUSH(&list, s->constraint);
    struct watcher w = {.context = s->terms.context, .stop = limits->stop};
    pthread_t thread;
    bool watched = limits->stop && pthread_create(&thread, NULL, watch, &w) == 0;
    Z3_lbool result =
        Z3_solver_check_assumptions(s->terms.context, s->z3, (unsigned)list.count, list.data);
    w.done = 1;
    if (watched)
        pthread_join(thread, NULL);
    VECTOR_RELEASE(&list);
    return w.interrupted ? Z3_L_UNDEF : result; /* whatever Z3 makes of an interruption */
}

static void keep_core(struct z3 *s)
{
    Z3_context c = s->terms.context;
    Z3_ast_vector core = Z3_solver_get_unsat_core(c, s->z3);
    Z3_ast_vector_inc_ref(c, core);
    for (unsigned i = 0; i < Z3_ast_vector_size(c, core); i++)
        for (size_t j = 0; j < s->last.count; j++)
            if (Z3_ast_vector_get(c, core, i) == s->last.data[j].literal)
                s->last.data[j].failed = true;
    Z3_ast_vector_dec_ref(c, core);
}

/* A query that was stopped leaves work behind, with which Z3 goes on in the next one, however
 * easy that is; and an interruption that comes as the query ends stays pending in the
 * context: later queries lose assertions then, and are answered wrongly. So nothing of it is
 * kept. */
static void renew(struct z3 *s)
{
    Z3_solver_dec_ref(s->terms.context, s->z3);
    z3_terms_release(&s->terms);
    map_clear(&s->proxies);
    z3_terms_init(&s->terms, s->solver.terms);
    s->z3 = Z3_mk_solver(s->terms.context);
    Z3_solver_inc_ref(s->terms.context, s->z3);
    const struct term *all = s->asserted.data;
    for (size_t i = 0, from = 0; i < s->asserted.count; i++) {
        if (term_is(all[i]))
            continue;
        Z3_solver_assert(s->terms.context, s->z3, disjunction(s, all + from, i - from));
        from = i + 1;
    }
}

static enum answer z3_solve(struct solver *solver, const struct solver_limits *limits)
{
    struct z3 *s = (struct z3 *)solver;
    double start = thread_now();
    drop_model(s);
    s->last.count = 0;
    for (size_t i = 0; i < s->assumptions.count; i++)
        VECTOR_PUSH(&s->last, s->assumptions.data[i]);
    set_limits(s, limits);
    Z3_lbool result = check(s, limits);
    if (result == Z3_L_TRUE) {
        s->model = Z3_solver_get_model(s->terms.context, s->z3);
        Z3_model_inc_ref(s->terms.context, s->model);
    }
    if (result == Z3_L_FALSE)
        keep_core(s);
    if (s->constraint)
        Z3_solver_assert(s->terms.context, s->z3,
                         Z3_mk_not(s->terms.context, s->constraint)); /* retired */
    s->constraint = NULL;
    s->assumptions.count = 0;
    if (result == Z3_L_UNDEF)
        renew(s);
    solver->statistics.seconds_solving += thread_now() - start;
    if (result == Z3_L_TRUE)
        return ANSWER_SAT;
    return result == Z3_L_FALSE ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

/* --- answers --- */

/* Z3's own value of a term, or TERM_NONE when it is not a constant we can read. */
static struct term evaluate(struct z3 *s, struct term t)
{
    Z3_ast value;
    if (!s->model ||
        !Z3_model_eval(s->terms.context, s->model, z3_expression(&s->terms, t), true, &value))
        return TERM_NONE;
    return z3_constant(&s->terms, s->model, value, term_sort(s->solver.terms, t));
}

/* An array that Z3 only describes, element by element; for short indices. */
static struct term evaluate_elements(struct z3 *s, struct term array)
{
    struct terms *terms = s->solver.terms;
    struct sort sort = term_sort(terms, array), index = sort_index(terms, sort);
    bool boolean = sort_kind(terms, index) == SORT_BOOL;
    unsigned width = boolean ? 1 : sort_width(terms, index);
    if (width > MOST_ELEMENT_BITS)
        return TERM_NONE;
    struct term t = term_default(terms, sort);
    for (uint64_t i = 0; i < UINT64_C(1) << width; i++) {
        struct term at = boolean ? term_bool(terms, i) : term_bv(terms, width, i),
                    element = evaluate(s, term_select(terms, array, at));
        if (!term_is(element))
            return TERM_NONE;
        t = term_store(terms, t, at, element);
    }
    return t;
}

static struct term variable_value(void *context, struct term t)
{
    struct z3 *s = context;
    struct term value = evaluate(s, t);
    if (!term_is(value) &&
        sort_kind(s->solver.terms, term_sort(s->solver.terms, t)) == SORT_ARRAY)
        value = evaluate_elements(s, t);
    if (!term_is(value))
        BUG("Z3 gives no value for %s", term_name(s->solver.terms, t));
    return value;
}

static struct term z3_value(struct solver *solver, struct term t)
{
    struct z3 *s = (struct z3 *)solver;
    uint64_t known;
    if (map_get(&s->memo, t.id, &known))
        return term_normal(solver->terms, (struct term){(uint32_t)known});
    struct term value = evaluate(s, t);
    if (!term_is(value))
        value = term_evaluate_memo(solver->terms, t, &s->memo, variable_value, s);
    map_set(&s->memo, t.id, value.id);
    return term_normal(solver->terms, value);
}

static bool z3_failed(struct solver *solver, struct term t)
{
    struct z3 *s = (struct z3 *)solver;
    for (size_t i = 0; i < s->last.count; i++)
        if (term_same(s->last.data[i].term, t) && s->last.data[i].failed)
            return true;
    return false;
}

const struct solver_backend solver_z3 = {
    .name = "z3",
    .summary = "Z3, for cross-checks, certificates and what the circuits do not cover",
    .make = z3_make,
    .free = z3_free,
    .assert_clause = z3_assert_clause,
    .assume = z3_assume,
    .constrain = z3_constrain,
    .solve = z3_solve,
    .value = z3_value,
    .failed = z3_failed,
};
