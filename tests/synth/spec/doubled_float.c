/* Floats: the bits of x + x. */
#include <string.h>
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    float x, y;
    memcpy(&x, &in[0], sizeof x);
    memcpy(&y, &out[0], sizeof y);
    if (x != x) return 1;
    return y == x + x;
}
/* expect: synth found 1 */
