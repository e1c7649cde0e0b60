/* The checker from the outside: run the program, then ask Z3 and a fresh CaDiCaL in turns
 * whether a duty can fail. */
#include "base/clock.h"
#include "base/process.h"
#include "check/check_internal.h"
#include "check/lists/lists.h"
#include "check/shape/shape.h"

#include "solver/cases.h"
#include "solver/solver.h"
#include "solver/substitute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LAYOUTS = 40 };

/* --- the program --- */

/* argc is some number from 1 on; what argv points to is not covered. */
static struct datum *arguments_of_entry(struct checker *c)
{
    const struct function *f = &c->program->functions.data[c->program->entry];
    struct datum *v = ARENA_ARRAY(&c->arena, struct datum, f->param_count + 1);
    struct activation entry = {.function = c->program->entry, .f = f};
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX)
            continue;
        v[in->extra] = in->type.kind == TYPE_POINTER
                           ? view_null(&c->view)
                           : datum_fresh(&c->view, in->type, "argument");
        if (in->type.kind == TYPE_POINTER && function_uses(f, (uint32_t)i))
            check_uncovered(c, &entry, (uint32_t)i, term_bool(c->terms, true),
                            "a pointer parameter of the entry function");
        if (in->type.kind == TYPE_INT && in->extra == 0)
            check_assume(c, term_2(c->terms, TERM_BV_SGE, v[in->extra].a,
                                   term_bv(c->terms, in->type.width, 1)));
    }
    return v;
}

enum { MOST_STEPS = 64 };

static uint64_t most_on_path(void *context, struct term t)
{
    const struct checker *c = context;
    uint64_t most = UINT64_MAX;
    unsigned left = MOST_STEPS;
    for (const struct step *s = c->now; s && left; s = s->up, left--) {
        uint64_t one = term_most_by(c->terms, s->literal, t);
        if (one < most)
            most = one;
    }
    return most;
}

static void keep_members_of_globals(struct checker *c)
{
    for (uint32_t i = 0; i < c->program->globals.count; i++) {
        const struct global *g = &c->program->globals.data[i];
        if (g->read_only || g->variable == UINT32_MAX)
            continue;
        view_keep_members(&c->view, view_global(&c->view, i),
                          c->program->variables.data[g->variable].ctype);
    }
}

static void run_program(struct checker *c)
{
    view_init(&c->view, c->terms, c->program, &c->plans);
    c->assuming = false;
    c->closed = NULL;
    c->now = step_and(c, NULL, term_bool(c->terms, true));
    c->view.most = most_on_path;
    c->view.most_context = c;
    c->view.whole_pointers = c->certificate->kind == CERTIFICATE_INVARIANTS;
    keep_members_of_globals(c);
    c->state = view_start(&c->view);
    check_ghosts_begin(c);
    check_described(c);
    if (c->failed)
        return;
    struct datum *results = ARENA_ARRAY(&c->arena, struct datum, 8);
    bool alone = c->entry != c->program->entry;
    uint32_t whole = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    if (alone && (c->certificate->violations & whole)) {
        c->failed = "leaks of a function alone";
        return;
    }
    if (c->program->functions.data[c->entry].result_count > 8) {
        c->failed = "an entry function with many results";
        return;
    }
    check_function(c, NULL, 0, c->entry,
                   alone ? check_environment(c, c->entry) : arguments_of_entry(c), results);
    if (!c->failed)
        check_summaries(c);
}

const char CHECK_OUT_OF_TIME[] = "out of time";

const char *check_answer_name(enum check_answer a)
{
    switch (a) {
    case CHECK_UNDECIDED:
        return "undecided";
    case CHECK_CONFIRMED:
        return "confirmed";
    case CHECK_REFUTED:
        return "refuted";
    case CHECK_NOT_SHOWN:
        return "not shown";
    case CHECK_NOT_COVERED:
        return "not covered";
    case CHECK_INVALID:
        return "invalid";
    }
    return "";
}

