/* A selection whose condition takes three steps. */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    return out[0] == (((in[0] >> 6) ^ (in[1] >> 2)) < in[0] ? in[1] : in[0]);
}
/* expect: synth found 5 */
