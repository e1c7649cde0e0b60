/* _BitInt of more than 128 bits; the numbers are what clang's own code computes. */
#include <assert.h>
typedef unsigned _BitInt(300) big;
typedef _BitInt(200) small;
int main(void)
{
    big a = 12345;
    for (int i = 0; i < 40; i++) a = a * a + 7;
    small b = -1;
    for (int i = 0; i < 30; i++) b = b * 3 - (small)(a >> 150);
    big c = (a << 37) | ((a >> 200) ^ (big)b);
    assert((unsigned long long)a == 0x4c0af845ee2f5447);
    assert((unsigned long long)(a >> 236) == 0x7ed09136b0010692);
    assert((unsigned long long)(b >> 130) == 0x19e88fd81c8345f5);
    assert(b < 0 && a <= c && (small)a < b);
    assert((unsigned long long)(c >> 100) == 0x8fe5d77ff1dca9cf);
    assert((unsigned long long)(c - a) == 0x83eff7aef550a668);
    big larger = c > a ? c : a;
    assert(larger == c);
    return 0;
}
/* options: -std=c2x --property reach */
/* expect: run none */
