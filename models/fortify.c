/* What functions become under _FORTIFY_SOURCE: an operation that is larger than the compiler
 * knows its object to be ends the program before anything is written. The size is SIZE_MAX
 * where it is not known. */
#include "stdio_internal.h"

void *mempcpy(void *restrict, const void *restrict, size_t);
char *stpcpy(char *restrict, const char *restrict);
char *strcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, size_t);
char *stpncpy(char *restrict, const char *restrict, size_t);
char *strcat(char *restrict, const char *restrict);
char *strncat(char *restrict, const char *restrict, size_t);
size_t strlcpy(char *restrict, const char *restrict, size_t);
size_t strlcat(char *restrict, const char *restrict, size_t);
size_t strnlen(const char *, size_t);
char *fgets(char *restrict, int, FILE *restrict);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int vfprintf(FILE *restrict, const char *restrict, va_list);

_Noreturn void __chk_fail(void)
{
    abort();
}
_Noreturn void __fortify_fail(const char *what)
{
    (void)what;
    abort();
}
_Noreturn void __stack_chk_fail(void)
{
    abort();
}

static void need(size_t bytes, size_t room)
{
    if (bytes > room)
        abort();
}

#define COPY(name, builtin)                                                                  \
    void *name(void *to, const void *from, size_t n, size_t room)                            \
    {                                                                                        \
        need(n, room);                                                                       \
        return builtin(to, from, n);                                                         \
    }
COPY(__memcpy_chk, __builtin_memcpy)
COPY(__memmove_chk, __builtin_memmove)
COPY(__mempcpy_chk, mempcpy)
void *__memset_chk(void *to, int byte, size_t n, size_t room)
{
    need(n, room);
    return __builtin_memset(to, byte, n);
}
void __explicit_bzero_chk(void *to, size_t n, size_t room)
{
    need(n, room);
    __builtin_memset(to, 0, n);
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    if (room != SIZE_MAX)
        need(strlen(from) + 1, room);
    return strcpy(to, from);
}
char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    if (room != SIZE_MAX)
        need(strlen(from) + 1, room);
    return stpcpy(to, from);
}
char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    need(n, room);
    return strncpy(to, from, n);
}
char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    need(n, room);
    return stpncpy(to, from, n);
}
char *__strcat_chk(char *restrict to, const char *restrict from, size_t room)
{
    if (room != SIZE_MAX)
        need(strlen(to) + strlen(from) + 1, room);
    return strcat(to, from);
}
char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    if (room != SIZE_MAX)
        need(strlen(to) + strnlen(from, n) + 1, room);
    return strncat(to, from, n);
}
size_t __strlcpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    need(n, room);
    return strlcpy(to, from, n);
}
size_t __strlcat_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
    need(n, room);
    return strlcat(to, from, n);
}

char *__fgets_chk(char *restrict to, size_t room, int n, FILE *restrict file)
{
    if (n > 0)
        need((size_t)n, room);
    return fgets(to, n, file);
}
size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count,
                   FILE *restrict file)
{
    size_t n;
    if (__builtin_mul_overflow(size, count, &n))
        abort();
    need(n, room);
    return fread(to, size, count, file);
}

/* --- printing: %n in memory that can be written would end the program too --- */

static int write_text(char *to, size_t most, size_t room, const char *format, va_list list)
{
    need(most, room);
    return vsnprintf(to, most, format, list);
}

/* Without a length the text must fit. */
static int write_whole(char *to, size_t room, const char *format, va_list list)
{
    if (room == SIZE_MAX)
        return vsnprintf(to, INT_MAX, format, list);
    int n = vsnprintf(to, room, format, list);
    need((size_t)n + 1, room);
    return n;
}

int __vsnprintf_chk(char *restrict to, size_t most, int flag, size_t room,
                    const char *restrict format, va_list list)
{
    (void)flag;
    return write_text(to, most, room, format, list);
}
int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format,
                   va_list list)
{
    (void)flag;
    return write_whole(to, room, format, list);
}
int __vfprintf_chk(FILE *restrict file, int flag, const char *restrict format, va_list list)
{
    (void)flag;
    return vfprintf(file, format, list);
}
int __vprintf_chk(int flag, const char *restrict format, va_list list)
{
    (void)flag;
    return vfprintf(stdout, format, list);
}

#define VARIADIC(name, parameters, result)                                                   \
    int name parameters                                                                      \
    {                                                                                        \
        va_list list;                                                                        \
        (void)flag;                                                                          \
        va_start(list, format);                                                              \
        int n = result;                                                                      \
        va_end(list);                                                                        \
        return n;                                                                            \
    }
VARIADIC(__snprintf_chk,
         (char *to, size_t most, int flag, size_t room, const char *format, ...),
         write_text(to, most, room, format, list))
VARIADIC(__sprintf_chk, (char *to, int flag, size_t room, const char *format, ...),
         write_whole(to, room, format, list))
VARIADIC(__fprintf_chk, (FILE * file, int flag, const char *format, ...),
         vfprintf(file, format, list))
VARIADIC(__printf_chk, (int flag, const char *format, ...), vfprintf(stdout, format, list))
