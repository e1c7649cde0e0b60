/* The CaDiCaL back end: terms through the store's shared blaster to clauses of this solver's
 * cone.
 *
 * The model is copied when a call is satisfiable (values of inputs only), so it stays
 * readable while more is asserted. Values of terms are computed from it by evaluation, never
 * read from gates: with one-sided clauses those mean nothing. */
#include "base/clock.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "blast/blaster.h"
#include "blast/cnf.h"
#include "solver/lemmas.h"
#include "solver/solver_internal.h"
#include "term/limbs.h"

#include <ccadical.h>
#include <stdlib.h>

struct assumption {
    struct term term;
    int literal; /* or ALWAYS or NEVER */
    bool failed; /* after an unsatisfiable call */
};
enum { ALWAYS = 0, NEVER = INT32_MIN }; /* the constants true and false */

struct cadical {
    struct solver solver;
    CCaDiCaL *sat;
    struct blaster *blaster;
    struct cnf cnf;
    struct lemmas lemmas;
    VECTOR(int) clause;
    VECTOR(struct assumption) assumptions, last; /* for the next call, of the last call */
    VECTOR(int) constraint;
    bool constrained, constraint_holds;
    /* a literal of the temporary clause of a call that was not answered: CaDiCaL keeps such
     * clauses; 0: none */
    int left_over;
    struct map model; /* input nodes to their values */
    struct map memo;  /* term values under the model */
    double deadline;  /* of the call under way; 0: none */
    const volatile int *stop;
    unsigned ticks;
};

static void add_clause(void *context, const int *literals, size_t count)
{
    struct cadical *s = context;
    for (size_t i = 0; i < count; i++)
        ccadical_add(s->sat, literals[i]);
    ccadical_add(s->sat, 0);
}

static struct solver *cadical_make(struct terms *terms)
{
    struct cadical *s = calloc(1, sizeof *s);
    if (!s)
        BUG("out of memory");
    s->solver = (struct solver){.backend = &solver_cadical, .terms = terms};
    s->sat = ccadical_init();
    ccadical_set_option(s->sat, "quiet", 1);
    ccadical_set_option(s->sat, "lucky", 0);   /* linear in the instance, at every call */
    ccadical_set_option(s->sat, "profile", 0); /* system calls */
    s->blaster = blaster_of(terms);
    cnf_init(&s->cnf, blaster_aig(s->blaster), add_clause, s);
    lemmas_init(&s->lemmas, terms);
    return &s->solver;
}

static void cadical_keep_plain(struct solver *solver)
{
    ccadical_set_option(((struct cadical *)solver)->sat, "inprocessing", 0);
}

static void cadical_free(struct solver *solver)
{
    struct cadical *s = (struct cadical *)solver;
    ccadical_release(s->sat);
    cnf_release(&s->cnf);
    lemmas_release(&s->lemmas);
    VECTOR_RELEASE(&s->clause);
    VECTOR_RELEASE(&s->assumptions);
    VECTOR_RELEASE(&s->last);
    VECTOR_RELEASE(&s->constraint);
    map_release(&s->model);
    map_release(&s->memo);
    free(s);
}

/* The SAT literal of a Boolean term, or ALWAYS or NEVER. */
static int literal_of(struct cadical *s, struct term t)
{
    /* processor time would be a system call, more expensive than the literal */
    double start = wall_now();
    uint64_t before = blaster_aig(s->blaster)->gates;
    literal a = blaster_literal(s->blaster, t);
    lemmas_watch(&s->lemmas, t);
    int result = literal_is_constant(a) ? (a == LITERAL_TRUE ? ALWAYS : NEVER)
                                        : cnf_literal(&s->cnf, a);
    s->solver.statistics.gates += blaster_aig(s->blaster)->gates - before;
    s->solver.statistics.seconds_blasting += wall_now() - start;
    return result;
}

struct blasting_limit {
    double seconds; /* 0: none */
    /* 0: the clock was not asked yet; it is a system call, and most terms are blasted already
     */
    double deadline;
    const volatile int *stop;
};

static bool is_blasting_over(void *context)
{
    struct blasting_limit *l = context;
    if (l->stop && *l->stop)
        return true;
    if (l->seconds <= 0)
        return false;
    double now = thread_now();
    if (l->deadline <= 0)
        l->deadline = now + l->seconds;
    return now > l->deadline;
}

