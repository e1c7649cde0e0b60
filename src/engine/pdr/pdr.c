/* The engine `pdr`: property-directed reachability over the abstract formula, for loops whose
 * invariants are combinations of conditions: state machines, flags, phases, relations across
 * widths. It only proves.
 *
 * Cheap invariants of templates come first, and are taken for granted (domain/); frames of
 * clauses then grow until one is closed under steps. What is found is reduced to rows that
 * are enough, and becomes a certificate. */
#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "accelerate/accelerate.h"
#include "domain/compose.h"
#include "engine/certify.h"
#include "engine/kiki/stages.h"
#include "engine/pdr/machine.h"
#include "engine/pdr/pdr_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_FRAMES = 400, RECURSION = 2 };
static const char CHEAP[] = "product(intervals, pointers, floats)";
static const double BUILD_SECONDS = 20, ROW_SECONDS = 1, REDUCE_SECONDS = 5,
                    MOST_SECONDS = 300;

/* What lasts for the whole run. */
struct work {
    const struct engine_task *task;
    const struct engine_host *host;
    struct terms *terms;
    struct program_facts *facts;
    struct layouts layouts;
    struct cut_model cuts;
    struct formula formula;
    struct float_thresholds floats;
    struct strategy_options options;
    rows rows;
    uint32_t open;
};

/* --- the formula and its cheap invariants --- */

static void build(struct work *w, uint32_t violations)
{
    struct formula_options options = {
        .recursion = RECURSION,
        .violations = violations,
        .external = w->task->external,
        .malloc_may_fail = w->task->malloc_may_fail,
        .entry = w->task->entry,
        .stop = w->task->stop,
        .until = cpu_now() + BUILD_SECONDS,
        .cuts = &w->cuts,
    };
    formula_build(&w->formula, w->terms, w->facts, &w->layouts, &options);
    if (!w->formula.stopped)
        domain_find_idle(&w->cuts, &w->formula);
}

enum questions { FEW_QUESTIONS, MANY_QUESTIONS };

static struct solver *solver_with_axioms(struct work *w, enum questions questions)
{
    struct solver *s = solver_new(w->terms, NULL);
    if (questions == MANY_QUESTIONS)
        solver_keep_plain(s);
    for (size_t i = 0; i < w->formula.memory.axioms.count; i++)
        solver_assert(s, w->formula.memory.axioms.data[i]);
    return s;
}

static void find_rows(struct work *w)
{
    struct arena arena;
    struct failure failure = {0};
    arena_init(&arena);
    const struct domain *d = domain_parse(&arena, CHEAP, &failure);
    if (!d)
        BUG("%s", failure.message);
    struct domain_context context = {.terms = w->terms, .model = &w->cuts};
    struct solver *s = solver_with_axioms(w, FEW_QUESTIONS);
    domain_rows(&context, d, &w->rows);
    w->options.seconds = ROW_SECONDS;
    if (!strategy_solve(s, &w->cuts, &w->rows, &w->options))
        VECTOR_CLEAR(&w->rows);
    solver_free(s);
    arena_release(&arena); /* rows have domains of the list, not this one */
}

/* --- one violation --- */

/* Runs that violate it, or that leave what is encoded. */
static struct term bad_of(struct work *w, enum violation v)
{
    struct term bad = term_bool(w->terms, false);
    for (size_t i = 0; i < w->formula.cuts.count; i++)
        bad = term_or(w->terms, bad, w->formula.cuts.data[i].when);
    for (size_t i = 0; i < w->formula.claims.count; i++)
        if (w->formula.claims.data[i].kind == v)
            bad = term_or(w->terms, bad, w->formula.claims.data[i].bad);
    return bad;
}

static void tell_statistics(const struct pdr *p)
{
    char line[160];
    snprintf(
        line, sizeof line,
        "%zu frames, %zu clauses, %lu obligations, %lu questions, %lu literals of states",
        p->levels.count - 1, p->clauses.count, (unsigned long)p->obligations,
        (unsigned long)p->questions, (unsigned long)p->refinements);
    p->host->statistics(p->host->context, line);
    for (size_t i = 0; i < p->places.count; i++) {
        const struct head *h = &p->places.data[i];
        snprintf(line, sizeof line,
                 "loop %u: %zu variables, %zu predicates, %u of them learnt", h->loop,
                 h->variables.count, h->predicates.count, h->learnt);
        p->host->statistics(p->host->context, line);
    }
}

static void say(struct pdr *p, const char *what)
{
    char text[160];
    snprintf(
        text, sizeof text,
        "%s: %zu frames, %zu clauses, %lu obligations, %lu questions, %lu predicates learnt",
        what, p->levels.count - 1, p->clauses.count, (unsigned long)p->obligations,
        (unsigned long)p->questions, (unsigned long)p->refinements);
    p->host->progress(p->host->context, text);
}

/* No state of the last frame leads to it; false: that was not shown. */
static bool clear_last_frame(struct pdr *p, struct term bad)
{
    uint32_t last = (uint32_t)p->levels.count - 1;
    LAW(last); /* frame 0 has no states */
    place_list passed = {0};
    bool good = true;
    places_before(p, bad, &passed);
    for (;;) {
        enum answer a = frame_ask(p, last, bad);
        if (a == ANSWER_UNSAT)
            break;
        good = a == ANSWER_SAT && pdr_block_one(p, &passed, last) == BLOCKED;
        if (!good)
            break;
    }
    VECTOR_RELEASE(&passed);
    return good;
}

