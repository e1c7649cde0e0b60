/* A loop invariant: holds at first, is kept, and gives the assertion. */
#include "sooth.h"
enum { INPUTS = 2 };
_Bool invariant(unsigned x, unsigned y);
int check(const unsigned in[])
{
    unsigned x = in[0], y = in[1];
    if (!invariant(0, 0)) return 0;
    if (invariant(x, y) && x < 1000 && !invariant(x + 2, y + 1)) return 0;
    return !invariant(x, y) || x < 1000 || x == 2 * y;
}
/* expect: synth found 2 general */
