/* The result depends on a variable that is not initialised. */
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    unsigned x;
    if (in[0] > 5) x = 3;
    return out[0] == x;
}
