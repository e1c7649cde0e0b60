/* The conditions under which n rounds are possible. */
#include "accelerate/emit.h"

#include "base/inverse.h"

/* A value in round n - 1 without wrapping: its first value plus n - 1 steps, in more bits. */
static struct value exact(struct emitter *e, struct value first,
                          const struct polynomial *step, uint32_t width, bool is_signed)
{
    uint32_t wide = width + EXTRA_BITS;
    struct type t = type_int(wide);
    struct value start = emitter_resized(e, first, width, wide, is_signed);
    if (polynomial_is_zero(step))
        return start;
    struct value by =
        emitter_resized(e, emitter_polynomial(e, step, width), width, wide, true);
    struct value rounds = emitter_resized(e, e->last, ROUND_BITS, wide, false);
    return emitter_2(e, OP_ADD, t, start, emitter_2(e, OP_MUL, t, by, rounds));
}

static void stays_in_range(struct emitter *e, struct value wide, uint32_t width,
                           bool is_signed)
{
    struct value cut = emitter_resized(e, wide, width + EXTRA_BITS, width, false);
    struct value back = emitter_resized(e, cut, width, width + EXTRA_BITS, is_signed);
    emitter_assume(e, emitter_compare(e, COMPARE_EQ, wide, back));
}

static enum compare as_signed(enum compare c)
{
    static const uint8_t other[] = {
        [COMPARE_ULT] = COMPARE_SLT, [COMPARE_ULE] = COMPARE_SLE, [COMPARE_UGT] = COMPARE_SGT,
        [COMPARE_UGE] = COMPARE_SGE, [COMPARE_SLT] = COMPARE_SLT, [COMPARE_SLE] = COMPARE_SLE,
        [COMPARE_SGT] = COMPARE_SGT, [COMPARE_SGE] = COMPARE_SGE};
    return (enum compare)other[c];
}

static void emit_order(struct emitter *e, const struct planned_test *t)
{
    enum compare c = (enum compare)t->test.compare;
    bool is_signed = c >= COMPARE_SLT;
    uint32_t width = t->test.a.width;
    struct value a = emitter_polynomial(e, &t->test.a.number, width),
                 b = emitter_polynomial(e, &t->test.b.number, width);
    emitter_assume(e, emitter_compare(e, c, a, b));
    struct value last_a = exact(e, a, &t->step_a, width, is_signed);
    struct value last_b = exact(e, b, &t->step_b, width, is_signed);
    if (!polynomial_is_zero(&t->step_a))
        stays_in_range(e, last_a, width, is_signed);
    if (!polynomial_is_zero(&t->step_b))
        stays_in_range(e, last_b, width, is_signed);
    emitter_assume(e, emitter_compare(e, as_signed(c), last_a, last_b));
}

/* d, d + s, ..., d + (n - 1) * s are not 0 modulo 2^width: with s = 2^k * odd, d is no
 * multiple of 2^k, or the round in which it is 0, modulo 2^(width - k), is not among them. */
static void emit_misses(struct emitter *e, const struct planned_test *t)
{
    uint32_t width = t->test.a.width, k = (uint32_t)__builtin_ctzll(t->step);
    struct type type = type_int(width);
    struct polynomial difference =
        polynomial_minus(&t->test.a.number, &t->test.b.number, width);
    struct value d = emitter_polynomial(e, &difference, width);
    uint64_t by = 0 - odd_inverse(t->step >> k);
    struct value quotient = emitter_2(e, OP_LSHR, type, d, emitter_number(e, width, k));
    struct value at = emitter_2(e, OP_MUL, type, quotient, emitter_number(e, width, by));
    at = emitter_2(e, OP_AND, type, at, emitter_number(e, width, mask_of(width - k)));
    uint32_t wide = width > ROUND_BITS ? width : ROUND_BITS;
    struct value later =
        emitter_compare(e, COMPARE_UGT, emitter_resized(e, at, width, wide, false),
                        emitter_resized(e, e->last, ROUND_BITS, wide, false));
    struct value rest =
        emitter_2(e, OP_AND, type, d, emitter_number(e, width, ((uint64_t)1 << k) - 1));
    struct value never = emitter_compare(e, COMPARE_NE, rest, emitter_number(e, width, 0));
    emitter_assume(e, emitter_2(e, OP_OR, type_int(1), later, never));
}