/* --- the question --- */

static enum answer ask(struct checker *c, struct solver *s, struct term any, double seconds)
{
    struct solver_limits limits = {.seconds = seconds};
    struct term *instances;
    size_t count;
    check_instances(c, &instances, &count);
    for (size_t i = 0; i < count; i++)
        solver_assert(s, instances[i]);
    free(instances);
    for (size_t i = 0; i < c->view.axioms.count; i++)
        solver_assert(s, c->view.axioms.data[i]);
    solver_assert(s, any);
    return seconds > 0 ? solver_solve(s, &limits) : ANSWER_UNKNOWN;
}

static void tell(struct checker *c, struct solver *s, struct check_result *r)
{
    static const char *const words[] = {
        [DUTY_VIOLATION] = "the facts do not exclude a violation:",
        [DUTY_COVERED] = "runs meet",
        [DUTY_UNWOUND] = "runs go on:",
        [DUTY_INITIAL] = "the facts do not hold at the entry of the loop",
        [DUTY_INDUCTIVE] = "the facts are not kept by the loop",
        [DUTY_RANKING] = "no rank falls in some round of the loop",
        [DUTY_CALL] = "the facts about calls of a recursive function do not hold",
        [DUTY_RETURN] = "the facts about returns of a recursive function do not hold",
    };
    for (size_t i = 0; i < c->duties.count; i++) {
        const struct duty *d = &c->duties.data[i];
        if (!solver_true(s, d->bad))
            continue;
        const struct function *f = &c->program->functions.data[d->function];
        const struct instruction *in = &f->instructions.data[d->instruction];
        if (in->place ==
            0) { /* a phi has no place: the first instruction of its block that has one */
            const struct block *b = &f->blocks.data[in->block];
            for (size_t k = 0; k < b->instructions.count && in->place == 0; k++)
                in = &f->instructions.data[b->instructions.data[k]];
        }
        char place[200];
        place_text(c->program, instruction_place(c->program, in), place, sizeof place);
        snprintf(r->why, sizeof r->why, "%s%s%s at %.120s", words[d->kind],
                 d->what ? " " : "", d->what ? d->what : "", place);
        return;
    }
    snprintf(r->why, sizeof r->why, "refuted by %s", "an execution that meets no duty");
}

/* Z3 shortly, then CaDiCaL, then Z3 for as long as there is time: where the first is slow,
 * the other often is not. The solver is the one that answered, to be freed. */
static enum answer ask_in_turns(struct checker *c, struct term any, struct solver **solver)
{
    static const struct {
        const char *backend;
        double share;
    } turns[] = {{"z3", 0.08}, {"cadical", 0.6}, {"z3", 1}};
    enum answer answer = ANSWER_UNKNOWN;
    *solver = NULL;
    for (int i = 0; i < 3 && answer == ANSWER_UNKNOWN; i++) {
        if (*solver)
            solver_free(*solver);
        double left = c->until - cpu_now();
        *solver = solver_new(c->terms, turns[i].backend);
        answer = ask(c, *solver, any, turns[i].share * left);
    }
    return answer;
}

/* Some duty of those kinds is not met. */
static struct term any_duty(struct checker *c, bool covered)
{
    struct term any = term_bool(c->terms, false);
    for (size_t i = 0; i < c->duties.count; i++)
        if ((c->duties.data[i].kind != DUTY_COVERED) == covered)
            any = term_or(c->terms, any, c->duties.data[i].bad);
    return any;
}

/* A duty is not met: is it met by all runs that are covered? */
static void blame(struct checker *c, struct term uncovered, struct check_result *r)
{
    bool incomplete = c->certificate->partial || c->premises.count;
    r->answer = incomplete ? CHECK_NOT_SHOWN : CHECK_REFUTED;
    if (term_is_false(c->terms, uncovered))
        return;
    struct solver *s;
    struct check_result real = {0};
    enum answer answer = ask_in_turns(
        c, term_and(c->terms, any_duty(c, true), term_not(c->terms, uncovered)), &s);
    if (answer == ANSWER_SAT) {
        tell(c, s, &real);
        memcpy(r->why, real.why, sizeof r->why);
    } else {
        r->answer = answer == ANSWER_UNSAT ? CHECK_NOT_COVERED : CHECK_NOT_SHOWN;
    }
    solver_free(s);
}

