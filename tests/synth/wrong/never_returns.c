/* check never returns. */
#include <stdlib.h>
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    (void)in, (void)out;
    abort();
}