static struct value wide_sum(struct emitter *e, const struct planned_test *t, struct value a,
                             struct value b)
{
    bool plus = t->test.compare == BITS_SADD_OVERFLOW;
    return emitter_2(e, plus ? OP_ADD : OP_SUB, type_int(t->test.a.width + EXTRA_BITS), a, b);
}

static void emit_sum(struct emitter *e, const struct planned_test *t)
{
    uint32_t width = t->test.a.width;
    struct polynomial none = {0};
    struct value a = emitter_polynomial(e, &t->test.a.number, width),
                 b = emitter_polynomial(e, &t->test.b.number, width);
    struct value first_a = exact(e, a, &none, width, true),
                 first_b = exact(e, b, &none, width, true);
    struct value last_a = exact(e, a, &t->step_a, width, true),
                 last_b = exact(e, b, &t->step_b, width, true);
    stays_in_range(e, last_a, width, true);
    stays_in_range(e, last_b, width, true);
    stays_in_range(e, wide_sum(e, t, first_a, first_b), width, true);
    stays_in_range(e, wide_sum(e, t, last_a, last_b), width, true);
}

static void does_not_overflow(struct emitter *e, uint8_t function, struct value a,
                              struct value b)
{
    struct value wraps = emitter_2(e, OP_BITS, type_int(1), a, b);
    VECTOR_LAST(&e->program->functions.data[e->function].instructions).sub = function;
    emitter_assume(e, emitter_2(e, OP_XOR, type_int(1), wraps, emitter_number(e, 1, 1)));
}

static void emit_fixed(struct emitter *e, const struct planned_test *t)
{
    uint32_t width = t->test.a.width;
    struct value a = emitter_polynomial(e, &t->test.a.number, width),
                 b = emitter_polynomial(e, &t->test.b.number, width);
    if (t->test.kind == TEST_COMPARE)
        emitter_assume(e, emitter_compare(e, (enum compare)t->test.compare, a, b));
    else
        does_not_overflow(e, t->test.compare, a, b);
}

/* A value that grows by fixed steps without wrapping, times one that stays: largest in the
 * first or the last round. */
static void emit_product(struct emitter *e, const struct planned_test *t)
{
    uint32_t width = t->test.a.width;
    struct value a = emitter_polynomial(e, &t->test.a.number, width),
                 b = emitter_polynomial(e, &t->test.b.number, width);
    struct value last = exact(e, a, &t->step_a, width, true);
    stays_in_range(e, last, width, true);
    does_not_overflow(e, t->test.compare, a, b);
    does_not_overflow(e, t->test.compare,
                      emitter_resized(e, last, width + EXTRA_BITS, width, false), b);
}

static void emit_narrow(struct emitter *e, const struct walked *w)
{
    struct polynomial step;
    recurrence_is_linear(&e->plan->recurrence, &w->number, w->width, &step);
    struct value first = emitter_polynomial(e, &w->number, w->width);
    stays_in_range(e, exact(e, first, &step, w->width, w->negated), w->width, w->negated);
}

void emitter_tests(struct emitter *e)
{
    struct rounds_plan *p = e->plan;
    for (size_t i = 0; i < p->tests.count; i++) {
        const struct planned_test *t = &p->tests.data[i];
        switch (t->kind) {
        case PLANNED_FIXED:
            emit_fixed(e, t);
            break;
        case PLANNED_ORDER:
            emit_order(e, t);
            break;
        case PLANNED_MISSES:
            emit_misses(e, t);
            break;
        case PLANNED_SUM:
            emit_sum(e, t);
            break;
        case PLANNED_PRODUCT:
            emit_product(e, t);
            break;
        }
    }
    for (size_t i = 0; i < p->recurrence.narrow.count; i++) {
        struct walked w = p->recurrence.narrow.data[i];
        emit_narrow(e, &w);
    }
}
