/* blast: the graph's rewriting and the clauses keep the meaning; words keep arithmetic. */
#include "blast/blaster.h"
#include "blast/cnf.h"

#include <ccadical.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { INPUTS = 4, STEPS = 60 };

static void trivial_cases(void **state)
{
    (void)state;
    struct aig aig;
    aig_init(&aig);
    literal a = aig_input(&aig), b = aig_input(&aig), both = aig_and(&aig, a, b);
    assert_int_equal(aig_and(&aig, a, a), a);
    assert_int_equal(aig_and(&aig, a, literal_not(a)), LITERAL_FALSE);
    assert_int_equal(aig_and(&aig, b, a), both);
    assert_int_equal(aig_and(&aig, both, literal_not(a)), LITERAL_FALSE);
    assert_int_equal(aig_and(&aig, literal_not(both), a), aig_and(&aig, a, literal_not(b)));
    assert_int_equal(aig_xor(&aig, a, literal_not(b)), literal_not(aig_xor(&aig, a, b)));
    aig_release(&aig);
}

struct random_graph {
    struct aig aig;
    literal list[INPUTS + STEPS];
    uint16_t tables[INPUTS + STEPS]; /* value under each of the 16 assignments */
};

/* Random gates, with truth tables computed beside them. */
static void grow(struct random_graph *g)
{
    aig_init(&g->aig);
    for (unsigned i = 0; i < INPUTS; i++) {
        g->list[i] = aig_input(&g->aig);
        for (unsigned row = 0; row < 16; row++)
            g->tables[i] = (uint16_t)((g->tables[i] & ~(1u << row)) | (row >> i & 1) << row);
    }
    for (unsigned i = INPUTS; i < INPUTS + STEPS; i++) {
        literal x[3];
        uint16_t t[3];
        for (int k = 0; k < 3; k++) {
            unsigned from = (unsigned)rand() % i, negate = (unsigned)rand() % 2;
            x[k] = literal_not_if(g->list[from], negate);
            t[k] = negate ? (uint16_t)~g->tables[from] : g->tables[from];
        }
        switch (rand() % 4) {
        case 0:
            g->list[i] = aig_and(&g->aig, x[0], x[1]), g->tables[i] = t[0] & t[1];
            break;
        case 1:
            g->list[i] = aig_xor(&g->aig, x[0], x[1]), g->tables[i] = t[0] ^ t[1];
            break;
        case 2:
            g->list[i] = aig_ite(&g->aig, x[0], x[1], x[2]);
            g->tables[i] = (uint16_t)((t[0] & t[1]) | (~t[0] & t[2]));
            break;
        default:
            g->list[i] = aig_majority(&g->aig, x[0], x[1], x[2]);
            g->tables[i] = (uint16_t)((t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2]));
        }
    }
}

static void graphs_keep_their_truth_tables(void **state)
{
    (void)state;
    srand(5);
    for (int round = 0; round < 300; round++) {
        struct random_graph g = {0};
        grow(&g);
        for (unsigned row = 0; row < 16; row++) {
            uint8_t *values = calloc(g.aig.count, 1);
            for (unsigned i = 0; i < INPUTS; i++)
                values[literal_node(g.list[i])] = row >> i & 1;
            aig_simulate(&g.aig, values, g.aig.count);
            for (unsigned i = 0; i < INPUTS + STEPS; i++)
                assert_int_equal(aig_value(values, g.list[i]), g.tables[i] >> row & 1);
            free(values);
        }
        aig_release(&g.aig);
    }
}

static void to_sat(void *context, const int *literals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ccadical_add(context, literals[i]);
    ccadical_add(context, 0);
}

/* Assuming inputs and then a literal, and then its negation (so that the second polarity
 * comes late). */
static void clauses_keep_truth_tables(void **state)
{
    (void)state;
    srand(9);
    for (int round = 0; round < 60; round++) {
        struct random_graph g = {0};
        grow(&g);
        CCaDiCaL *sat = ccadical_init();
        ccadical_set_option(sat, "quiet", 1);
        struct cnf cnf;
        cnf_init(&cnf, &g.aig, to_sat, sat);
        for (int query = 0; query < 60; query++) {
            unsigned i = (unsigned)rand() % (INPUTS + STEPS), row = (unsigned)rand() % 16,
                     negate = (unsigned)rand() % 2;
            for (unsigned k = 0; k < INPUTS; k++)
                ccadical_assume(
                    sat, cnf_literal(&cnf, literal_not_if(g.list[k], !(row >> k & 1))));
            ccadical_assume(sat, cnf_literal(&cnf, literal_not_if(g.list[i], negate)));
            bool expected = (g.tables[i] >> row & 1) != negate;
            assert_int_equal(ccadical_solve(sat), expected ? 10 : 20);
        }
        cnf_release(&cnf);
        ccadical_release(sat);
        aig_release(&g.aig);
    }
}

