/* Child processes: what they say arrives whole, whatever interrupts; how they ended is told
 * apart; limits hold. */
#include "base/process.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cmocka.h>

enum { NUMBERS = 100000 };

static struct process_status end_of(void (*run)(void *, int, int), uint64_t memory,
                                    double seconds, enum process_stack stack)
{
    struct process child;
    struct process_work work = {
        .run = run, .memory = memory, .seconds = seconds, .stack = stack};
    assert_true(process_start(&child, &work));
    return process_wait(&child);
}

static void count(void *context, int in, int out)
{
    (void)context;
    (void)in;
    for (uint32_t i = 0; i < NUMBERS; i++)
        process_write(out, &i, sizeof i);
}

static void do_nothing(int number)
{
    (void)number;
}

static void all_that_is_said_arrives_despite_signals(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler =
                                   do_nothing}; /* no SA_RESTART: reads are interrupted */
    sigaction(SIGALRM, &action, NULL);
    struct process child;
    struct process_work work = {.run = count};
    assert_true(process_start(&child, &work));
    ualarm(200, 200);
    for (uint32_t i = 0; i < NUMBERS; i++) {
        uint32_t got;
        assert_true(process_read(child.from, &got, sizeof got));
        assert_int_equal(got, i);
    }
    struct process_status s = process_wait(&child);
    ualarm(0, 0);
    assert_int_equal(s.end, PROCESS_EXITED);
    assert_int_equal(s.code, 0);
}

static void half(void *context, int in, int out)
{
    (void)context;
    (void)in;
    process_write(out, "abc", 3);
}

static void half_a_message_is_none(void **state)
{
    (void)state;
    struct process child;
    struct process_work work = {.run = half};
    char got[8];
    assert_true(process_start(&child, &work));
    assert_false(process_read(child.from, got, sizeof got));
    process_wait(&child);
}

static void echo(void *context, int in, int out)
{
    (void)context;
    char word[4];
    if (process_read(in, word, sizeof word))
        process_write(out, word, sizeof word);
}

static void a_child_can_be_told_something(void **state)
{
    (void)state;
    struct process child;
    struct process_work work = {.run = echo, .told = true};
    char got[4];
    assert_true(process_start(&child, &work));
    assert_true(process_write(child.to, "word", 4));
    assert_true(process_read(child.from, got, 4));
    assert_memory_equal(got, "word", 4);
    process_wait(&child);
    assert_int_equal(child.id, 0);
}

static void silence(void)
{
    close(STDERR_FILENO);
}
static void breaks(void *context, int in, int out)
{
    (void)context, (void)in, (void)out;
    silence();
    BUG("on purpose");
}
static volatile uint64_t sum;
#ifndef __SANITIZE_ADDRESS__ /* which has a say of its own when memory or the stack ends */
static void crashes(void *context, int in, int out)
{
    (void)context, (void)in, (void)out;
    silence();
    raise(SIGSEGV);
}
__attribute__((noinline)) static uint64_t deep(uint64_t n)
{
    volatile char room[4096];
    room[n % sizeof room] = (char)n;
    return n ? deep(n - 1) + (uint64_t)room[n % sizeof room] : 0;
}
static void recurses(void *context, int in, int out)
{
    (void)context, (void)in, (void)out;
    silence();
    sum = deep(20000); /* 80 MB */
}
static void overflows_stack(void *context, int in, int out)
{
    (void)context, (void)in, (void)out;
    silence();
    sum = deep(1u << 30);
}
static void eats(void *context, int in, int out)
{
    (void)context, (void)in, (void)out;
    silence();
    for (;;) {
        char *p = malloc(1 << 20);
        memset(p, 1, 1 << 20);
    }
}
#endif
static void spins(void *context, int in, int out)
{
    (void)context, (void)in, (void)out;
    for (;;)
        sum++;
}

static void a_broken_invariant_is_told(void **state)
{
    (void)state;
    assert_int_equal(end_of(breaks, 0, 0, STACK_OURS).end, PROCESS_BROKEN);
    assert_int_equal(end_of(breaks, 0, 0, STACK_DEEP).end, PROCESS_BROKEN);
}

