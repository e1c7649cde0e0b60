/* A constant that is in no list has to be solved for. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    unsigned y = (in[0] << 3) - in[0];
    return y + (in[0] << 6) == out[0];
}
/* expect: synth found 1 minimal */
