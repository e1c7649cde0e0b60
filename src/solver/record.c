/* The recording decorator: passes everything on and writes it as SMT-LIB that any solver can
 * replay. Assumptions and the temporary clause of a call become a push, assertions, check-sat
 * and a pop. The answer follows as a comment. */
#include "solver/solver_internal.h"

#include "base/failure.h"
#include "base/vector.h"
#include "term/text/script.h"

#include <stdio.h>
#include <stdlib.h>

struct record {
    struct solver solver;
    struct solver *inner;
    FILE *file; /* null if the path could not be opened: then nothing is written */
    struct script script;
    struct text text;
    VECTOR(struct term) assumptions, constraint;
};

/* Writes declarations for the term and leaves its text in r->script.last. */
static void prepare(struct record *r, struct term t)
{
    text_clear(&r->text);
    print_script_part(&r->script, r->solver.terms, t, &r->text);
    if (r->file)
        fputs(text_of(&r->text), r->file);
}

static void write_assert(struct record *r, struct term t)
{
    prepare(r, t);
    if (r->file)
        fprintf(r->file, "(assert %s)\n", text_of(&r->script.last));
}

static void record_free(struct solver *solver)
{
    struct record *r = (struct record *)solver;
    solver_free(r->inner);
    if (r->file)
        fclose(r->file);
    script_release(&r->script);
    text_release(&r->text);
    VECTOR_RELEASE(&r->assumptions);
    VECTOR_RELEASE(&r->constraint);
    free(r);
}

static void record_assert_clause(struct solver *solver, const struct term *clause,
                                 size_t count)
{
    struct record *r = (struct record *)solver;
    write_assert(r, term_or_n(solver->terms, clause, count));
    solver_assert_clause(r->inner, clause, count);
}

static void record_assume(struct solver *solver, struct term t)
{
    struct record *r = (struct record *)solver;
    VECTOR_PUSH(&r->assumptions, t);
    r->inner->backend->assume(r->inner, t);
}

static void record_constrain(struct solver *solver, const struct term *clause, size_t count)
{
    struct record *r = (struct record *)solver;
    VECTOR_PUSH(&r->constraint, term_or_n(solver->terms, clause, count));
    r->inner->backend->constrain(r->inner, clause, count);
}

static enum answer record_solve(struct solver *solver, const struct solver_limits *limits)
{
    struct record *r = (struct record *)solver;
    for (size_t i = 0; i < r->assumptions.count; i++)
        prepare(r, r->assumptions.data[i]); /* definitions outlive the pop */
    for (size_t i = 0; i < r->constraint.count; i++)
        prepare(r, r->constraint.data[i]);
    if (r->file)
        fputs("(push 1)\n", r->file);
    for (size_t i = 0; i < r->assumptions.count; i++)
        write_assert(r, r->assumptions.data[i]);
    for (size_t i = 0; i < r->constraint.count; i++)
        write_assert(r, r->constraint.data[i]);
    enum answer answer = solver_solve(r->inner, limits);
    static const char *const names[] = {
        [ANSWER_UNKNOWN] = "unknown", [ANSWER_SAT] = "sat", [ANSWER_UNSAT] = "unsat"};
    if (r->file)
        fprintf(r->file, "(check-sat) ; %s\n(pop 1)\n", names[answer]);
    if (r->file)
        fflush(r->file);
    r->assumptions.count = r->constraint.count = 0;
    return answer;
}

static struct term record_value(struct solver *solver, struct term t)
{
    return solver_value(((struct record *)solver)->inner, t);
}

static bool record_failed(struct solver *solver, struct term t)
{
    return solver_failed(((struct record *)solver)->inner, t);
}

static void record_statistics(const struct solver *solver,
                              struct solver_statistics *statistics)
{
    solver_statistics(((const struct record *)solver)->inner, statistics);
}

static const struct solver_backend recording = {
    .name = "record",
    .summary = "writes what another solver is asked",
    .free = record_free,
    .assert_clause = record_assert_clause,
    .assume = record_assume,
    .constrain = record_constrain,
    .solve = record_solve,
    .value = record_value,
    .failed = record_failed,
    .statistics = record_statistics,
};

struct solver *solver_record(struct solver *inner, const char *path)
{
    struct record *r = calloc(1, sizeof *r);
    if (!r)
        BUG("out of memory");
    r->solver = (struct solver){.backend = &recording, .terms = solver_terms(inner)};
    r->inner = inner;
    arena_init(&r->script.arena);
    r->file = fopen(path, "w");
    if (!r->file)
        fprintf(stderr, "cannot write %s: queries are not recorded\n", path);
    if (r->file)
        fputs("(set-option :global-declarations true)\n(set-logic ALL)\n", r->file);
    return &r->solver;
}
