/* What C leaves undefined is what sooth.h says: a shift by 32 or more gives 0, x % 0 is x, x / 0 is all ones. */
enum { INPUTS = 2 };
unsigned shifted(unsigned x, unsigned n);
unsigned rest(unsigned x);
unsigned share(unsigned x);
int check(const unsigned in[])
{
    unsigned zero = in[1] ^ in[1], right = in[1] < 32 ? in[0] << in[1] : 0;
    return shifted(in[0], in[1]) == right && in[0] << in[1] == right && rest(in[0]) == in[0] % zero &&
           share(in[0]) == in[0] / zero;
}
/* expect: synth found 2 general */
