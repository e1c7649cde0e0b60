/* Bit-fields: signed and unsigned, neighbours untouched, zero width, packed across units, with a bool. */
struct flags { unsigned a : 3; int b : 5; unsigned c : 24; };
struct spread { int a : 20; int : 0; int b : 20; long long c : 40; unsigned long long d : 24; };
struct __attribute__((packed)) tight { unsigned a : 7; unsigned b : 19; unsigned c : 9; _Bool d : 1; char e; };
static struct flags global = {5, -7, 0xabcdef};

int main(void)
{
    if (global.a != 5 || global.b != -7 || global.c != 0xabcdef) return __LINE__;
    struct flags f = {0};
    f.b = 15;
    f.b++;
    if (f.b != -16 || f.a != 0 || f.c != 0) return __LINE__;
    f.a = 9;
    if (f.a != 1) return __LINE__;
    f.c -= 1;
    if (f.c != 0xffffff || f.a != 1 || f.b != -16) return __LINE__;
    struct spread s;
    s.a = -1;
    s.b = 1 << 18;
    s.c = -5;
    s.d = 0x123456;
    if (s.a != -1 || s.b != 1 << 18 || s.c != -5 || s.d != 0x123456) return __LINE__;
    s.c += 10;
    if (s.c != 5 || s.d != 0x123456 || s.b != 1 << 18) return __LINE__;
    struct tight t = {0};
    t.b = 0x7ffff;
    t.d = 4; /* any value but 0 is true */
    t.e = 'e';
    if (t.a || t.c || t.b != 0x7ffff || t.d != 1 || t.e != 'e' || sizeof t != 6) return __LINE__;
    t.c = 0x155;
    if (t.c != 0x155 || t.b != 0x7ffff || !t.d) return __LINE__;
    return 0;
}
/* exit: 0 */
