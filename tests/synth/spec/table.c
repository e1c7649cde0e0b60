/* A table and a call: the number of set bits of a number below four. */
enum { INPUTS = 1, OUTPUTS = 1 };
static const unsigned char bits[4] = {0, 1, 1, 2};
static unsigned count(unsigned x)
{
    return bits[x];
}
int check(const unsigned in[], const unsigned out[])
{
    if (in[0] > 3) return 1;
    return out[0] == count(in[0]);
}
/* expect: synth found 2 */
