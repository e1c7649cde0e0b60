/* perror and strerror: the texts are the C library's own, so they are texts that nobody
 * knows, of a length that occurs. A later call may overwrite the text of an earlier one, or
 * not. */
#include "stdio_internal.h"

enum { LONGEST = 63 };

/* Those of known numbers lie in constants, where writing fails. */
extern const char __sooth_fixed_text[LONGEST + 1];

char *strerror(int number)
{
    static char made[LONGEST + 1];
    (void)number;
    touch_errno();
    if (__sooth_any_choice()) {
        __VERIFIER_assume(!__sooth_fixed_text[LONGEST]);
        return (char *)__sooth_fixed_text;
    }
    for (int i = 0; i < LONGEST; i++)
        made[i] = (char)__sooth_result_int();
    made[LONGEST] = 0;
    return made;
}

void perror(const char *what)
{
    for (size_t i = 0; what && what[i]; i++)
        __sooth_putchar(stderr->stream, (unsigned char)what[i]);
    if (__sooth_any_outcome())
        stderr->error = 1;
    touch_errno();
}
