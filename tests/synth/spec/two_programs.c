/* Two unknown programs, one a constant: a function and the number that it moves by. */
#include "sooth.h"
enum { INPUTS = 1 };
unsigned next(unsigned x);
unsigned step(void);
int check(const unsigned in[])
{
    return next(next(in[0])) == in[0] + 6 && next(in[0]) - in[0] == step();
}
/* expect: synth found 1 general */
