/* Our solver against Z3 on queries of our own making, family by family: CPU seconds of both
 * and their ratio. Both get the same terms: Z3 in a new context, with its QF_BV solver. Both
 * times count everything from the finished terms to the answer; a query without answer counts
 * the limit. Usage: solver_bench [FAMILY [LIMIT]]
 */
#include "base/failure.h"
#include "solver/solver.h"
#include "solver/z3_translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct family {
    const char *name;
    void (*make)(struct terms *, unsigned variant, struct term *query,
                 enum answer *expected); /* no query: past the last */
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct term variable(struct terms *terms, unsigned width, const char *name,
                            unsigned number)
{
    char text[32];
    snprintf(text, sizeof text, "%s%u", name, number);
    return term_var(terms, sort_bv(terms, width), text);
}

static struct term op2(struct terms *terms, enum term_op op, struct term a, struct term b)
{
    return term_2(terms, op, a, b);
}

/* --- multipliers --- */

/* The sum of the shifted multiplicand over the multiplier's bits, from the highest down. */
static struct term shift_and_add(struct terms *terms, struct term a, struct term b)
{
    unsigned w = term_width(terms, a);
    struct term sum = term_bv(terms, w, 0);
    for (unsigned i = w; i-- > 0;) {
        sum = op2(terms, TERM_BV_ADD, sum, sum);
        struct term bit = term_eq(terms, term_extract(terms, b, i, i), term_bv(terms, 1, 1));
        sum = op2(terms, TERM_BV_ADD, sum, term_ite(terms, bit, a, term_bv(terms, w, 0)));
    }
    return sum;
}

/* The whole product from products of halves. */
static struct term multiply_halves(struct terms *terms, struct term a, struct term b)
{
    unsigned w = term_width(terms, a), h = w / 2;
    struct term part[2][2], sum = term_bv(terms, 2 * w, 0);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 2; j++) {
            struct term x =
                term_zext(terms, term_extract(terms, a, i * h + h - 1, i * h), 2 * w);
            struct term y =
                term_zext(terms, term_extract(terms, b, j * h + h - 1, j * h), 2 * w);
            part[i][j] = op2(terms, TERM_BV_SHL, op2(terms, TERM_BV_MUL, x, y),
                             term_bv(terms, 2 * w, (i + j) * h));
        }
    for (unsigned i = 0; i < 4; i++)
        sum = op2(terms, TERM_BV_ADD, sum, part[i / 2][i % 2]);
    return sum;
}

static void multipliers(struct terms *terms, unsigned variant, struct term *query,
                        enum answer *expected)
{
    static const unsigned widths[] = {5, 6, 7, 8, 4, 6};
    if (variant >= 6)
        return;
    unsigned w = widths[variant];
    struct term a = variable(terms, w, "a", w), b = variable(terms, w, "b", w);
    *expected = ANSWER_UNSAT;
    *query = variant < 4
                 ? term_ne(terms, op2(terms, TERM_BV_MUL, a, b), shift_and_add(terms, b, a))
                 : term_ne(terms,
                           op2(terms, TERM_BV_MUL, term_zext(terms, a, 2 * w),
                               term_zext(terms, b, 2 * w)),
                           multiply_halves(terms, a, b));
}

/* --- bit counting --- */

static struct term count_one_by_one(struct terms *terms, struct term x)
{
    unsigned w = term_width(terms, x);
    struct term sum = term_bv(terms, w, 0);
    for (unsigned i = 0; i < w; i++)
        sum = op2(terms, TERM_BV_ADD, sum, term_zext(terms, term_extract(terms, x, i, i), w));
    return sum;
}

static struct term count_in_parallel(struct terms *terms, struct term x)
{
    unsigned w = term_width(terms, x);
    for (unsigned step = 1; step < w; step *= 2) {
        uint64_t mask = 0;
        for (unsigned i = 0; i < w; i++)
            mask |= (uint64_t)(i / step % 2 == 0) << i;
        struct term m = term_bv(terms, w, mask), s = term_bv(terms, w, step);
        struct term low = op2(terms, TERM_BV_AND, x, m),
                    high = op2(terms, TERM_BV_AND, op2(terms, TERM_BV_LSHR, x, s), m);
        x = op2(terms, TERM_BV_ADD, low, high);
    }
    return x;
}

static void bit_counting(struct terms *terms, unsigned variant, struct term *query,
                         enum answer *expected)
{
    static const unsigned widths[] = {8, 12, 16, 20, 24, 32};
    if (variant >= 6)
        return;
    struct term x = variable(terms, widths[variant], "x", variant);
    if (variant == 5) { /* a number with 11 bits set, and its square with 20 */
        struct term square = op2(terms, TERM_BV_MUL, x, x);
        *query = term_and(
            terms, term_eq(terms, count_in_parallel(terms, x), term_bv(terms, 32, 11)),
            term_eq(terms, count_one_by_one(terms, square), term_bv(terms, 32, 20)));
        *expected = ANSWER_SAT;
        return;
    }
    *query = term_ne(terms, count_one_by_one(terms, x), count_in_parallel(terms, x));
    *expected = ANSWER_UNSAT;
}

