/* check: rounds of a loop that are skipped, against runs of the interpreter: whatever is told
 * of n rounds is what the run has after them; and where a round differs nothing is told. */
#include "check/rounds.h"
#include "base/failure.h"
#include "interp/interp.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#ifndef LOOPS
#define LOOPS 60
#endif
enum { MOST_ARRIVALS = 300 };
struct watch {
    struct program *program;
    uint32_t header, first; /* block, and its first instruction */
    uint64_t arrivals, told;
    struct {
        uint64_t rounds;
        bool answered;
        rounds_values values;
    } questions[MOST_ARRIVALS];
};

static bool value(void *context, struct value v, uint64_t *out)
{
    struct interp_value bits = interp_value_of(context, v);
    *out = bits.low;
    return bits.high == 0;
}

static void ask(struct watch *w, const struct interp *t, uint64_t rounds)
{
    struct rounds_question q = {w->program, w->program->entry,    w->header, rounds,
                                value,      (void *)(uintptr_t)t, 10};
    w->questions[rounds].answered = check_rounds(&q, &w->questions[rounds].values);
    w->told += w->questions[rounds].answered;
}

static void observe(void *context, const struct interp *t, uint32_t function,
                    uint32_t instruction)
{
    struct watch *w = context;
    static const uint64_t rounds[] = {1, 2, 3, 7, 20, 99, 100, 101, 250};
    if (function != w->program->entry || instruction != w->first)
        return;
    if (!w->arrivals)
        for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
            ask(w, t, rounds[i]);
    if (w->arrivals < MOST_ARRIVALS && w->questions[w->arrivals].answered) {
        const rounds_values *values = &w->questions[w->arrivals].values;
        for (size_t i = 0; i < values->count; i++)
            assert_int_equal(values->data[i].value,
                             interp_value_of(t, (struct value){values->data[i].phi}).low);
        w->questions[w->arrivals].answered = false;
    }
    w->arrivals++;
}

/* How many of the questions were answered; each answer must have come true. */
static uint64_t told_of(const char *body, const char *more)
{
    char text[4096];
    struct failure failure = {0};
    snprintf(text, sizeof text,
             "program 64 entry @main\nfunction @main() -> (i32) {\nb0:\n  jump b1\n%s}\n%s",
             body, more);
    struct watch w = {.program = program_parse(text, &failure), .header = 1};
    if (!w.program || !program_check(w.program, &failure))
        fail_msg("%s", failure.message);
    w.first = w.program->functions.data[w.program->entry].blocks.data[1].instructions.data[0];
    struct interp_options options = {
        .observe = observe, .observe_heads = true, .context = &w, .step_limit = 100000};
    struct interp_result result;
    struct interp *interp = interp_new(w.program);
    interp_run(interp, &options, &result);
    for (size_t i = 0; i < MOST_ARRIVALS; i++) {
        if (w.questions[i].answered)
            fail_msg("%zu rounds were told, and did not happen", i);
        VECTOR_RELEASE(&w.questions[i].values);
    }
    interp_free(interp);
    program_free(w.program);
    return w.told;
}

static void test_counters(void **state)
{
    (void)state;
    assert_int_equal(
        told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%3 b2]\n  %2 = icmp.ult i1 %1, i32 100\n  "
                "branch %2 b2 b3\n"
                "b2:\n  %3 = add i32 %1, i32 1\n  jump b1\nb3:\n  return i32 0\n",
                ""),
        7); /* up to 100 rounds */
    assert_int_equal(
        told_of("b1:\n  %1 = phi i32 [i32 -30 b0] [%3 b2]\n  %2 = icmp.slt i1 %1, i32 270\n  "
                "branch %2 b2 b3\n"
                "b2:\n  %3 = add i32 %1, i32 3\n  jump b1\nb3:\n  return i32 0\n",
                ""),
        7);
    assert_int_equal(told_of("b1:\n  %1 = phi i8 [i8 7 b0] [%3 b2]\n  %2 = icmp.ne i1 %1, i8 "
                             "8\n  branch %2 b2 b3\n"
                             "b2:\n  %3 = add i8 %1, i8 3\n  jump b1\nb3:\n  return i32 0\n",
                             ""),
                     8); /* 171 rounds: it wraps */
    assert_int_equal(told_of("b1:\n  %1 = phi i8 [i8 250 b0] [%3 b2]\n  %2 = icmp.uge i1 %1, "
                             "i8 240\n  branch %2 b2 b3\n"
                             "b2:\n  %3 = add i8 %1, i8 1\n  jump b1\nb3:\n  return i32 0\n",
                             ""),
                     3); /* 6 rounds */
}

static void test_sums(void **state)
{
    (void)state;
    assert_int_equal(
        told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%4 b2]\n  %2 = phi i16 [i16 5 b0] [%6 b2]\n"
                "  %8 = phi i32 [i32 9 b0] [%9 b2]\n  %10 = phi i32 [i32 1 b0] [%11 b2]\n"
                "  %3 = icmp.ult i1 %1, i32 280\n  branch %3 b2 b3\n"
                "b2:\n  %4 = add i32 %1, i32 1\n  %5 = trunc i16 %1\n  %6 = add i16 %2, %5\n"
                "  %9 = add i32 %8, %10\n  %12 = mul i32 %10, i32 1664525\n  %11 = add i32 "
                "%12, %1\n"
                "  jump b1\nb3:\n  return i32 0\n",
                ""),
        9);
    /* squares are not linear, but the first of them is a step like any other */
    assert_int_equal(
        told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%4 b2]\n  %2 = phi i32 [i32 3 b0] [%6 b2]\n"
                "  %3 = icmp.ult i1 %1, i32 280\n  branch %3 b2 b3\n"
                "b2:\n  %4 = add i32 %1, i32 1\n  %6 = mul i32 %2, %2\n  jump b1\nb3:\n  "
                "return i32 0\n",
                ""),
        1);
}

