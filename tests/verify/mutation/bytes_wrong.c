#include "input.h"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y = 0;
    unsigned char *b = (unsigned char *)&x;
    memcpy(&y, b, 4);
    b[2] = 9;
    if (HIDDEN(y) && b[2] == 9 && (x >> 16 & 255) == 9 && (x & 255) == (y & 255) && x >> 24 == y >> 24) reach_error();
    return 0;
}
/* expect: reach false */
