/* Between two bounds, of which the lower is assumed not to be above the upper. */
#include "sooth.h"
enum { INPUTS = 3, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    sooth_assume(in[1] <= in[2]);
    if (in[0] < in[1]) return out[0] == in[1];
    if (in[0] > in[2]) return out[0] == in[2];
    return out[0] == in[0];
}
/* expect: synth found 2 */
