/* Where the wanted value is the greatest word no divisor is a quotient of it. */
enum { INPUTS = 2, OUTPUTS = 1 };
int check(const unsigned long in[], const unsigned long out[])
{
    return in[0] == 0 || out[0] == ((in[1] + in[1] / 8) | -in[1]);
}
/* expect: synth found 4 */