/* --- sorting networks --- */

static void compare_exchange(struct terms *terms, struct term *a, struct term *b)
{
    struct term swap = op2(terms, TERM_BV_ULT, *b, *a), low = term_ite(terms, swap, *b, *a);
    *b = term_ite(terms, swap, *a, *b);
    *a = low;
}

/* Batcher's odd-even merge sort. */
static void sort_batcher(struct terms *terms, struct term *x, unsigned n)
{
    for (unsigned p = 1; p < n; p *= 2)
        for (unsigned k = p; k >= 1; k /= 2)
            for (unsigned j = k % p; j + k < n; j += 2 * k)
                for (unsigned i = 0; i < k && i + j + k < n; i++)
                    if ((i + j) / (2 * p) == (i + j + k) / (2 * p))
                        compare_exchange(terms, &x[i + j], &x[i + j + k]);
}

static void sort_bubble(struct terms *terms, struct term *x, unsigned n)
{
    for (unsigned i = n; i > 1; i--)
        for (unsigned j = 0; j + 1 < i; j++)
            compare_exchange(terms, &x[j], &x[j + 1]);
}

static void sorting(struct terms *terms, unsigned variant, struct term *query,
                    enum answer *expected)
{
    static const struct {
        unsigned count, width;
    } sizes[] = {{6, 8}, {8, 4}, {8, 8}, {10, 4}, {4, 4}, {4, 6}, {5, 4}};
    if (variant >= 7)
        return;
    unsigned n = sizes[variant].count, w = sizes[variant].width;
    struct term x[16], y[16], bad = term_bool(terms, false);
    for (unsigned i = 0; i < n; i++)
        x[i] = y[i] = variable(terms, w, "s", 100 * variant + i);
    sort_batcher(terms, x, n);
    if (variant < 4) { /* is the result in order? */
        for (unsigned i = 0; i + 1 < n; i++)
            bad = term_or(terms, bad, op2(terms, TERM_BV_ULT, x[i + 1], x[i]));
    } else { /* do two networks agree? */
        sort_bubble(terms, y, n);
        for (unsigned i = 0; i < n; i++)
            bad = term_or(terms, bad, term_ne(terms, x[i], y[i]));
    }
    *query = bad;
    *expected = ANSWER_UNSAT;
}

/* --- hash inversion --- */

static struct term hash(struct terms *terms, struct term x)
{
    unsigned w = term_width(terms, x);
    for (unsigned round = 0; round < 3; round++) {
        x = op2(terms, TERM_BV_XOR, x, op2(terms, TERM_BV_LSHR, x, term_bv(terms, w, 7)));
        x = op2(terms, TERM_BV_MUL, x, term_bv(terms, w, 0x9E37 + 2 * round));
        x = op2(terms, TERM_BV_ADD, x,
                term_make(terms, TERM_BV_ROTL, &x, 1, (unsigned[]){5, 0}));
    }
    return x;
}

static void inversion(struct terms *terms, unsigned variant, struct term *query,
                      enum answer *expected)
{
    if (variant >= 8)
        return;
    struct term x = variable(terms, 16, "h", variant),
                known = hash(terms, term_bv(terms, 16, 4711 * variant + 99));
    *query = term_eq(terms, hash(terms, x), known);
    *expected = ANSWER_SAT;
    if (variant < 6)
        return;
    struct term y = variable(
        terms, 16, "k",
        variant); /* two different inputs with hashes that differ in the top bit only */
    *query = term_and(terms, op2(terms, TERM_BV_ULT, x, y),
                      term_eq(terms, op2(terms, TERM_BV_XOR, hash(terms, x), hash(terms, y)),
                              term_bv(terms, 16, 0x8000)));
}

/* --- counters --- */

static struct term go(struct terms *terms, unsigned variant, unsigned i)
{
    char name[32];
    snprintf(name, sizeof name, "go%u_%u", variant, i);
    return term_var(terms, sort_bool(terms), name);
}

/* Does a counter that starts over at nine ever leave its range? With the start and the steps
 * unknown. */
static struct term wrapping_counter(struct terms *terms, unsigned variant, unsigned steps)
{
    struct term c = variable(terms, 8, "c", variant), nine = term_bv(terms, 8, 9),
                zero = term_bv(terms, 8, 0);
    struct term starts = op2(terms, TERM_BV_ULE, c, nine);
    for (unsigned i = 0; i < steps; i++) {
        struct term next = term_ite(terms, term_eq(terms, c, nine), zero,
                                    op2(terms, TERM_BV_ADD, c, term_bv(terms, 8, 1)));
        c = term_ite(terms, go(terms, variant, i), next, c);
    }
    return term_and(terms, starts, op2(terms, TERM_BV_UGT, c, nine));
}

