/* What is done to a specification before and beside the searches: promoted words at their own
 * width mean the same, parts are independent and fit together again, banks keep their laws,
 * definitions are read off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/solver.h"
#include "synth/search/bank.h"
#include "synth/spec/definition.h"
#include "synth/language/low.h"
#include "synth/spec/parts.h"

static void assert_same(struct terms *ts, struct term t)
{
    struct term normal = low_normal(ts, t);
    struct solver *s = solver_new(ts, NULL);
    solver_assert(s, term_ne(ts, t, normal));
    assert_int_equal(solver_solve(s, NULL), ANSWER_UNSAT);
    solver_free(s);
}

static void low_words_mean_the_same(void **state)
{
    static const enum term_op operations[] = {
        TERM_BV_ADD,  TERM_BV_SUB,  TERM_BV_MUL,  TERM_BV_AND,  TERM_BV_OR,
        TERM_BV_XOR,  TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_UDIV,
        TERM_BV_SDIV, TERM_BV_UREM, TERM_BV_SREM};
    static const enum term_op relations[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT,
                                             TERM_BV_SLE, TERM_EQ};
    struct terms *ts = terms_new();
    struct sort narrow = sort_bv(ts, 4);
    struct term a = term_var(ts, narrow, "a"), b = term_var(ts, narrow, "b");
    struct term wide[] = {
        term_zext(ts, a, 10),   term_sext(ts, a, 10),
        term_zext(ts, b, 10),   term_bv(ts, 10, 3),
        term_bv(ts, 10, 0x2f0), term_bv(ts, 10, 0),
        term_bv(ts, 10, 0x3ff), term_zext(ts, term_var(ts, sort_bv(ts, 6), "c"), 10)};
    enum { WIDE = sizeof wide / sizeof *wide };
    (void)state;
    for (unsigned i = 0; i < WIDE; i++)
        for (unsigned k = 0; k < WIDE; k++) {
            for (unsigned o = 0; o < sizeof operations / sizeof *operations; o++) {
                struct term t = term_2(ts, operations[o], wide[i], wide[k]);
                assert_same(ts, t);
                assert_same(ts, term_extract(ts, t, 3, 0));
                assert_same(ts, term_extract(ts,
                                             term_2(ts, TERM_BV_SUB,
                                                    term_1(ts, TERM_BV_NOT, t), wide[2]),
                                             5, 0));
            }
            for (unsigned o = 0; o < sizeof relations / sizeof *relations; o++) {
                struct term c = term_2(ts, relations[o], wide[i], wide[k]);
                assert_same(ts, c);
                assert_same(ts, term_extract(ts,
                                             term_ite(ts, c, term_1(ts, TERM_BV_NEG, wide[i]),
                                                      wide[k]),
                                             3, 0));
            }
        }
    terms_free(ts);
    (void)state;
}

/* in0 = 0 or (out0 = in0 + in1 and out1 = in1 * in1), with an input that nothing reads */
static void parts_fit_together(void **state)
{
    struct spec s;
    struct spec_parts parts;
    (void)state;
    spec_init(&s, 8);
    spec_add_inputs(&s, 2);
    spec_add_program(&s, "program", 2, 2);
    struct spec_application *app = spec_apply(&s, 0);
    app->argument[0] = s.input[0];
    app->argument[1] = s.input[1];
    struct terms *ts = s.terms;
    struct term sum = term_2(ts, TERM_BV_ADD, s.input[0], s.input[1]),
                square = term_2(ts, TERM_BV_MUL, s.input[1], s.input[1]),
                both = term_and(ts, term_eq(ts, app->result[0], sum),
                                term_eq(ts, app->result[1], square));
    s.holds = term_or(ts, term_eq(ts, s.input[0], term_bv(ts, 8, 0)), both);
    assert_true(spec_split(&s, &parts));
    assert_int_equal(parts.count, 2);
    struct solution of_part[2] = {{.count = 1}, {.count = 1}}, whole = {0};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(definitions_of(&parts.part[i].spec, of_part[i].program, 1), 1);
        assert_int_equal(of_part[i].program[0].length, 1);
    }
    assert_true(spec_join(&s, &parts, of_part, &whole));
    uint64_t in[2] = {200, 77}, out[2];
    candidate_run(&whole.program[0], 8, in, out);
    assert_int_equal(out[0], (200 + 77) & 255);
    assert_int_equal(out[1], 77 * 77 & 255);
    spec_parts_release(&parts);
    s.holds = term_eq(ts, term_2(ts, TERM_BV_XOR, app->result[0], app->result[1]), sum);
    assert_false(spec_split(&s, &parts));
    spec_parts_release(&parts);
    spec_release(&s);
}

static void banks_keep_one_of_each(void **state)
{
    struct bank b;
    const uint64_t x[3] = {3, 250, 17}, y[3] = {9, 4, 128}, one[3] = {1, 1, 1};
    uint64_t wanted[3];
    size_t entry;
    (void)state;
    bank_init(&b, 3, 8, 2000);
    bank_add_leaf(&b, x, false);
    bank_add_leaf(&b, y, false);
    bank_add_leaf(&b, one, true);
    bank_grow(&b,
              OPERATOR_BIT(OPERATOR_ADD) | OPERATOR_BIT(OPERATOR_SUB) |
                  OPERATOR_BIT(OPERATOR_NOT),
              NULL);
    assert_true(b.levels > 2 && b.entry.count <= 2000);
    for (size_t i = 0; i < b.entry.count; i++) {
        assert_true(bank_find(&b, bank_values(&b, i), &entry));
        assert_int_equal(entry, i);
        if (b.entry.data[i].op != OPERATOR_COUNT)
            assert_true(b.entry.data[i].a < i && b.entry.data[i].b < i);
    }
    for (unsigned i = 0; i < 3; i++)
        wanted[i] = (~(x[i] - y[i]) + 1) & 255;
    assert_true(bank_find(&b, wanted, &entry));
    struct candidate c = {.inputs = 2, .constants = 1, .outputs = 1, .constant = {1}};
    struct bank_writer w = {.bank = &b, .candidate = &c};
    c.output[0] = bank_write(&w, entry);
    assert_false(w.full);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t in[2] = {x[i], y[i]}, out;
        candidate_run(&c, 8, in, &out);
        assert_int_equal(out, wanted[i]);
    }
    bank_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_words_mean_the_same),
        cmocka_unit_test(parts_fit_together),
        cmocka_unit_test(banks_keep_one_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
