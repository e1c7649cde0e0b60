#include "engine/message.h"

#include "base/failure.h"
#include "base/process.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct header {
    uint32_t kind, bytes;
};
struct violated_header {
    uint32_t kind, function, instruction, count, objects, endless, asked, skips;
    char invariant[ENDLESS_TEXT];
};

static void send_message(int fd, enum message_kind kind, const void *a, size_t na,
                         const void *b, size_t nb)
{
    LAW(kind < MESSAGE_COUNT);
    LAW(na + nb <= UINT32_MAX);
    struct header h = {kind, (uint32_t)(na + nb)};
    process_write(fd, &h, sizeof h);
    process_write(fd, a, na);
    process_write(fd, b, nb);
}

void message_proved(int fd, uint32_t violations, const char *how)
{
    LAW(violations);
    send_message(fd, MESSAGE_PROVED, &violations, sizeof violations, how, strlen(how));
}

void message_violated(int fd, const struct trace *t)
{
    LAW(t->kind < VIOLATION_COUNT);
    struct violated_header h = {t->kind,
                                t->function,
                                t->instruction,
                                (uint32_t)t->choices.count,
                                (uint32_t)t->objects.count,
                                t->endless,
                                t->asked,
                                (uint32_t)t->skips.count,
                                {0}};
    memcpy(h.invariant, t->invariant, sizeof h.invariant);
    size_t choices = t->choices.count * sizeof *t->choices.data,
           objects = t->objects.count * sizeof *t->objects.data,
           skips = t->skips.count * sizeof *t->skips.data;
    struct header whole = {MESSAGE_VIOLATED,
                           (uint32_t)(sizeof h + choices + objects + skips)};
    process_write(fd, &whole, sizeof whole);
    process_write(fd, &h, sizeof h);
    process_write(fd, t->choices.data, choices);
    process_write(fd, t->objects.data, objects);
    process_write(fd, t->skips.data, skips);
}

void message_progress(int fd, const char *text)
{
    send_message(fd, MESSAGE_PROGRESS, text, strlen(text), NULL, 0);
}

void message_gave_up(int fd, const struct reason *r)
{
    LAW(r->kind != REASON_NONE); /* the reader refuses others */
    uint32_t kind = r->kind;
    send_message(fd, MESSAGE_GAVE_UP, &kind, sizeof kind, r->text, strlen(r->text));
}

void message_statistics(int fd, const char *line)
{
    send_message(fd, MESSAGE_STATISTICS, line, strlen(line), NULL, 0);
}

void message_never_finishes(int fd)
{
    send_message(fd, MESSAGE_NEVER_FINISHES, NULL, 0, NULL, 0);
}

void message_external(int fd, uint32_t function)
{
    send_message(fd, MESSAGE_EXTERNAL, &function, sizeof function, NULL, 0);
}

void message_certificate(int fd, const char *text)
{
    send_message(fd, MESSAGE_CERTIFICATE, text, strlen(text), NULL, 0);
}

void message_explained(int fd, enum explain_group group, const struct explain_item *items,
                       size_t count)
{
    LAW(group < EXPLAIN_GROUPS);
    uint32_t number = group;
    send_message(fd, MESSAGE_EXPLAINED, &number, sizeof number, items, count * sizeof *items);
}

bool message_receive(struct message_reader *r)
{
    LAW(r->used <= r->bytes.count);
    char buffer[65536];
    ssize_t n;
    while ((n = read(r->fd, buffer, sizeof buffer)) < 0 && errno == EINTR)
        continue;
    if (n <= 0)
        return false;
    VECTOR_RESERVE(&r->bytes, r->bytes.count + (size_t)n);
    memcpy(r->bytes.data + r->bytes.count, buffer, (size_t)n);
    r->bytes.count += (size_t)n;
    return true;
}

static void copy_text(char *out, size_t room, const char *from, size_t n)
{
    LAW(room > 0);
    if (n >= room)
        n = room - 1;
    memcpy(out, from, n);
    out[n] = 0;
}

static bool read_gave_up(struct message *m, const char *body, size_t bytes)
{
    uint32_t kind;
    if (bytes < sizeof kind)
        return false;
    memcpy(&kind, body, sizeof kind);
    if (kind == REASON_NONE || kind >= REASON_COUNT)
        return false;
    m->reason.kind = kind;
    copy_text(m->reason.text, sizeof m->reason.text, body + sizeof kind, bytes - sizeof kind);
    return true;
}

static bool read_proved(struct message *m, const char *body, size_t bytes)
{
    if (bytes < sizeof m->violations)
        return false;
    memcpy(&m->violations, body, sizeof m->violations);
    copy_text(m->text, sizeof m->text, body + sizeof m->violations,
              bytes - sizeof m->violations);
    return true;
}

