/* Functions the compiler knows. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int likely(int x) { return __builtin_expect(x > 3, 1) ? 1 : 2; }
static unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }

int main(void)
{
    volatile unsigned u = 0x00f0;
    volatile unsigned long long l = 1ull << 40;
    volatile int i = -5;
    volatile double d = 2.25;
    if (__builtin_popcount(u) != 4 || __builtin_clz(u) != 24 || __builtin_ctz(u) != 4) return __LINE__;
    if (__builtin_popcountll(l) != 1 || __builtin_clzll(l) != 23 || __builtin_ctzll(l) != 40) return __LINE__;
    if (__builtin_ffs(u) != 5 || __builtin_ffs(0) != 0 || __builtin_parity(u) != 0) return __LINE__;
    if (__builtin_bswap32(u) != 0xf0000000u || __builtin_bswap64(l) != 0x10000u) return __LINE__;
    if (__builtin_bswap16((unsigned short)u) != 0xf000) return __LINE__;
    int r;
    if (__builtin_add_overflow(i, 5, &r) || r != 0) return __LINE__;
    if (!__builtin_mul_overflow(INT_MAX, 2, &r) || r != -2) return __LINE__;
    if (!__builtin_sub_overflow(INT_MIN, 1, &r) || r != INT_MAX) return __LINE__;
    unsigned char c;
    if (!__builtin_add_overflow(200, 100, &c) || c != 44) return __LINE__;
    if (abs(i) != 5 || labs(-7L) != 7 || likely(4) != 1 || likely(0) != 2) return __LINE__;
    if (rotate(0x80000001u, 4) != 0x18) return __LINE__;
    if (fabs(-d) != 2.25 || floor(d) != 2 || ceil(d) != 3 || trunc(-d) != -2 || sqrt(d) != 1.5) return __LINE__;
    if (copysign(d, -1.0) != -2.25 || fmax(d, 3.0) != 3 || fmin(d, NAN) != 2.25 || rint(2.5) != 2) return __LINE__;
    if (round(2.5) != 3 || fmod(7.5, d) != 0.75) return __LINE__;
    if (!isnan(d - NAN) || isinf(d) || !isinf(d / 0.0) || !isfinite(d) || signbit(d) || !isnormal(d)) return __LINE__;
    if (__builtin_constant_p(u) && u != 0xf0) return __LINE__;
    int array[4];
    memset(array, 0, sizeof array);
    if (__builtin_object_size(array, 0) < sizeof array) return __LINE__;
    char text[16];
    memcpy(text, "hello world", 12);
    memmove(text + 2, text, 5);
    if (memcmp(text, "hehello", 7)) return __LINE__;
    __builtin_prefetch(text);
    if (u == 1) __builtin_unreachable();
    if (__builtin_choose_expr(1, 5, "x") != 5) return __LINE__;
    return 0;
}
/* exit: 0 */
