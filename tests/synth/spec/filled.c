/* Every bit below the highest one that is set. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    unsigned below = 0;
    for (int i = 0; i < 32; i++)
        if (in[0] >> i > 1) below |= 1u << i;
    return out[0] == below;
}
/* expect: synth found 11 */