/* A branch, a check, an assumption, a callee's branch that goes another way in round 50; a
 * store. */
static void test_other_rounds(void **state)
{
    (void)state;
    assert_int_equal(
        told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%5 b4]\n  %2 = icmp.ult i1 %1, i32 280\n  "
                "branch %2 b2 b3\n"
                "b2:\n  %4 = icmp.eq i1 %1, i32 50\n  branch %4 b3 b4\nb3:\n  return i32 0\n"
                "b4:\n  %5 = add i32 %1, i32 1\n  jump b1\n",
                ""),
        5);
    assert_int_equal(told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%5 b2]\n  %2 = icmp.ult i1 %1, "
                             "i32 280\n  branch %2 b2 b3\n"
                             "b2:\n  %4 = icmp.ne i1 %1, i32 50\n  check.assertion %4\n"
                             "  %5 = add i32 %1, i32 1\n  jump b1\nb3:\n  return i32 0\n",
                             ""),
                     5);
    assert_int_equal(told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%5 b2]\n  %2 = icmp.ult i1 %1, "
                             "i32 280\n  branch %2 b2 b3\n"
                             "b2:\n  %4 = icmp.ne i1 %1, i32 50\n  assume %4\n"
                             "  %5 = add i32 %1, i32 1\n  jump b1\nb3:\n  return i32 0\n",
                             ""),
                     5);
    const char *callee = "function @next(i32) -> (i32) {\nb0:\n  %0 = param i32\n  %1 = "
                         "icmp.eq i1 %0, i32 50\n"
                         "  branch %1 b1 b2\nb1:\n  return i32 300\nb2:\n  %4 = add i32 %0, "
                         "i32 1\n  return %4\n}\n";
    assert_int_equal(
        told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%5 b2]\n  %2 = icmp.ult i1 %1, i32 280\n  "
                "branch %2 b2 b3\n"
                "b2:\n  %5 = call i32 @next, %1 {1}\n  jump b1\nb3:\n  return i32 0\n",
                callee),
        5);
    assert_int_equal(told_of("b1:\n  %1 = phi i32 [i32 0 b0] [%5 b2]\n  %2 = icmp.ult i1 %1, "
                             "i32 280\n  branch %2 b2 b3\n"
                             "b2:\n  store $g, %1 {4}\n  %5 = add i32 %1, i32 1\n  jump "
                             "b1\nb3:\n  return i32 0\n",
                             "global $g size 4 align 4\n"),
                     0);
}

/* --- random loops --- */

static uint64_t seed = 88172645463325252u;
static unsigned draw(unsigned below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 11) % below);
}

enum { PHIS = 3, STEPS = 6 };

/* The name of an earlier value, mostly, or a constant. */
static void operand(char *out, size_t room, unsigned width, unsigned values)
{
    if (draw(3))
        snprintf(out, room, "%%%u", draw(values));
    else
        snprintf(out, room, "i%u %u", width,
                 draw(2) ? draw(6) : draw(1u << (width < 16 ? width : 16)));
}

static void random_loop(char *out, size_t room)
{
    static const char *const ops[] = {"add", "add", "add", "sub", "mul", "xor", "and", "or"};
    static const char *const compares[] = {"ult", "ult", "slt", "ne", "uge", "sgt"};
    static const unsigned widths[] = {8, 16, 32};
    unsigned width = widths[draw(3)], at = 0;
    char a[40], b[40], phis[400] = "", steps[800] = "";
    for (unsigned i = 0; i < PHIS; i++) /* values: phis, the test, then steps */
        at += (unsigned)snprintf(phis + at, sizeof phis - at,
                                 "  %%%u = phi i%u [i%u %u b0] [%%%u b2]\n", i, width, width,
                                 draw(40), PHIS + 1 + draw(STEPS));
    at = 0;
    for (unsigned i = 0; i < STEPS; i++) {
        unsigned values = i ? PHIS + 1 + i : PHIS;
        do
            operand(a, sizeof a, width, values);
        while (atoi(a + 1) == PHIS && a[0] == '%');
        do
            operand(b, sizeof b, width, values);
        while (atoi(b + 1) == PHIS && b[0] == '%');
        at += (unsigned)snprintf(steps + at, sizeof steps - at, "  %%%u = %s i%u %s, %s\n",
                                 PHIS + 1 + i, ops[draw(8)], width, a, b);
    }
    snprintf(out, room,
             "b1:\n%s  %%%u = icmp.%s i1 %%0, i%u %u\n  branch %%%u b2 b3\nb2:\n%s  jump "
             "b1\nb3:\n  return i32 0\n",
             phis, PHIS, compares[draw(6)], width, draw(250), PHIS, steps);
}

static void test_random_loops(void **state)
{
    char body[2048];
    uint64_t told = 0;
    (void)state;
    for (int i = 0; i < LOOPS; i++) {
        random_loop(body, sizeof body);
        told += told_of(body, "");
    }
    assert_true(told > LOOPS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_other_rounds),
        cmocka_unit_test(test_random_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
