/* A number that is the address still leads to the memory. */
#include <stdint.h>
#include <stdlib.h>
static uintptr_t kept;
int main(void)
{
    kept = (uintptr_t)malloc(sizeof(int));
    return 0;
}
/* expect: memsafety not-false */
