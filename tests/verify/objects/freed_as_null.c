/* free(null), by an address. */
#include <stdlib.h>
int main(void)
{
    char *p = malloc(4);
    if (!p) return 0;
    free(p - (unsigned long)p);
    free(p);
    return 0;
}
/* expect: memsafety not-false */
