#include <stdlib.h>
static void stop(void) { exit(0); }
int main(void)
{
    {
        int *p = malloc(sizeof *p);
        if (!p) return 0;
        *p = 1;
    }
    stop();
    return 0;
}
/* expect: memsafety not-true */
/* expect: memsafety not-true --engine shapes */
