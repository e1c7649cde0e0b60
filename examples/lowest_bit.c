/* run: sooth synth lowest_bit.c
 * A specification by a loop; sooth finds a straight-line program that meets it. */
enum { INPUTS = 1, OUTPUTS = 1 };

int check(const unsigned in[], const unsigned out[])
{
    unsigned bit = 0;
    for (int i = 31; i >= 0; i--)
        if (in[0] >> i & 1) bit = 1u << i;
    return out[0] == bit;
}
