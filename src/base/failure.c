#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

bool failure_set(struct failure *f, enum failure_kind kind, const char *format, ...)
{
    LAW(kind != FAILURE_NONE);
    if (!f)
        return false;
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
    fputs("\n" FAILURE_REQUEST, stderr);
    va_end(args);
    fflush(stderr);
    _exit(STATUS_INTERNAL);
}

_Noreturn void out_of_memory(void)
{
    static const char text[] = "sooth: out of memory\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(STATUS_MEMORY);
    _exit(STATUS_MEMORY);
}
