/* Tables of locals that clang computes itself: all kinds of constants that are right, and one that may not be. */
#include <limits.h>
#ifndef E
#define E 7
#endif
enum sizes { SMALL = 3, LARGE = SMALL * 2 };
struct part {
    int number;
    unsigned char bytes[4];
    double share;
    long long wide;
};
#ifdef SILENT
#pragma clang diagnostic ignored "-Winteger-overflow"
#endif

int main(void)
{
    static const int minus = -1;
    static const double far = 1e20;
    int table[] = {E, 1 + 2, -5, 1 << 30, 100 / 7, -8 % 3, (int)2.5, LARGE - 1, 'a', ~0, !3, 5 > 3 ? 1 : 0, 0 ? INT_MAX + 1 : 0};
    unsigned other[] = {1u << 31, -1, UINT_MAX + 1u, sizeof(int) * 2};
    struct part whole = {1, {2, 255, 3}, 1.5, LLONG_MIN};
    const short last[3] = {[2] = -32768};
    (void)minus, (void)far;
    return table[1] + (int)other[3] + whole.number + last[1] > 5;
}
/* expect: overflow true */
/* expect: overflow not-true LP64 -DE=(INT_MIN/-1) */
/* expect: overflow not-true LP64 -DE=(int)-3e9f */
/* expect: overflow not-true LP64 -DE=(1?INT_MAX+1:2) */
/* expect: overflow not-true LP64 -DE=(INT_MAX+1) -DSILENT */
/* expect: overflow not-true LP64 -DE=(INT_MIN/minus) */
/* expect: overflow not-true LP64 -DE=(int)far */
/* expect: overflow not-true LP64 -DE=(int)(float)2147483647.0 */
/* expect: overflow true ILP32 -DE=(int)-2147483648.5 */
