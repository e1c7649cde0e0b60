/* Messages from engines: whole ones arrive as they were sent, in whatever pieces; broken ones
 * are seen as broken. */
#include "engine/message.h"
#include "base/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

/* All messages of every kind, as bytes. */
static size_t all_kinds(char *out, size_t room)
{
    int fd = memfd_create("messages", 0);
    struct trace t = {
        .kind = VIOLATION_DEREF, .function = 3, .instruction = 7, .asked = true};
    VECTOR_PUSH(&t.choices, (struct trace_choice){1, 2, 3, 4});
    VECTOR_PUSH(&t.choices, (struct trace_choice){5, 6, 7, 8});
    VECTOR_PUSH(&t.objects, (struct trace_object){.number = 9, .size = 10});
    message_proved(fd, 5, "k-induction");
    message_violated(fd, &t);
    struct reason reason;
    reason_set(&reason, REASON_UNSUPPORTED, "threads");
    message_progress(fd, "bound 4");
    message_gave_up(fd, &reason);
    message_never_finishes(fd);
    message_external(fd, 11);
    message_certificate(fd, "certificate 1\nend\n");
    struct explain_item items[2] = {explain_item(EXPLAIN_OPEN, 1, 2),
                                    explain_item(EXPLAIN_VARIABLE, 3, 9)};
    items[1].name[0] = 'x';
    message_explained(fd, EXPLAIN_INVARIANTS, items, 2);
    message_statistics(fd, "refinements: 3");
    trace_release(&t);
    ssize_t n = pread(fd, out, room, 0);
    close(fd);
    assert_true(n > 0 && (size_t)n < room);
    return (size_t)n;
}

static void check_kind(const struct message *m)
{
    switch (m->kind) {
    case MESSAGE_PROVED:
        assert_int_equal(m->violations, 5);
        assert_string_equal(m->text, "k-induction");
        return;
    case MESSAGE_VIOLATED:
        assert_int_equal(m->trace.kind, VIOLATION_DEREF);
        assert_int_equal(m->trace.choices.count, 2);
        assert_int_equal(m->trace.choices.data[1].low, 7);
        assert_int_equal(m->trace.objects.data[0].size, 10);
        return;
    case MESSAGE_PROGRESS:
        assert_string_equal(m->text, "bound 4");
        return;
    case MESSAGE_GAVE_UP:
        assert_int_equal(m->reason.kind, REASON_UNSUPPORTED);
        assert_string_equal(m->reason.text, "unsupported: threads");
        return;
    case MESSAGE_NEVER_FINISHES:
        return;
    case MESSAGE_EXTERNAL:
        assert_int_equal(m->function, 11);
        return;
    case MESSAGE_CERTIFICATE:
        assert_int_equal(m->bytes, strlen("certificate 1\nend\n"));
        return;
    case MESSAGE_EXPLAINED:
        assert_int_equal(m->group, EXPLAIN_INVARIANTS);
        assert_int_equal(m->explanation.count, 2);
        assert_int_equal(m->explanation.data[1].instruction, 9);
        assert_string_equal(m->explanation.data[1].name, "x");
        return;
    case MESSAGE_STATISTICS:
        assert_string_equal(m->text, "refinements: 3");
        return;
    case MESSAGE_COUNT:
        break;
    }
    fail();
}

/* How many whole messages come out of these bytes. */
static unsigned read_all(const char *bytes, size_t n, size_t piece, bool *complete,
                         bool check)
{
    int ends[2];
    unsigned count = 0;
    assert_false(pipe(ends));
    struct message_reader r = {.fd = ends[0]};
    for (size_t at = 0; at < n; at += piece) {
        size_t now = n - at < piece ? n - at : piece;
        struct message m;
        assert_true(process_write(ends[1], bytes + at, now));
        assert_true(message_receive(&r));
        while (message_next(&r, &m)) {
            if (check)
                check_kind(&m);
            message_release(&m);
            count++;
        }
    }
    *complete = message_complete(&r);
    message_reader_release(&r);
    close(ends[0]);
    close(ends[1]);
    return count;
}

static void messages_arrive_in_any_pieces(void **state)
{
    (void)state;
    char bytes[4096];
    bool complete;
    size_t n = all_kinds(bytes, sizeof bytes);
    for (size_t piece = 1; piece <= n; piece = piece < 40 ? piece + 1 : piece * 2) {
        assert_int_equal(read_all(bytes, n, piece, &complete, true), MESSAGE_COUNT);
        assert_true(complete);
    }
}

static void what_is_cut_off_is_not_complete(void **state)
{
    (void)state;
    char bytes[4096];
    bool complete;
    size_t n = all_kinds(bytes, sizeof bytes), whole = 0;
    for (size_t kept = 1; kept < n; kept++) {
        read_all(bytes, kept, kept, &complete, true);
        whole += complete;
    }
    assert_int_equal(whole,
                     MESSAGE_COUNT - 1); /* exactly the ends of all messages but the last */
}

/* Every byte of the headers and of the sizes inside set to something else: no reading
 * outside, no endless loop. */
static void broken_messages_are_seen(void **state)
{
    (void)state;
    char bytes[4096];
    bool complete;
    size_t n = all_kinds(bytes, sizeof bytes);
    for (size_t at = 0; at < n; at++)
        for (int with = 1; with < 256; with += 63) {
            char *copy = malloc(n);
            memcpy(copy, bytes, n);
            copy[at] = (char)(copy[at] ^ with);
            assert_true(read_all(copy, n, n, &complete, false) <= 9);
            free(copy);
        }
}

static void what_is_no_message_is_broken(void **state)
{
    (void)state;
    bool complete;
    const uint32_t no_kind[] = {99, 0}, short_trace[] = {MESSAGE_VIOLATED, 4, 0},
                   long_external[] = {MESSAGE_EXTERNAL, 8, 1, 2},
                   no_reason[] = {MESSAGE_GAVE_UP, 4, REASON_COUNT};
    assert_int_equal(read_all((const char *)no_kind, sizeof no_kind, 64, &complete, false),
                     0);
    assert_false(complete);
    assert_int_equal(
        read_all((const char *)short_trace, sizeof short_trace, 64, &complete, false), 0);
    assert_false(complete);
    assert_int_equal(
        read_all((const char *)no_reason, sizeof no_reason, 64, &complete, false), 0);
    assert_false(complete);
    assert_int_equal(
        read_all((const char *)long_external, sizeof long_external, 64, &complete, false), 0);
    assert_false(complete);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_arrive_in_any_pieces),
        cmocka_unit_test(what_is_cut_off_is_not_complete),
        cmocka_unit_test(broken_messages_are_seen),
        cmocka_unit_test(what_is_no_message_is_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
