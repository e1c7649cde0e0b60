#include "input.h"
static int table[4] = {10, 20, 30, -40};
static int *const places[3] = {&table[1], 0, &table[3]};
static const char *words[2] = {"ab", "cde"};
static long long wide = -2;
static int zero[3];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 4, k = __VERIFIER_nondet_uint() % 2;
    CHECK(table[i] == (i == 3 ? -40 : 10 * ((int)i + 1)));
    CHECK(*places[0] == 20 && places[1] == 0 && *places[2] == -40);
    CHECK(words[k][k + 1] == (k ? 'e' : 'b'));
    CHECK(wide == -2 && zero[2] == 0 && ((unsigned char *)&wide)[7] == 255);
    table[i] = 0;
    CHECK(*places[0] == (i == 1 ? 0 : 20));
    return 0;
}
/* expect: reach true */
