/* Files: opening gives a stream or fails, whatever the file is called; what is read from it is an input. A stream that
 * was closed cannot be used, which the model does not look into. */
#include "stdio_internal.h"

void __sooth_unsupported_so_many_open_files(void);

enum { MOST = 16, OTHER = 3 };
static FILE opened[MOST];
static int opened_count;
static FILE *closed_last; /* its address may come back */

/* The last characters of both texts must be there. */
FILE *fopen(const char *restrict path, const char *restrict mode)
{
    size_t length = strlen(path) + strlen(mode);
    if (__sooth_any_choice()) {
        set_any_errno();
        return NULL;
    }
    if (closed_last && __sooth_any_choice()) {
        FILE *again = closed_last;
        closed_last = NULL;
        *again = (FILE){.stream = OTHER};
        return again;
    }
    if (opened_count == MOST) __sooth_unsupported_so_many_open_files();
    FILE *file = &opened[opened_count++];
    file->stream = OTHER;
    return length == SIZE_MAX ? NULL : file;
}
FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}
FILE *tmpfile(void)
{
    return fopen("", "");
}

int fclose(FILE *file)
{
    must_be_open(file);
    file->closed = 1;
    if (file->stream == OTHER) closed_last = file;
    touch_errno();
    if (!__sooth_any_outcome()) return 0;
    set_any_errno();
    return -1;
}
