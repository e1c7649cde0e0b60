/* Functions of stdio.h without locks: there is one thread. */
#include "stdio_internal.h"

int fputs(const char *restrict text, FILE *restrict file);
size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file);
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file);
int fflush(FILE *file);
int ferror(FILE *file);
int feof(FILE *file);
void clearerr(FILE *file);

int fputs_unlocked(const char *restrict text, FILE *restrict file)
{
    return fputs(text, file);
}
size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count,
                       FILE *restrict file)
{
    return fwrite(from, size, count, file);
}
size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict file)
{
    return fread(to, size, count, file);
}
int fflush_unlocked(FILE *file)
{
    return fflush(file);
}
int ferror_unlocked(FILE *file)
{
    return ferror(file);
}
int feof_unlocked(FILE *file)
{
    return feof(file);
}
void clearerr_unlocked(FILE *file)
{
    clearerr(file);
}
