/* A shift by the width or more: the printed program guards what L defines and C does not. */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    return out[0] == (in[1] < 32 ? in[0] >> in[1] : 0);
}
/* expect: synth found 1 minimal */
