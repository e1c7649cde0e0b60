/* term: chains of one operator in two orders. Executor and checker both take what is folded
 * here for granted, so every equality that is folded is looked at in all points. */
#include "base/random.h"
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

enum { WORDS = 3, CHOICES = 2, NARROW = 2, WIDE = 4, STEPS = 6, PAIRS = 12000, EACH = 300 };
enum { POINTS = 1 << (WORDS * NARROW + CHOICES) };
enum { KINDS = 8 };

static struct terms *terms;
static uint64_t seed = 88172645463325252u;
static unsigned point; /* the bits of all variables */

static unsigned below(unsigned n)
{
    return (unsigned)((random_next(&seed) >> 11) % n);
}

static struct term word(unsigned k)
{
    static const char *const names[WORDS] = {"x", "y", "z"};
    return term_var(terms, sort_bv(terms, NARROW), names[k]);
}

static struct term choice(unsigned k)
{
    return term_var(terms, sort_bool(terms), k ? "c" : "d");
}

static struct term value(void *context, struct term v)
{
    (void)context;
    for (unsigned k = 0; k < WORDS; k++)
        if (term_same(v, word(k)))
            return term_bv(terms, NARROW, point >> (NARROW * k) & 3);
    unsigned at = WORDS * NARROW + term_same(v, choice(1));
    return term_bool(terms, point >> at & 1);
}

static struct term leaf(void)
{
    if (!below(3))
        return term_bv(terms, WIDE, below(2) ? 1 : below(16));
    struct term narrow = word(below(WORDS));
    return below(2) ? term_sext(terms, narrow, WIDE) : term_zext(terms, narrow, WIDE);
}

struct step {
    struct term v, c;
    unsigned form;
};

static struct term pick(struct term condition, struct term a, struct term b)
{
    return term_ite(terms, condition, a, b);
}

static struct term one(void)
{
    return term_bv(terms, WIDE, 1);
}

static struct term add(struct term t, const struct step *s)
{
    struct term more = term_2(terms, TERM_BV_ADD, t, s->v);
    switch (s->form % 5) {
    case 0:
        return more;
    case 1:
        return term_2(terms, TERM_BV_SUB, t, s->v);
    case 2:
        return pick(s->c, more, t);
    case 3:
        return pick(s->c, t, more);
    default:
        return pick(s->c, term_2(terms, TERM_BV_ADD, t, one()),
                    term_2(terms, TERM_BV_SUB, t, one()));
    }
}

/* The narrow words are compared, and the wide ones chosen: an order only if both fit. */
static struct term choose_wide(enum term_op order, struct term t, const struct step *s)
{
    struct term p = term_extract(terms, t, NARROW - 1, 0),
                q = term_extract(terms, s->v, NARROW - 1, 0);
    return pick(term_2(terms, order, p, q), s->v, t);
}

/* One more part of a chain of that kind. */
static struct term extend(struct term t, unsigned kind, const struct step *s)
{
    enum term_op order = kind % 2 ? TERM_BV_SLT : TERM_BV_ULT;
    struct term v = s->v, below_v = term_2(terms, order, t, v),
                above_v = term_2(terms, order, v, t);
    switch (kind) {
    case 0:
        return term_2(terms, TERM_BV_AND, t, v);
    case 1:
        return term_2(terms, TERM_BV_OR, t, v);
    case 2:
        return term_2(terms, TERM_BV_XOR, t, v);
    case 3:
    case 4:
        if (s->form > 2)
            return choose_wide(order, t, s);
        return s->form % 2 ? pick(below_v, v, t) : pick(above_v, t, v);
    case 5:
    case 6:
        return s->form % 2 ? pick(below_v, t, v) : pick(above_v, v, t);
    default:
        return add(t, s);
    }
}

static void shuffle(struct step *list, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned k = below(i);
        struct step other = list[i - 1];
        list[i - 1] = list[k];
        list[k] = other;
    }
}

static struct term chain(unsigned kind, const struct step *list, unsigned count)
{
    struct term t = list[0].v;
    for (unsigned i = 1; i < count; i++)
        t = extend(t, kind, &list[i]);
    return t;
}

