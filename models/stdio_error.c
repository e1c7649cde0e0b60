/* perror and strerror: the texts are the C library's own, so they are any text of a length that occurs. */
#include "stdio_internal.h"

enum { LONGEST = 63 };

char *strerror(int number)
{
    static char text[LONGEST + 1];
    (void)number;
    for (int i = 0; i < LONGEST; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    __VERIFIER_assume(text[0] != 0);
    text[LONGEST] = 0;
    return text;
}

void perror(const char *what)
{
    for (size_t i = 0; what && what[i]; i++)
        __sooth_putchar(stderr->stream, (unsigned char)what[i]);
}
