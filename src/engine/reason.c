#include "engine/reason.h"

#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>

static const char *words_before(enum reason_kind kind)
{
    switch (kind) {
    case REASON_UNSUPPORTED:
    case REASON_EXTERNAL:
        return "unsupported: ";
    case REASON_OVERFLOW:
        return "overflow: ";
    case REASON_REPLAY:
    case REASON_REPLAY_ACCESS:
        return "replay: ";
    case REASON_SHAPES:
        return "shapes: ";
    case REASON_NONE:
    case REASON_NOT_CONFIRMED:
    case REASON_TIME:
    case REASON_MEMORY:
    case REASON_INTERRUPTED:
    case REASON_ENGINE:
    case REASON_BROKEN:
    case REASON_DEFECT:
    case REASON_CALLERS:
    case REASON_OPEN:
    case REASON_COUNT:
        return "";
    }
    return "";
}

void reason_set(struct reason *r, enum reason_kind kind, const char *format, ...)
{
    LAW(kind != REASON_NONE && kind < REASON_COUNT);
    r->kind = kind;
    int n = snprintf(r->text, sizeof r->text, "%s", words_before(kind));
    LAW(n >= 0 && (size_t)n < sizeof r->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->text + n, sizeof r->text - (size_t)n, format, arguments);
    va_end(arguments);
}
