#include <stdlib.h>
static int zero;
static void stop(int *p)
{
    p = zero ? p : 0;
    if (!p) exit(1);
}
int main(void)
{
    stop(malloc(sizeof(int)));
    return 0;
}
/* expect: memsafety not-true */
