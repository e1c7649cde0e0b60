/* Integers of every size: promotion, wrap-around of unsigned, conversions, shifts, division, 128 bits where there are. */
#include <limits.h>
#include <stdint.h>
static int sign(long long x) { return (x > 0) - (x < 0); }

int main(void)
{
    signed char c = -128;
    unsigned char u = 255;
    short s = -1;
    unsigned short h = 65535;
    unsigned n = 3;
    if (-c != 128 || u + 1 != 256 || (unsigned char)(u + 2) != 1) return __LINE__;
    if ((unsigned)s != UINT_MAX || (int)h != 65535 || (short)h != -1) return __LINE__;
    if (n - 4 != UINT_MAX || -1 < (int)n == 0 || (-1 < n)) return __LINE__;
    if (-7 / 2 != -3 || -7 % 2 != -1 || 7 / -2 != -3 || 7u % 4 != 3) return __LINE__;
    if (-8 >> 1 != -4 || 0x80000000u >> 31 != 1 || (unsigned char)(u << 1) != 254) return __LINE__;
    if (sizeof(long) * CHAR_BIT == 64 ? LONG_MAX != INT64_MAX : LONG_MAX != INT32_MAX) return __LINE__;
    if (sizeof(void *) != sizeof(long) || sizeof(long long) != 8) return __LINE__;
    long long big = INT_MAX;
    big *= 4;
    if (big != 8589934588LL || (int)big != -4 || sign(big) != 1 || sign(-big) != -1) return __LINE__;
    uint64_t mask = ~0ull >> 3;
    if ((uint32_t)mask != UINT32_MAX || mask >> 60 != 1) return __LINE__;
    c = (signed char)200;
    s += 40000;
    if (c != -56 || s != (short)39999) return __LINE__;
    int i = 5;
    n = i ? i > 3 ? 2 : 1 : 0, n += 10;
    if (n != 12) return __LINE__;
#ifdef __SIZEOF_INT128__
    unsigned __int128 w = (unsigned __int128)mask * mask;
    if ((uint64_t)(w >> 64) != 0x3ffffffffffffffull || (uint64_t)w != 0xc000000000000001ull) return __LINE__;
    __int128 v = -((__int128)1 << 100);
    if ((int64_t)(v >> 90) != -1024 || v / 3 * 3 - v != 1) return __LINE__;
#endif
    return 0;
}
/* exit: 0 */
