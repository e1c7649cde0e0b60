/* The bits of a byte in the opposite order. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned char in[], const unsigned char out[])
{
    for (int i = 0; i < 8; i++)
        if ((in[0] >> i & 1) != (out[0] >> (7 - i) & 1)) return 0;
    return 1;
}
/* expect: synth found 15 */
