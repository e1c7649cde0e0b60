/* Floats: rounding of each operation, denormals, infinities, comparisons with NaN, conversions. */
#include <float.h>
#include <math.h>
static float third = 1.0f / 3;
static double sum(const double *a, int n)
{
    double t = 0;
    while (n--) t += *a++;
    return t;
}

int main(void)
{
    volatile float f = 16777216.0f, one = 1;
    volatile double d = 0.1;
    if (f + one != f || f + 2 * one == f) return __LINE__;
    if (d + 0.2 == 0.3 || (float)d == d) return __LINE__;
    if (third * 3 != 1 || (double)third * 3 == 1) return __LINE__;
    double a[] = {1e16, 1, -1e16};
    if (sum(a, 3) != 0) return __LINE__;
    volatile double tiny = DBL_MIN / 4, zero = 0;
    if (tiny == 0 || tiny * 4 != DBL_MIN) return __LINE__;
    double inf = 1 / zero, nan = inf - inf;
    if (!(inf > DBL_MAX) || nan == nan || nan < 1 || nan > 1 || !(nan != 0)) return __LINE__;
    if (1 / -zero != -inf || -zero != zero) return __LINE__;
    if ((int)3.99 != 3 || (int)-3.99 != -3 || (unsigned)3e9 != 3000000000u) return __LINE__;
    if ((float)16777217 != 16777216.0f || (double)(1ull << 63) != 0x1p63) return __LINE__;
    if ((long long)-0x1p62 != -(1LL << 62) || (unsigned char)200.7f != 200) return __LINE__;
    if (d * d - d * d != 0 || one / 3 * 3 != 1) return __LINE__;
    int n = 0;
    for (float x = 0; x < 1; x += 0.1f) n++;
    return n == 11 || n == 10 ? 0 : __LINE__;
}
/* exit: 0 */
