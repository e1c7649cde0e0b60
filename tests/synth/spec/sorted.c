/* Two words in order: two outputs. */
enum { INPUTS = 2, OUTPUTS = 2 };
int check(const unsigned in[], const unsigned out[])
{
    if (out[0] > out[1]) return 0;
    return (out[0] == in[0] && out[1] == in[1]) || (out[0] == in[1] && out[1] == in[0]);
}
/* expect: synth found 2 */
