/* solver/box: what a term is at a point lies within what ranges around the point say, the
 * machine's arithmetic is that of base/float, and what boxes refute has no model. */
#include "../../support/float_trees.h"

#include "solver/box/box_internal.h"
#include "solver/solver.h"
#include "term/float_fold.h"
#include "term/float_number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static unsigned rounds = 8000;

/* --- points and ranges --- */

static struct box_value point_of(struct terms *terms, struct term value)
{
    return box_constant(terms, value);
}

static bool contains(struct box_form form, struct box_value range, struct box_value point)
{
    struct box_value both = box_join(form, range, point);
    return both.truth == range.truth && both.nan == range.nan && both.from == range.from &&
           both.to == range.to &&
           ((both.least == range.least && both.most == range.most) ||
            (range.least > range.most && point.least > point.most));
}

/* --- random terms --- */

static struct term random_literal(struct terms *terms)
{
    struct term t = tree_term(terms, tree_root());
    if (sort_kind(terms, term_sort(terms, t)) == SORT_FLOAT)
        t = term_2(terms, case_below(2) ? TERM_FP_LT : TERM_FP_LE, t,
                   tree_term(terms, tree_leaf((struct float_format){
                                        sort_exponent(terms, term_sort(terms, t)),
                                        sort_significand(terms, term_sort(terms, t))})));
    if (sort_kind(terms, term_sort(terms, t)) == SORT_BV)
        t = term_eq(terms, t, term_bv(terms, term_width(terms, t), case_below(8)));
    return case_below(2) ? term_not(terms, t) : t;
}

static struct term random_condition(struct terms *terms)
{
    static const enum term_op ops[] = {TERM_AND, TERM_OR, TERM_XOR, TERM_IMPLIES, TERM_EQ};
    struct term a = random_literal(terms), b = random_literal(terms);
    struct float_format f = tree_formats[case_below(TREE_FORMATS)];
    unsigned which = case_below(9);
    if (which < 5)
        return term_2(terms, ops[which], a, b);
    if (which == 5)
        return term_ite(terms, a, b, random_literal(terms));
    if (which > 7)
        return a;
    tree_used = 0;
    if (which == 7) {
        struct term number =
            float_number_term(terms, tree_term(terms, tree_float(f, 2)), case_below(2));
        return term_2(
            terms, TERM_BV_SLT, number,
            term_bv_signed(terms, term_width(terms, number), (int64_t)case_below(400) - 200));
    }
    struct term x = tree_term(terms, tree_leaf(f)), y = tree_term(terms, tree_leaf(f)),
                z = tree_term(terms, tree_leaf(f));
    struct term chosen = term_ite(terms, a, x, y);
    return case_below(2) ? term_eq(terms, chosen, z) : term_2(terms, TERM_FP_LT, chosen, z);
}

/* Each variable ranges over its values under some assignments, and what lies between. */
static void set_ranges(struct box_formula *f, struct terms *terms, unsigned first,
                       unsigned count, struct box_value *values)
{
    for (uint32_t i = 0; i < f->nodes.count; i++) {
        const struct box_node *n = &f->nodes.data[i];
        if (n->op != TERM_VAR || n->form.kind == BOX_OTHER)
            continue;
        for (unsigned k = 0; k < count; k++) {
            struct tree_assignment a = {terms, first + k};
            struct box_value point = point_of(terms, tree_value(&a, n->term));
            values[i] = k ? box_join(n->form, values[i], point) : point;
        }
    }
}

static void values_lie_in_ranges(void **state)
{
    (void)state;
    unsigned narrow = 0;
    for (unsigned round = 0; round < rounds; round++) {
        struct terms *terms = terms_new();
        struct term t = round % 3 ? random_condition(terms) : tree_term(terms, tree_root());
        struct box_formula f = {.terms = terms};
        uint32_t root = box_add_node(&f, t);
        struct box_value *values = calloc(f.nodes.count, sizeof *values);
        set_ranges(&f, terms, round, 1 + case_below(4), values);
        box_evaluate(&f, values);
        struct tree_assignment a = {terms, round};
        struct term exact = term_evaluate(terms, t, tree_value, &a);
        struct box_form form = f.nodes.data[root].form;
        assert_true(contains(form, values[root], point_of(terms, exact)));
        narrow += box_is_point(form, values[root]);
        free(values);
        box_formula_release(&f);
        terms_free(terms);
    }
    assert_true(narrow > rounds / 10 && narrow < rounds);
}

/* --- one operation on all points of small ranges --- */

enum { SPAN = 9 };
static const struct float_format tiny = {3, 5};

