/* The language L (two meanings that must agree, tidying, printing), requirements of the
 * explicit search (no right value may be missed), fast evaluation against terms, narrow
 * words, and small searches from terms to an answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/failure.h"
#include "base/text.h"
#include "synth/explicit/explicit_internal.h"
#include "synth/language/linear.h"
#include "synth/synth.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed = 88172645463325252u;
static uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed >> 3;
}
static uint64_t draw_word(unsigned width)
{
    static const unsigned shifts[] = {0, 0, 20, 40, 50, 58};
    uint64_t v = draw() >> shifts[draw() % 6];
    return (draw() % 5 ? v : ~v) & width_mask(width);
}

static uint64_t fold(struct terms *ts, struct term t)
{
    uint64_t value = 0;
    assert_true(term_const_u64(ts, t, &value));
    return value;
}

static void words_and_terms_agree(void **state)
{
    (void)state;
    struct terms *ts = terms_new();
    static const unsigned widths[] = {1, 3, 8, 16, 31, 32, 64};
    for (unsigned round = 0; round < 20000; round++) {
        unsigned op = draw() % OPERATOR_COUNT, w = widths[draw() % 7];
        uint64_t v[3] = {draw_word(w), draw_word(w), draw_word(w)};
        struct term t = operator_term(ts, op, term_bv(ts, w, v[0]), term_bv(ts, w, v[1]),
                                      term_bv(ts, w, v[2]));
        uint64_t expected = operator_apply(op, v[0], v[1], v[2], w), row;
        if (fold(ts, t) != expected)
            fail_msg("%s at %u bits", operator_table[op].name, w);
        operator_apply_row(op, &v[0], &v[1], &v[2], &row, 1, w);
        assert_int_equal(row, expected);
        assert_int_equal(expected & ~width_mask(w), 0);
    }
    terms_free(ts);
}

static struct candidate draw_candidate(unsigned width)
{
    struct candidate c = {
        .inputs = 2, .constants = 3, .outputs = 2, .length = (uint8_t)(draw() % 9)};
    for (unsigned i = 0; i < 3; i++)
        c.constant[i] = draw_word(width);
    for (unsigned i = 0; i < c.length; i++) {
        c.step[i].op = (uint8_t)(draw() % OPERATOR_COUNT);
        for (unsigned k = 0; k < operator_table[c.step[i].op].arity; k++)
            c.step[i].operand[k] = (uint8_t)(draw() % (5 + i));
    }
    for (unsigned i = 0; i < 2; i++)
        c.output[i] = (uint8_t)(draw() % (5u + c.length));
    return c;
}

static void tidying_keeps_the_function(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 5000; round++) {
        unsigned width = round % 2 ? 32 : 9;
        struct candidate c = draw_candidate(width), d = c;
        assert_true(candidate_well_formed(&c, width));
        candidate_tidy(&d, width);
        assert_true(candidate_well_formed(&d, width));
        assert_true(d.length <= c.length);
        for (unsigned k = 0; k < 10; k++) {
            uint64_t in[2] = {draw_word(width), draw_word(width)}, a[2], b[2];
            candidate_run(&c, width, in, a);
            candidate_run(&d, width, in, b);
            assert_memory_equal(a, b, sizeof a);
        }
    }
}

/* The printed C, compiled, does what candidate_run does. */
static void printed_programs_mean_the_same(void **state)
{
    (void)state;
    static const unsigned widths[] = {8, 12, 32, 64};
    static const char *const words[] = {"unsigned char", "unsigned short", "unsigned",
                                        "unsigned long"};
    enum { PROGRAMS = 40, TESTS = 20 };
    struct text out = {0};
    text_put(&out, "#include <stdio.h>\n");
    for (unsigned w = 0; w < 4; w++) {
        struct solution all = {.count = 1};
        for (unsigned op = OPERATOR_FADD; op <= OPERATOR_SREM; op++)
            all.program[0].step[all.program[0].length++] =
                (struct step){(uint8_t)op, {0, 0, 0}};
        struct text helpers = {0};
        candidate_print_helpers(&all, widths[w], &helpers);
        text_add(&out,
                 "#define fadd_word fadd_word_%u\n#define fsub_word fsub_word_%u\n#define "
                 "fmul_word fmul_word_%u\n"
                 "#define fdiv_word fdiv_word_%u\n#define sdiv_word sdiv_word_%u\n#define "
                 "srem_word "
                 "srem_word_%u\n%s",
                 w, w, w, w, w, w, text_of(&helpers));
        text_release(&helpers);
        for (unsigned p = 0; p < PROGRAMS; p++) {
            struct candidate c = draw_candidate(widths[w]);
            char name[20];
            snprintf(name, sizeof name, "p%u_%u", w, p);
            candidate_print_c(&c, widths[w], words[w], name, &out);
            text_add(&out, "static int test_%s(void) { %s out[2];\n", name, words[w]);
            for (unsigned k = 0; k < TESTS; k++) {
                uint64_t in[2] = {draw_word(widths[w]), draw_word(widths[w])}, expected[2];
                candidate_run(&c, widths[w], in, expected);
                text_add(&out,
                         "{ %s in[] = {%lluu, %lluu}; %s(in, out); if (out[0] != %lluull || "
                         "out[1] != "
                         "%lluull) return 1; }\n",
                         words[w], (unsigned long long)in[0], (unsigned long long)in[1], name,
                         (unsigned long long)expected[0], (unsigned long long)expected[1]);
            }
            text_put(&out, "return 0; }\n");
        }
        text_put(
            &out,
            "#undef fadd_word\n#undef fsub_word\n#undef fmul_word\n#undef fdiv_word\n#undef "
            "sdiv_word\n#undef srem_word\n");
    }
    text_put(&out, "int main(void) { int bad = 0;\n");
    for (unsigned w = 0; w < 4; w++)
        for (unsigned p = 0; p < PROGRAMS; p++)
            text_add(&out, "if (test_p%u_%u()) { puts(\"p%u_%u\"); bad = 1; }\n", w, p, w, p);
    text_put(&out, "return bad; }\n");
    char directory[] = "/tmp/sooth-synth-test-XXXXXX", path[100], command[500];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/test.c", directory);
    assert_true(text_write_file(path, text_of(&out), out.count, NULL));
    snprintf(command, sizeof command,
             "cd %s && gcc -w -O0 -fsanitize=undefined -fno-sanitize-recover "
             "-fno-sanitize=float-divide-by-zero test.c -o test && ./test",
             directory);
    int status = system(command);
    snprintf(command, sizeof command, "rm -r %s", directory);
    if (!status)
        assert_int_equal(system(command), 0);
    text_release(&out);
    assert_int_equal(status, 0);
}

