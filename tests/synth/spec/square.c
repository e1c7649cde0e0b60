/* The last step reads the step before it twice. */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    const unsigned sum = in[0] | in[1];
    return out[0] == sum * sum;
}
/* expect: synth found 2 minimal */
