/* term: values as words agree with values as terms, wherever there are any. */
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

enum { ROUNDS = 4000, DEEPEST = 5 };
static struct terms *terms;
static const unsigned widths[] = {1, 7, 8, 32, 64};
static uint64_t seed = 88172645463325252u;

static uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed >> 3;
}

static unsigned below(unsigned n)
{
    return (unsigned)(draw() % n);
}

/* Values that are likely to meet, and some that are not. */
static uint64_t number_of(struct term variable)
{
    static const uint64_t values[] = {0, 1, 2, UINT64_MAX, 1ull << 31, 0x123456789abcdef};
    return values[(variable.id * 7u + (unsigned)(seed >> 60)) % 6];
}

static uint64_t shift; /* the same for all variables of a round */

static struct term as_term(void *context, struct term v)
{
    (void)context;
    if (sort_kind(terms, term_sort(terms, v)) == SORT_BOOL)
        return term_bool(terms, (v.id + shift) % 2);
    return term_bv(terms, term_width(terms, v), number_of(v) + shift);
}

static bool as_word(void *context, struct term v, uint64_t *out)
{
    struct term t = as_term(context, v);
    *out = term_is_true(terms, t);
    return term_is_true(terms, t) || term_is_false(terms, t) || term_const_u64(terms, t, out);
}

static struct term word(unsigned width, unsigned depth);

static struct term truth(unsigned depth)
{
    static const enum term_op orders[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_UGT, TERM_BV_UGE,
                                          TERM_BV_SLT, TERM_BV_SLE, TERM_BV_SGT, TERM_BV_SGE};
    if (!depth)
        return term_var(terms, sort_bool(terms), below(2) ? "p" : "q");
    unsigned width = widths[below(5)];
    switch (below(6)) {
    case 0:
        return term_not(terms, truth(depth - 1));
    case 1:
        return term_and(terms, truth(depth - 1), truth(depth - 1));
    case 2:
        return term_or(terms, truth(depth - 1), truth(depth - 1));
    case 3:
        return term_implies(terms, truth(depth - 1), truth(depth - 1));
    case 4:
        return term_eq(terms, word(width, depth - 1), word(width, depth - 1));
    default:
        return term_2(terms, orders[below(8)], word(width, depth - 1),
                      word(width, depth - 1));
    }
}

static struct term word(unsigned width, unsigned depth)
{
    static const char *const names[] = {"x", "y", "z"};
    static const enum term_op operations[] = {
        TERM_BV_ADD, TERM_BV_SUB, TERM_BV_MUL, TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_AND,
        TERM_BV_OR,  TERM_BV_XOR, TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR};
    if (!depth || !below(6)) {
        char name[8] = {names[below(3)][0], (char)('a' + width % 23), 0};
        return below(3) ? term_var(terms, sort_bv(terms, width), name)
                        : term_bv(terms, width, draw());
    }
    switch (below(5)) {
    case 0:
        return term_ite(terms, truth(depth - 1), word(width, depth - 1),
                        word(width, depth - 1));
    case 1:
        return below(2) ? term_zext(terms, word(1, depth - 1), width)
                        : term_sext(terms, word(1, depth - 1), width);
    case 2:
        return term_extract(terms, word(64, depth - 1), width - 1, 0);
    default:
        return term_2(terms, operations[below(11)], word(width, depth - 1),
                      word(width, depth - 1));
    }
}

static uint64_t by_terms(struct term t)
{
    struct term value = term_evaluate(terms, t, as_term, NULL);
    uint64_t out = term_is_true(terms, value);
    if (!term_is_true(terms, value) && !term_is_false(terms, value))
        assert_true(term_const_u64(terms, value, &out));
    return out;
}

static void words_agree(void **state)
{
    (void)state;
    struct term_words kept = {0};
    unsigned found = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct term t = below(2) ? truth(DEEPEST) : word(widths[below(5)], DEEPEST);
        shift = draw();
        seed &= ~(15ull << 60); /* number_of is a function of the variable alone */
        seed |= 1;
        uint64_t x;
        term_words_begin(&kept);
        if (!term_word(terms, t, &kept, as_word, NULL, &x))
            continue;
        found++;
        assert_true(x == by_terms(t));
    }
    assert_true(found > ROUNDS / 2);
    term_words_release(&kept);
}

static int begin(void **state)
{
    (void)state;
    terms = terms_new();
    return 0;
}

static int end(void **state)
{
    (void)state;
    terms_free(terms);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_agree)};
    return cmocka_run_group_tests(tests, begin, end);
}
