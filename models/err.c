/* err.h: a message on the standard error stream, with the program's name; err ends it. */
#include "stdio_internal.h"

int vfprintf(FILE *restrict, const char *restrict, va_list);
_Noreturn void exit(int);

static void tell(const char *format, va_list list)
{
    if (format)
        vfprintf(stderr, format, list);
    touch_errno();
}

#define WITH_LIST(name)                                                                      \
    void v##name(const char *format, va_list list)                                           \
    {                                                                                        \
        tell(format, list);                                                                  \
    }                                                                                        \
    void name(const char *format, ...)                                                       \
    {                                                                                        \
        va_list list;                                                                        \
        va_start(list, format);                                                              \
        tell(format, list);                                                                  \
        va_end(list);                                                                        \
    }
WITH_LIST(warn)
WITH_LIST(warnx)

#define THAT_ENDS(name)                                                                      \
    _Noreturn void v##name(int status, const char *format, va_list list)                     \
    {                                                                                        \
        tell(format, list);                                                                  \
        exit(status);                                                                        \
    }                                                                                        \
    _Noreturn void name(int status, const char *format, ...)                                 \
    {                                                                                        \
        va_list list;                                                                        \
        va_start(list, format);                                                              \
        tell(format, list);                                                                  \
        va_end(list);                                                                        \
        exit(status);                                                                        \
    }
THAT_ENDS(err)
THAT_ENDS(errx)
