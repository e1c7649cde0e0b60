/* free of null does nothing. */
#include <stdlib.h>
int main(void)
{
    free(NULL);
    free(0);
    return 0;
}
/* expect: run none */
