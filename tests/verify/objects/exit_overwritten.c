/* Nothing leads to the memory when the program ends, although a register had its address. */
#include <stdlib.h>
static void stop(void) { exit(0); }
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    p = 0;
    stop();
    return p != 0;
}
/* expect: memsafety false */
/* expect: memsafety not-true --engine shapes */
