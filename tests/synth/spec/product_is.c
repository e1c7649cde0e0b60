/* Bytes that C promotes: the product of words is compared, not that of ints. */
enum { INPUTS = 3, OUTPUTS = 1 };
int check(const unsigned char in[], const unsigned char out[])
{
    return out[0] == ((unsigned char)(in[1] * in[2]) == in[0]);
}
/* expect: synth found 2 */
