/* Bit-fields packed into groups of more than 128 bits. */
#include <stdio.h>
#pragma pack(1)
struct wide {
    unsigned a : 29;
    int b : 31;
    unsigned long long c : 45;
    int d : 9;
    unsigned e : 31;
    signed f : 17;
    unsigned g : 25;
};
#pragma pack()
static volatile struct wide w = {0x1234567, -5, 0x1abcdef01234, -3, 0x2fffffff, -60000, 0x1555555};
static struct wide change(struct wide x, int k)
{
    x.b += k;
    x.c ^= 0xffff0000ffffull;
    x.d = (int)(x.f % 50);
    x.g = x.a ^ x.e;
    return x;
}
int main(void)
{
    for (int k = 0; k < 4; k++) {
        printf("%x %d %llx %d %x %d %x\n", w.a, w.b, (unsigned long long)w.c, w.d, w.e, w.f, w.g);
        struct wide v = change(w, k);
        w = k % 2 ? v : change(v, -7);
        w.f++;
    }
    const volatile unsigned char *p = (const volatile unsigned char *)&w;
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof w; i++) sum = sum * 31 + p[i];
    printf("%u %zu\n", sum, sizeof w);
    return 0;
}
