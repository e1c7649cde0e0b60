#include "input.h"
int main(void)
{
    union { float f; unsigned u; } v;
    double d = 1.5;
    long double l = 2.25L, copy;
    v.f = -2.0f;
    CHECK(v.u == 0xc0000000u);
    v.u = 0x40490fdbu;
    CHECK(v.f > 3.14f && v.f < 3.15f);
    memcpy(&copy, &l, sizeof l);
    CHECK(copy == 2.25L && d + v.f > 4.6);
    return 0;
}
/* expect: reach true */
