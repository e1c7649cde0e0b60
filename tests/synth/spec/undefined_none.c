/* x / 0 is all ones, for every program. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    unsigned zero = in[0] ^ in[0];
    return out[0] == in[0] / zero && out[0] == 5;
}
/* expect: synth none */