/* Near where something ends: zero, one, powers of two, infinity. */
static struct box_value small_range(void)
{
    static const int64_t anchors[] = {0, 0, 1, 16, 48, 64, 80, 96, 111, 112};
    int64_t end = box_infinity(tiny), low = anchors[case_below(10)] - case_below(4);
    if (case_below(2))
        low = -low;
    int64_t high = low + case_below(SPAN);
    low = low < -end ? -end : low > end ? end : low;
    return (struct box_value){
        .nan = case_below(6) == 0, .least = low, .most = high > end ? end : high};
}

/* The bits of the values in the range, both zeros among them. */
static unsigned points_in(struct box_value v, uint32_t *bits)
{
    unsigned count = 0, width = softfloat_width(tiny);
    for (int64_t n = v.least; n <= v.most; n++)
        bits[count++] = (uint32_t)float_bits(width, n);
    if (v.least <= 0 && v.most >= 0)
        bits[count++] = 1u << (width - 1);
    if (v.nan)
        float_set_nan(tiny.exponent, tiny.significand, &bits[count++]);
    return count;
}

static bool makes_word(enum term_op op)
{
    return op == TERM_FP_TO_SBV || op == TERM_FP_TO_UBV || op == TERM_FP_TO_BITS;
}

static void check_result(struct terms *terms, const struct box_operation *o,
                         struct box_value range, const uint32_t *result)
{
    struct float_format f = o->op == TERM_FP_FROM_FP ? o->to : o->format;
    struct box_form form = {BOX_FLOAT, softfloat_width(f), f};
    struct term exact =
        term_float_bits(terms, sort_float(terms, f.exponent, f.significand), result);
    if (float_op_is_predicate(o->op)) {
        form = (struct box_form){.kind = BOX_TRUTH};
        exact = term_bool(terms, result[0]);
    } else if (makes_word(o->op)) {
        form = (struct box_form){.kind = BOX_WORD, .width = o->width};
        exact = term_bv_limbs(terms, o->width, result);
    }
    assert_true(contains(form, range, point_of(terms, exact)));
}

static struct box_value range_of(const struct box_operation *o, const struct box_value *a)
{
    if (float_op_is_predicate(o->op))
        return (struct box_value){.truth = box_float_test(o, a)};
    return makes_word(o->op) ? box_convert(o, a) : box_float(o, a);
}

static void all_points_of_small_ranges(void **state)
{
    (void)state;
    static const enum term_op ops[] = {
        TERM_FP_ADD,     TERM_FP_SUB,         TERM_FP_MUL,         TERM_FP_DIV,
        TERM_FP_SQRT,    TERM_FP_ROUND,       TERM_FP_MIN,         TERM_FP_MAX,
        TERM_FP_ABS,     TERM_FP_NEG,         TERM_FP_FROM_FP,     TERM_FP_EQ,
        TERM_FP_LT,      TERM_FP_LE,          TERM_FP_IS_NAN,      TERM_FP_IS_INF,
        TERM_FP_IS_ZERO, TERM_FP_IS_NEGATIVE, TERM_FP_IS_POSITIVE, TERM_FP_TO_SBV,
        TERM_FP_TO_UBV,  TERM_FP_TO_BITS};
    struct terms *terms = terms_new();
    for (unsigned round = 0; round < rounds; round++) {
        struct box_operation o = {.op = ops[case_below(sizeof ops / sizeof *ops)],
                                  .mode = (enum rounding)case_below(5),
                                  .format = tiny,
                                  .to = tree_formats[case_below(TREE_FORMATS)]};
        o.width = o.op == TERM_FP_TO_BITS ? softfloat_width(tiny) : 2 + case_below(4);
        struct box_value a[2] = {small_range(), small_range()};
        bool two = float_op_arguments(o.op) == 2;
        struct box_value range = range_of(&o, a);
        uint32_t bits[2][SPAN + 3];
        unsigned count[2] = {points_in(a[0], bits[0]), two ? points_in(a[1], bits[1]) : 1};
        for (unsigned i = 0; i < count[0] * count[1]; i++) {
            const uint32_t x[2] = {bits[0][i % count[0]], 0},
                           y[2] = {two ? bits[1][i / count[0]] : 0, 0};
            const uint32_t *arguments[2] = {x, y};
            uint32_t out[SOFTFLOAT_LIMBS] = {0};
            struct float_operation plain = {o.op, o.mode, o.format, o.to, o.width};
            float_apply(&plain, arguments, out);
            check_result(terms, &o, range, out);
        }
    }
    terms_free(terms);
}

/* --- the machine --- */