/* If op(v, c) or op(c, v) is the wanted value, v meets a requirement made for c. */
static void requirements_miss_nothing(void **state)
{
    (void)state;
    struct explicit *x = calloc(1, sizeof *x);
    struct requirements *exact = malloc(sizeof *exact), *loose = malloc(sizeof *loose);
    struct production productions[OPERATOR_COUNT];
    for (unsigned op = 0; op < OPERATOR_COUNT; op++)
        productions[op] = (struct production){(uint8_t)op, {1, 1, 1}, 1};
    x->e.production = productions;
    x->e.production_count = OPERATOR_COUNT;
    x->start = 1;
    static const unsigned widths[] = {4, 8, 32, 64};
    for (unsigned round = 0; round < 100000; round++) {
        unsigned w = widths[draw() % 4], op = draw() % OPERATOR_COUNT, side = draw() % 2;
        if (operator_table[op].arity != 2)
            continue;
        uint64_t v = draw_word(w), c = draw_word(w);
        x->e.width = w;
        x->goal[0] = (struct goal){GOAL_EQUAL, side ? operator_apply(op, c, v, 0, w)
                                                    : operator_apply(op, v, c, 0, w)};
        explicit_require_value(x, c, 1, exact, loose);
        bool found = false;
        for (unsigned i = 0; i < exact->count + loose->count && !found; i++) {
            const struct requirement *q =
                i < exact->count ? &exact->item[i] : &loose->item[i - exact->count];
            bool right_side = operator_table[op].commutes || q->position == side;
            found = q->production->op == op && right_side &&
                    (((v & q->mask) - q->lo) & width_mask(w)) <= q->span;
        }
        if (!found)
            fail_msg("%s at %u bits: v %llx c %llx side %u", operator_table[op].name, w,
                     (unsigned long long)v, (unsigned long long)c, side);
    }
    free(exact);
    free(loose);
    free(x);
}

/* out = (in0 + in1) & in0, as a formula */
static void make_spec(struct spec *s, unsigned width)
{
    spec_init(s, width);
    spec_add_inputs(s, 2);
    spec_add_program(s, "program", 2, 1);
    struct spec_application *a = spec_apply(s, 0);
    memcpy(a->argument, s->input, 2 * sizeof *a->argument);
    struct term sum = term_2(s->terms, TERM_BV_ADD, s->input[0], s->input[1]);
    s->holds =
        term_eq(s->terms, a->result[0], term_2(s->terms, TERM_BV_AND, sum, s->input[0]));
}

static void evaluation_agrees_with_terms(void **state)
{
    (void)state;
    struct spec s;
    make_spec(&s, 16);
    struct failure f = {0};
    struct code *code = code_new(&s, &f);
    assert_non_null(code);
    uint64_t *registers = calloc(code_registers(code), sizeof *registers);
    for (unsigned round = 0; round < 1000; round++) {
        uint64_t in[2] = {draw_word(16), draw_word(16)},
                 out = round % 2 ? ((in[0] + in[1]) & in[0] & 0xffff) : draw_word(16);
        code_prepare(code, in, registers);
        code_give(code, registers, 0, &out);
        assert_int_equal(code_holds(code, registers),
                         out == ((in[0] + in[1]) & in[0] & 0xffff));
    }
    free(registers);
    code_free(code);
    spec_release(&s);
}

