/* Words of 12 bits: the top one tells. */
#define SOOTH_WIDTH 12
#include "sooth.h"
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const word in[], const word out[])
{
    return out[0] == (word)(in[0] >> 11 ? 4095 : 0);
}
/* expect: synth found 1 minimal */
