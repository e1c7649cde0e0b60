/* Do two words differ in an odd number of bits? */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned short in[], const unsigned short out[])
{
    unsigned n = 0;
    for (int i = 0; i < 16; i++) n += (in[0] >> i & 1) != (in[1] >> i & 1);
    return out[0] == n % 2;
}
/* expect: synth found 10 */
