/* The bytes of a pointer, copied one by one, still lead to the memory: that is no leak. */
#include <stdlib.h>
static unsigned char kept[9];
int main(void)
{
    int *data = malloc(sizeof *data);
    for (unsigned i = 0; i < sizeof data; i++)
        kept[i + 1] = ((unsigned char *)&data)[i];
    return 0;
}
/* expect: memsafety not-false */
