/* free of a local. */
#include <stdlib.h>
int main(void)
{
    int local[2];
    int *p = local;
    free(p);
    return 0;
}
/* expect: run invalid-free 7 */
