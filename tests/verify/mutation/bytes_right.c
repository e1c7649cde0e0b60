#include "input.h"
union word { unsigned u; unsigned short h[2]; unsigned char b[4]; };
struct mixed { char c; unsigned u; short s; };
int main(void)
{
    union word w, v;
    unsigned x = __VERIFIER_nondet_uint();
    w.u = x;
    CHECK(w.b[0] == (x & 255) && w.b[3] == x >> 24 && w.h[1] == x >> 16);
    w.b[1] = 7;
    CHECK(w.u == ((x & 0xffff00ffu) | 0x700));
    w.h[1] = 0x1234;
    CHECK(w.u == ((x & 0xff) | 0x12340700));
    v = w;
    CHECK(v.b[2] == 0x34);
    struct mixed a = {1, x, -2}, b;
    memcpy(&b, &a, sizeof a);
    CHECK(b.u == x && b.s == -2 && b.c == 1);
    memset(&b, 0x5a, sizeof b);
    CHECK(b.u == 0x5a5a5a5au && b.s == 0x5a5a);
    unsigned char raw[12];
    memset(raw, 3, 6);
    memset(raw + 6, 4, 6);
    memmove(raw + 2, raw, 8);
    CHECK(raw[0] == 3 && raw[7] == 3 && raw[8] == 4 && raw[10] == 4);
    return 0;
}
/* expect: reach true */
