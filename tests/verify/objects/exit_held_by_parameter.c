/* A parameter is there as long as its function is. */
#include <stdlib.h>
static void stop(int *p)
{
    if (p) exit(1);
}
int main(void)
{
    stop(malloc(sizeof(int)));
    return 0;
}
/* expect: memsafety true */