/* What algebra refutes needs no circuits. */
static bool is_met(struct checker *c, const struct duty *d, double until)
{
    static const double share = 0.3;
    struct cases_limits cases = {share * (until - cpu_now()), true};
    if (cases.seconds > 0 && cases_refute(c->terms, &d->bad, 1, cases))
        return true;
    struct solver_limits limits = {.seconds = share * (until - cpu_now())};
    return limits.seconds > 0 && substitute_matters(c->terms, &d->bad, 1) &&
           substitute_refutes(c->terms, &d->bad, 1, &limits);
}

/* Duties about equations and products are tried one by one first. */
static void meet_equations(struct checker *c)
{
    static const double share = 0.25;
    double now = cpu_now(), until = now + share * (c->until - now);
    for (size_t i = 0; i < c->duties.count && cpu_now() < until; i++)
        if (is_met(c, &c->duties.data[i], until))
            c->duties.data[i].bad = term_bool(c->terms, false);
}

static void decide(struct checker *c, struct check_result *r)
{
    meet_equations(c);
    struct term uncovered = any_duty(c, false),
                any = term_or(c->terms, any_duty(c, true), uncovered);
    struct solver *s = NULL;
    enum answer answer =
        term_is_false(c->terms, any) ? ANSWER_UNSAT : ask_in_turns(c, any, &s);
    if (answer == ANSWER_SAT)
        tell(c, s, r);
    if (s)
        solver_free(s);
    switch (answer) {
    case ANSWER_UNSAT:
        r->answer = CHECK_CONFIRMED;
        return;
    case ANSWER_SAT:
        blame(c, uncovered, r);
        return;
    case ANSWER_UNKNOWN:
        snprintf(r->why, sizeof r->why, "out of time");
        return;
    }
}

/* Runs end when their loops do, so each has its rank; calls of described functions need not
 * return. */
static bool may_end(const struct certificate *c)
{
    if (!(c->violations & VIOLATION_BIT(VIOLATION_TERMINATION)))
        return true;
    for (size_t i = 0; i < c->loops.count; i++)
        if (c->loops.data[i].at != CERTIFICATE_AT_HEAD)
            return false;
    return c->depth == 1;
}

static bool refuse(struct check_result *r, const char *why)
{
    r->answer = CHECK_INVALID;
    snprintf(r->why, sizeof r->why, "%s", why);
    return false;
}

/* It is about this program and of a form that can be checked. */
static bool is_valid(const struct program *p, const struct certificate *c, uint32_t entry,
                     struct check_result *r)
{
    uint64_t hash = certificate_hash(p);
    char other[80];
    snprintf(other, sizeof other, "it is for another program: this one is %016lx",
             (unsigned long)hash);
    if (c->program != hash)
        return refuse(r, other);
    if (c->kind == CERTIFICATE_INVARIANTS && c->depth < 1)
        return refuse(r, "k-induction needs k of at least 1");
    if (c->kind == CERTIFICATE_INVARIANTS && !may_end(c))
        return refuse(r, "ranks are of loops, without k-induction and summaries");
    if (entry >= p->functions.count || !p->functions.data[entry].has_body)
        return refuse(r, "it is about a function that is not there");
    return true;
}

static void forget_run(struct checker *c)
{
    VECTOR_CLEAR(&c->duties);
    VECTOR_CLEAR(&c->premises);
    VECTOR_CLEAR(&c->heap);
    VECTOR_CLEAR(&c->known);
    view_release(&c->view);
    c->failed = NULL;
}

