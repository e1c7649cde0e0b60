/* Reads what ASan, LSan, UBSan and the harness write. */
#include "base/failure.h"
#include "native/harness.h"
#include "native/native.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *phrase;
    enum violation kind;
} phrases[] = {
    /* the first that occurs in a line decides */
    {HARNESS_MARK "error", VIOLATION_REACH},
    {"attempting double-free", VIOLATION_FREE},
    {"attempting free on address", VIOLATION_FREE},
    {"AddressSanitizer: bad-free", VIOLATION_FREE},
    {"LeakSanitizer: detected memory leaks", VIOLATION_MEMTRACK},
    {"ERROR: AddressSanitizer: ", VIOLATION_DEREF},
    {"runtime error: signed integer overflow", VIOLATION_OVERFLOW},
    {"runtime error: negation of", VIOLATION_OVERFLOW},
    {"runtime error: left shift of", VIOLATION_OVERFLOW},
    {"cannot be represented in type", VIOLATION_OVERFLOW},
    {"runtime error: shift exponent", VIOLATION_SHIFT},
    {"runtime error: division by zero", VIOLATION_DIVISION},
    {"is outside the range of representable values", VIOLATION_FLOAT_CAST},
    {"out of bounds for type", VIOLATION_DEREF},
    {"execution reached an unreachable program point", VIOLATION_UNREACHABLE},
};

static const char *line_end(const char *p)
{
    const char *e = strchr(p, '\n');
    return e ? e : p + strlen(p);
}

/* The last word of a line as FILE:LINE or FILE:LINE:COLUMN; `from` to `to` is the word. */
static bool split_place(const char *from, const char *to, struct native_report *r)
{
    LAW(from <= to);
    char word[300];
    size_t n = (size_t)(to - from);
    if (!n || n >= sizeof word)
        return false;
    memcpy(word, from, n);
    word[n] = 0;
    uint32_t last = 0;
    for (char *colon; (colon = strrchr(word, ':'));) {
        char *end;
        unsigned long v = strtoul(colon + 1, &end, 10);
        if (*end || end == colon + 1)
            break;
        last = (uint32_t)v;
        *colon = 0;
    }
    if (!last || strlen(word) >= sizeof r->file)
        return false;
    strcpy(r->file, word);
    r->line = last;
    return true;
}

static bool place_of_word(const char *from, const char *to, struct native_report *r,
                          bool (*is_source)(void *, const char *), void *context)
{
    LAW(from <= to);
    return split_place(from, to, r) && is_source(context, r->file);
}

/* The stack that follows: the first frame inside a source. */
static const char *read_stack(const char *p, struct native_report *r,
                              bool (*is_source)(void *, const char *), void *context)
{
    bool in_stack = false;
    while (*p) {
        const char *e = line_end(p), *q = p;
        while (*q == ' ')
            q++;
        bool frame = *q == '#' && q[1] >= '0' && q[1] <= '9';
        if (in_stack && !frame)
            break;
        if (!frame && (strstr(p, "==ERROR") == p))
            break;
        in_stack |= frame;
        const char *word = e;
        while (word > q && word[-1] != ' ')
            word--;
        p = *e ? e + 1 : e;
        if (frame && place_of_word(word, e, r, is_source, context))
            return p;
    }
    r->file[0] = 0;
    r->line = 0;
    return p;
}

bool native_next_report(const char **at, struct native_report *r,
                        bool (*is_source)(void *, const char *), void *context)
{
    for (const char *p = *at; *p;) {
        const char *e = line_end(p);
        char line[1024];
        size_t n = (size_t)(e - p) < sizeof line - 1 ? (size_t)(e - p) : sizeof line - 1;
        memcpy(line, p, n);
        line[n] = 0;
        const char *rest = *e ? e + 1 : e;
        for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
            if (!strstr(line, phrases[i].phrase))
                continue;
            *r = (struct native_report){.kind = phrases[i].kind};
            const char *first = strstr(line, ": runtime error"), *last = strstr(line, " at ");
            bool placed = first ? place_of_word(line, first, r, is_source, context)
                          : text_starts(line, HARNESS_MARK) && last
                              ? place_of_word(last + 4, line + n, r, is_source, context)
                              : false;
            if (!first && !text_starts(line, HARNESS_MARK))
                rest = read_stack(rest, r, is_source, context);
            else if (!placed)
                r->file[0] = 0;
            *at = rest;
            return true;
        }
        p = rest;
    }
    return false;
}
