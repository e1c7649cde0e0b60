/* perror and strerror: the texts are the C library's own, so they are texts that nobody
 * knows, of a length that occurs. A later call may overwrite the text of an earlier one, or
 * not. */
#include "stdio_internal.h"

enum { LONGEST = 63 };

char *strerror(int number)
{
    static char texts[2][LONGEST + 1];
    char *text = texts[__sooth_any_choice()];
    (void)number;
    for (int i = 0; i < LONGEST; i++)
        text[i] = (char)__sooth_result_int();
    text[LONGEST] = 0;
    touch_errno();
    return text;
}

void perror(const char *what)
{
    for (size_t i = 0; what && what[i]; i++)
        __sooth_putchar(stderr->stream, (unsigned char)what[i]);
    if (__sooth_any_outcome())
        stderr->error = 1;
    touch_errno();
}
