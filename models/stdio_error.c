/* perror and strerror: the texts are the C library's own, so they are texts that nobody
 * knows, of a length that occurs. A later call may overwrite the text of an earlier one, or
 * not. */
#include "stdio_internal.h"

enum { LONGEST = 63 };

/* Those of known numbers lie in constants, where writing fails. The constant holds anything;
 * in runs it holds what this machine's library says, so that an error which rests on it is
 * one here. */
extern const char __sooth_fixed_text[LONGEST + 1];
int __sooth_result_error_text(const char *constant, int number);

char *strerror(int number)
{
    static char made[LONGEST + 1];
    touch_errno();
    if (__sooth_any_choice()) {
        __sooth_result_error_text(__sooth_fixed_text, number);
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