/* Runs the program until it is known which objects are arrays. */
static void run_to_the_end(struct checker *c)
{
    for (int round = 0;; round++) {
        run_program(c);
        if (!c->view.restart)
            break; /* otherwise what was run is void */
        if (round == MOST_LAYOUTS)
            c->failed = "the layout of memory does not settle";
        if (round == MOST_LAYOUTS || cpu_now() > c->until)
            break;
        forget_run(c);
    }
    if (c->view.restart && !c->failed)
        c->failed = CHECK_OUT_OF_TIME;
}

static void answer(struct checker *c, struct check_result *r)
{
    *r = (struct check_result){0};
    run_to_the_end(c);
    if (!c->failed) {
        decide(c, r);
        return;
    }
    r->answer = c->failed == CHECK_OUT_OF_TIME ? CHECK_UNDECIDED : CHECK_NOT_COVERED;
    snprintf(r->why, sizeof r->why, "%s", c->failed);
}

void certificate_check(const struct program *p, const struct certificate *certificate,
                       double seconds, struct check_result *r)
{
    struct checker c = {
        .program = p, .certificate = certificate, .until = cpu_now() + seconds};
    *r = (struct check_result){0};
    c.entry = certificate->entry == UINT32_MAX ? p->entry : certificate->entry;
    if (!is_valid(p, certificate, c.entry, r))
        return;
    if (certificate->kind == CERTIFICATE_SHAPES) {
        shapes_check(p, certificate, seconds, r);
        return;
    }
    if (certificate->kind == CERTIFICATE_LISTS) {
        lists_check(p, certificate, seconds, r);
        return;
    }
    arena_init(&c.arena);
    c.addresses = addresses_find(p, &c.arena);
    c.terms = terms_new();
    c.outlines = ARENA_ARRAY(&c.arena, struct outline, p->functions.count);
    answer(&c, r);
    if (r->answer == CHECK_NOT_COVERED &&
        plans_refine(&c.plans)) { /* perhaps elements of another size tell more */
        forget_run(&c);
        answer(&c, r);
    }
    view_release(&c.view);
    plans_release(&c.plans);
    VECTOR_RELEASE(&c.duties);
    VECTOR_RELEASE(&c.premises);
    VECTOR_RELEASE(&c.heap);
    VECTOR_RELEASE(&c.known);
    arena_release(&c.arena);
    terms_free(c.terms);
}

/* --- in a process of its own --- */

struct apart {
    const struct program *program;
    const struct certificate *certificate;
    double seconds;
    struct check_result result;
};

static void run_apart(void *context, int in, int out)
{
    struct apart *a = context;
    (void)in;
    certificate_check(a->program, a->certificate, a->seconds, &a->result);
    process_write(out, &a->result, sizeof a->result);
}

#define GRACE 0.3 /* seconds, in which it may still say what it found */

void certificate_check_apart(const struct program *p, const struct certificate *c,
                             double seconds, uint64_t memory, struct check_result *r)
{
    struct apart a = {.program = p, .certificate = c, .seconds = seconds};
    struct process_work work = {.run = run_apart,
                                .context = &a,
                                .memory = memory,
                                .seconds = seconds,
                                .stack = STACK_DEEP};
    struct process child;
    struct check_result got;
    *r = (struct check_result){.why = "the checker could not be started"};
    if (!process_start(&child, &work))
        return;
    bool whole = process_listen(&child, &got, sizeof got, seconds + GRACE);
    struct process_status status = process_wait(&child);
    got.why[sizeof got.why - 1] = 0;
    if (whole && status.end == PROCESS_EXITED && got.answer <= CHECK_INVALID)
        *r = got;
    else if (status.end == PROCESS_OUT_OF_MEMORY)
        snprintf(r->why, sizeof r->why, "the checker ran out of memory");
    else if (status.end == PROCESS_BROKEN)
        snprintf(r->why, sizeof r->why, "internal failure of the checker: please report it");
    else
        snprintf(r->why, sizeof r->why, "the checker ran out of time");
}
