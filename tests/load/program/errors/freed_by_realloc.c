/* realloc may move: the old pointer is dead. */
#include <stdlib.h>
int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 3;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q) return 1;
    p[0] = 4;
    free(q);
    return 0;
}
/* expect: run use-after-free 9 */