/* Few different steps, so that what one changes another may undo. */
static struct step random_step(const struct term *leaves)
{
    return (struct step){leaves[below(2)], choice(below(8) == 0), below(5)};
}

/* What is asked about a chain: all of it, its low part, something computed from it. */
static struct term seen(struct term t, unsigned how)
{
    if (how == 1)
        return term_extract(terms, t, NARROW, 0);
    if (how == 3)
        return term_extract(terms, t, WIDE - 1, NARROW);
    return how == 2 ? term_2(terms, TERM_BV_SDIV, t, term_bv(terms, WIDE, 3)) : t;
}

static void look_at_all_points(struct term a, struct term b, bool equal)
{
    for (point = 0; point < POINTS; point++) {
        struct term x = term_evaluate(terms, a, value, NULL),
                    y = term_evaluate(terms, b, value, NULL);
        assert_int_equal(term_same(x, y), equal);
    }
}

/* Of one kind of chain: in two orders, perhaps with one step changed. */
static bool try_pair(unsigned kind, bool change)
{
    struct step list[STEPS];
    unsigned count = 2 + below(STEPS - 1), how = below(4), other = kind;
    struct term leaves[2] = {leaf(), leaf()};
    for (unsigned i = 0; i < count; i++)
        list[i] = random_step(leaves);
    struct term a = seen(chain(kind, list, count), how);
    bool sums = kind + 1 == KINDS; /* the first of a sum is not a step like the others */
    shuffle(list + sums, count - sums);
    if (change)
        count = 2 + below(STEPS - 1);
    for (unsigned i = 1; i < count && change; i++)
        list[i] = random_step(leaves);
    if (change && !below(4))
        other = below(KINDS);
    struct term b = seen(chain(other, list, count), how), equal = term_eq(terms, a, b);
    if (term_is_true(terms, equal))
        look_at_all_points(a, b, true);
    if (term_is_false(terms, equal))
        look_at_all_points(a, b, false);
    return term_is_true(terms, equal);
}

static void test_same_parts_are_the_same(void **state)
{
    (void)state;
    terms = terms_new();
    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned found = 0;
        for (unsigned i = 0; i < EACH; i++)
            found += try_pair(kind, false);
        assert_true(found > EACH / 3);
    }
    terms_free(terms);
}

static void test_other_parts_are_not(void **state)
{
    (void)state;
    terms = terms_new();
    for (unsigned i = 0; i < PAIRS; i++)
        try_pair(i % KINDS, true);
    terms_free(terms);
}

/* Extensions of two kinds keep no order between what they extend. */
static void test_extensions_of_two_kinds(void **state)
{
    (void)state;
    terms = terms_new();
    struct term p = word(0), q = word(1), low = term_zext(terms, p, WIDE),
                high = term_sext(terms, q, WIDE);
    struct term narrow = pick(term_2(terms, TERM_BV_ULT, p, q), high, low),
                wide = pick(term_2(terms, TERM_BV_ULT, low, high), high, low);
    assert_false(term_is_true(terms, term_eq(terms, narrow, wide)));
    struct term other = pick(term_2(terms, TERM_BV_ULT, high, low), low, high);
    assert_true(term_is_true(terms, term_eq(terms, other, wide)));
    terms_free(terms);
}

static void test_long_sums(void **state)
{
    (void)state;
    enum { LENGTH = 2000 };
    terms = terms_new();
    struct sort words = sort_bv(terms, 64);
    struct term up = term_bv(terms, 64, 0), down = up, part[LENGTH];
    for (unsigned i = 0; i < LENGTH; i++)
        part[i] = term_fresh(terms, words, "p");
    for (unsigned i = 0; i < LENGTH; i++) {
        up = term_2(terms, TERM_BV_ADD, up, part[i]);
        down = term_2(terms, TERM_BV_ADD, down, part[LENGTH - 1 - i]);
    }
    assert_true(term_is_true(terms, term_eq(terms, up, down)));
    struct term twice = term_2(terms, TERM_BV_ADD, down, part[7]);
    assert_false(term_is_true(terms, term_eq(terms, up, twice)));
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_parts_are_the_same),
        cmocka_unit_test(test_other_parts_are_not),
        cmocka_unit_test(test_extensions_of_two_kinds),
        cmocka_unit_test(test_long_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