static void machine_computes_as_softfloat(void **state)
{
    (void)state;
    static const enum term_op ops[] = {TERM_FP_ADD, TERM_FP_SUB, TERM_FP_MUL, TERM_FP_DIV,
                                       TERM_FP_FROM_FP};
    for (unsigned round = 0; round < rounds; round++) {
        struct float_format f = round % 2 ? FLOAT_SINGLE : FLOAT_DOUBLE;
        struct float_format to = round % 2 ? FLOAT_DOUBLE : FLOAT_SINGLE;
        enum term_op op = ops[case_below(5)];
        struct box_operation o = {.op = op, .format = f, .to = to};
        uint32_t limbs[2][2] = {{0}}, out[SOFTFLOAT_LIMBS] = {0};
        const uint32_t *arguments[2] = {limbs[0], limbs[1]};
        int64_t numbers[2], got = 0;
        bool nan = false;
        for (int i = 0; i < 2; i++) {
            case_float(f, limbs[i]);
            nan |= float_is_nan(f.exponent, f.significand, limbs[i]);
            numbers[i] = (int64_t)float_number(softfloat_width(f),
                                               (uint64_t)limbs[i][1] << 32 | limbs[i][0]);
            if (!numbers[i]) /* ranges know one zero */
                limbs[i][0] = limbs[i][1] = 0;
        }
        if (nan)
            continue;
        struct float_operation plain = {op, ROUND_NEAREST_EVEN, f, to, 0};
        float_apply(&plain, arguments, out);
        struct float_format result = op == TERM_FP_FROM_FP ? to : f;
        bool number = box_apply(&o, numbers, &got);
        assert_int_equal(number, !float_is_nan(result.exponent, result.significand, out));
        if (number)
            assert_int_equal(got, (int64_t)float_number(softfloat_width(result),
                                                        (uint64_t)out[1] << 32 | out[0]));
    }
}

/* --- words --- */

struct words {
    struct terms *terms;
    uint64_t value[2];
};

static struct term word_value(void *context, struct term variable)
{
    const struct words *w = context;
    unsigned width = term_width(w->terms, variable);
    return term_bv(w->terms, width, w->value[term_name(w->terms, variable)[0] - 'a']);
}

static struct term random_word_term(struct terms *terms, unsigned width)
{
    struct term x[2] = {term_var(terms, sort_bv(terms, width), "a"),
                        term_var(terms, sort_bv(terms, width), "b")};
    static const enum term_op ops[] = {
        TERM_BV_ADD, TERM_BV_SUB, TERM_BV_MUL,    TERM_BV_UDIV, TERM_BV_UREM,
        TERM_BV_AND, TERM_BV_OR,  TERM_BV_XOR,    TERM_BV_SHL,  TERM_BV_ULT,
        TERM_BV_ULE, TERM_BV_UGT, TERM_BV_UGE,    TERM_BV_SLT,  TERM_BV_SLE,
        TERM_BV_SGT, TERM_BV_SGE, TERM_BV_CONCAT, TERM_EQ,      TERM_BV_SDIV};
    unsigned which = case_below(sizeof ops / sizeof *ops + 5), low = case_below(width);
    switch (which) {
    case 0:
        return term_1(terms, TERM_BV_NOT, x[0]);
    case 1:
        return term_extract(terms, x[0], low + case_below(width - low), low);
    case 2:
        return term_zext(terms, x[0], width + 1 + case_below(3));
    case 3:
        return term_sext(terms, x[0], width + 1 + case_below(3));
    case 4:
        return term_1(terms, TERM_BV_NEG, x[0]);
    default:
        return term_2(terms, ops[which - 5], x[0], x[1]);
    }
}

static void check_words(struct terms *terms, struct term t, unsigned width)
{
    struct box_formula f = {.terms = terms};
    uint32_t root = box_add_node(&f, t);
    struct box_value *values = calloc(f.nodes.count, sizeof *values);
    uint64_t from[2] = {0}, to[2] = {0}, most = (uint64_t)box_power(width) - 1;
    for (int i = 0; i < 2; i++) {
        from[i] = case_below((unsigned)most + 1);
        to[i] = from[i] + case_below((unsigned)(most - from[i]) + 1);
    }
    for (uint32_t i = 0; i < f.nodes.count; i++)
        if (f.nodes.data[i].op == TERM_VAR) {
            int which = term_name(terms, f.nodes.data[i].term)[0] - 'a';
            values[i] = box_words(width, (box_integer)from[which], (box_integer)to[which]);
        }
    box_evaluate(&f, values);
    for (uint64_t a = from[0]; a <= to[0]; a++)
        for (uint64_t b = from[1]; b <= to[1]; b++) {
            struct words w = {terms, {a, b}};
            struct term exact = term_evaluate(terms, t, word_value, &w);
            assert_true(
                contains(f.nodes.data[root].form, values[root], point_of(terms, exact)));
        }
    free(values);
    box_formula_release(&f);
}

