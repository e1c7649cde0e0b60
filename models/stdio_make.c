/* asprintf: the text in memory from malloc. Where that fails, what the pointer holds is not
 * said: it is as before, or null. */
#include "stdio_internal.h"

int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list arguments);

int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int n = vsnprintf(NULL, 0, format, arguments);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, again);
    else
        n = -1;
    va_end(again);
    if (text || __sooth_any_choice())
        *to = text;
    return n;
}
int __vasprintf_chk(char **restrict to, int flag, const char *restrict format,
                    va_list arguments)
{
    (void)flag;
    return vasprintf(to, format, arguments);
}

int asprintf(char **restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(to, format, arguments);
    va_end(arguments);
    return n;
}
int __asprintf(char **restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(to, format, arguments);
    va_end(arguments);
    return n;
}
int __asprintf_chk(char **restrict to, int flag, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(to, format, arguments);
    va_end(arguments);
    (void)flag;
    return n;
}
