/* formula: guards are conjunctions with a common past; formulae of small programs claim what
 * the programs violate. */
#include "formula/guard.h"
#include "base/failure.h"
#include "formula/cut/cut.h"
#include "program/passes.h"
#include "property/property.h"
#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void guards_forget_what_they_have_in_common(void **state)
{
    (void)state;
    struct arena arena;
    struct terms *ts = terms_new();
    arena_init(&arena);
    struct term x = term_var(ts, sort_bool(ts), "x"), y = term_var(ts, sort_bool(ts), "y"),
                z = term_var(ts, sort_bool(ts), "z");
    const struct guard *root = guard_root(&arena, ts), *past = guard_and(&arena, ts, root, x),
                       *left = guard_and(&arena, ts, past, y),
                       *right = guard_and(&arena, ts,
                                          guard_and(&arena, ts, past, term_not(ts, y)), z);
    assert_ptr_equal(guard_common(left, right), past);
    assert_ptr_equal(guard_common(left, root), root);
    assert_true(term_same(guard_since(ts, left, past), y));
    assert_true(term_same(guard_since(ts, right, past), term_and(ts, term_not(ts, y), z)));
    assert_true(term_same(guard_since(ts, left, left), term_bool(ts, true)));
    assert_ptr_equal(guard_and(&arena, ts, left, term_bool(ts, true)), left);
    assert_true(guard_is_false(ts, guard_and(&arena, ts, left, term_bool(ts, false))));
    assert_int_equal(right->depth, 3);
    arena_release(&arena);
    terms_free(ts);
}

/* for (x = 0; x < LIMIT; x++); the loop ends with x == LIMIT, and CLAIM is compared with x
 * there */
#define COUNT_TO(limit, claim)                                                               \
    "program 64 entry @main\n"                                                               \
    "function @main() -> (i32) unit \"a.c\" {\n"                                             \
    "b0 \"entry\":\n"                                                                        \
    "  jump b1\n"                                                                            \
    "b1:\n"                                                                                  \
    "  %1 = phi i32 [i32 0 b0] [%4 b2]\n"                                                    \
    "  %2 = icmp.slt i1 %1, i32 " limit "\n"                                                 \
    "  branch %2 b2 b3\n"                                                                    \
    "b2:\n"                                                                                  \
    "  %4 = add i32 %1, i32 1\n"                                                             \
    "  jump b1\n"                                                                            \
    "b3:\n"                                                                                  \
    "  %6 = icmp.ne i1 %1, i32 " claim "\n"                                                  \
    "  branch %6 b4 b5\n"                                                                    \
    "b4:\n"                                                                                  \
    "  check.assertion i1 0 \"reach_error\"\n"                                               \
    "  stop.error\n"                                                                         \
    "b5:\n"                                                                                  \
    "  return i32 0\n"                                                                       \
    "}\n"

struct seen {
    bool violated, cut;
};

/* Whether a claim can be violated, and whether a run goes on where the formula ends. */
static struct seen look_with(const char *text, struct formula_options options)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    struct terms *ts = terms_new();
    struct layouts layouts = {0};
    struct program_facts *facts = program_facts_new(p);
    options.recursion = 2;
    options.violations = VIOLATION_BIT(VIOLATION_REACH);
    options.entry = p->entry;
    if (options.answer)
        options.answer_context = ts;
    struct formula f;
    struct seen seen = {0};
    formula_build(&f, ts, facts, &layouts, &options);
    assert_true(formula_is_lawful(&f));
    struct term bad = term_bool(ts, false), cut = bad;
    for (size_t i = 0; i < f.claims.count; i++)
        bad = term_or(ts, bad, f.claims.data[i].bad);
    for (size_t i = 0; i < f.cuts.count; i++)
        cut = term_or(ts, cut, f.cuts.data[i].when);
    struct solver *s = solver_new(ts, NULL);
    seen.violated = solver_solve_under(s, &bad, 1, NULL) == ANSWER_SAT;
    seen.cut = solver_solve_under(s, &cut, 1, NULL) == ANSWER_SAT;
    solver_free(s);
    formula_release(&f);
    program_facts_free(facts);
    layouts_release(&layouts);
    terms_free(ts);
    program_free(p);
    return seen;
}

static struct seen look(const char *text, uint32_t bound)
{
    return look_with(text, (struct formula_options){.bound = bound});
}

static void unwinding_sees_all_runs_or_says_that_it_does_not(void **state)
{
    (void)state;
    for (uint32_t bound = 0; bound < 8; bound++) {
        struct seen right = look(COUNT_TO("5", "5"), bound),
                    wrong = look(COUNT_TO("5", "6"), bound);
        assert_false(right.violated);
        assert_int_equal(right.cut, bound < 5);
        assert_int_equal(wrong.violated, bound >= 5);
        assert_int_equal(wrong.cut, bound < 5);
    }
}