static void words_lie_in_ranges(void **state)
{
    (void)state;
    for (unsigned round = 0; round < rounds / 20; round++) {
        struct terms *terms = terms_new();
        unsigned width = 1 + case_below(4);
        check_words(terms, random_word_term(terms, width), width);
        terms_free(terms);
    }
}

/* --- whole queries --- */

static void what_is_refuted_has_no_model(void **state)
{
    (void)state;
    unsigned refuted = 0, questions = rounds / 20;
    for (unsigned round = 0; round < questions; round++) {
        struct terms *terms = terms_new();
        struct boxes *boxes = boxes_new(terms);
        struct solver *solver = solver_new(terms, "cadical");
        for (unsigned i = 1 + case_below(3); i > 0; i--) {
            struct term pair[2] = {random_condition(terms), random_condition(terms)};
            size_t count = 1 + case_below(2);
            boxes_add_clause(boxes, pair, count);
            solver_assert_clause(solver, pair, count);
        }
        enum box_result result = boxes_search(boxes, 0.05, NULL);
        if (result == BOX_REFUTED) {
            refuted++;
            assert_int_equal(solver_solve(solver, NULL), ANSWER_UNSAT);
        }
        solver_free(solver);
        boxes_free(boxes);
        terms_free(terms);
    }
    print_message("%u of %u refuted\n", refuted, questions);
    assert_true(refuted > questions / 40);
}

/* A polynomial of one float: far from its bound there is no model, near it there is one. */
static void polynomials(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < 2; wrong++) {
        struct terms *terms = terms_new();
        struct solver *solver = solver_new(terms, NULL);
        struct term x = term_var(terms, sort_float(terms, 8, 24), "x"),
                    mode = term_rounding(terms, ROUND_NEAREST_EVEN);
        struct term square = term_3(terms, TERM_FP_MUL, mode, x, x);
        struct term cube = term_3(terms, TERM_FP_MUL, mode, square, x);
        struct term sum = term_3(terms, TERM_FP_SUB, mode, x, cube);
        solver_assert(solver, term_2(terms, TERM_FP_LE, term_float(terms, 0), x));
        solver_assert(solver, term_2(terms, TERM_FP_LE, x, term_float(terms, 1)));
        solver_assert(solver,
                      term_2(terms, TERM_FP_LT, term_float(terms, wrong ? 0.3f : 0.4f), sum));
        assert_int_equal(solver_solve(solver, NULL), wrong ? ANSWER_SAT : ANSWER_UNSAT);
        solver_free(solver);
        terms_free(terms);
    }
}

/* Whatever is left of a value is something, and of its own form. */
static void values_have_a_law(void **state)
{
    (void)state;
    struct box_form truth = {.kind = BOX_TRUTH}, word = {.kind = BOX_WORD, .width = 8},
                    single = {BOX_FLOAT, 32, FLOAT_SINGLE};
    int64_t infinity = box_infinity(FLOAT_SINGLE);
    assert_true(box_value_holds(truth, box_anything(truth)));
    assert_true(box_value_holds(word, box_anything(word)));
    assert_true(box_value_holds(single, box_anything(single)));
    assert_true(box_value_holds(word, box_signed_words(8, -128, -128)));
    assert_true(box_value_holds(single, (struct box_value){.nan = true, .least = 1}));
    assert_false(box_value_holds(truth, (struct box_value){0}));
    assert_false(box_value_holds(single, (struct box_value){.least = 1}));
    assert_false(box_value_holds(single, (struct box_value){.most = infinity + 1}));
    struct box_value beyond = box_words(8, 3, 9), none = beyond;
    beyond.to = 256;
    none.from = 10;
    assert_false(box_value_holds(word, beyond));
    assert_false(box_value_holds(word, none));
}

int main(int count, char **arguments)
{
    if (count > 1)
        rounds = (unsigned)atoi(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_lie_in_ranges),
        cmocka_unit_test(all_points_of_small_ranges),
        cmocka_unit_test(machine_computes_as_softfloat),
        cmocka_unit_test(words_lie_in_ranges),
        cmocka_unit_test(what_is_refuted_has_no_model),
        cmocka_unit_test(polynomials),
        cmocka_unit_test(values_have_a_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
