/* Files: opening gives a stream or fails, whatever the file is called; what is read from it
 * is an input. A stream that was closed cannot be used, which the model does not look into.
 */
#include "stdio_internal.h"

void __sooth_unsupported_so_many_open_files(void);

enum { MOST = 16, OTHER = 3, ONLY_READ = 4 };
static FILE opened[MOST];
static int opened_count;
static FILE *closed_last; /* its address may come back */

static FILE *open_or_fail(int only_read, int own)
{
    FILE *file;
    if (__sooth_any_choice()) {
        set_any_errno();
        return NULL;
    }
    if (closed_last && __sooth_any_choice()) {
        file = closed_last;
        closed_last = NULL;
    } else {
        if (opened_count == MOST)
            __sooth_unsupported_so_many_open_files();
        file = &opened[opened_count++];
    }
    *file = (FILE){.stream = only_read ? ONLY_READ : OTHER, .own = own};
    return file;
}

static int is_mode(const char *mode)
{
    return mode[0] == 'r' || mode[0] == 'w' || mode[0] == 'a';
}
static int only_reads(const char *mode)
{
    int only_read = mode[0] == 'r';
    for (size_t i = 0; mode[i]; i++)
        if (mode[i] == '+')
            only_read = 0;
    return only_read;
}
/* The last characters of both texts must be there. No file has the empty name. */
FILE *fopen(const char *restrict path, const char *restrict mode)
{
    size_t length = strlen(path);
    int only_read = only_reads(mode);
    if (length && is_mode(mode))
        return open_or_fail(only_read, mode[0] == 'w');
    set_any_errno();
    return NULL;
}
FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}
FILE *tmpfile(void)
{
    return open_or_fail(0, 1);
}

FILE *fdopen(int descriptor, const char *mode)
{
    int only_read = only_reads(mode);
    if (descriptor >= 0 && is_mode(mode))
        return open_or_fail(only_read, 0);
    set_any_errno();
    return NULL;
}
/* The three that are open from the start have the first three. */
int fileno(FILE *file)
{
    must_be_open(file);
    if (file->stream < OTHER)
        return file->stream;
    return __sooth_result_int() & INT_MAX;
}
int fileno_unlocked(FILE *file)
{
    return fileno(file);
}

/* Writing what waits. */
void __sooth_opened_may_fail(void)
{
    for (int i = 0; i < opened_count; i++)
        if (opened[i].stream == OTHER && __sooth_any_choice())
            opened[i].error = 1;
}

int fclose(FILE *file)
{
    must_be_open(file);
    file->closed = 1;
    if (file->stream >= OTHER)
        closed_last = file;
    touch_errno();
    if (!__sooth_any_outcome())
        return 0;
    set_any_errno();
    return -1;
}