static bool cadical_prepare(struct solver *solver, struct term t,
                            const struct solver_limits *limits)
{
    struct cadical *s = (struct cadical *)solver;
    struct blasting_limit l = {.seconds = limits->seconds, .stop = limits->stop};
    return blaster_prepare(s->blaster, t, is_blasting_over, &l);
}

/* Gathers a clause in s->clause; false if it always holds. */
static bool gather(struct cadical *s, const struct term *clause, size_t count)
{
    s->clause.count = 0;
    for (size_t i = 0; i < count; i++) {
        int next = literal_of(s, clause[i]);
        if (next == ALWAYS)
            return false;
        if (next != NEVER)
            VECTOR_PUSH(&s->clause, next);
    }
    LAW(s->clause.count <= count);
    return true;
}

static void cadical_assert_clause(struct solver *solver, const struct term *clause,
                                  size_t count)
{
    struct cadical *s = (struct cadical *)solver;
    if (!gather(s, clause, count))
        return;
    add_clause(s, s->clause.data, s->clause.count);
    s->cnf.clauses++;
}

static void cadical_assume(struct solver *solver, struct term t)
{
    struct cadical *s = (struct cadical *)solver;
    VECTOR_PUSH(&s->assumptions, (struct assumption){t, literal_of(s, t), false});
}

static void cadical_constrain(struct solver *solver, const struct term *clause, size_t count)
{
    struct cadical *s = (struct cadical *)solver;
    if (s->constrained)
        BUG("two temporary clauses for one call");
    s->constrained = true;
    s->constraint_holds = !gather(s, clause, count);
    s->constraint.count = 0;
    for (size_t i = 0; i < s->clause.count; i++)
        VECTOR_PUSH(&s->constraint, s->clause.data[i]);
}

/* --- solving --- */

static int is_over(void *context)
{
    struct cadical *s = context;
    if (s->stop && *s->stop)
        return 1;
    return s->deadline > 0 && s->ticks++ % 16 == 0 && thread_now() > s->deadline;
}

/* One call of the SAT solver with the assumptions and the temporary clause; 0, 10 or 20. */
static int solve_once(struct cadical *s, const struct solver_limits *limits)
{
    for (size_t i = 0; i < s->last.count; i++)
        if (s->last.data[i].literal == NEVER)
            return s->last.data[i].failed = true, 20;
    if (s->constrained && !s->constraint_holds && s->constraint.count == 0)
        return 20; /* no assumption is to blame */
    for (size_t i = 0; i < s->last.count; i++)
        if (s->last.data[i].literal != ALWAYS)
            ccadical_assume(s->sat, s->last.data[i].literal);
    if (s->constrained && !s->constraint_holds) {
        for (size_t i = 0; i < s->constraint.count; i++)
            ccadical_constrain(s->sat, s->constraint.data[i]);
        ccadical_constrain(s->sat, 0);
    } else if (s->left_over) { /* replaced by one that always holds */
        ccadical_constrain(s->sat, s->left_over);
        ccadical_constrain(s->sat, -s->left_over);
        ccadical_constrain(s->sat, 0);
    }
    if (limits->conflicts > 0)
        ccadical_limit(s->sat, "conflicts",
                       limits->conflicts > INT32_MAX ? INT32_MAX : (int)limits->conflicts);
    int result = ccadical_solve(s->sat);
    LAW(result == 0 || result == 10 || result == 20);
    s->left_over =
        result || !s->constrained || s->constraint_holds ? 0 : s->constraint.data[0];
    if (result == 20)
        for (size_t i = 0; i < s->last.count; i++) {
            struct assumption *a = &s->last.data[i];
            a->failed = a->literal != ALWAYS && ccadical_failed(s->sat, a->literal);
        }
    return result;
}

static void keep_model(struct cadical *s)
{
    map_clear(&s->model);
    for (size_t i = 0; i < s->cnf.inputs.count; i++) {
        uint32_t node = s->cnf.inputs.data[i];
        int variable = cnf_variable(&s->cnf, node);
        LAW(variable > 0);
        LAW(aig_is_input(blaster_aig(s->blaster), node));
        if (ccadical_val(s->sat, variable) > 0)
            map_set(&s->model, node, 1);
    }
}

