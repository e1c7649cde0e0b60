/* The parts of stdio.h that print, over __sooth_putchar. Printing may fail wherever a call
 * looks at the result; what was asked for is read all the same. */
#include "stdio_internal.h"

static FILE files[3] = {{0}, {1}, {2}};
FILE *stdin = &files[0], *stdout = &files[1], *stderr = &files[2];

static void put_character(int c, const FILE *file)
{
    must_be_open(file);
    if (file->stream < 3)
        __sooth_putchar(file->stream, (unsigned char)c);
}

static void put(const char *text, FILE *file)
{
    must_be_open(file);
    for (size_t i = 0; text[i]; i++)
        put_character(text[i], file);
}

/* What a function returns that failed or not: a failure sets the stream's error indicator and
 * errno. */
static int printed(FILE *file, int result, int failure)
{
    touch_errno();
    if (!failure)
        return result;
    file->error = 1;
    set_any_errno();
    return -1;
}

#define PUT_CHARACTER(name, parameters, file)                                                \
    int name parameters                                                                      \
    {                                                                                        \
        put_character(c, file);                                                              \
        return printed(file, (unsigned char)c, __sooth_any_outcome());                       \
    }
PUT_CHARACTER(fputc, (int c, FILE *file), file)
PUT_CHARACTER(putc, (int c, FILE *file), file)
PUT_CHARACTER(_IO_putc, (int c, FILE *file), file)
PUT_CHARACTER(putchar, (int c), stdout)
PUT_CHARACTER(putc_unlocked, (int c, FILE *file), file)
PUT_CHARACTER(fputc_unlocked, (int c, FILE *file), file)
PUT_CHARACTER(putchar_unlocked, (int c), stdout)

/* Success is any value that is not negative. */
int fputs(const char *restrict text, FILE *restrict file)
{
    put(text, file);
    int outcome = __sooth_any_outcome();
    return printed(file, outcome < 0 ? 1 : outcome, outcome < 0);
}

int puts(const char *text)
{
    put(text, stdout);
    put_character('\n', stdout);
    int outcome = __sooth_any_outcome();
    return printed(stdout, outcome < 0 ? 1 : outcome, outcome < 0);
}

size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file)
{
    const char *p = from;
    must_be_open(file);
    for (size_t i = 0; i < size * count; i++)
        put_character(p[i], file);
    if (!size)
        return 0;
    size_t missing = (unsigned)__sooth_any_outcome();
    if (!missing || !count)
        return count;
    printed(file, 0, 1);
    return missing < count ? count - missing : 0;
}

void __sooth_opened_may_fail(void);
void __sooth_given_may_fail(void);

/* Where all streams are flushed and it fails, any of those that may hold output has an error.
 */
static int flush_all(int failure)
{
    touch_errno();
    if (!failure)
        return 0;
    if (__sooth_any_choice())
        stdout->error = 1;
    if (__sooth_any_choice())
        stderr->error = 1;
    __sooth_opened_may_fail();
    __sooth_given_may_fail();
    set_any_errno();
    return -1;
}
int fflush(FILE *file)
{
    int failure = __sooth_any_outcome();
    if (!file)
        return flush_all(failure);
    must_be_open(file);
    return printed(file, 0, failure);
}
void __sooth_unsupported_buffers_of_streams(void);

int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size)
{
    (void)mode, (void)size;
    must_be_open(file);
    if (buffer)
        __sooth_unsupported_buffers_of_streams();
    touch_errno();
    return __sooth_any_outcome();
}
void setbuf(FILE *restrict file, char *restrict buffer)
{
    must_be_open(file);
    if (buffer)
        __sooth_unsupported_buffers_of_streams();
}
void setlinebuf(FILE *file)
{
    must_be_open(file);
}
/* The indicators of the standard streams from before, where a function is verified alone. */
static int environment_end[3], environment_error[3];

int ferror(FILE *file)
{
    must_be_open(file);
    int before = file->stream < 3 && environment_error[file->stream];
    return true_as(file->error || before, __sooth_any_truth());
}
int __sooth_is_at_end(const FILE *file)
{
    return file->end || (file->stream < 3 && environment_end[file->stream]);
}
void __sooth_not_at_end(FILE *file)
{
    file->end = 0;
    if (file->stream < 3)
        environment_end[file->stream] = 0;
}
int feof(FILE *file)
{
    must_be_open(file);
    return true_as(__sooth_is_at_end(file), __sooth_any_truth());
}
void clearerr(FILE *file)
{
    must_be_open(file);
    file->error = file->end = 0;
    if (file->stream < 3)
        environment_end[file->stream] = environment_error[file->stream] = 0;
}

/* --- formatted output --- */

int __sooth_format(struct sink *, const char *format, va_list);

static int print(FILE *file, const char *format, va_list arguments)
{
    struct sink s = {.stream = file->stream};
    must_be_open(file);
    return __sooth_format(&s, format, arguments);
}
int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments)
{
    return printed(file, print(file, format, arguments), __sooth_any_failure());
}
int vprintf(const char *restrict format, va_list arguments)
{
    return printed(stdout, print(stdout, format, arguments), __sooth_any_failure());
}

int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list arguments)
{
    char none;
    struct sink s = {.buffer = room ? to : &none, .room = room};
    int n = __sooth_format(&s, format, arguments);
    if (room)
        to[s.count < room ? s.count : room - 1] = 0;
    return n;
}
int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
    return vsnprintf(to, INT_MAX, format, arguments);
}

int fprintf(FILE *restrict file, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = print(file, format, arguments);
    va_end(arguments);
    return printed(file, n, __sooth_any_failure());
}

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = print(stdout, format, arguments);
    va_end(arguments);
    return printed(stdout, n, __sooth_any_failure());
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsprintf(to, format, arguments);
    va_end(arguments);
    return n;
}

int snprintf(char *restrict to, size_t room, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(to, room, format, arguments);
    va_end(arguments);
    return n;
}
