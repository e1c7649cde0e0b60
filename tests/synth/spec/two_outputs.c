/* Two outputs that have nothing to do with each other, with three constants between them. */
enum { INPUTS = 2, OUTPUTS = 2 };
int check(const unsigned short in[], const unsigned short out[])
{
    return out[0] == (unsigned short)(in[1] * 21) / 5 && out[1] == (unsigned short)(in[0] - 9);
}
/* expect: synth found 3 */
