/* A buffer that grows by realloc, as often as the input says. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int wanted, size;
static void grow(int **buffer)
{
    while (size < wanted) {
        int *larger;
        size = size + 1;
        larger = realloc(*buffer, sizeof(int) * size);
        if (!larger) return;
        larger[size - 1] = 7;
        *buffer = larger;
    }
}
int main(void)
{
    int *buffer;
    wanted = __VERIFIER_nondet_int();
    if (wanted < 1 || wanted > 1000) return 0;
    buffer = malloc(sizeof(int));
    if (!buffer) return 0;
    size = 0;
    grow(&buffer);
    free(buffer);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* expect: memsafety true --malloc-may-fail */
/* twin: memsafety s/larger\[size - 1\]/larger[size]/ */
/* twin: memcleanup s/free(buffer);/;/ */
/* twin: memsafety s/ \*buffer = larger;/ ;/ */
