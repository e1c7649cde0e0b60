/* At exit nothing leads to the object any more. */
#include <stdlib.h>
static void leave(void) { exit(0); }
int main(void)
{
    int *p = malloc(4);
    *p = 1;
    p = 0;
    leave();
    return 0;
}
/* expect: memsafety unknown */
