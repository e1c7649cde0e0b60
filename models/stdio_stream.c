/* A stream that somebody else opened: it can be read and written, and its indicators may be
 * set. */
#include "stdio_internal.h"

void __sooth_unsupported_so_many_open_files(void);

enum { MOST = 4, OTHER = 3 };
static FILE given[MOST];
static int given_count;

FILE *__sooth_open_stream(void)
{
    if (given_count == MOST)
        __sooth_unsupported_so_many_open_files();
    FILE *file = &given[given_count++];
    file->stream = OTHER;
    file->end = __sooth_any_choice();
    file->error = __sooth_any_choice();
    return file;
}

/* Writing what waits. */
void __sooth_given_may_fail(void)
{
    for (int i = 0; i < given_count; i++)
        if (__sooth_any_choice())
            given[i].error = 1;
}