static struct term draw_term(struct terms *ts, const struct term *leaf, unsigned depth)
{
    static const enum term_op ops[] = {TERM_BV_ADD, TERM_BV_SUB, TERM_BV_MUL, TERM_BV_SHL,
                                       TERM_BV_AND, TERM_BV_XOR, TERM_BV_ADD};
    if (!depth || !(draw() % 6))
        return draw() % 3 ? leaf[draw() % 2] : term_bv(ts, 32, draw() % 9);
    struct term a = draw_term(ts, leaf, depth - 1);
    if (!(draw() % 6))
        return term_1(ts, draw() % 2 ? TERM_BV_NEG : TERM_BV_NOT, a);
    return term_2(ts, ops[draw() % 7], a, draw_term(ts, leaf, depth - 1));
}

static struct term value_of(void *context, struct term v)
{
    struct term *pairs = context; /* variable, value, variable, value */
    return term_same(pairs[0], v) ? pairs[1] : pairs[3];
}

static void sums_have_one_form(void **state)
{
    (void)state;
    struct terms *ts = terms_new();
    struct term leaf[2] = {term_var(ts, sort_bv(ts, 32), "x"),
                           term_var(ts, sort_bv(ts, 32), "y")};
    for (unsigned round = 0; round < 3000; round++) {
        struct term a = draw_term(ts, leaf, 5), b = draw_term(ts, leaf, 4);
        struct term whole = term_eq(ts, a, b), normal = linear_normal(ts, whole),
                    sum = linear_normal(ts, a);
        for (unsigned k = 0; k < 4; k++) {
            struct term pairs[4] = {leaf[0], term_bv(ts, 32, draw_word(32)), leaf[1],
                                    term_bv(ts, 32, draw_word(32))};
            assert_true(term_same(term_evaluate(ts, whole, value_of, pairs),
                                  term_evaluate(ts, normal, value_of, pairs)));
            assert_true(term_same(term_evaluate(ts, a, value_of, pairs),
                                  term_evaluate(ts, sum, value_of, pairs)));
        }
    }
    struct term x = leaf[0],
                seven = term_2(ts, TERM_BV_SUB,
                               term_2(ts, TERM_BV_SHL, x, term_bv(ts, 32, 3)), x);
    struct term many =
        term_2(ts, TERM_BV_ADD, seven, term_2(ts, TERM_BV_SHL, x, term_bv(ts, 32, 6)));
    assert_true(term_is_true(
        ts, linear_normal(
                ts, term_eq(ts, many, term_2(ts, TERM_BV_MUL, x, term_bv(ts, 32, 71))))));
    terms_free(ts);
}

static void constants_extend(void **state)
{
    (void)state;
    uint64_t v;
    assert_true(constant_extend(8, 8, 32, CONSTANT_NAMES_WIDTH, &v) && v == 32);
    assert_true(constant_extend(7, 8, 32, CONSTANT_NAMES_WIDTH, &v) && v == 31);
    assert_true(constant_extend(9, 8, 32, CONSTANT_NAMES_WIDTH, &v) && v == 33);
    assert_false(constant_extend(3, 8, 32, CONSTANT_NAMES_WIDTH, &v));
    assert_true(constant_extend(0x80, 8, 32, CONSTANT_ZEROS_BELOW, &v) && v == 0x80000000u);
    assert_true(constant_extend(0x55, 8, 32, CONSTANT_REPEATED, &v) && v == 0x55555555u);
    assert_true(constant_extend(0xfe, 8, 64, CONSTANT_SIGN_ABOVE, &v) &&
                v == 0xfffffffffffffffeu);
    assert_false(constant_extend(1, 8, 32, CONSTANT_RULES, &v));
}

static void each_search_finds(void **state)
{
    (void)state;
    static const unsigned searches[] = {SEARCH_EXPLICIT, SEARCH_SYMBOLIC, SEARCH_GENETIC};
    for (unsigned i = 0; i < 3; i++) {
        struct spec s, narrow;
        struct synth_result r;
        struct failure f = {0};
        make_spec(&s, 32);
        struct synth_options o = {
            .seconds = 100, .minimal_seconds = 30, .searches = searches[i], .seed = 1};
        assert_true(synth_run(&s, &o, &r, &f));
        assert_int_equal(r.status, SYNTH_FOUND);
        assert_int_equal(solution_total(&r.solution), 2);
        assert_true(spec_narrow(&s, 8, &narrow));
        assert_int_equal(narrow.width, 8);
        spec_release(&narrow);
        spec_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_terms_agree),
        cmocka_unit_test(tidying_keeps_the_function),
        cmocka_unit_test(printed_programs_mean_the_same),
        cmocka_unit_test(requirements_miss_nothing),
        cmocka_unit_test(evaluation_agrees_with_terms),
        cmocka_unit_test(constants_extend),
        cmocka_unit_test(sums_have_one_form),
        cmocka_unit_test(each_search_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
