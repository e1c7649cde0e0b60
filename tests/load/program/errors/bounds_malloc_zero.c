/* malloc(0) gives an object without bytes. */
#include <stdlib.h>
int main(void)
{
    char *p = malloc(0);
    if (!p) return 0;
    *p = 1;
    return 0;
}
/* expect: run out-of-bounds 7 */
