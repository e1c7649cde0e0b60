/* free of a pointer into the middle. */
#include <stdlib.h>
int main(void)
{
    char *p = malloc(4);
    p++;
    free(p);
    return 0;
}
/* expect: run invalid-free 7 */
