/* judge: engines only claim. A claim of a violation counts when a run confirms it, a proof
 * unless a run or the checker breaks it. */
#include "judge/judge.h"
#include "base/clock.h"
#include "base/failure.h"
#include "judge/certification.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define REACH VIOLATION_BIT(VIOLATION_REACH)
static const char compares[] = /* violated by the input 42 */
    "program 64 entry @main\n"
    "function @main() -> (i32) unit \"a.c\" {\n"
    "b0 \"entry\":\n"
    "  %0 = input i32 \"int\"\n"
    "  %1 = icmp.eq i1 %0, i32 42\n"
    "  branch %1 b1 b2\n"
    "b1:\n"
    "  check.assertion i1 0 \"reach_error\"\n"
    "  stop.error\n"
    "b2:\n"
    "  return i32 0\n"
    "}\n";

/* --- engines that lie, and one that does not --- */

static void claim_proof(const struct engine_task *task, const struct engine_host *host)
{
    host->proved(host->context, task->violations, "because I say so");
}
static void claim_violation(const struct engine_task *task, const struct engine_host *host)
{
    struct trace t = {.kind = VIOLATION_REACH, .function = task->entry};
    VECTOR_PUSH(&t.choices, (struct trace_choice){task->entry, 0, 41, 0});
    host->violated(host->context, &t);
    t.ran = true; /* not even then */
    host->violated(host->context, &t);
    trace_release(&t);
}
static void find_violation(const struct engine_task *task, const struct engine_host *host)
{
    struct trace t = {.kind = VIOLATION_REACH, .function = task->entry};
    VECTOR_PUSH(&t.choices, (struct trace_choice){task->entry, 0, 42, 0});
    host->violated(host->context, &t);
    trace_release(&t);
}
static void name_nonsense(const struct engine_task *task, const struct engine_host *host)
{
    struct trace t = {.kind = VIOLATION_REACH, .ran = true, .function = task->entry};
    VECTOR_PUSH(&t.choices, (struct trace_choice){9999, 12345, 42, 0});
    host->violated(host->context, &t);
    trace_release(&t);
}
static void break_down(const struct engine_task *task, const struct engine_host *host)
{
    (void)task, (void)host;
    close(STDERR_FILENO);
    BUG("on purpose");
}
static void sleep_on(const struct engine_task *task, const struct engine_host *host)
{
    (void)task, (void)host;
    for (;;)
        pause();
}

static struct judgement ask(void (*run)(const struct engine_task *,
                                        const struct engine_host *),
                            double seconds, bool no_challenge)
{
    struct failure failure = {0};
    static struct program *p;
    if (p)
        program_free(p);
    p = program_parse(compares, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    struct engine engine = {
        .name = "test", .violations = ENGINE_SAFETY, .by_default = true, .run = run};
    struct judge_options o = {.no_challenge = no_challenge};
    o.driver.task =
        (struct engine_task){.program = p, .entry = p->entry, .violations = REACH};
    o.driver.only = &engine;
    o.driver.until = wall_now() + seconds;
    struct judgement j;
    judge_program(&o, &j);
    return j;
}

static void a_proof_that_a_run_breaks_is_withdrawn(void **state)
{
    (void)state;
    struct judgement j = ask(claim_proof, 20, false);
    assert_int_equal(j.verdict, VERDICT_UNKNOWN);
    assert_non_null(strstr(j.reason.text, "defect"));
    assert_non_null(strstr(j.reason.text, "report"));
    assert_int_equal(j.result.findings[VIOLATION_REACH].verdict, VERDICT_UNKNOWN);
    judgement_release(&j);
}

static void a_proof_without_certificate_is_told_as_such(void **state)
{
    (void)state;
    struct judgement j = ask(claim_proof, 20, true);
    assert_int_equal(j.verdict, VERDICT_TRUE);
    assert_true(j.checked);
    assert_int_equal(j.certified.answer, CHECK_INVALID);
    judgement_release(&j);
}

static void a_violation_that_no_run_confirms_is_none(void **state)
{
    (void)state;
    struct judgement j = ask(claim_violation, 20, false);
    assert_int_equal(j.verdict, VERDICT_UNKNOWN);
    judgement_release(&j);
    j = ask(name_nonsense, 20, false);
    assert_int_equal(j.verdict, VERDICT_UNKNOWN);
    judgement_release(&j);
}

static void a_violation_that_a_run_confirms_counts(void **state)
{
    (void)state;
    struct judgement j = ask(find_violation, 20, false);
    assert_int_equal(j.verdict, VERDICT_FALSE);
    assert_int_equal(j.violated, VIOLATION_REACH);
    assert_true(j.result.findings[VIOLATION_REACH].replay.confirmed);
    judgement_release(&j);
}

static void an_engine_that_breaks_down_is_told(void **state)
{
    (void)state;
    struct judgement j = ask(break_down, 20, false);
    assert_int_equal(j.verdict, VERDICT_UNKNOWN);
    assert_true(j.broken);
    assert_non_null(strstr(j.reason.text, "internal failure"));
    judgement_release(&j);
}

static void time_is_kept(void **state)
{
    (void)state;
    double start = wall_now();
    struct judgement j = ask(sleep_on, 0.3, false);
    assert_int_equal(j.verdict, VERDICT_UNKNOWN);
    assert_string_equal(j.reason.text, "time limit");
    assert_true(wall_now() - start < 5);
    judgement_release(&j);
}

static void certificates_must_be_about_the_question(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct program *p = program_parse(compares, &failure);
    struct check_result r;
    struct certification_question q = {REACH, p->entry};
    certification_check(p, "", &q, 5, 0, &r);
    assert_int_equal(r.answer, CHECK_INVALID);
    certification_check(p, "nonsense\n", &q, 5, 0, &r);
    assert_int_equal(r.answer, CHECK_INVALID);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_that_a_run_breaks_is_withdrawn),
        cmocka_unit_test(a_proof_without_certificate_is_told_as_such),
        cmocka_unit_test(a_violation_that_no_run_confirms_is_none),
        cmocka_unit_test(a_violation_that_a_run_confirms_counts),
        cmocka_unit_test(an_engine_that_breaks_down_is_told),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(certificates_must_be_about_the_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
