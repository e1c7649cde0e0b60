#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool failure_set(struct failure *f, enum failure_kind kind, const char *format, ...)
{
    if (!f) return false;
    f->kind = kind;
    va_list args;
    va_start(args, format);
    vsnprintf(f->message, sizeof f->message, format, args);
    va_end(args);
    return false;
}

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "sooth: internal failure at %s:%d: ", file, line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}
