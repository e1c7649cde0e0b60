/* Outputs may be inputs: no instruction at all. */
enum { INPUTS = 3, OUTPUTS = 3 };
int check(const unsigned in[], const unsigned out[])
{
    for (int i = 0; i < 3; i++)
        if (out[i] != in[(i + 1) % 3]) return 0;
    return 1;
}
/* expect: synth found 0 minimal */
