/* perror and strerror: the texts are the C library's own, so the model says only the number. */
#include "stdio_internal.h"

int fprintf(FILE *restrict file, const char *restrict format, ...);
int snprintf(char *restrict to, size_t room, const char *restrict format, ...);
int *__errno_location(void);

char *strerror(int number)
{
    static char text[32];
    snprintf(text, sizeof text, "Error %d", number);
    return text;
}

void perror(const char *what)
{
    if (what && *what) fprintf(stderr, "%s: ", what);
    fprintf(stderr, "%s\n", strerror(*__errno_location()));
}
