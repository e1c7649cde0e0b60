/* In how many bits do two bytes differ? */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned char in[], const unsigned char out[])
{
    unsigned n = 0;
    for (int i = 0; i < 8; i++) n += (in[0] >> i & 1) != (in[1] >> i & 1);
    return out[0] == n;
}
/* expect: found at most 13 */
