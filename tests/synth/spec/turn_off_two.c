/* Clears the two lowest set bits, told by a loop. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    unsigned x = in[0];
    int cleared = 0;
    for (int i = 0; i < 32 && cleared < 2; i++)
        if (x >> i & 1) {
            x &= ~(1u << i);
            cleared++;
        }
    return x == out[0];
}
/* expect: synth found 4 */
