/* The parts of stdio.h that read: characters are inputs. A read meets a character, the end of
 * the file or an error; after the end it meets the end again, until clearerr. */
#include "stdio_internal.h"

static int missing(FILE *file)
{
    if (__sooth_any_choice()) {
        file->error = 1;
        set_any_errno();
    } else {
        file->end = 1;
    }
    return -1;
}

void __sooth_unsupported_several_characters_put_back(void);

static int take_pushed(FILE *file)
{
    int c = file->pushed - 1;
    file->pushed = 0;
    return c;
}

/* What the program wrote is not kept, nor how much it was: whether there is a character is
 * as definite as which one it is. */
static int read_back(FILE *file)
{
    if (__sooth_any_choice()) {
        file->error = 1;
        set_any_errno();
        return -1;
    }
    int c = __sooth_result_int();
    __VERIFIER_assume((c >= -1) & (c <= 255));
    file->end = (int)((unsigned)c >> 31);
    return c;
}

int fgetc(FILE *file)
{
    must_be_open(file);
    if (file->pushed)
        return take_pushed(file);
    if (__sooth_is_at_end(file))
        return -1;
    if (file->own)
        return read_back(file);
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    if (c < 0)
        return missing(file);
    return c;
}
int getc(FILE *file)
{
    return fgetc(file);
}
int _IO_getc(FILE *file)
{
    return fgetc(file);
}
int getchar(void)
{
    return fgetc(stdin);
}
int fgetc_unlocked(FILE *file)
{
    return fgetc(file);
}
int getc_unlocked(FILE *file)
{
    return fgetc(file);
}
int getchar_unlocked(void)
{
    return fgetc(stdin);
}

/* Room for one character gives an empty string at once, as glibc and others do. Whatever was
 * read is lost where an error comes; one that came before does not count. */
static char *read_line(char *to, int room, FILE *file)
{
    int n = 0;
    must_be_open(file);
    if (room <= 0)
        return NULL;
    while (n < room - 1) {
        int c = fgetc(file);
        if (c < 0 && (n == 0 || file->error))
            return NULL;
        if (c < 0)
            break;
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    to[n] = 0;
    return to;
}

char *fgets(char *restrict to, int room, FILE *restrict file)
{
    int before = file->error;
    file->error = 0;
    char *line = read_line(to, room, file);
    if (before)
        file->error = 1;
    return line;
}

char *fgets_unlocked(char *restrict to, int room, FILE *restrict file)
{
    return fgets(to, room, file);
}

/* As many characters as there are. */
char *gets(char *to)
{
    size_t n = 0;
    for (;;) {
        int c = fgetc(stdin);
        if (c < 0 && (n == 0 || stdin->error))
            return NULL;
        if (c < 0 || c == '\n')
            break;
        to[n++] = (char)c;
    }
    to[n] = 0;
    return to;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file)
{
    unsigned char *p = to;
    must_be_open(file);
    if (!size)
        return 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < size; k++) {
            int c = fgetc(file);
            if (c < 0)
                return i;
            p[i * size + k] = (unsigned char)c;
        }
    return count;
}

/* There is room for one character; a second one may be refused. */
int ungetc(int character, FILE *file)
{
    must_be_open(file);
    if (character == -1)
        return -1;
    if (file->pushed)
        __sooth_unsupported_several_characters_put_back();
    file->pushed = 1 + (unsigned char)character;
    __sooth_not_at_end(file);
    return (unsigned char)character;
}