/* Value of a leaf from the kept model; inputs that never reached the solver are 0. */
static struct term leaf_value(void *context, struct term leaf)
{
    struct cadical *s = context;
    struct sort sort = term_sort(s->solver.terms, leaf);
    if (sort_kind(s->solver.terms, sort) == SORT_ARRAY)
        return TERM_NONE;
    struct bits inputs = blaster_inputs(s->blaster, leaf);
    if (inputs.width == 0)
        return TERM_NONE;
    uint32_t small[8] = {0}, *limbs = LIMBS(inputs.width) <= 8
                                          ? small
                                          : calloc(LIMBS(inputs.width), sizeof *limbs);
    if (!limbs)
        BUG("out of memory");
    for (unsigned i = 0; i < inputs.width; i++)
        if (map_has(&s->model, literal_node(inputs.at[i])))
            limbs_set_bit(limbs, i, true);
    struct term value = blaster_value(s->solver.terms, sort, limbs);
    if (limbs != small)
        free(limbs);
    return value;
}

static void add_lemma(void *context, const struct term *clause, size_t count)
{
    struct cadical *s = context;
    s->solver.statistics.array_lemmas++;
    cadical_assert_clause(&s->solver, clause, count);
}

static enum answer refine(struct cadical *s, const struct solver_limits *limits)
{
    struct lemmas_host host = {s, leaf_value, add_lemma};
    for (;;) {
        lemmas_expand(&s->lemmas, &host);
        int result = solve_once(s, limits);
        if (result == 20)
            return ANSWER_UNSAT;
        if (result != 10)
            return ANSWER_UNKNOWN;
        keep_model(s);
        if (s->lemmas.unsupported)
            return ANSWER_UNKNOWN;
        if (lemmas_check(&s->lemmas, &host, &s->memo) == 0)
            return ANSWER_SAT;
        if (is_over(s))
            return ANSWER_UNKNOWN;
    }
}

static enum answer cadical_solve(struct solver *solver, const struct solver_limits *limits)
{
    struct cadical *s = (struct cadical *)solver;
    double start = thread_now();
    s->deadline = limits->seconds > 0 ? start + limits->seconds : 0;
    s->stop = limits->stop;
    s->ticks = 0;
    bool limited = s->stop || s->deadline > 0;
    ccadical_set_terminate(s->sat, limited ? s : NULL, limited ? is_over : NULL);
    s->last.count = 0;
    for (size_t i = 0; i < s->assumptions.count; i++)
        VECTOR_PUSH(&s->last, s->assumptions.data[i]);
    enum answer answer = refine(s, limits);
    s->assumptions.count = 0;
    s->constrained = false;
    LAW(answer != ANSWER_UNSAT || !s->left_over);
    s->solver.statistics.seconds_solving += thread_now() - start;
    return answer;
}

/* --- answers --- */

/* Value of a variable, or of a call with constant arguments. */
static struct term model_value(void *context, struct term t)
{
    struct cadical *s = context;
    LAW(term_op(s->solver.terms, t) == TERM_VAR || term_op(s->solver.terms, t) == TERM_CALL);
    bool scalar = term_op(s->solver.terms, t) == TERM_VAR &&
                  sort_kind(s->solver.terms, term_sort(s->solver.terms, t)) != SORT_ARRAY;
    return scalar ? leaf_value(s, t) : lemmas_value(&s->lemmas, t);
}

static struct term cadical_value(struct solver *solver, struct term t)
{
    struct cadical *s = (struct cadical *)solver;
    return term_normal(solver->terms,
                       term_evaluate_memo(solver->terms, t, &s->memo, model_value, s));
}

static bool cadical_failed(struct solver *solver, struct term t)
{
    struct cadical *s = (struct cadical *)solver;
    for (size_t i = 0; i < s->last.count; i++) {
        if (term_same(s->last.data[i].term, t) && s->last.data[i].failed)
            return true;
    }
    return false;
}

static void cadical_statistics(const struct solver *solver,
                               struct solver_statistics *statistics)
{
    const struct cadical *s = (const struct cadical *)solver;
    statistics->variables = (uint64_t)s->cnf.variables;
    statistics->clauses = s->cnf.clauses;
}

const struct solver_backend solver_cadical = {
    .name = "cadical",
    .summary = "CaDiCaL on the blasted circuit; arrays and functions by lemmas on demand",
    .make = cadical_make,
    .free = cadical_free,
    .keep_plain = cadical_keep_plain,
    .assert_clause = cadical_assert_clause,
    .prepare = cadical_prepare,
    .assume = cadical_assume,
    .constrain = cadical_constrain,
    .solve = cadical_solve,
    .value = cadical_value,
    .failed = cadical_failed,
    .statistics = cadical_statistics,
};
