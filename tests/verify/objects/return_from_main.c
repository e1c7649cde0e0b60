#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p), **keep = &p;
    if (!p) return 0;
    **keep = 1;
    return 0;
}
/* expect: memsafety false */