static void cut_loops_have_slots_of_one_form(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct program *p = program_parse(COUNT_TO("5", "5"), &failure);
    struct terms *ts = terms_new();
    struct layouts layouts = {0};
    struct program_facts *facts = program_facts_new(p);
    struct cut_model model;
    cut_model_init(&model, 1);
    struct formula_options options = {.bound = 1,
                                      .recursion = 2,
                                      .violations = VIOLATION_BIT(VIOLATION_REACH),
                                      .entry = p->entry,
                                      .cuts = &model};
    struct formula f;
    formula_build(&f, ts, facts, &layouts, &options);
    assert_true(cut_model_is_lawful(&f, &model));
    assert_int_equal(model.loops.count, 1);
    assert_int_equal(model.loops.data[0].slots.count, 1);
    struct slot *x = &model.loops.data[0].slots.data[0];
    struct sym kept = x->post;
    uint64_t first;
    assert_true(term_const_u64(ts, x->entry.a, &first) && first == 0);
    x->post = sym_bits(term_bv(ts, 8, 1)); /* of another width than at the head */
    assert_false(cut_model_is_lawful(&f, &model));
    x->post = kept;
    assert_true(cut_model_is_lawful(&f, &model));
    formula_release(&f);
    cut_model_release(&model);
    program_facts_free(facts);
    layouts_release(&layouts);
    terms_free(ts);
    program_free(p);
}

/* ask(5, &slot) gives 6, stores 7, and returns only where `more` does not hold; SUM is
 * compared with the sum */
#define ASK(sum)                                                                             \
    "program 64 entry @main\n"                                                               \
    "function @main() -> (i32) unit \"a.c\" {\n"                                             \
    "b0 \"entry\":\n"                                                                        \
    "  %0 = alloca ptr i32 4 {4}\n"                                                          \
    "  %1 = call i32 @ask, i32 5, %0 {1}\n"                                                  \
    "  %2 = load i32 %0 {4}\n"                                                               \
    "  %3 = add i32 %1, %2\n"                                                                \
    "  %4 = icmp.eq i1 %3, i32 " sum "\n"                                                    \
    "  check.assertion %4 \"sum\"\n"                                                         \
    "  return i32 0\n"                                                                       \
    "}\n"                                                                                    \
    "function @ask(i32, ptr) -> (i32)\n"

static bool answer(void *context, struct formula_call *call)
{
    struct terms *ts = context;
    uint64_t given;
    assert_true(call->count == 2 && term_const_u64(ts, call->arguments[0].a, &given) &&
                given == 5);
    call->results[0] = sym_bits(term_bv(ts, 32, 6));
    call->written[1] = sym_bits(term_bv(ts, 32, 7));
    call->stored[1] = type_int(32);
    return true;
}

static bool never_returns(void *context, struct formula_call *call)
{
    answer(context, call);
    call->goes_on = term_bool(context, false);
    return true;
}

static bool does_not_know(void *context, struct formula_call *call)
{
    (void)context;
    (void)call;
    return false;
}

static void calls_without_body_may_be_answered(void **state)
{
    (void)state;
    assert_false(look_with(ASK("13"), (struct formula_options){.answer = answer}).violated);
    assert_true(look_with(ASK("12"), (struct formula_options){.answer = answer}).violated);
    assert_false(
        look_with(ASK("12"), (struct formula_options){.answer = never_returns}).violated);
    assert_true(
        look_with(ASK("13"), (struct formula_options){.answer = does_not_know}).violated);
    assert_true(look(ASK("13"), 0).violated);
}

#define UNDEFINED(operation, claim)                                                          \
    "program 64 entry @main\n"                                                               \
    "function @main() -> (i32) unit \"a.c\" {\n"                                             \
    "b0 \"entry\":\n"                                                                        \
    "  %0 = input i32 \"x\"\n"                                                               \
    "  %1 = input i32 \"y\"\n"                                                               \
    "  %2 = and i32 %0, i32 0\n"                                                             \
    "  %3 = or i32 %1, i32 32\n"                                                             \
    "  %4 = " operation "\n"                                                                 \
    "  %5 = icmp.eq i1 %4, " claim "\n"                                                      \
    "  check.assertion %5 \"as SMT-LIB says\"\n"                                             \
    "  return i32 0\n"                                                                       \
    "}\n"

static void undefined_results_may_be_those_of_smtlib(void **state)
{
    (void)state;
    const struct formula_options total = {.undefined = UNDEFINED_AS_SMTLIB};
    static const char *const right[] = {UNDEFINED("udiv i32 %0, %2", "i32 -1"),
                                        UNDEFINED("urem i32 %0, %2", "%0"),
                                        UNDEFINED("shl i32 %0, %3", "i32 0")};
    static const char *const wrong[] = {UNDEFINED("udiv i32 %0, %2", "i32 0"),
                                        UNDEFINED("urem i32 %0, %2", "i32 0"),
                                        UNDEFINED("shl i32 %0, %3", "%0")};
    for (int i = 0; i < 3; i++) {
        struct seen seen = look_with(right[i], total);
        assert_true(!seen.violated && !seen.cut);
        assert_true(look_with(wrong[i], total).violated);
    }
    assert_false(look(wrong[0], 0).violated); /* the run ended at the division */
    assert_true(look(right[2], 0).cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_forget_what_they_have_in_common),
        cmocka_unit_test(unwinding_sees_all_runs_or_says_that_it_does_not),
        cmocka_unit_test(cut_loops_have_slots_of_one_form),
        cmocka_unit_test(calls_without_body_may_be_answered),
        cmocka_unit_test(undefined_results_may_be_those_of_smtlib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
