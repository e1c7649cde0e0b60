/* For one input nothing is right. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    return out[0] < in[0];
}
/* expect: synth none */