/* A level from which on the clauses keep themselves and exclude it; 0: none was found. */
static uint32_t find_closed(struct pdr *p, struct term bad)
{
    if (p->levels.count < 2)
        frames_grow(p);
    while (p->levels.count < MOST_FRAMES && clear_last_frame(p, bad)) {
        say(p, "cleared");
        frames_grow(p);
        uint32_t closed = frames_push(p);
        if (closed)
            return closed;
        if (pdr_is_over(p))
            return 0;
    }
    return 0;
}

/* --- proofs --- */

static size_t count_used(const rows *all, const bool *used, size_t from)
{
    LAW(from <= all->count);
    size_t count = 0;
    for (size_t i = from; i < all->count; i++)
        count += used[i];
    return count;
}

/* "invariants, intervals, 3 clauses" */
static void put_argument(const rows *all, size_t clauses, struct text *out)
{
    struct text domains = {0};
    stage_name(all, NULL, &domains);
    text_put(out, domains.count || clauses ? "invariants" : "cut loops");
    if (domains.count)
        text_add(out, ", %s", text_of(&domains));
    if (clauses)
        text_add(out, ", %zu clause%s", clauses, clauses == 1 ? "" : "s");
    text_release(&domains);
}

/* The rows that are enough go into a certificate. */
static bool tell_proof(struct work *w, rows *all, struct term bad, enum violation v)
{
    LAW(all->count >= w->rows.count && rows_are_lawful(w->terms, &w->cuts, all));
    bool *used = calloc(all->count + 1, sizeof *used);
    struct solver *s = solver_with_axioms(w, FEW_QUESTIONS);
    w->options.seconds = REDUCE_SECONDS;
    bool good = strategy_used(s, &w->cuts, all, bad, used, &w->options);
    size_t clauses = count_used(all, used, w->rows.count);
    for (size_t i = 0; i < all->count && good; i++)
        if (!used[i] && !all->data[i].echo)
            all->data[i].state = ROW_TOP;
    solver_free(s);
    free(used);
    if (!good)
        return false;
    struct text how = {0};
    put_argument(all, clauses, &how);
    certify_rows(w->task, w->host, VIOLATION_BIT(v), 1, RECURSION, &w->formula, &w->cuts,
                 all);
    w->host->proved(w->host->context, VIOLATION_BIT(v), text_of(&how));
    text_release(&how);
    return true;
}

static void try_violation(struct work *w, struct pdr *p, enum violation v)
{
    LAW(w->open & VIOLATION_BIT(v));
    struct term bad = bad_of(w, v);
    uint32_t closed = find_closed(p, bad);
    say(p, closed ? "closed" : "gave up");
    tell_statistics(p);
    if (!closed)
        return;
    rows all = {0};
    for (size_t i = 0; i < w->rows.count; i++)
        VECTOR_PUSH(&all, w->rows.data[i]);
    pdr_rows(p, closed + 1, &all);
    if (tell_proof(w, &all, bad, v))
        w->open &= ~VIOLATION_BIT(v);
    VECTOR_RELEASE(&all);
}

static void release_clauses(struct pdr *p)
{
    for (size_t i = 0; i < p->clauses.count; i++)
        VECTOR_RELEASE(&p->clauses.data[i].cube);
    VECTOR_RELEASE(&p->clauses);
    VECTOR_RELEASE(&p->levels);
}

static void search(struct work *w)
{
    LAW(!w->cuts.failed && !w->formula.stopped);
    struct pdr p = {.task = w->task,
                    .host = w->host,
                    .terms = w->terms,
                    .formula = &w->formula,
                    .model = &w->cuts,
                    .rows = &w->rows,
                    .options = w->options,
                    .until = cpu_now() + MOST_SECONDS};
    term_list known = {0};
    p.solver = solver_with_axioms(w, MANY_QUESTIONS);
    strategy_assume(w->terms, &w->cuts, &w->rows, &known);
    for (size_t i = 0; i < known.count; i++)
        solver_assert(p.solver, known.data[i]);
    VECTOR_RELEASE(&known);
    places_find(&p);
    predicates_find(&p);
    phases_find(&p);
    frames_grow(&p); /* frame 0 */
    for (int v = 0; v < VIOLATION_COUNT && p.places.count; v++)
        if (w->open & VIOLATION_BIT(v))
            try_violation(w, &p, (enum violation)v);
    release_clauses(&p);
    places_release(&p);
    solver_free(p.solver);
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    struct work w = {
        .task = task, .host = host, .terms = terms_new(), .open = task->violations};
    w.facts = program_facts_new(task->program);
    cut_model_init(&w.cuts, 1);
    w.cuts.summaries = true;
    size_t count;
    __int128 *thresholds = strategy_thresholds(task->program, &count);
    float_thresholds_find(&w.floats, task->program);
    w.options = (struct strategy_options){0, task->stop, thresholds, count, &w.floats};
    build(&w, task->violations);
    if (!w.cuts.failed && !w.formula.stopped) {
        find_rows(&w);
        search(&w);
    }
    VECTOR_RELEASE(&w.rows);
    formula_release(&w.formula);
    cut_model_release(&w.cuts);
    float_thresholds_release(&w.floats);
    free(thresholds);
    layouts_release(&w.layouts);
    program_facts_free(w.facts);
    terms_free(w.terms);
}

static bool suits(const struct engine_task *task)
{
    return accelerate_suits(task->program);
}

static double weigh(const struct engine_task *task)
{
    return machine_is(task->program) ? 1.2 : 0.4;
}

const struct engine engine_pdr = {
    .name = "pdr",
    .summary = "property-directed reachability: clauses of conditions at loop heads, which "
               "proves and never refutes",
    .violations = ENGINE_SAFETY,
    .by_default = true,
    .suits = suits,
    .weigh = weigh,
    .only_certified = true,
    .run = run,
};
