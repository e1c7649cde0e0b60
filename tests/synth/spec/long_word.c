/* 64 bits: the lowest clear bit. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned long in[], const unsigned long out[])
{
    unsigned long x = in[0], bit = 1;
    for (int i = 0; i < 64 && (x & bit); i++) bit <<= 1;
    return out[0] == bit;
}
/* expect: synth found 3 */