/* Every operation on words of five bits, against machine arithmetic. */
static void words_compute(void **state)
{
    (void)state;
    enum { W = 5 };
    struct aig aig;
    struct arena arena;
    aig_init(&aig);
    arena_init(&arena);
    struct circuit c = {&aig, &arena};
    struct bits a = bits_inputs(&c, W), b = bits_inputs(&c, W), quotient, remainder;
    literal sticky;
    bits_divide(&c, a, b, &quotient, &remainder);
    struct bits sum = bits_add(&c, a, b), product = bits_mul(&c, a, b),
                wide = bits_mul_wide(&c, a, b);
    struct bits by_constant = bits_mul(&c, a, bits_number(&c, W, 23)),
                left = bits_shl(&c, a, b), right = bits_ashr(&c, a, b);
    struct bits shifted = bits_lshr_sticky(&c, a, b, &sticky),
                negated = bits_neg_if(&c, b.at[0], a);
    struct {
        struct bits bits;
        unsigned expected;
    } cases[10];
    uint8_t *values = calloc(aig.count, 1);
    for (unsigned x = 0; x < 1 << W; x++) {
        for (unsigned y = 0; y < 1 << W; y++) {
            for (unsigned i = 0; i < W; i++) {
                values[literal_node(a.at[i])] = x >> i & 1;
                values[literal_node(b.at[i])] = y >> i & 1;
            }
            aig_simulate(&aig, values, aig.count);
            int sign = x >= 16 ? (int)x - 32 : (int)x;
            unsigned n = 0;
            cases[n].bits = sum, cases[n++].expected = (x + y) % 32;
            cases[n].bits = product, cases[n++].expected = x * y % 32;
            cases[n].bits = wide, cases[n++].expected = x * y;
            cases[n].bits = by_constant, cases[n++].expected = x * 23 % 32;
            cases[n].bits = quotient, cases[n++].expected = y ? x / y : 31;
            cases[n].bits = remainder, cases[n++].expected = y ? x % y : x;
            cases[n].bits = left, cases[n++].expected = y < W ? (x << y) % 32 : 0;
            cases[n].bits = right,
            cases[n++].expected = (unsigned)(sign >> (y < W ? y : W)) % 32;
            cases[n].bits = shifted, cases[n++].expected = y < W ? x >> y : 0;
            cases[n].bits = negated, cases[n++].expected = y & 1 ? (32 - x) % 32 : x;
            for (unsigned k = 0; k < n; k++) {
                unsigned got = 0;
                for (unsigned i = 0; i < cases[k].bits.width; i++)
                    got |= (unsigned)aig_value(values, cases[k].bits.at[i]) << i;
                assert_int_equal(got, cases[k].expected);
            }
            unsigned lost = y < W ? x & ((1u << y) - 1) : x;
            assert_int_equal(aig_value(values, sticky), lost != 0);
        }
    }
    free(values);
    aig_release(&aig);
    arena_release(&arena);
}

/* Two solvers' worth of questions about one term give the same circuit. */
static void terms_are_blasted_once(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct blaster *blaster = blaster_of(terms);
    struct term x = term_var(terms, sort_bv(terms, 32), "x"),
                y = term_var(terms, sort_bv(terms, 32), "y");
    struct bits first = blaster_bits(blaster, term_2(terms, TERM_BV_MUL, x, y));
    uint64_t gates = blaster_aig(blaster)->gates;
    struct bits second = blaster_bits(blaster_of(terms), term_2(terms, TERM_BV_MUL, y, x));
    assert_ptr_equal(first.at, second.at);
    assert_int_equal(gates, blaster_aig(blaster)->gates);
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trivial_cases),
        cmocka_unit_test(graphs_keep_their_truth_tables),
        cmocka_unit_test(clauses_keep_truth_tables),
        cmocka_unit_test(words_compute),
        cmocka_unit_test(terms_are_blasted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
