/* Wrong outputs: one that leads outside the table, one that ends the program, one that an assertion forbids. */
#include <assert.h>
#include <stdlib.h>
enum { INPUTS = 1, OUTPUTS = 1 };
int check(const unsigned in[], const unsigned out[])
{
    static const unsigned table[8] = {9, 8, 7, 6, 9, 8, 7, 6};
    if (in[0] > 3) return 1;
    if (out[0] == 3) abort();
    assert(out[0] != 2);
    return table[out[0]] == table[3 - in[0]] && out[0] < 8;
}
/* expect: synth found 1 */
