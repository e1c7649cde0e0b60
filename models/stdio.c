/* The parts of stdio.h that print, over __sooth_putchar. */
#include "stdio_internal.h"

static FILE files[3] = {{0}, {1}, {2}};
FILE *stdin = &files[0], *stdout = &files[1], *stderr = &files[2];

int fputc(int c, FILE *file)
{
    __sooth_putchar(file->stream, (unsigned char)c);
    return (unsigned char)c;
}
int putc(int c, FILE *file)
{
    return fputc(c, file);
}
int _IO_putc(int c, FILE *file)
{
    return fputc(c, file);
}
int putchar(int c)
{
    return fputc(c, stdout);
}

int fputs(const char *restrict text, FILE *restrict file)
{
    for (size_t i = 0; text[i]; i++)
        fputc(text[i], file);
    return 1;
}

int puts(const char *text)
{
    fputs(text, stdout);
    putchar('\n');
    return 1;
}

size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file)
{
    const char *p = from;
    for (size_t i = 0; i < size * count; i++)
        fputc(p[i], file);
    return size ? count : 0;
}

int fflush(FILE *file)
{
    (void)file;
    return 0;
}
int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size)
{
    (void)file, (void)buffer, (void)mode, (void)size;
    return 0;
}
void setbuf(FILE *restrict file, char *restrict buffer)
{
    (void)file, (void)buffer;
}
void setlinebuf(FILE *file)
{
    (void)file;
}

/* Reading takes inputs: a character or the end of the file. */
int fgetc(FILE *file)
{
    (void)file;
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    return c;
}
int getc(FILE *file)
{
    return fgetc(file);
}
int getchar(void)
{
    return fgetc(stdin);
}

char *fgets(char *restrict to, int room, FILE *restrict file)
{
    int n = 0;
    while (n < room - 1) {
        int c = fgetc(file);
        if (c < 0) break;
        to[n++] = (char)c;
        if (c == '\n') break;
    }
    if (n == 0) return NULL;
    to[n] = 0;
    return to;
}

int __sooth_format(struct sink *, const char *format, va_list);

int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments)
{
    struct sink s = {.stream = file->stream};
    return __sooth_format(&s, format, arguments);
}
int vprintf(const char *restrict format, va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list arguments)
{
    char none;
    struct sink s = {.buffer = room ? to : &none, .room = room};
    int n = __sooth_format(&s, format, arguments);
    if (room) to[s.count < room ? s.count : room - 1] = 0;
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
    int n = vfprintf(file, format, arguments);
    va_end(arguments);
    return n;
}

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vfprintf(stdout, format, arguments);
    va_end(arguments);
    return n;
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