#ifndef __SANITIZE_ADDRESS__
static void a_crash_is_told(void **state)
{
    (void)state;
    assert_int_equal(end_of(crashes, 0, 0, STACK_OURS).end, PROCESS_BROKEN);
    assert_int_equal(end_of(crashes, 0, 0, STACK_DEEP).end, PROCESS_BROKEN);
    assert_int_equal(end_of(overflows_stack, 0, 0, STACK_DEEP).end, PROCESS_BROKEN);
}

static void deep_recursion_has_room(void **state)
{
    (void)state;
    assert_int_equal(end_of(recurses, 0, 0, STACK_DEEP).end, PROCESS_EXITED);
}

static void memory_is_a_limit_however_small(void **state)
{
    (void)state;
    for (uint64_t megabytes = 1; megabytes <= 64; megabytes *= 4) {
        assert_int_equal(end_of(eats, megabytes << 20, 0, STACK_OURS).end,
                         PROCESS_OUT_OF_MEMORY);
        assert_int_equal(end_of(eats, megabytes << 20, 0, STACK_DEEP).end,
                         PROCESS_OUT_OF_MEMORY);
    }
}
#endif

static void time_is_a_limit(void **state)
{
    (void)state;
    struct process_status s =
        end_of(spins, 0, 0.01, STACK_OURS); /* and some seconds of grace */
    assert_int_equal(s.end, PROCESS_SIGNALLED);
}

static void a_child_that_is_killed_is_waited_for(void **state)
{
    (void)state;
    struct process child;
    struct process_work work = {.run = spins};
    struct process_status s;
    assert_true(process_start(&child, &work));
    assert_false(process_over(&child, &s));
    process_kill(&child);
    s = process_wait(&child);
    assert_int_equal(s.end, PROCESS_SIGNALLED);
    assert_int_equal(s.code, SIGKILL);
}

/* In a child of its own, for the limit cannot be raised again. Root is not limited: then
 * there is nothing to see. */
static void starts_in_vain(void *context, int in, int out)
{
    (void)context, (void)in;
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_NPROC, &none);
    if (getuid() == 0 && setuid(65534))
        _exit(0);
    struct process child;
    struct process_work work = {.run = half};
    bool started = process_start(&child, &work);
    if (started)
        process_wait(&child);
    char said = started ? 'y' : 'n';
    bool closed = child.id == 0 && child.from == -1;
    process_write(out, &said, 1);
    if (!closed)
        _exit(9);
}

static void a_fork_that_fails_is_no_child(void **state)
{
    (void)state;
    struct process child;
    struct process_work work = {.run = starts_in_vain};
    char said = 0;
    assert_true(process_start(&child, &work));
    bool told = process_read(child.from, &said, 1);
    struct process_status s = process_wait(&child);
    assert_int_equal(s.end, PROCESS_EXITED);
    assert_int_equal(s.code, 0);
    if (told)
        assert_int_equal(said, 'n');
}

static void other_programs_run(void **state)
{
    (void)state;
    struct process child;
    const char *const no_such[] = {"sooth-no-such-program", NULL};
    struct process_command c = {
        .arguments = no_such, .output = PROCESS_NOWHERE, .errors = PROCESS_NOWHERE};
    assert_true(process_run(&child, &c));
    assert_int_equal(process_wait(&child).code, 127);
    const char *const fails[] = {"sh", "-c", "test \"$PWD\" = / && exit 7", NULL};
    c.arguments = fails;
    c.directory = "/";
    assert_true(process_run(&child, &c));
    assert_int_equal(process_wait(&child).code, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_said_arrives_despite_signals),
        cmocka_unit_test(half_a_message_is_none),
        cmocka_unit_test(a_child_can_be_told_something),
        cmocka_unit_test(a_broken_invariant_is_told),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(a_crash_is_told),
        cmocka_unit_test(deep_recursion_has_room),
        cmocka_unit_test(memory_is_a_limit_however_small),
#endif
        cmocka_unit_test(time_is_a_limit),
        cmocka_unit_test(a_child_that_is_killed_is_waited_for),
        cmocka_unit_test(a_fork_that_fails_is_no_child),
        cmocka_unit_test(other_programs_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
