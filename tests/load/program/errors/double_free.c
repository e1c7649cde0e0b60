/* The same object is freed twice. */
#include <stdlib.h>
int main(void)
{
    char *p = malloc(4), *q = p;
    free(p);
    free(q);
    return 0;
}
/* expect: run double-free 7 */
