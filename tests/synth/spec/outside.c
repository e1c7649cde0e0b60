/* Every output leads outside the table: none is right. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    static const unsigned table[4] = {1, 1, 1, 1};
    return in[0] == 1 && table[out[0] % 4 + 4];
}
/* expect: synth none */
