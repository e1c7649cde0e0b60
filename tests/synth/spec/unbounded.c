/* The loop has no bound that is constant. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    unsigned n = 0;
    for (unsigned i = 0; i < in[0]; i++) n += i;
    return n == out[0];
}
/* expect: synth unsupported */
