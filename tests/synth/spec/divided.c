/* Division where 0 gives all ones. */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned short in[], const unsigned short out[])
{
    return out[0] == (in[1] ? in[0] / in[1] : 65535);
}
/* expect: synth found 1 */
