/* A size that wraps around gives a small object. */
#include <stdlib.h>
int main(void)
{
    size_t count = (size_t)-1 / sizeof(long) + 3;
    long *p = malloc(count * sizeof *p);
    if (!p) return 0;
    p[1] = 5;
    p[2] = 5;
    free(p);
    return 0;
}
/* expect: run out-of-bounds 9 */
