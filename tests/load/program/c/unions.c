/* Unions: the same bytes read at other types and sizes. */
#include <string.h>
union view { unsigned u; float f; unsigned char b[8]; unsigned short h[4]; double d; long long l; struct { short lo, hi; } s; };
static union view start = {.b = {1, 2, 3, 4}};
struct tagged { int kind; union { int i; double d; const char *s; } as; };

static double value(struct tagged t)
{
    return t.kind == 0 ? t.as.i : t.kind == 1 ? t.as.d : (double)strlen(t.as.s);
}

int main(void)
{
    if (start.u != 0x04030201u || start.h[1] != 0x0403 || start.s.hi != 0x0403) return __LINE__;
    union view v;
    v.l = 0;
    v.f = 1.0f;
    if (v.u != 0x3f800000u || v.b[3] != 0x3f || v.l != 0x3f800000) return __LINE__;
    v.b[7] = 0x40;
    v.u = 0;
    if (v.d != 2.0) return __LINE__;
    v.s.lo = -1;
    if (v.h[0] != 0xffff || v.h[1] != 0) return __LINE__;
    struct tagged t[] = {{0, {.i = 3}}, {1, {.d = 0.25}}, {2, {.s = "four"}}};
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += value(t[i]);
    return sum == 7.25 ? 0 : __LINE__;
}
/* exit: 0 */
