/* All bytes of the pointer are kept, but not beside each other: not called a leak. */
#include <stdlib.h>
#include <string.h>
static unsigned char one[4], other[4];
int main(void)
{
    int *data = malloc(sizeof *data);
    memcpy(one, &data, sizeof data / 2);
    memcpy(other, (unsigned char *)&data + sizeof data / 2, sizeof data / 2);
    return 0;
}
/* expect: memsafety not-false */
