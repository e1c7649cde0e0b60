/* formula: guards are conjunctions with a common past; formulae of small programs claim what the programs violate. */
#include "formula/guard.h"
#include "base/failure.h"
#include "formula/cut.h"
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
                       *right = guard_and(&arena, ts, guard_and(&arena, ts, past, term_not(ts, y)), z);
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

/* for (x = 0; x < LIMIT; x++); the loop ends with x == LIMIT, and CLAIM is compared with x there */
#define COUNT_TO(limit, claim)                                                                               \
    "program 64 entry @main\n"                                                                               \
    "function @main() -> (i32) unit \"a.c\" {\n"                                                             \
    "b0 \"entry\":\n"                                                                                        \
    "  jump b1\n"                                                                                            \
    "b1:\n"                                                                                                  \
    "  %1 = phi i32 [i32 0 b0] [%4 b2]\n"                                                                    \
    "  %2 = icmp.slt i1 %1, i32 " limit "\n"                                                                 \
    "  branch %2 b2 b3\n"                                                                                    \
    "b2:\n"                                                                                                  \
    "  %4 = add i32 %1, i32 1\n"                                                                             \
    "  jump b1\n"                                                                                            \
    "b3:\n"                                                                                                  \
    "  %6 = icmp.ne i1 %1, i32 " claim "\n"                                                                  \
    "  branch %6 b4 b5\n"                                                                                    \
    "b4:\n"                                                                                                  \
    "  check.assertion i1 0 \"reach_error\"\n"                                                               \
    "  stop.error\n"                                                                                         \
    "b5:\n"                                                                                                  \
    "  return i32 0\n"                                                                                       \
    "}\n"

struct seen {
    bool violated, cut;
};

/* Whether a claim can be violated, and whether a run goes on where the formula ends. */
static struct seen look(const char *text, uint32_t bound)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p) fail_msg("%s", failure.message);
    struct terms *ts = terms_new();
    struct layouts layouts = {0};
    struct program_facts *facts = program_facts_new(p);
    struct formula_options options = {
        .bound = bound, .recursion = 2, .violations = VIOLATION_BIT(VIOLATION_REACH), .entry = p->entry};
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

static void unwinding_sees_all_runs_or_says_that_it_does_not(void **state)
{
    (void)state;
    for (uint32_t bound = 0; bound < 8; bound++) {
        struct seen right = look(COUNT_TO("5", "5"), bound), wrong = look(COUNT_TO("5", "6"), bound);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_forget_what_they_have_in_common),
        cmocka_unit_test(unwinding_sees_all_runs_or_says_that_it_does_not),
        cmocka_unit_test(cut_loops_have_slots_of_one_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
