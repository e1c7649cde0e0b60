/* After free and a new malloc of the same size the old pointer is still dead. */
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    int *q = malloc(sizeof *q);
    *q = 2;
    int r = *p;
    free(q);
    return r;
}
/* expect: run use-after-free 10 */