/* Counts steps up from `start`, by `by` each. */
static struct term count_steps(struct terms *terms, unsigned variant, unsigned width,
                               unsigned steps, int start, int by)
{
    struct term count = term_bv_signed(terms, width, start);
    for (unsigned i = 0; i < steps; i++) {
        struct term next = op2(terms, TERM_BV_ADD, count, term_bv_signed(terms, width, by));
        count = term_ite(terms, go(terms, variant, i), next, count);
    }
    return count;
}

static void counters(struct terms *terms, unsigned variant, struct term *query,
                     enum answer *expected)
{
    enum { STEPS = 500 };
    *expected = ANSWER_UNSAT;
    switch (variant) {
    case 0:
        *query = wrapping_counter(terms, variant, STEPS);
        break;
    case 1: { /* by one and by two */
        struct term once = count_steps(terms, variant, 32, STEPS, 0, 1),
                    twice = count_steps(terms, variant, 32, STEPS, 0, 2);
        *query = term_ne(terms, op2(terms, TERM_BV_ADD, once, once), twice);
        break;
    }
    case 2:
        *query = term_eq(terms, count_steps(terms, variant, 9, STEPS, 0, 1),
                         term_bv(terms, 9, 250));
        *expected = ANSWER_SAT;
        break;
    default:
        break;
    }
}

/* --- measuring --- */

static const struct family families[] = {{"multipliers", multipliers},
                                         {"bit counting", bit_counting},
                                         {"sorting networks", sorting},
                                         {"hash inversion", inversion},
                                         {"counters", counters}};

static double time_ours(struct terms *terms, struct term query, enum answer expected,
                        double limit)
{
    double start = seconds();
    struct solver *solver = solver_new(terms, NULL);
    solver_assert(solver, query);
    enum answer answer = solver_solve(solver, &(struct solver_limits){.seconds = limit});
    if (answer != expected && answer != ANSWER_UNKNOWN)
        BUG("a wrong answer");
    solver_free(solver);
    return answer == ANSWER_UNKNOWN ? limit : seconds() - start;
}

static double time_z3(struct terms *terms, struct term query, enum answer expected,
                      double limit)
{
    double start = seconds();
    struct z3_terms z;
    z3_terms_init(&z, terms);
    Z3_context c = z.context;
    Z3_solver z3 = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_BV"));
    Z3_solver_inc_ref(c, z3);
    Z3_params params = Z3_mk_params(c);
    Z3_params_inc_ref(c, params);
    Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "timeout"),
                       (unsigned)(limit * 1000));
    Z3_solver_set_params(c, z3, params);
    Z3_solver_assert(c, z3, z3_expression(&z, query));
    Z3_lbool answer = Z3_solver_check(c, z3);
    if (answer != Z3_L_UNDEF && (answer == Z3_L_TRUE) != (expected == ANSWER_SAT))
        BUG("Z3 answers otherwise");
    Z3_params_dec_ref(c, params);
    Z3_solver_dec_ref(c, z3);
    z3_terms_release(&z);
    double spent = seconds() - start;
    return answer == Z3_L_UNDEF && spent < limit ? limit : spent;
}

int main(int argc, char **argv)
{
    const double limit = argc > 2 ? atof(argv[2]) : 30;
    double ours_total = 0, z3_total = 0;
    printf("%-18s %9s %9s %7s\n", "family", "ours s", "Z3 s", "ratio");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (argc > 1 && strncmp(argv[1], families[i].name, strlen(argv[1])) != 0)
            continue;
        double ours = 0, z3 = 0;
        for (unsigned variant = 0;; variant++) {
            struct terms *terms = terms_new();
            struct term query = TERM_NONE;
            enum answer expected = ANSWER_UNKNOWN;
            families[i].make(terms, variant, &query, &expected);
            if (!term_is(query)) {
                terms_free(terms);
                break;
            }
            double a = time_ours(terms, query, expected, limit),
                   b = time_z3(terms, query, expected, limit);
            if (argc > 1)
                printf("  variant %u %9.3f %9.3f\n", variant, a, b), fflush(stdout);
            ours += a, z3 += b;
            terms_free(terms);
        }
        printf("%-18s %9.3f %9.3f %7.2f\n", families[i].name, ours, z3, ours / z3);
        fflush(stdout);
        ours_total += ours, z3_total += z3;
    }
    printf("%-18s %9.3f %9.3f %7.2f\n", "total", ours_total, z3_total, ours_total / z3_total);
    return 0;
}