static bool read_external(struct message *m, const char *body, size_t bytes)
{
    if (bytes != sizeof m->function)
        return false;
    memcpy(&m->function, body, sizeof m->function);
    return true;
}

static bool read_violated(struct message *m, const char *body, size_t bytes)
{
    struct violated_header v;
    if (bytes < sizeof v)
        return false;
    memcpy(&v, body, sizeof v);
    uint64_t wanted = (uint64_t)v.count * sizeof(struct trace_choice) +
                      (uint64_t)v.objects * sizeof(struct trace_object) +
                      (uint64_t)v.skips * sizeof(struct trace_skip);
    if (bytes - sizeof v != wanted || v.kind >= VIOLATION_COUNT || v.endless > ENDLESS_STAYS)
        return false;
    m->trace.kind = v.kind;
    m->trace.function = v.function;
    m->trace.instruction = v.instruction;
    m->trace.endless = v.endless;
    m->trace.asked = v.asked;
    memcpy(m->trace.invariant, v.invariant, sizeof m->trace.invariant);
    m->trace.invariant[sizeof m->trace.invariant - 1] = 0;
    const char *at = body + sizeof v;
    for (uint32_t i = 0; i < v.count; i++, at += sizeof(struct trace_choice)) {
        struct trace_choice c;
        memcpy(&c, at, sizeof c);
        VECTOR_PUSH(&m->trace.choices, c);
    }
    for (uint32_t i = 0; i < v.objects; i++, at += sizeof(struct trace_object)) {
        struct trace_object o;
        memcpy(&o, at, sizeof o);
        VECTOR_PUSH(&m->trace.objects, o);
    }
    for (uint32_t i = 0; i < v.skips; i++, at += sizeof(struct trace_skip)) {
        struct trace_skip s;
        memcpy(&s, at, sizeof s);
        VECTOR_PUSH(&m->trace.skips, s);
    }
    return true;
}

static bool read_explained(struct message *m, const char *body, size_t bytes)
{
    if (bytes < sizeof m->group || (bytes - sizeof m->group) % sizeof(struct explain_item))
        return false;
    memcpy(&m->group, body, sizeof m->group);
    if (m->group >= EXPLAIN_GROUPS)
        return false;
    for (size_t at = sizeof m->group; at < bytes; at += sizeof(struct explain_item)) {
        struct explain_item item;
        memcpy(&item, body + at, sizeof item);
        if (item.kind >= EXPLAIN_KINDS || item.missing > MISSING_LOWER)
            return false;
        item.name[EXPLAIN_NAME - 1] = 0;
        VECTOR_PUSH(&m->explanation, item);
    }
    return true;
}

static bool read_body(struct message *m, const char *body, size_t bytes)
{
    switch (m->kind) {
    case MESSAGE_PROVED:
        return read_proved(m, body, bytes);
    case MESSAGE_VIOLATED:
        return read_violated(m, body, bytes);
    case MESSAGE_PROGRESS:
    case MESSAGE_STATISTICS:
        copy_text(m->text, sizeof m->text, body, bytes);
        return true;
    case MESSAGE_GAVE_UP:
        return read_gave_up(m, body, bytes);
    case MESSAGE_NEVER_FINISHES:
        return bytes == 0;
    case MESSAGE_CERTIFICATE:
        m->certificate = body;
        m->bytes = bytes;
        return true;
    case MESSAGE_EXPLAINED:
        return read_explained(m, body, bytes);
    case MESSAGE_EXTERNAL:
        return read_external(m, body, bytes);
    case MESSAGE_COUNT:
        return false;
    }
    return false;
}

bool message_next(struct message_reader *r, struct message *m)
{
    LAW(r->used <= r->bytes.count);
    struct header h;
    if (r->broken || r->bytes.count - r->used < sizeof h)
        return false;
    memcpy(&h, r->bytes.data + r->used, sizeof h);
    r->broken = h.kind >= MESSAGE_COUNT;
    if (r->broken || r->bytes.count - r->used - sizeof h < h.bytes)
        return false;
    const char *body = r->bytes.data + r->used + sizeof h;
    r->used += sizeof h + h.bytes;
    *m = (struct message){.kind = h.kind};
    r->broken = !read_body(m, body, h.bytes);
    if (r->broken)
        message_release(m);
    return !r->broken;
}

void message_release(struct message *m)
{
    trace_release(&m->trace);
    VECTOR_RELEASE(&m->explanation);
}

bool message_complete(const struct message_reader *r)
{
    return !r->broken && r->used == r->bytes.count;
}

void message_reader_release(struct message_reader *r)
{
    VECTOR_RELEASE(&r->bytes);
}
