/* The mean of two bytes, rounded down, without a wider type. */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned char in[], const unsigned char out[])
{
    return out[0] == (in[0] + in[1]) / 2;
}
/* expect: synth found 4 */
