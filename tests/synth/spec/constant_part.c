/* Two programs that have nothing to do with each other; one is a constant. */
enum { INPUTS = 2 };
unsigned same(unsigned x);
unsigned seven(unsigned x);
int check(const unsigned in[])
{
    return same(in[0]) == in[0] && seven(in[0]) == 7;
}
/* expect: synth found 0 minimal general */
