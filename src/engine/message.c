#include "engine/message.h"

#include <string.h>
#include <unistd.h>

struct header {
    uint32_t kind, bytes;
};
struct violated_header {
    uint32_t kind, function, instruction, count, objects, endless, asked;
    char invariant[ENDLESS_TEXT];
};

static void put(int fd, const void *data, size_t n)
{
    const char *p = data;
    while (n) {
        ssize_t w = write(fd, p, n);
        if (w <= 0) return;
        p += w;
        n -= (size_t)w;
    }
}

static void send_message(int fd, enum message_kind kind, const void *a, size_t na, const void *b, size_t nb)
{
    struct header h = {kind, (uint32_t)(na + nb)};
    put(fd, &h, sizeof h);
    put(fd, a, na);
    put(fd, b, nb);
}

void message_proved(int fd, uint32_t violations, const char *how)
{
    send_message(fd, MESSAGE_PROVED, &violations, sizeof violations, how, strlen(how));
}

void message_violated(int fd, const struct trace *t)
{
    struct violated_header h = {
        t->kind,    t->function, t->instruction, (uint32_t)t->choices.count, (uint32_t)t->objects.count,
        t->endless, t->asked, {0}};
    memcpy(h.invariant, t->invariant, sizeof h.invariant);
    size_t choices = t->choices.count * sizeof *t->choices.data,
           objects = t->objects.count * sizeof *t->objects.data;
    struct header whole = {MESSAGE_VIOLATED, (uint32_t)(sizeof h + choices + objects)};
    put(fd, &whole, sizeof whole);
    put(fd, &h, sizeof h);
    put(fd, t->choices.data, choices);
    put(fd, t->objects.data, objects);
}

void message_note(int fd, const char *text)
{
    send_message(fd, MESSAGE_NOTE, text, strlen(text), NULL, 0);
}

void message_external(int fd, uint32_t function)
{
    send_message(fd, MESSAGE_EXTERNAL, &function, sizeof function, NULL, 0);
}

void message_certificate(int fd, const char *text)
{
    send_message(fd, MESSAGE_CERTIFICATE, text, strlen(text), NULL, 0);
}

bool message_receive(struct message_reader *r)
{
    char buffer[65536];
    ssize_t n = read(r->fd, buffer, sizeof buffer);
    if (n <= 0) return false;
    VECTOR_RESERVE(&r->bytes, r->bytes.count + (size_t)n);
    memcpy(r->bytes.data + r->bytes.count, buffer, (size_t)n);
    r->bytes.count += (size_t)n;
    return true;
}

static void copy_text(struct message *m, const char *from, size_t n)
{
    if (n >= sizeof m->text) n = sizeof m->text - 1;
    memcpy(m->text, from, n);
    m->text[n] = 0;
}

bool message_next(struct message_reader *r, struct message *m)
{
    struct header h;
    if (r->bytes.count - r->used < sizeof h) return false;
    memcpy(&h, r->bytes.data + r->used, sizeof h);
    if (r->bytes.count - r->used - sizeof h < h.bytes) return false;
    const char *body = r->bytes.data + r->used + sizeof h;
    r->used += sizeof h + h.bytes;
    *m = (struct message){.kind = h.kind};
    struct violated_header v;
    switch (m->kind) {
    case MESSAGE_PROVED:
        memcpy(&m->violations, body, sizeof m->violations);
        copy_text(m, body + sizeof m->violations, h.bytes - sizeof m->violations);
        break;
    case MESSAGE_VIOLATED:
        memcpy(&v, body, sizeof v);
        m->trace.kind = v.kind;
        m->trace.function = v.function;
        m->trace.instruction = v.instruction;
        m->trace.endless = v.endless;
        m->trace.asked = v.asked;
        memcpy(m->trace.invariant, v.invariant, sizeof m->trace.invariant);
        for (uint32_t i = 0; i < v.count; i++) {
            struct trace_choice c;
            memcpy(&c, body + sizeof v + i * sizeof c, sizeof c);
            VECTOR_PUSH(&m->trace.choices, c);
        }
        for (uint32_t i = 0; i < v.objects; i++) {
            struct trace_object o;
            memcpy(&o, body + sizeof v + v.count * sizeof(struct trace_choice) + i * sizeof o, sizeof o);
            VECTOR_PUSH(&m->trace.objects, o);
        }
        break;
    case MESSAGE_NOTE:
        copy_text(m, body, h.bytes);
        break;
    case MESSAGE_CERTIFICATE:
        m->certificate = body;
        m->bytes = h.bytes;
        break;
    case MESSAGE_EXTERNAL:
        memcpy(&m->function, body, sizeof m->function);
        break;
    }
    return true;
}

void message_reader_release(struct message_reader *r)
{
    VECTOR_RELEASE(&r->bytes);
}

bool text_is_reason(const char *text)
{
    const char *colon = strchr(text, ':');
    for (const char *p = text; colon && p < colon; p++)
        if (*p < 'a' || *p > 'z') return false;
    return colon && colon > text;
}
