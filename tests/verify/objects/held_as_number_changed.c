/* A number that is no address any more leads to nothing. */
#include <stdint.h>
#include <stdlib.h>
static uintptr_t kept;
int main(void)
{
    kept = ~(uintptr_t)malloc(sizeof(int));
    return 0;
}
/* expect: memsafety false(valid-memtrack) */
