/* A read after free, through another pointer. */
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p), *q = p;
    *p = 4;
    free(p);
    return *q;
}
/* expect: run use-after-free 8 */
